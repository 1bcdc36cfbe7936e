import assert from "node:assert/strict";
import test from "node:test";
import { keyOf, neighbors } from "../../livepanels/front/settings.js";

const sigma = { name: "sigma", kind: "slider", steps: 4 };
const kernel = { name: "kernel", kind: "choice", options: ["a", "b", "c"] };

test("neighbors of the control that was moved come first, two steps far", () => {
  const found = neighbors([kernel, sigma], { kernel: 0, sigma: 1 }, "sigma");
  assert.deepEqual(found.map((at) => [at.kernel, at.sigma]), [
    [0, 2], [0, 0], [0, 3], [1, 1], [2, 1],
  ]);
});

test("a typed value between two stops has no neighbors of its own", () => {
  assert.deepEqual(neighbors([sigma], { sigma: "2.55" }, "sigma"), []);
});

test("a button's neighbor is one more push", () => {
  const button = { name: "seed", kind: "button" };
  assert.deepEqual(neighbors([button], { seed: 3 }), [{ seed: 4 }]);
});

test("settings are named by their positions", () => {
  assert.equal(keyOf({ a: 1, b: [[1, 2]] }), '{"a":1,"b":[[1,2]]}');
});
