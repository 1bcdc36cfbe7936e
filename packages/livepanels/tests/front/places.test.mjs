// Recorded places: which ones a handle has, and the next one in the direction of a key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ahead, beyond, placesOf } from "../../livepanels/front/places.js";

test("a point has each of its places once, a number is a row of one", () => {
  const raws = [[[0, 0], [1, 1]], [[2, 0], [1, 1]], [[0, 0], [3, 1]]];
  assert.deepEqual(placesOf(raws, 0), [[0, 0], [2, 0]]);
  assert.deepEqual(placesOf(raws, 1), [[1, 1], [3, 1]]);
  assert.deepEqual(placesOf([[1, 5], [2, 5]], 1), [[5]]);
  assert.deepEqual(placesOf([4, 7, 4], 0), [[4], [7]]);
  const both = [...raws, [[2, 0], [3, 1]], [[0, 0], [4, 1]]];
  assert.deepEqual(placesOf(both, 1, [[2, 0], [1, 1]]), [[1, 1], [3, 1]], "where the first stays");
  assert.deepEqual(placesOf(raws, 1, [[2, 0], [1, 1]]), [[1, 1], [3, 1]], "there is one only: all");
});

test("keys walk along every row and column of a grid, and stop at its edge", () => {
  const grid = [0, 10, 20].flatMap((y) => [0, 10, 20].map((x) => [x, y]));
  const walk = (way) => {
    let now = 4;
    for (let next = now; next !== null; next = ahead(grid, grid[now], way)) now = next;
    return grid[now];
  };
  assert.deepEqual([[1, 0], [-1, 0], [0, 1], [0, -1]].map(walk),
    [[20, 10], [0, 10], [10, 20], [10, 0]]);
});

test("what lies ahead is meant rather than what is near but aside", () => {
  assert.equal(ahead([[1, 5], [10, 0], [-1, 0]], [0, 0], [1, 0]), 1);
  assert.equal(ahead([[-1, 0], [0, 9]], [0, 0], [1, 0]), null);
});

test("numbers go on up and down, and around", () => {
  assert.equal(beyond([1, 3, 2], 1, 1), 2);
  assert.equal(beyond([1, 3, 2], 1, -1), null);
  assert.equal(beyond([0, 90, 270], 270, 10, 360), 360);
  assert.equal(beyond([0, 90, 270], 0, -1, 360), -90);
});
