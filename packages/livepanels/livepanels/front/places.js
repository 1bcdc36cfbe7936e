// Recorded places of a hand: those that a handle has, and the next one in the direction of a key.

const ASIDE = 2; // a place that is twice as far aside as ahead is no longer in the direction

const kept = new WeakMap();

/** The rows of a position that do not move, as a text. */
const still = (raw, moves) => [raw].flat().map((row, i) => (moves(i) ? "" : row)).join(";");

/**
 * The recorded positions in which all rows but those that move stand as they do now.
 * @param {Array} raws
 * @param {function(number): boolean} moves which rows
 * @param {*} now
 */
export function besides(raws, moves, now) {
  const others = still(now, moves);
  return raws.filter((raw) => still(raw, moves) === others);
}

/**
 * The places of row i among recorded positions, each once; a lone number is a row of one.
 * @param {Array} raws positions
 * @param {number} i
 * @param {*} now where all rows stand: only places where the others stay, if there are several
 */
export function placesOf(raws, i, now = null) {
  if (!kept.has(raws)) kept.set(raws, new Map());
  const rows = kept.get(raws);
  const moves = (k) => k === i;
  const name = `${i} ${now && still(now, moves)}`;
  if (!rows.has(name)) {
    const wanted = now ? besides(raws, moves, now) : raws;
    const found = wanted.map((raw) => [Array.isArray(raw) ? raw[i] : raw].flat());
    const places = [...new Map(found.map((row) => [String(row), row])).values()];
    rows.set(name, now && places.length < 2 ? placesOf(raws, i) : places);
  }
  return rows.get(name);
}

/**
 * Finds the nearest place in a direction; null where there is none.
 * @param {number[][]} places in pixels
 * @param {number[]} from
 * @param {number[]} way to the right and down
 * @returns {number | null} its number
 */
export function ahead(places, [x, y], [dx, dy]) {
  const length = Math.hypot(dx, dy);
  let best = null;
  let least = Infinity;
  places.forEach(([px, py], i) => {
    const on = ((px - x) * dx + (py - y) * dy) / length;
    const aside = Math.abs((px - x) * dy - (py - y) * dx) / length;
    const cost = on + ASIDE * aside;
    if (on < 0.5 || aside > ASIDE * on || cost >= least) return;
    best = i;
    least = cost;
  });
  return best;
}

/**
 * Finds the next larger number, or the next smaller one; null where there is none.
 * @param {number[]} numbers
 * @param {number} from
 * @param {number} way positive for a larger one
 * @param {number} around so much further the same numbers come again
 */
export function beyond(numbers, from, way, around = 0) {
  const sign = Math.sign(way);
  const turned = around ? [...numbers, ...numbers.map((v) => v + sign * around)] : numbers;
  const more = turned.filter((v) => sign * (v - from) > 1e-6);
  if (!more.length) return null;
  return more.reduce((one, other) => (sign * (other - one) < 0 ? other : one));
}
