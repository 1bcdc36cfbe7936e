// Recorded positions of controls: which one is nearest to where a hand goes, or to what is typed.

import { besides } from "./places.js";

const UNMOVED = 1e-9; // what a row counts that has not been moved
const HELD = new Set(["points", "shape"]); // kinds of which one row is moved at a time
const INFINITE = /^([+-]?)(∞|inf(inity)?)$/i;

/** The number that a text means, as the kernel reads it: 0.5, 0,5, 1/2, ∞. */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  const infinite = INFINITE.exec(plain);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  const [top, bottom, ...more] = plain.split("/");
  if (!plain || more.length || top.trim() === "" || bottom?.trim() === "") return NaN;
  return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
}

/** How far two numbers are apart; equal infinities not at all. */
const apart = (one, other) => (one === other ? 0 : Math.abs(one - other));

/** The number of the smallest of some lengths, the first of equal ones. */
function least(lengths) {
  return lengths.reduce((best, length, i) => (length < lengths[best] ? i : best), 0);
}

/**
 * Finds the stop of a few that is nearest to a wanted one, or else the next in its direction: a
 * slider that was moved by a little does not stay where it is.
 * @param {number[]} grid stops in their order
 * @param {number} wanted
 * @param {number} now where the slider stands
 */
export function onGrid(grid, wanted, now) {
  const near = grid[least(grid.map((stop) => Math.abs(stop - wanted)))];
  if (near !== now || wanted === now) return near;
  const onward = grid.filter((stop) => (wanted > now ? stop > now : stop < now));
  return (wanted > now ? onward[0] : onward.at(-1)) ?? near;
}

/** The rows of a position: points, or the numbers of one. */
const rowsOf = (raw) => [raw].flat().map((row) => [row].flat());

/** How far apart two rows are, squared. */
const apartRows = (one, other) => one.reduce((sum, v, k) => sum + (v - other[k]) ** 2, 0);

/** The numbers of an ellipse with its longer half axis first, as all of them are recorded. */
function longerFirst([x, y, a, b, degrees]) {
  return b > a ? [x, y, b, a, degrees > 0 ? degrees - 90 : degrees + 90] : [x, y, a, b, degrees];
}

/**
 * Finds the recorded stop of a position: the nearest of those where what was not moved stays, where
 * there are others than the one at hand; else the nearest of all, and a row counts by how far it
 * was moved, so that what a hand moves stays and another row goes home.
 * @param {{kind: string, raws: Array, start: number}} control
 * @param {*} raw a position; null for where the panel starts
 * @param {number} now the stop where the control stands
 * @returns {number}
 */
export function stopOf({ kind, raws, start }, raw, now = start) {
  if (raw === null || raw === undefined) return start;
  if (kind === "button") return raws.indexOf(raw) >= 0 ? raws.indexOf(raw) : raw % raws.length;
  const wanted = rowsOf(kind === "shape" ? longerFirst(raw) : raw);
  const stands = rowsOf(raws[now]);
  if (stands.length !== wanted.length) return stopBeside(raws, wanted, now);
  const same = (rows) => rows.length === wanted.length;
  const moved = wanted.map((row, i) => apartRows(row, stands[i]) + UNMOVED);
  const kept = HELD.has(kind) ? besides(raws, (i) => moved[i] > UNMOVED, raws[now]) : [];
  const from = kept.length > 1 ? kept : raws;
  const lengths = from.map((other) => {
    const rows = rowsOf(other);
    if (!same(rows)) return Infinity;
    return rows.reduce((sum, row, i) => sum + moved[i] * apartRows(row, wanted[i]), 0);
  });
  if (lengths.every((length) => length === Infinity)) return now;
  return raws.indexOf(from[least(lengths)]);
}

/** All rows but one. */
const without = (rows, i) => rows.filter((_, k) => k !== i);

/** Rows as a text, in whatever order. */
const asSet = (rows) => rows.map(String).sort().join(";");

/**
 * Finds the stop where a point was added or taken away, and all others stay: the new one as near
 * as can be; the stop at hand where there is none.
 */
function stopBeside(raws, wanted, now) {
  const all = asSet(wanted);
  const found = raws.findIndex((raw) => asSet(rowsOf(raw)) === all);
  if (found >= 0) return found;
  const others = asSet(rowsOf(raws[now]));
  const added = wanted.find((_, i) => asSet(without(wanted, i)) === others);
  const lengths = raws.map((raw) => {
    const rows = rowsOf(raw);
    const one = rows.findIndex((_, i) => asSet(without(rows, i)) === others);
    return one < 0 || !added ? Infinity : apartRows(rows[one], added);
  });
  return Math.min(...lengths) === Infinity ? now : least(lengths);
}

/**
 * Finds the recorded stop nearest to what is typed.
 * @param {object} control with `label`, `kind`, `raws`, `texts`
 * @param {string} typed
 * @param {number} now the stop where the control stands
 * @returns {number}
 * @throws {Error} what is wrong with it, in words
 */
export function typedStop(control, typed, now) {
  const { kind, label, texts } = control;
  if (kind !== "slider") return placed(control, typed, now);
  const wanted = numberOf(typed);
  const numbers = texts.map(numberOf);
  const [low, high] = [texts[0], texts.at(-1)];
  const advice = `Type a number from ${low} to ${high}.`;
  if (Number.isNaN(wanted)) throw new Error(`${label}: '${typed}' is not a number. ${advice}`);
  if (wanted < numbers[0] || wanted > numbers.at(-1)) {
    throw new Error(`${label}: ${typed} is out of range. ${advice}`);
  }
  return least(numbers.map((number) => apart(number, wanted)));
}

/** Finds the recorded place nearest to a typed one: one point of several, or all numbers. */
function placed(control, typed, now) {
  const [name, ...more] = typed.split("=");
  const place = more.length ? more.join("=") : typed;
  const found = place.split(/[;\s]+|,\s+/).filter(Boolean).map(numberOf);
  const shape = control.raws[now];
  const wanted = structuredClone(shape);
  const row = more.length ? Number(/\d+/.exec(name)?.[0]) - 1 : 0;
  const pair = Array.isArray(shape) && Array.isArray(shape[0]);
  const from = control.kind === "pick" ? 1 : 0; // people count from 1
  const count = pair ? shape[0].length : [shape].flat().length;
  if (found.length !== count || found.some(Number.isNaN) || (pair && !shape[row])) {
    throw new Error(`${control.label}: '${typed}' is no place; this one is ${control.texts[now]}.`);
  }
  const numbers = found.map((number) => number - from);
  if (pair) wanted[row] = numbers;
  return stopOf(control, pair ? wanted : Array.isArray(shape) ? numbers : numbers[0], now);
}
