// The front end of votes.

import { frontOf } from "../../../livepanels/livepanels/front/front.js";
import { VoteView } from "./vote.js";

export const front = frontOf(VoteView);
