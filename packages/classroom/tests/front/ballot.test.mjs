import assert from "node:assert/strict";
import test from "node:test";
import {
  choice,
  letterOf,
  pressed,
  sentence,
  stepped,
} from "../../classroom/front/ballot.js";

const vote = { letters: "ABC", answers: ["4", "15", "150"], again: false };

test("a press says a letter, another press on it takes it back", () => {
  assert.equal(pressed("", "B"), "B");
  assert.equal(pressed("A", "B"), "B");
  assert.equal(pressed("B", "B"), "");
});

test("a letter is a key, in either case, unless it belongs to others", () => {
  assert.equal(letterOf({ key: "b" }, "ABC"), "B");
  assert.equal(letterOf({ key: "C" }, "ABC"), "C");
  for (const key of ["d", "Enter", " ", "ArrowDown", "PageDown", "Alt"]) {
    assert.equal(letterOf({ key }, "ABC"), null, key);
  }
  for (const held of ["ctrlKey", "altKey", "metaKey"]) {
    assert.equal(letterOf({ key: "a", [held]: true }, "ABC"), null, held);
  }
});

test("arrows go round the answers; the keys of a lecture are left alone", () => {
  assert.equal(stepped("ArrowDown", 0, 3), 1);
  assert.equal(stepped("ArrowRight", 2, 3), 0);
  assert.equal(stepped("ArrowUp", 0, 3), 2);
  for (const key of ["PageDown", "PageUp", "Home", "Enter"]) assert.equal(stepped(key, 0, 3), null);
});

test("what was said is repeated with its answer beside the explanation only", () => {
  assert.equal(choice("ABCD"), "A, B, C or D");
  assert.equal(choice("AB"), "A or B");
  assert.equal(sentence(vote, ""), "");
  assert.equal(sentence(vote, "B"), "You said B.");
  assert.equal(sentence({ ...vote, again: true }, ""), "Your answer was A, B or C?");
  assert.equal(sentence({ ...vote, again: true }, "B"), "You said B. 15");
  assert.equal(sentence({ letters: "ABC", answers: [], again: true }, "C"), "You said C.");
});
