// A page that `livepanels record` writes: its panels play when they come near the window.

import { followTheme, watchPlaces } from "./player.js";

followTheme();
watchPlaces();
