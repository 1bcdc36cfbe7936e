import assert from "node:assert/strict";
import test from "node:test";
import { Memory } from "../../livepanels/front/memory.js";

test("what was put is found by panel and positions", () => {
  const memory = new Memory();
  memory.put("a", "[1]", "one", 10);
  assert.equal(memory.get("a", "[1]"), "one");
  assert.equal(memory.get("b", "[1]"), undefined);
  assert.deepEqual([memory.hits, memory.misses], [1, 1]);
});

test("one budget for all panels: the least recently used goes", () => {
  const memory = new Memory(3 * 10_000);
  for (const key of ["1", "2", "3"]) memory.put("a", key, key, 7_000);
  memory.get("a", "1");
  memory.put("b", "4", "4", 7_000);
  assert.equal(memory.has("a", "1"), true);
  assert.equal(memory.has("a", "2"), false);
  assert.ok(memory.bytes <= memory.budget);
});

test("an answer that is put again is counted once", () => {
  const memory = new Memory();
  memory.put("a", "1", "old", 100);
  const bytes = memory.bytes;
  memory.put("a", "1", "new", 100);
  assert.equal(memory.bytes, bytes);
  assert.equal(memory.get("a", "1"), "new");
});

test("one panel is forgotten, or all", () => {
  const memory = new Memory();
  memory.put("a", "1", "x", 5);
  memory.put("b", "1", "y", 5);
  memory.forget("a");
  assert.deepEqual([memory.has("a", "1"), memory.has("b", "1")], [false, true]);
  memory.forget();
  assert.equal(memory.bytes, 0);
});
