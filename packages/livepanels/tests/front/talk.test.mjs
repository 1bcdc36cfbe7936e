import assert from "node:assert/strict";
import test from "node:test";
import { Talk } from "../../livepanels/front/talk.js";

/** A talk with a clock of its own, and all that was sent and said. */
function talking() {
  const sent = [];
  const said = [];
  const timers = new Set();
  const clock = {
    time: 0,
    now: () => clock.time,
    later: (action, pause) => {
      const timer = { action, due: clock.time + pause };
      timers.add(timer);
      return timer;
    },
    cancel: (timer) => timers.delete(timer),
    pass(pause) {
      clock.time += pause;
      for (const timer of [...timers]) {
        if (timer.due <= clock.time && timers.delete(timer)) timer.action();
      }
    },
  };
  const talk = new Talk((q) => sent.push(q), (text) => text && said.push(text), clock);
  return { talk, sent, said, clock };
}

test("one question is under way; the newest position replaces what waits", () => {
  const { talk, sent } = talking();
  for (const x of [1, 2, 3]) talk.ask({ at: { x }, words: false });
  assert.deepEqual(sent.map(({ at }) => at.x), [1]);
  assert.equal(talk.answered({ ask: 1, words: null }), false);
  assert.deepEqual(sent.map(({ at }) => at.x), [1, 3]);
  assert.equal(talk.answered({ ask: 2, words: null }), true);
  assert.equal(talk.quiet, true);
});

test("what was typed waits with newer moves of other controls, not with its own", () => {
  const { talk, sent } = talking();
  talk.ask({ at: { x: 0, y: 0 } });
  talk.ask({ at: { x: 0, y: 0 }, typed: { x: "0,5" } });
  talk.ask({ at: { x: 0, y: 1 }, moved: ["y"] });
  talk.answered({ ask: 1 });
  assert.deepEqual(sent[1].typed, { x: "0,5" });
  assert.equal(sent[1].at.y, 1);
  talk.ask({ at: { x: 0, y: 1 }, typed: { x: "7" } });
  talk.ask({ at: { x: 4, y: 1 }, moved: ["x"] });
  talk.answered({ ask: 2 });
  assert.deepEqual(sent[2].typed, {});
});

test("it says when it takes long, is silent, or lost; a late question goes out", () => {
  const { talk, sent, said, clock } = talking();
  talk.ask({ at: { x: 1 } });
  clock.pass(300);
  clock.pass(2000);
  clock.pass(8000);
  assert.deepEqual(said, ["computing", "silent", "lost"]);
  talk.ask({ at: { x: 2 } });
  assert.equal(sent.length, 2);
  assert.equal(talk.answered({ ask: 1 }), false, "that was for the question before");
});

test("a slow answer asks for less, and for nothing ahead", () => {
  const { talk, sent, clock } = talking();
  talk.ask({ at: {} });
  talk.ask({ at: {}, then: [{ x: 1 }] });
  clock.pass(400);
  talk.answered({ ask: 1 });
  assert.equal(sent[1].slow, true);
  assert.deepEqual(sent[1].then, []);
});

test("words that lack for over 200 ms come along with the next answer of a drag", () => {
  const { talk, sent, clock } = talking();
  const step = (x, words) => {
    talk.ask({ at: { x }, words: false });
    talk.answered({ ask: x, words });
    clock.pass(30);
  };
  for (let x = 1; x <= 7; x++) step(x, null); // the first answer without them comes at 0 ms
  assert.deepEqual(sent.map(({ words }) => words), Array(7).fill(false));
  step(8, {});
  assert.equal(sent[7].words, true);
  step(9, null);
  assert.equal(sent[8].words, false);
});

test("asking ahead is silent, and a move waits for one answer at most", () => {
  const { talk, sent, said, clock } = talking();
  talk.ask({ at: { x: 1 }, ahead: true, words: true });
  clock.pass(2500);
  assert.deepEqual(said, []);
  talk.ask({ at: { x: 5 }, words: false });
  talk.answered({ ask: 1, words: {} });
  assert.equal(sent[1].ahead, undefined);
  assert.equal(sent[1].at.x, 5);
});

