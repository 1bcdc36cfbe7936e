import assert from "node:assert/strict";
import test from "node:test";
import {
  UNSAID,
  choice,
  letterOf,
  pressed,
  sentence,
  stepped,
  verdict,
} from "../../classroom/front/ballot.js";

test("a press says a letter, another press on it takes it back", () => {
  assert.equal(pressed("", "B"), "B");
  assert.equal(pressed("A", "B"), "B");
  assert.equal(pressed("B", "B"), "");
});

test("a letter is a key, in either case, unless it belongs to others", () => {
  assert.equal(letterOf({ key: "b" }, "ABC"), "B");
  assert.equal(letterOf({ key: "C" }, "ABC"), "C");
  assert.equal(letterOf({ key: "s" }, "ABC"), UNSAID);
  for (const key of ["d", "Enter", " ", "ArrowDown", "PageDown", "Alt"]) {
    assert.equal(letterOf({ key }, "ABC"), null, key);
  }
  for (const held of ["ctrlKey", "altKey", "metaKey"]) {
    assert.equal(letterOf({ key: "a", [held]: true }, "ABC"), null, held);
    assert.equal(letterOf({ key: "s", [held]: true }, "ABC"), null, held);
  }
});

test("arrows go round the answers; the keys of a lecture are left alone", () => {
  assert.equal(stepped("ArrowDown", 0, 3), 1);
  assert.equal(stepped("ArrowRight", 2, 3), 0);
  assert.equal(stepped("ArrowUp", 0, 3), 2);
  for (const key of ["PageDown", "PageUp", "Home", "Enter"]) assert.equal(stepped(key, 0, 3), null);
});

test("what was said is told in a sentence; before a vote only the explanation's place asks", () => {
  assert.equal(choice("ABCD"), "A, B, C or D");
  assert.equal(choice("AB"), "A or B");
  assert.equal(sentence("", "ABC", false), "");
  assert.equal(sentence("", "ABC", true), "Your answer was A, B or C?");
  assert.equal(sentence("B", "ABC", false), sentence("B", "ABC", true));
  assert.match(sentence(UNSAID, "ABC", false), /without a vote/);
});

test("the verdict names the answer, and what was said only where something was", () => {
  assert.equal(verdict("C", "B"), "You said C. The answer is B");
  assert.equal(verdict(UNSAID, "B"), "The answer is B");
  assert.match(verdict("B", "B"), /^You said B, and that is/);
});
