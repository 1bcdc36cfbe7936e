import assert from "node:assert/strict";
import test from "node:test";

const folder = "../../classroom/extension/static/lecture";
const { headingOf, minutesOf, minutesOfAll, moved, plainTitle, rightLetter, screenOf, stepsOf } =
  await import(`${folder}/steps.js`);
const { asked, switches } = await import(`${folder}/keys.js`);
const { Clock, minutesAndSeconds } = await import(`${folder}/clock.js`);
const { FLOOR, TYPE, drawn, ladders, largest } = await import(`${folder}/sizes.js`);

const cells = (...pairs) => pairs.map(([kind, source = ""]) => ({ kind, source }));
const chapter = stepsOf(
  cells(
    ["slide", "# 2 The matrix"],
    ["-"],
    ["slide", "## Arrows (5 min)\n\nA question"],
    ["notes", "Say it."],
    ["-"],
    ["fragment"],
    ["fragment"],
    ["-"],
    ["skip"],
    ["-", "an appendix"],
    ["subslide", "### Exercise 2.1: one"],
    ["slide", "## Summary (1 min)"],
  ),
);

test("a step is a slide with what follows; fragments come later, an appendix never", () => {
  assert.deepEqual(
    chapter.map(({ parts }) => parts),
    [[[0, 1]], [[2, 4], [5], [6, 7]], [[10]], [[11]]],
  );
  assert.deepEqual(chapter[1].notes, [3]);
  assert.deepEqual(stepsOf(cells(["-"], ["fragment"], ["notes"])), []);
});

test("every cell of a step is shown exactly once, in order", () => {
  const shown = chapter.flatMap(({ parts }) => parts.flat());
  assert.deepEqual(shown, [...new Set(shown)].sort((a, b) => a - b));
});

test("a step has the minutes of its section, and all sections together their sum", () => {
  assert.deepEqual(chapter.map(({ minutes }) => minutes), [0, 5, 5, 1]);
  assert.deepEqual(chapter.map(({ section }) => section), [0, 1, 1, 3]);
  assert.equal(minutesOfAll(chapter), 6);
  assert.equal(minutesOf("## Part (12 min)\n\ntext (3 min)"), 12);
  assert.equal(minutesOf("text\n## Part (12 min)"), 0);
});

test("titles are words", () => {
  assert.equal(headingOf("## Sigma, from needle to flat (5 min)\n\nText"), "Sigma, from needle to flat");
  assert.equal(headingOf("**Predict.** What?"), "");
  assert.equal(plainTitle("The knob $t$ of `K`"), "The knob t of K");
});

test("an explanation names the right letter first", () => {
  const explain = "<details><summary><b>Explain</b> (**A** later)</summary>\n\n**C.** Not **A**.";
  assert.equal(rightLetter(explain), "C");
  assert.equal(rightLetter("<details>**B**, the export"), "B");
  assert.equal(rightLetter("**Both** are right."), "");
});

test("forward and back go through the same screens, and end at the ends", () => {
  const there = [{ step: 0, part: 0 }];
  for (let next; ; there.push(next)) {
    next = moved(chapter, there.at(-1), 1);
    if (next.step === there.at(-1).step && next.part === there.at(-1).part) break;
  }
  assert.equal(there.length, chapter.flatMap(({ parts }) => parts).length);
  const back = [there.at(-1)];
  while (back.length < there.length) back.push(moved(chapter, back.at(-1), -1));
  assert.deepEqual(back.reverse(), there);
  assert.deepEqual(moved(chapter, there[0], -1), there[0]);
});

test("a note belongs to its step, wherever it stands there", () => {
  const two = stepsOf(cells(["slide"], ["-"], ["fragment"], ["notes"], ["slide"]));
  assert.deepEqual([3, 4].map((i) => screenOf(two, i).step), [0, 1]);
});

test("a cell is new on one screen; an appendix leads to the next step", () => {
  const screens = [0, 1, 2, 5, 7, 9, 10, 99].map((i) => screenOf(chapter, i));
  assert.deepEqual(screens.map(({ step }) => step), [0, 0, 1, 1, 1, 2, 2, 3]);
  assert.deepEqual(screens.map(({ part }) => part), [0, 0, 0, 1, 2, 0, 0, 0]);
});

const press = (key, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, ...more });

