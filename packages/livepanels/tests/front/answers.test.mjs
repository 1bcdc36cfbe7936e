import assert from "node:assert/strict";
import test from "node:test";
import { Reader, written } from "../../livepanels/front/answers.js";

const frame = { id: 7, plots: [] };

/** A message with one matrix and one line, as the kernel sends it. */
function message(more = {}) {
  return {
    at: { s: 1 },
    pictures: [7],
    frames: [frame],
    number: 1,
    controls: { s: { at: 1 }, X: { at: [[0, 1]], text: "", hand: { picture: 7, plot: 0 } } },
    words: { readout: "r", lamp: null, alts: [["alt"]] },
    error: null,
    parts: [
      { picture: 7, plot: 0, mark: "m", extra: {}, arrays: { index: ["uint8", [1, 3], 0] } },
      { picture: 7, plot: 0, mark: "l", extra: {}, arrays: { xy: ["float32", [1, 2], 4] } },
    ],
    ...more,
  };
}

function bytes() {
  const buffer = new ArrayBuffer(12);
  new Uint8Array(buffer).set([1, 2, 3]);
  new Float32Array(buffer, 4).set([0.5, -1]);
  return buffer;
}

test("arrays lie over the bytes, wherever these begin", () => {
  const odd = new Uint8Array(15);
  odd.set(new Uint8Array(bytes()), 3);
  const answer = new Reader().read(message(), new DataView(odd.buffer, 3, 12));
  assert.deepEqual([...answer.parts[0].arrays.index.data], [1, 2, 3]);
  assert.deepEqual([...answer.parts[1].arrays.xy.data], [0.5, -1]);
  assert.deepEqual(answer.parts[1].arrays.xy.shape, [1, 2]);
  assert.equal(answer.pictures[0], frame);
  assert.deepEqual(answer.hands.X.at, [[0, 1]]);
});

test("of a symmetric matrix the lower half comes", () => {
  const arrays = { index: ["uint8", [2, 2], 0, true] };
  const parts = [{ picture: 7, plot: 0, mark: "m", extra: {}, arrays }];
  const { index } = new Reader().read(message({ parts }), bytes()).parts[0].arrays;
  assert.deepEqual([...index.data], [1, 2, 2, 3]);
  assert.deepEqual(index.shape, [2, 2]);
});

test("a mark that stays the same is that of the last answer", () => {
  const reader = new Reader();
  const first = reader.read(message(), bytes());
  const parts = message().parts.map(({ arrays: _, ...part }) => ({ ...part, same: true }));
  const second = reader.read(message({ parts, frames: [], number: 2 }), undefined);
  assert.equal(second.parts[0].arrays, first.parts[0].arrays);
  assert.equal(second.pictures[0], frame);
  assert.equal(second.bytes, 0);
  assert.equal(reader.number, 2);
});

test("an answer that is written can be read again", () => {
  const answer = new Reader().read(message(), bytes());
  const saved = written(answer);
  const again = new Reader().read(JSON.parse(JSON.stringify(saved.message)), saved.buffer);
  assert.deepEqual(again.parts, answer.parts);
  assert.deepEqual(again.at, answer.at);
  assert.deepEqual(again.words, answer.words);
});

test("a frame that comes again is the same object, for the hand that is on it", () => {
  const reader = new Reader();
  const first = reader.read(message(), bytes());
  const again = { ...frame, plots: [] };
  const second = reader.read(message({ frames: [again], number: 2 }), bytes());
  assert.equal(second.pictures[0], first.pictures[0]);
  const other = { ...frame, plots: [{ caption: "another kernel's" }] };
  const third = reader.read(message({ frames: [other], number: 3 }), bytes());
  assert.equal(third.pictures[0], other);
});
