// Keys walk over a heat map without a Pick: a ring goes from entry to entry, and words tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canvas } from "./canvas.mjs";

/** An element of a page, as far as hands need one. */
class Element extends EventTarget {
  style = {};
  children = [];
  attributes = {};
  focused = false;
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...more) { this.children.push(...more); }
  prepend(...more) { this.children.unshift(...more); }
  matches() { return this.focused; }
  focus() { this.turn(true, "focus"); }
  blur() { this.turn(false, "blur"); }
  turn(focused, name) {
    this.focused = focused;
    this.dispatchEvent(new Event(name));
  }
  press(...keys) {
    for (const key of keys) this.dispatchEvent(Object.assign(new Event("keydown"), { key }));
  }
  remove() { this.gone = true; }
}
globalThis.document = { createElement: () => new Element() };
globalThis.addEventListener = () => {};

const { paintPlot } = await import("../../livepanels/front/paint.js");
const { Hands } = await import("../../livepanels/front/hands.js");
const { Figure } = await import("../../livepanels/front/figure.js");
const { tokens } = await import("../../livepanels/front/tokens.js");

const linear = (low, high) => ({ kind: "linear", low, high, ticks: [], label: "" });
const u8 = (shape, ...data) => ({ data: Uint8Array.from(data), shape });

/** Hands over one plot of 200 x 150 pixels with a matrix, and what is on the page of it. */
function walked(style, arrays, { hands: specs = {}, ...more } = {}) {
  const [n, m] = arrays.index.shape;
  const mark = { name: "m", kind: "matrix", scale: "kernel", low: 0, high: 1, ...style };
  const figure = {
    pictureNumber: 0, plotNumber: 0, layer: new Element(), patches: new Map(), ring: null,
    plot: {
      width: 200, height: 150, margins: [20, 10, 20, 20], fit: "free", caption: "The $K$",
      x: linear(0, m), y: linear(n, 0), marks: [mark], ...more,
    },
    parts: [{ mark: "m", picture: 0, plot: 0, arrays }],
    part(name) { return this.parts.find((part) => part.mark === name); },
    mark() { return mark; },
    invite() {},
    paint() {
      const ctx = canvas();
      const seen = this.parts.map(Figure.prototype.patched, this);
      this.sheet = paintPlot(ctx, this.plot, seen, { width: 200 });
      const { hot } = tokens.light;
      const rings = ctx.painted.filter(({ color, width }) => color === hot && width === 2.5);
      this.rings = rings.map(({ points }) => points);
    },
  };
  figure.paint();
  const host = Object.assign(new Element(), { classList: { remove() {}, add() {} } });
  const hands = new Hands({ host, figures: [figure], figure: () => figure }, {});
  const answer = () => {
    hands.update({ hands: specs });
    hands.place();
  };
  answer();
  const [place, told] = figure.layer.children;
  return { figure, hands, answer, place, says: () => told.textContent ?? "", told };
}

const NAMED = { digits: 2, rows: ["$x_1$", "$x_2$"], columns: ["a", "", "c"] };
const VALUES = { data: Float64Array.of(1, -0.5, NaN, 0.42, 0, 2), shape: [2, 3] };
const numbered = () => ({ index: u8([2, 3], 255, 1, 0, 100, 1, 255), value: VALUES });

test("keys go from entry to entry with a ring, and tell names and number; nothing is asked", () => {
  const { figure, place, says, told } = walked(NAMED, numbered());
  assert.equal(place.role ?? place.attributes.role, "application");
  assert.equal(place.tabIndex, 0);
  assert.equal(place.ariaLabel, "The K: arrow keys go from entry to entry");
  assert.equal(told.attributes["aria-live"], "polite");
  assert.equal(says(), "");
  place.focus();
  assert.equal(says(), "row x_1, column a: 1.00");
  place.press("ArrowRight");
  assert.equal(says(), "row x_1, column 1: −0.50");
  place.press("End");
  assert.equal(says(), "row x_1, column c: none");
  place.press("ArrowDown", "ArrowDown", "ArrowRight");
  assert.equal(says(), "row x_2, column c: 2.00");
  assert.equal(figure.rings.length, 1);
  const [[left, top], [right, bottom]] = figure.rings[0];
  assert.ok(left > 100 && right <= 181 && top >= 69 && bottom <= 131, "the ring is in its corner");
  place.press("Home", "PageUp");
  assert.equal(says(), "row x_1, column a: 1.00");
  place.press("Escape");
  assert.equal(says(), "");
  assert.equal(figure.rings.length, 0);
});

