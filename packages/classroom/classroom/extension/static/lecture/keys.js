// What a key means in the lecture mode, and to whom it belongs; knows no page.

const ALWAYS = { PageDown: "next", PageUp: "back" }; // what a presenter sends
const FREE = {
  " ": "next",
  Enter: "next",
  ArrowRight: "next",
  ArrowDown: "next",
  ArrowLeft: "back",
  ArrowUp: "back",
  Backspace: "back",
  Home: "first",
  End: "last",
};
const LETTERS = {
  b: "black",
  ".": "black",
  o: "list",
  c: "code",
  n: "lectern",
  r: "reset",
  f: "full",
  "?": "help",
  Escape: "leave",
};

/** The keys in words, as the help shows them. */
export const HELP = [
  ["PageDown, Space, →", "next: the panel, the explanation, the next step (PageDown always)"],
  ["PageUp, ←", "back (PageUp always)"],
  ["Home, End", "first and last step"],
  ["o", "list of steps: arrow keys, Enter"],
  ["c", "the code of this step, and what is folded"],
  ["b or .", "black screen, and back"],
  ["n", "the lecturer's notes in a window of their own"],
  ["r", "clock of this section from zero"],
  ["f", "full screen of the browser"],
  ["Tab", "to the controls; keys then belong to them, but for PageUp and PageDown"],
  ["Alt+L, Escape", "leave, back to where you were"],
];

/** Whether a key switches the mode: Alt+L, whatever letter the keyboard makes of it. */
export function switches({ code, altKey, ctrlKey, metaKey, shiftKey }) {
  return code === "KeyL" && altKey && !ctrlKey && !metaKey && !shiftKey;
}

/**
 * Gives what a key asks for.
 * @param {{key: string, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @param {string} focus where the focus is: "text" (all keys are typed), "control" or ""
 * @returns {string|null} null: the key belongs to the focused control, or to nobody
 */
export function asked({ key, ctrlKey, altKey, metaKey }, focus) {
  if (ctrlKey || altKey || metaKey) return null;
  if (key in ALWAYS) return ALWAYS[key];
  if (focus === "text") return key === "Escape" ? "release" : null;
  return LETTERS[key] ?? (focus === "" ? (FREE[key] ?? null) : null);
}

const TYPED = "input[type=text], input:not([type]), textarea, select, [contenteditable=true]";
const TEXT = `${TYPED}, .cm-editor, .classroom-vote`;
const CONTROL = "input, button, summary, a[href], .lp-hands *, .lp-pick, .lp-turn";

/** Where the focus is: "text", "control" or "". */
export function focusOf(element) {
  if (!element?.closest) return "";
  if (element.closest(TEXT)) return "text";
  return element.closest(CONTROL) ? "control" : "";
}
