// Colors of the book; in the bundle this module is replaced by the text of tokens.json.

import table from "../pictures/tokens.json" with { type: "json" };

/** What theme.py reads, too: colors of a light and of a dark page, names of the shapes. */
export const tokens = table;