test("who answers at once is asked two moves at a time, and the last place is asked for", () => {
  const { talk, sent, clock } = talking();
  const places = () => sent.map(({ at }) => at.x);
  const move = (x) => talk.ask({ at: { x }, words: false });
  move(1);
  move(2);
  clock.pass(20);
  talk.answered({ ask: 1, words: null });
  move(3);
  assert.deepEqual(places(), [1, 2, 3], "the second is brisk, the third need not wait for it");
  move(4);
  move(5);
  assert.equal(sent.length, 3, "two are under way at most");
  assert.equal(talk.answered({ ask: 2, words: null }), false);
  assert.deepEqual(places(), [1, 2, 3, 5]);
  assert.equal(talk.answered({ ask: 3, words: null }), false);
  assert.equal(talk.answered({ ask: 4, words: null }), true);
  assert.equal(talk.quiet, true);
});

test("typed text, neighbors and slow panels go alone", () => {
  for (const [pause, question] of [
    [20, { at: { x: 2 }, typed: { x: "7" } }],
    [20, { at: { x: 2 }, ahead: true }],
    [20, { hello: true, at: null }],
    [100, { at: { x: 2 } }],
  ]) {
    const { talk, sent, clock } = talking();
    talk.ask({ at: { x: 0 } });
    clock.pass(pause);
    talk.answered({ ask: 1 });
    talk.ask({ at: { x: 1 } });
    talk.ask(question);
    assert.equal(sent.length, 2);
  }
});

test("a move to where the answer comes from ahead waits for it, another goes on", () => {
  const { talk, sent } = talking();
  talk.ask({ at: { x: 0 } });
  talk.answered({ ask: 1 });
  talk.ask({ at: { x: 1 }, then: [{ x: 2 }, { x: 3 }], words: false });
  talk.ask({ at: { x: 2 }, words: false });
  assert.equal(sent.length, 2, "its answer is promised");
  assert.equal(talk.answered({ ask: 2, words: null, more: true }), false);
  assert.equal(talk.quiet, false);
  assert.equal(sent.length, 2);
  talk.drop(); // the page has found it
  talk.answered({ ask: 2 });
  assert.equal(talk.quiet, true);
  talk.ask({ at: { x: 4 }, then: [{ x: 5 }], words: false });
  talk.ask({ at: { x: 9 }, words: false });
  assert.deepEqual(sent.slice(2).map(({ at }) => at.x), [4, 9], "nobody promised 9");
});

test("who gives nothing ahead is asked two moves at a time", () => {
  const { talk, sent } = talking();
  talk.ask({ at: { x: 0 }, then: [{ x: 1 }] });
  talk.answered({ ask: 1, more: false });
  talk.ask({ at: { x: 1 }, then: [{ x: 2 }] });
  talk.ask({ at: { x: 2 } });
  assert.deepEqual(sent.map(({ at }) => at.x), [0, 1, 2]);
});

test("what was expected of a hand that turned is not asked for", () => {
  const { talk, sent } = talking();
  talk.ask({ at: { x: 1 } });
  talk.ask({ at: { x: 2 }, then: [{ x: 3 }] });
  talk.ask({ at: { x: 1 } });
  talk.answered({ ask: 1 });
  assert.deepEqual(sent[1].then, []);
});

test("the second of two is waited for, and given up, like the first", () => {
  const { talk, said, clock } = talking();
  talk.ask({ at: { x: 0 } });
  talk.answered({ ask: 1 });
  talk.ask({ at: { x: 1 } });
  talk.ask({ at: { x: 2 } });
  talk.answered({ ask: 2 });
  assert.equal(talk.quiet, false);
  clock.pass(300);
  clock.pass(8000);
  assert.deepEqual(said, ["computing", "silent", "lost"]);
  assert.equal(talk.quiet, true);
});
