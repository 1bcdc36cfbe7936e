// What a vote knows without a page: its letters, its keys, its words.

/** What stands for "show without voting" in the place of a letter. */
export const UNSAID = "-";

/**
 * Gives what is said after a press on a letter: a second press on the same one takes it back.
 * @param {string} said the letter so far, "" for none
 * @param {string} letter
 * @returns {string}
 */
export function pressed(said, letter) {
  return said === letter ? "" : letter;
}

/**
 * Gives what a key says, a letter or "show without voting" (S), or null; keys with Ctrl, Alt or
 * Meta belong to others.
 * @param {{key: string, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean}} event
 * @param {string} letters
 * @returns {string|null}
 */
export function letterOf({ key, ctrlKey, altKey, metaKey }, letters) {
  const letter = key.toUpperCase();
  if (key.length !== 1 || ctrlKey || altKey || metaKey) return null;
  if (letter === "S") return UNSAID;
  return letters.includes(letter) ? letter : null;
}

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Gives the place that an arrow key goes to, or null for other keys.
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @returns {number|null}
 */
export function stepped(key, at, count) {
  return key in STEPS ? (at + STEPS[key] + count) % count : null;
}

/** Gives letters in words: "A, B or C". */
export function choice(letters) {
  const list = [...letters];
  const last = list.pop();
  return `${list.join(", ")} or ${last}`;
}

/**
 * Gives the words of what was said, before the answer itself.
 * @param {string} said
 * @param {string} letters
 * @param {boolean} again beside the explanation
 * @returns {string}
 */
export function sentence(said, letters, again) {
  if (said === UNSAID) return again ? "" : "Shown without a vote.";
  if (said) return `You said ${said}.`;
  return again ? `Your answer was ${choice(letters)}?` : "";
}

/**
 * Gives the words of the verdict, before the right answer itself.
 * @param {string} said
 * @param {string} right the letter of the answer
 * @returns {string}
 */
export function verdict(said, right) {
  if (said === right) return `You said ${said}, and that is the answer`;
  return `${said === UNSAID ? "" : `You said ${said}. `}The answer is ${right}`;
}
