// The way from one picture to the next: points move on straight lines, 300 ms, ease in and out.

const GLIDE_TIME = 300;

/** Cubic ease in and out. */
export function eased(u) {
  return u < 0.5 ? 4 * u ** 3 : 1 - (2 - 2 * u) ** 3 / 2;
}

const GLIDING = new Set(["xy", "xyz", "e", "a", "at", "value", "facets", "angles", "index"]);

/** The shorter way between two angles of an ellipse, which looks the same after half a turn. */
function angleStep(from, to) {
  const step = (to - from) % Math.PI;
  if (step > Math.PI / 2) return step - Math.PI;
  return step < -Math.PI / 2 ? step + Math.PI : step;
}

/** An array between two of one shape. */
function arrayBetween(name, from, to, u) {
  if (!GLIDING.has(name) || from === to) return to;
  const data = to.data.slice();
  for (let i = 0; i < data.length; i++) data[i] = from.data[i] + u * (to.data[i] - from.data[i]);
  if (name === "e") {
    for (let i = 4; i < data.length; i += 5) {
      data[i] = from.data[i] + u * angleStep(from.data[i], to.data[i]);
    }
  }
  return { data, shape: to.shape };
}

const sameShape = (a, b) => String(a.shape) === String(b.shape);

/** Whether a part can glide from another one: the same mark with arrays of the same shapes. */
function canGlide(from, to) {
  if (from.mark !== to.mark || from.plot !== to.plot || from.picture !== to.picture) return false;
  const names = Object.keys(to.arrays);
  if (names.length !== Object.keys(from.arrays).length) return false;
  return names.every((name) => from.arrays[name] && sameShape(from.arrays[name], to.arrays[name]));
}

/**
 * Gives the parts at a moment between two answers; those that cannot glide are there at once.
 * @param {object[]} from parts of the answer before
 * @param {object[]} to parts of the new one
 * @param {number} u 0 at the start, 1 at the end
 * @returns {object[]}
 */
export function partsBetween(from, to, u) {
  if (u >= 1) return to;
  const key = ({ picture, plot, mark }) => `${picture},${plot},${mark}`;
  const before = new Map(from.map((part) => [key(part), part]));
  return to.map((part) => {
    const old = before.get(key(part));
    if (!old || old === part || !canGlide(old, part)) return part;
    const entries = Object.entries(part.arrays);
    if (entries.every(([name, array]) => old.arrays[name] === array)) return part;
    const arrays = entries.map(([name, array]) => [
      name,
      arrayBetween(name, old.arrays[name], array, u),
    ]);
    return { ...part, arrays: Object.fromEntries(arrays) };
  });
}

/** Whether the reader wants no motion. */
export function calm() {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/**
 * Calls a function with 0 to 1 for a while.
 * @param {function(number): void} step draws the state at a share of the way
 * @returns {function(): void} stops it where it is
 */
export function runGlide(step) {
  let live = true;
  const start = performance.now();
  /** One frame. */
  function frame(now) {
    if (!live) return;
    const u = Math.min(Math.max((now - start) / GLIDE_TIME, 0), 1);
    step(eased(u));
    if (u < 1) requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
  return () => {
    live = false;
  };
}
