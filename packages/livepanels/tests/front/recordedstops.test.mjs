import assert from "node:assert/strict";
import test from "node:test";

import {
  numberOf,
  stopOf,
  typedStop,
} from "../../livepanels/front/recordedstops.js";

const SLIDER = {
  kind: "slider",
  label: "order t",
  start: 1,
  raws: [0, 1, 2, 3],
  texts: ["0", "1", "2.5", "∞"],
};
const POINTS = {
  kind: "points",
  label: "points",
  start: 0,
  raws: [
    [[0, 0], [1, 1]],
    [[0, 2], [1, 1]],
    [[0, 0], [3, 1]],
  ],
  texts: ["as given", "x1 = 0, 2", "x2 = 3, 1"],
};
const PICK = { kind: "pick", label: "entry", start: 0, raws: [[0, 0], [4, 4]], texts: ["", ""] };

test("numbers are read as the kernel reads them", () => {
  const texts = ["0,5", "1/2", "−3", "∞", "-inf", "", "wide", "1/2/3", "/2"];
  const numbers = [0.5, 0.5, -3, Infinity, -Infinity, NaN, NaN, NaN, NaN];
  assert.deepEqual(texts.map(numberOf), numbers);
});

test("a position goes to its stop, or to the nearest one", () => {
  assert.equal(stopOf(SLIDER, 2), 2);
  assert.equal(stopOf(SLIDER, null), 1);
  assert.equal(stopOf(POINTS, [[0.1, 1.6], [1, 1]]), 1);
  assert.equal(stopOf(PICK, [3, 3]), 1);
  assert.equal(stopOf({ kind: "button", raws: [0, 1, 2], start: 0 }, 4), 1);
});

test("typed numbers go to the nearest stop", () => {
  assert.equal(typedStop(SLIDER, "2", 0), 2);
  assert.equal(typedStop(SLIDER, "1e9", 0), 2);
  assert.equal(typedStop(SLIDER, "inf", 0), 3);
  assert.equal(typedStop(POINTS, "x2 = 2.5, 1", 0), 2);
  assert.equal(typedStop(PICK, "5, 5", 0), 1);
});

test("what is no number is answered in words", () => {
  assert.throws(() => typedStop(SLIDER, "wide", 0), /order t: 'wide' is not a number. Type a num/);
  assert.throws(() => typedStop(SLIDER, "-1", 0), /out of range/);
  assert.throws(() => typedStop(POINTS, "x9 = 1, 1", 0), /is no place/);
  assert.throws(() => typedStop(PICK, "one", 0), /is no place/);
});

test("a hand keeps what it moved, and others stay where that is recorded", () => {
  const single = { kind: "points", start: 0, raws: [[[0, 0], [5, 5]], [[2, 0], [5, 5]], [[0, 0], [5, 8]]] };
  assert.equal(stopOf(single, [[2.1, 0], [5, 5]], 0), 1);
  assert.equal(stopOf(single, [[2, 0], [5, 7.5]], 1), 2); // the first goes home, the second stays
  assert.equal(stopOf(single, [[2, 0], [5, 5.2]], 1), 1);
  const both = { ...single, raws: [...single.raws, [[2, 0], [5, 8]]] };
  assert.equal(stopOf(both, [[2, 0], [5, 7.5]], 1), 3);
});

test("a point more is found among the stops that have as many", () => {
  const raws = [[[0, 0]], [[1, 0]], [[2, 0]], [[0, 0], [5, 5]]];
  const control = { kind: "points", start: 0, raws };
  assert.equal(stopOf(control, [[0, 0], [4, 4]], 0), 3);
  assert.equal(stopOf(control, [[1, 0], [4, 4]], 1), 1, "where it would move another, none is");
});

test("points are added and taken away in whatever order they are recorded, and no other moves", () => {
  const [a, b, c] = [[1, 1], [2, 2], [3, 3]];
  const raws = [[a], [a, b], [a, c], [a, b, c], [a, b, b]];
  const stop = (rows, now) => stopOf({ kind: "points", start: 0, raws }, rows, now);
  assert.equal(stop([a, c, [2.1, 2]], 2), 3);
  assert.equal(stop([b, a], 4), 1);
  assert.equal(stop([b, c], 3), 3, "without the first nothing is recorded");
  assert.equal(stop([a, b, [2.1, 2.2]], 1), 4);
});

test("an axis of an ellipse that grows past the other is found as the longer one", () => {
  const raws = [[0, 0, 1, 1, 0], [0, 0, 2, 1, 0], [0, 0, 2, 1, 90]];
  assert.equal(stopOf({ kind: "shape", start: 0, raws }, [0, 0, 1, 1.9, 0]), 2);
});

test("a place that is nearer, but would send another point home, is passed over", () => {
  const raws = [[[0], [0]], [[2], [0]], [[0], [5]], [[2], [5]], [[0], [4]]];
  assert.equal(stopOf({ kind: "points", start: 0, raws }, [[2], [4.1]], 1), 3);
  assert.equal(stopOf({ kind: "points", start: 0, raws }, [[0], [4.1]], 0), 4);
  assert.equal(stopOf({ kind: "points", start: 0, raws }, [[0]], 1), 1, "a number of points that is none");
});
