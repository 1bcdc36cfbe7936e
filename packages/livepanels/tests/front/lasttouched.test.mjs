import assert from "node:assert/strict";
import { test } from "node:test";
import { LastTouched } from "../../livepanels/front/lasttouched.js";

test("the box shows the point that was moved last", () => {
  const last = new LastTouched({ rows: null });
  const start = [[0, 0], [1, 1], [2, 2]];
  assert.equal(last.text(start, "as given"), "as given");
  const moved = [[0, 0], [1, 1], [2, -0.51239]];
  assert.equal(last.text(moved, "x3 = 2, -0.5124"), "x3 = 2, −0.5124");
  assert.equal(last.text([[0, 0], [1, 4], [2, 3]], "2 moved"), "2 moved");
  assert.equal(last.text([[0, 0], [1, 5], [2, 3]], "2 moved"), "x2 = 1, 5");
  assert.equal(last.text([[0, 0], [1, 5], [2, 3]], "2 moved"), "x2 = 1, 5");
  assert.equal(last.text(start, "as given"), "as given");
  assert.equal(last.text([...start, [3, 3]], "4 points"), "4 points");
});

test("points are called as in the picture, and a single one needs no name", () => {
  const last = new LastTouched({ rows: [4, 7] });
  last.text([[0, 0], [1, 1]], "as given");
  assert.equal(last.text([[0, 0], [1, 2]], "moved"), "x8 = 1, 2");
  const single = new LastTouched({});
  single.text([[0, 0]], "0, 0");
  assert.equal(single.text([[1, 0]], "1, 0"), "1, 0");
});
