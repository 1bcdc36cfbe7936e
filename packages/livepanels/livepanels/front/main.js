// The front end of live panels.

import { frontOf } from "./front.js";
import { PanelView } from "./panel.js";

export const front = frontOf(PanelView);
