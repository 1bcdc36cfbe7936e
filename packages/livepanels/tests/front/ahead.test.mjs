import assert from "node:assert/strict";
import test from "node:test";
import { Ahead } from "../../livepanels/front/ahead.js";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

test("at rest the unknown neighbors are asked one by one", async () => {
  const asked = [];
  const ahead = new Ahead(() => [1, 2, 3], (at) => at === 2, (at) => asked.push(at) && true);
  ahead.rest();
  await pause(200);
  assert.deepEqual(asked, [1]);
  ahead.next();
  assert.deepEqual(asked, [1, 3]);
  ahead.next();
  assert.deepEqual(asked, [1, 3]);
});

test("a move or a cell that runs stops it", async () => {
  const asked = [];
  const ahead = new Ahead(() => [1, 2], () => false, (at) => asked.push(at) && true);
  ahead.rest();
  ahead.stop();
  await pause(200);
  assert.deepEqual(asked, []);
});
