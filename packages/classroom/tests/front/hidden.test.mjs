import assert from "node:assert/strict";
import test from "node:test";
import { besides } from "../../classroom/extension/static/lecture/hidden.js";

test("from a hidden cell the way goes on to one that is seen, else back, else nowhere", () => {
  const hidden = [true, false, true, true, false, true];
  assert.equal(besides(hidden, 2, 1), 4);
  assert.equal(besides(hidden, 3, -1), 1);
  assert.equal(besides(hidden, 5, 1), 4);
  assert.equal(besides(hidden, 0, -1), 1);
  assert.equal(besides([true, true], 1, 1), -1);
});
