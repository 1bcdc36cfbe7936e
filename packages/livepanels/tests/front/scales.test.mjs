import assert from "node:assert/strict";
import test from "node:test";

import {
  box,
  canvasHeight,
  mapping,
  position,
  valueAt,
  withLimits,
} from "../../livepanels/front/scales.js";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

const plot = {
  width: 200,
  height: 150,
  margins: [30, 10, 10, 20],
  fit: "free",
  x: { kind: "linear", low: 0, high: 8, ticks: [], label: "" },
  y: { kind: "linear", low: 0, high: 6, ticks: [], label: "" },
  marks: [],
};

test("every kind of scale stands at its formula", () => {
  near(position({ kind: "linear", low: 2, high: 4 }, 3, 100), 50);
  near(position({ kind: "log", low: 0.25, high: 4 }, 1, 100), 50);
  near(position({ kind: "root", low: -4, high: 4 }, 1, 100), 75);
  near(position({ kind: "cube", low: -1, high: 8 }, 0, 90), 30);
  near(position({ kind: "half", low: 0, high: "inf" }, 1, 100), 50);
  near(position({ kind: "half", low: 0, high: "inf" }, "inf", 100), 100);
});

test("low above high turns an axis round", () => {
  near(position({ kind: "linear", low: 10, high: 0 }, 10, 100), 0);
});

test("the way back leads to the value", () => {
  for (const kind of ["linear", "log", "root", "cube", "half"]) {
    const scale = { kind, low: 0.5, high: 9 };
    for (const v of [0.5, 1, 3, 9]) near(valueAt(scale, position(scale, v, 1)), v);
  }
  assert.equal(valueAt({ kind: "half", low: 0, high: "inf" }, 1), Infinity);
});

test("margins are pixels, times the zoom", () => {
  assert.deepEqual(box(plot, 200, 150), { left: 30, top: 10, width: 160, height: 120 });
  assert.deepEqual(box(plot, 400, 300, 2), { left: 60, top: 20, width: 320, height: 240 });
});

test("the data box of a square keeps its form when there is less room", () => {
  assert.equal(canvasHeight(plot, 120), 150);
  assert.equal(canvasHeight({ ...plot, fit: "square" }, 120), 30 + 60);
});

test("equal units: the roomier axis shows more on both sides", () => {
  const map = mapping({ ...plot, fit: "equal" }, 200, 190);
  near(map.x(1) - map.x(0), map.y(0) - map.y(1));
  near(map.y(3), 10 + 160 / 2);
  const [x, y] = map.inverse(map.x(2.5), map.y(1.25));
  near(x, 2.5);
  near(y, 1.25);
});

test("limits move the axes of their plot", () => {
  const x = { kind: "linear", low: 1, high: 2, ticks: [[1, "1"]], label: "x" };
  const part = { mark: "limits", arrays: { at: { data: [1, 2, 3, 4] } }, extra: { x } };
  const moved = withLimits(plot, [part]);
  assert.deepEqual(moved.x, x);
  assert.equal(moved.y.low, 3);
  assert.equal(plot.x.high, 8);
});