test("a new answer keeps the place and tells nothing before the next key; a smaller one its edge", () => {
  const { figure, answer, place, says } = walked(NAMED, numbered());
  place.focus();
  place.press("End", "PageDown");
  const value = { data: Float64Array.of(0, 0, 0, 0, 0, 3), shape: [2, 3] };
  figure.parts = [{ ...figure.parts[0], arrays: { ...numbered(), value } }];
  figure.ring.mark = "another"; // its plot has become another one
  answer();
  figure.paint();
  assert.equal(says(), "row x_2, column c: 2.00");
  assert.equal(figure.rings.length, 1);
  place.press("ArrowRight");
  assert.equal(says(), "row x_2, column c: 3.00");
  figure.parts = [{ ...figure.parts[0], arrays: { index: u8([1, 2], 1, 128) } }];
  answer();
  place.press("ArrowRight");
  assert.equal(says(), "row x_1, column 1: about 0.5");
});

test("without numbers an entry tells what its color can; groups and names without room are told", () => {
  const groups = [["setosa", 0, 1], ["", 1, 2]];
  const said = [["p", "q"], ["p", "q"]];
  const index = u8([2, 2], 0, 128, 192, 255);
  const signed = { scale: "signed", low: -4, high: 4, root: true };
  const { place, says } = walked({ ...signed, rows: ["p", ""], groups, said }, { index });
  place.focus();
  assert.equal(says(), "row p (setosa), column p (setosa): none");
  place.press("ArrowRight");
  assert.equal(says(), "row p (setosa), column q: about 0");
  place.press("ArrowDown", "Home");
  assert.equal(says(), "row q, column p (setosa): about 1.02");
});

test("a matrix over places tells them as its axes do", () => {
  const index = u8([2, 2], 1, 255, 1, 0);
  const axes = { x: { ...linear(-1, 1), label: "$σ$" }, y: linear(10, 30) };
  const { place, says } = walked({ extent: [-1, 1, 10, 30], low: 2, high: 3 }, { index }, axes);
  place.focus();
  assert.equal(says(), "σ = −0.5, y = 25: about 2");
  place.press("ArrowRight");
  assert.equal(says(), "σ = 0.5, y = 25: about 3");
  place.press("ArrowDown");
  assert.equal(says(), "σ = 0.5, y = 15: none, or below 2");
});

test("where a control picks in the matrix its own hand walks, and one that comes takes over", () => {
  const pick = { kind: "pick", picture: 0, plot: 0, mark: "m", at: [0, 0] };
  const specs = {};
  const { figure, hands, answer } = walked(NAMED, numbered(), { hands: specs });
  assert.deepEqual([...hands.all.keys()], ["walk 0 0"]);
  specs.entry = pick;
  answer();
  assert.deepEqual([...hands.all.keys()], ["entry"]);
  assert.ok(figure.layer.children.slice(-2).every(({ gone }) => gone));
});

test("beside a pick of some recorded entries one walks over all, and leaves what it has lit", () => {
  const places = [[0, 0], [1, 2]];
  const entry = { kind: "pick", picture: 0, plot: 0, mark: "m", at: [1, 2], places };
  const { figure, hands, answer } = walked(NAMED, numbered(), { hands: { entry } });
  figure.parts[0].extra = { lit: [[1, 2]] };
  answer();
  assert.deepEqual([...hands.all.keys()], ["entry", "walk 0 0"]);
  figure.paint();
  const picked = figure.rings;
  const { element, told } = hands.all.get("walk 0 0");
  element.focus();
  element.press("ArrowRight");
  answer();
  figure.paint();
  assert.equal(told.textContent, "row x_1, column 1: −0.50");
  assert.notDeepEqual(figure.rings, picked);
  element.blur();
  assert.deepEqual(figure.rings, picked);
  entry.places = [0, 1].flatMap((i) => [0, 1, 2].map((j) => [i, j]));
  answer();
  assert.deepEqual([...hands.all.keys()], ["entry"]);
});
