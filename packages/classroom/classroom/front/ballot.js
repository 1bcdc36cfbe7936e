// What a vote knows without a page: its letters, its keys, its words.

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
 * Gives the letter that a key means, or null; keys with Ctrl, Alt or Meta belong to others.
 * @param {{key: string, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean}} event
 * @param {string} letters
 * @returns {string|null}
 */
export function letterOf({ key, ctrlKey, altKey, metaKey }, letters) {
  const letter = key.toUpperCase();
  const plain = key.length === 1 && !ctrlKey && !altKey && !metaKey;
  return plain && letters.includes(letter) ? letter : null;
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
 * Gives the line below the letters, or beside the explanation.
 * @param {{letters: string, answers: string[], again: boolean}} vote
 * @param {string} said
 * @returns {string}
 */
export function sentence({ letters, answers, again }, said) {
  if (!said) return again ? `Your answer was ${choice(letters)}?` : "";
  const answer = again ? answers[letters.indexOf(said)] : "";
  return answer ? `You said ${said}. ${answer}` : `You said ${said}.`;
}
