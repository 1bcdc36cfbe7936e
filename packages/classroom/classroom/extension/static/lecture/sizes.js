// Which sizes are tried so that a screen fits, the best first; knows no page.
// Type is in parts of 1080: 28 of 1080 is 2.6 % of the screen's height.

export const TYPE = 28; // what the last row reads
export const FLOOR = 24; // where nothing else helps
const LARGER = [40, 37, 34, 31]; // where there is room
const SMALLER = [26, FLOOR];
const BROKEN = 2; // printed lines that are broken for larger type

/** Sizes of pictures; at 1 a panel as wide as at a desk takes the width of the screen. */
const ROOMY = [1.6, 1.45, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78];
const NARROW = [0.7, 0.62];
const LAST = [0.55, 0.48, 0.42];

/** Sizes where one picture stands beside its text, and where the text is long. */
const HALF = [1.2, 1.1, 1, 0.92, 0.85];
const THIRD = [0.78, 0.7, 0.62];

/**
 * Gives what is tried for a screen, as ladders of sizes from the largest to the smallest: all that
 * was said so far, then less of it; printed lines whole, then broken; the panel with its
 * explanation, but not at the price of a small panel with its question; smaller type where nothing
 * else helps.
 * @param {boolean[]} pictures of each part so far whether it has pictures
 * @param {boolean[]} stills of each part whether what is shown from it on is text and one picture,
 *   which can stand beside it
 * @returns {object[][]} each with `from`, the first part that is shown, the sizes `type` and
 *   `picture`, and where it is so `beside`, `whole` (no printed line is broken) or `most` (so many
 *   are)
 */
export function ladders(pictures, stills = []) {
  const last = pictures.length - 1;
  const sized = (from, type, sizes) => sizes.map((picture) => ({ from, type, picture }));
  const typed = (from, types, how) => types.map((type) => ({ from, type, picture: 1, ...how }));
  const beside = (from, type, sizes = HALF) =>
    sizes.map((picture) => ({ from, type, picture, beside: true, whole: true }));
  const list = [];
  pictures.forEach((_, from) => {
    if (stills[from]) list.push(...[34, 31, TYPE].map((type) => beside(from, type)));
    if (pictures.slice(from).some(Boolean)) {
      list.push(sized(from, TYPE, pictures[last] && from < last ? ROOMY : [...ROOMY, ...NARROW]));
    } else {
      const few = typed(from, [34, 31], { most: BROKEN });
      list.push(typed(from, [...LARGER, TYPE], { whole: true }), [...few, ...typed(from, [TYPE])]);
    }
  });
  for (const type of [TYPE, ...SMALLER]) {
    if (stills[last]) list.push(beside(last, type, [...HALF, ...THIRD]));
    list.push(sized(last, type, pictures[last] ? LAST : [1]));
  }
  return list;
}

/**
 * Finds the largest sizes that fit: on the first ladder of which the smallest ones do.
 * @param {object[][]} all the ladders
 * @param {function(object): boolean} fits
 * @returns {object} the smallest of all where nothing fits
 */
export function largest(all, fits) {
  const ladder = all.find((sizes) => fits(sizes.at(-1)));
  if (!ladder) return all.at(-1).at(-1);
  let low = 0;
  let high = ladder.length - 1; // fits
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(ladder[middle])) high = middle;
    else low = middle + 1;
  }
  return ladder[high];
}

/**
 * Gives how a panel is drawn: type shrinks less than the picture.
 * @param {number} picture the size
 * @param {number} width that there is, in pixels
 * @param {number} height of the screen
 * @returns {{zoom: number, share: number}}
 */
export function drawn(picture, width, height) {
  const full = Math.min(width / DESK, height / LOW);
  const least = picture > LAST[0] ? 0.9 : 0.75;
  const type = Math.min(1.2, Math.max(least, picture));
  return { zoom: full * type, share: picture / type };
}

const DESK = 1000; // pixels that a panel takes at a desk
const LOW = 600; // height of a screen on which type of a desk's size is as large as in a lecture
