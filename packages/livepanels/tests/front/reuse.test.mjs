import assert from "node:assert/strict";
import test from "node:test";
import { reused, sameRoom } from "../../livepanels/front/reuse.js";

/** A plot that differs from others in its limits, and in what is said. */
function plot(low, rest = {}) {
  const marks = [{ kind: "points" }];
  return { caption: "A", width: 300, height: 200, margins: [1, 2, 3, 4], x: { low }, marks, ...rest };
}

test("other limits are no other room; other words, sizes, digits and spaces are", () => {
  assert.ok(sameRoom(plot(0), plot(1)));
  const digits = [{ kind: "matrix", digits: 2 }];
  const others = [{ caption: "B" }, { hint: "drag" }, { width: 301 }, { margins: [1, 2, 3, 5] }];
  for (const rest of [...others, { key: [[0, "a"]] }, { marks: digits }, { space: {} }]) {
    assert.ok(!sameRoom(plot(0), plot(0, rest)), JSON.stringify(rest));
  }
  assert.ok(!sameRoom(plot(0, { space: {} }), plot(1, { space: {} })));
});

test("a plot that is there keeps its figure, wherever it goes, and one that rests comes back", () => {
  const [a, b, c] = [0, 1, 2].map((low) => ({ plot: plot(low) }));
  assert.deepEqual(reused([b.plot, a.plot], [a, b], []), [b, a]);
  const wide = { plot: plot(2, { width: 9 }) };
  assert.deepEqual(reused([wide.plot], [a], [b, wide]), [wide]);
  assert.deepEqual(reused([c.plot], [a], [b, c]), [a]); // the page stays as it is laid out
});

test("a new plot takes the room in its place, but not from one that stays", () => {
  const [a, b] = [0, 1].map((low) => ({ plot: plot(low) }));
  assert.deepEqual(reused([plot(5), b.plot], [a, b], []), [a, b]);
  assert.deepEqual(reused([plot(5), a.plot], [a, b], []), [undefined, a]);
  assert.deepEqual(reused([plot(5, { width: 9 })], [a], []), [undefined]);
  assert.deepEqual(reused([a.plot, plot(5)], [a], []), [a, undefined]);
});

test("a plot that stands twice has two figures", () => {
  const [a, b, c] = [0, 0, 2].map((low) => ({ plot: plot(low) }));
  b.plot = a.plot;
  assert.deepEqual(reused([a.plot, a.plot, plot(5)], [a, b, c], []), [a, b, c]);
  assert.deepEqual(reused([a.plot, a.plot], [a], []), [a, undefined]);
});