test("a presenter's keys always step, the others belong to a focused control", () => {
  for (const focus of ["", "control", "text"]) {
    assert.equal(asked(press("PageDown"), focus), "next");
    assert.equal(asked(press("PageUp"), focus), "back");
  }
  for (const key of ["ArrowRight", " ", "Home", "End", "Enter"]) {
    assert.notEqual(asked(press(key), ""), null);
    assert.equal(asked(press(key), "control"), null);
    assert.equal(asked(press(key), "text"), null);
  }
  assert.equal(asked(press("b"), "control"), "black");
  assert.equal(asked(press("b"), "text"), null);
  assert.equal(asked(press("Escape"), "control"), "leave");
  assert.equal(asked(press("Escape"), "text"), "release");
  assert.equal(asked(press("b", { ctrlKey: true }), ""), null);
});

test("Alt+L switches, whatever letter the keyboard makes of it", () => {
  const altL = press("¬", { code: "KeyL", altKey: true, shiftKey: false });
  assert.ok(switches(altL));
  assert.ok(!switches({ ...altL, ctrlKey: true }));
  assert.ok(!switches({ ...altL, altKey: false }));
});

test("a clock adds up the time of a section that is shown again", () => {
  let now = 0;
  const clock = new Clock(() => now);
  clock.turnTo(1);
  now = 60_000;
  clock.turnTo(2);
  now = 90_000;
  clock.turnTo(1);
  now = 95_000;
  assert.equal(clock.of(1), 65_000);
  assert.equal(clock.of(2), 30_000);
  assert.equal(clock.all, 95_000);
  clock.turnTo(null);
  now = 500_000;
  assert.equal(clock.all, 95_000);
  assert.equal(minutesAndSeconds(65_400), "1:05");
  clock.turnTo(1);
  clock.reset();
  assert.equal(clock.of(1), 0);
});

test("type is smaller than 28 of 1080 only where nothing else helped, and never below its floor", () => {
  for (const pictures of [[false], [false, true], [false, true, false], [true], [true, false]]) {
    const list = ladders(pictures).flat();
    const small = list.findIndex(({ type }) => type < TYPE);
    assert.ok(list.slice(small).every(({ from, type }) => from === pictures.length - 1 && type < TYPE));
    assert.ok(list.every(({ type }) => type >= FLOOR));
    assert.equal(list[0].from, 0);
  }
});

test("a panel as at the desk takes the width of the screen; type shrinks less than pictures", () => {
  const { zoom, share } = drawn(1, 1790, 1080);
  assert.ok(Math.abs(zoom - 1.79) < 0.01 && share === 1);
  for (const size of [0.4, 0.6, 0.8, 1, 1.4]) {
    const at = drawn(size, 1790, 1080);
    const share = size > 0.6 ? 0.016 : 0.0136; // the numbers at the axes, from the last row
    assert.ok(11 * at.zoom >= share * 1080);
    assert.ok(Math.abs((at.zoom * at.share) / zoom - size) < 1e-9);
    assert.ok(at.zoom >= 0.75 * zoom - 1e-9 && at.zoom <= 1.2 * zoom + 1e-9);
  }
});

test("the largest sizes that fit are found, on the first ladder with any", () => {
  const all = ladders([false, true]);
  assert.deepEqual(largest(all, () => true), all[0][0]);
  assert.deepEqual(largest(all, () => false), all.at(-1).at(-1));
  for (const limit of [1.5, 1, 0.8, 0.63, 0.5]) {
    const fits = ({ from, picture }) => from === 1 && picture <= limit;
    const sizes = all.flat().filter(fits).map(({ picture }) => picture);
    assert.equal(largest(all, fits).picture, Math.max(...sizes));
  }
});

test("a still stands beside the last part's text where it cannot beside all that was said", () => {
  const fits = ({ from, beside }) => from === 2 && Boolean(beside);
  const best = largest(ladders([false, true, true], [false, false, true]), fits);
  assert.deepEqual([best.from, best.beside, best.type], [2, true, 34]);
  assert.ok(!ladders([false, true, true]).flat().some(({ beside }) => beside));
});

test("a long text beside its picture gets smaller type before it is taken from the picture", () => {
  const best = largest(ladders([true], [true]), ({ type, beside }) => type < TYPE && Boolean(beside));
  assert.deepEqual([best.beside, best.picture], [true, 1.2]);
});

test("printed lines are broken only where they are whole at no size; few for larger type", () => {
  const all = ladders([false]);
  const broken = (lines) => largest(all, ({ whole, most = lines }) => !whole && lines <= most);
  assert.equal(largest(all, () => true).type, 40);
  const short = largest(all, ({ whole, type }) => !whole || type === TYPE);
  assert.ok(short.whole && short.type === TYPE);
  assert.equal(broken(1).type, 34);
  assert.equal(broken(9).type, TYPE, "a table");
});
