import assert from "node:assert/strict";
import test from "node:test";
import { Ahead, Course } from "../../livepanels/front/ahead.js";

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

const slider = { kind: "slider", name: "t", steps: 240 };
const after = (moves, pause = 20, control = slider) => {
  const course = new Course();
  return moves.map((raw, i) => course.next(control, raw, pause * i)).at(-1);
};

test("a hand that drags evenly is expected to go on", () => {
  const ten = (first) => Array.from({ length: 10 }, (_, i) => first + i);
  assert.deepEqual(after([10, 11, 12]), ten(13));
  assert.deepEqual(after([30, 20, 10]), [0]);
  assert.deepEqual(after([10, 11, 13]), ten(14), "a slow hand skips a stop");
  assert.deepEqual(after([237, 238, 239]), [240]);
});

test("a hand that turns, jumps, rests or only begins is expected nowhere", () => {
  for (const moves of [[10], [10, 11], [10, 11, 10], [10, 11, 19], [10, 11, [3, 4]]]) {
    assert.deepEqual(after(moves), []);
  }
  assert.deepEqual(after([10, 11, 12], 500), []);
  assert.deepEqual(after([0, 1, 2], 20, { kind: "choice", name: "t" }), []);
});

test("two sliders are two hands", () => {
  const course = new Course();
  [10, 11, 12].forEach((raw) => course.next(slider, raw, 0));
  assert.deepEqual(course.next({ ...slider, name: "sigma" }, 13, 0), []);
});
