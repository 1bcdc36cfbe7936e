// What is painted, on a canvas that remembers it: in the right place, in the right look.

import assert from "node:assert/strict";
import test from "node:test";
import { canvas } from "./canvas.mjs";

const { paintPlot } = await import("../../livepanels/front/paint.js");
const { hueColor } = await import("../../livepanels/front/colors.js");
const { keyHTML } = await import("../../livepanels/front/figure.js");
const { tokens } = await import("../../livepanels/front/tokens.js");

const THEME = tokens.light;
const linear = (low, high, ticks = []) => ({ kind: "linear", low, high, ticks, label: "" });
const f32 = (...rows) => ({
  data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0].length ?? 1],
});
const u8 = (shape, ...data) => ({ data: Uint8Array.from(data), shape });

/** Paints marks on a plot of 200 x 150 pixels: x from 0 to 8 on 20 ... 180, y from 0 to 6 on 130 ... 10. */
function painted(marks, { plot = {}, view = {} } = {}) {
  const all = {
    width: 200, height: 150, margins: [20, 10, 20, 20], fit: "free",
    x: linear(0, 8), y: linear(0, 6), ...plot,
    marks: marks.map(({ arrays: _, ...mark }, i) => ({ name: `${i}`, ...mark })),
  };
  const parts = marks.map(({ arrays }, i) => ({ mark: `${i}`, arrays, extra: {} }));
  const ctx = canvas();
  const sheet = paintPlot(ctx, all, parts, { width: 200, ...view });
  const of = (kind) => ctx.painted.filter((one) => one.kind === kind);
  return { all: ctx.painted, fills: of("fill"), strokes: of("stroke"), texts: of("text"), of, sheet };
}

const near = (a, b, far = 1e-3) => a.every((v, i) => Math.abs(v - b[i]) <= far);
const withColor = (list, color) => list.filter((one) => one.color === color);
const hatched = (list) => list.filter(({ color }) => color.hatch);

/** Nothing of some texts lies beyond the canvas, and no two of a line touch. */
function legible(texts) {
  for (const { text, points: [[x, y]], width } of texts) {
    assert.ok(x >= 0 && x + width <= 200 && y > 0 && y <= 150, `${text} at ${x}, ${y}`);
  }
  const rows = Map.groupBy(texts, ({ points }) => points[0][1]);
  for (const row of rows.values()) {
    const ends = row.map(({ points, width }) => [points[0][0], points[0][0] + width]);
    ends.sort(([a], [b]) => a - b);
    ends.slice(1).forEach(([from], i) => assert.ok(from > ends[i][1], "two words touch"));
  }
}

test("a point at (x, y) is painted at its pixel, in its group's color; none outside or without number", () => {
  const xy = f32([4, 3], [8, 0], [NaN, 1], [9, 3]);
  const { fills } = painted([{ kind: "points", arrays: { xy, group: u8([4], 0, 2, 1, 3) } }]);
  assert.equal(fills.length, 2);
  assert.ok(near(fills[0].points[0], [100, 70]) && fills[0].round, "a circle");
  assert.equal(fills[0].color, THEME.groups[0]);
  assert.equal(fills[1].color, THEME.groups[2]);
  const corners = fills[1].points;
  const middle = [0, 1].map((k) => corners.reduce((sum, at) => sum + at[k] / corners.length, 0));
  assert.ok(near(middle, [180, 130], 1) && !fills[1].round, "another shape, around its point");
});

test("points in the color of a scale have that of its bars", () => {
  const { fills } = painted([{ kind: "points", hue: "distance", arrays: { xy: f32([4, 3]) } }]);
  assert.equal(fills[0].color, THEME.scales.distance[4]);
});

test("a lit point comes last, on a halo, with a hot rim; numbers stand in their points", () => {
  const mark = { kind: "points", numbered: true, lit: [0], arrays: { xy: f32([4, 3], [4.2, 3]) } };
  const { strokes, texts } = painted([mark]);
  assert.equal(strokes.at(-1).color, THEME.hot);
  assert.ok(near(strokes.at(-1).points[0], [100, 70]));
  assert.deepEqual(texts.map(({ text }) => text), ["2", "1"]);
  assert.ok(near(texts[1].points[0], [97, 70 + 0.36 * 11]), "centered");
});

test("labels of points at the edge stay on the canvas", () => {
  const xy = f32([0, 6], [8, 6], [8, 0], [0, 0]);
  const labels = ["north west", "north east", "south east", "south west"];
  for (const at of ["n", "e", "s", "w", "ne", "sw", "c"]) {
    const { texts } = painted([{ kind: "points", labels, label_at: at, arrays: { xy } }]);
    assert.equal(texts.length, 4);
    for (const { points: [[x, y]], width } of texts) {
      assert.ok(x >= 0 && x + width <= 200 && y > 0 && y <= 150, at);
    }
  }
});

test("a line goes through its points, breaks where there is none, and stays in the box", () => {
  const xy = f32([0, 0], [4, 3], [NaN, NaN], [8, 6], [8, 9]);
  const { strokes, texts } = painted([{ kind: "line", hue: "hot", weight: "main", text: "g", arrays: { xy } }]);
  const [line] = withColor(strokes, THEME.hot);
  assert.equal(line.breaks, 2);
  assert.ok(near(line.points.flat(), [20, 130, 100, 70, 180, 10, 180, -50]));
  const [[left, top], [right, foot]] = line.clipped;
  assert.ok(left <= 20 && left > 10 && top <= 10 && top > 0 && right < 190 && foot < 140);
  assert.equal(line.width, tokens.weights.main);
  legible(texts);
});

test("names of lines that end together are moved apart; all can be read", () => {
  const line = (text, y) => ({ kind: "line", text, arrays: { xy: f32([0, 0], [6, y]) } });
  const { texts } = painted([line("a", 3), line("b", 3.1), line("c", 6), line("long name", 0)]);
  legible(texts);
  const ys = texts.map(({ points }) => points[0][1]).sort((a, b) => a - b);
  ys.slice(1).forEach((y, i) => assert.ok(y - ys[i] > 12));
});

test("rules stand at their value, with their words inside; areas and hatches fill their corners", () => {
  const at = f32([4]);
  const { strokes, texts } = painted([
    { kind: "rule", axis: "x", hue: "hot", weight: "main", text: "here", arrays: { at } },
    { kind: "rule", axis: "y", hue: "hot", weight: "main", text: "level", arrays: { at: f32([6]) } },
    { kind: "rule", axis: "x", hue: "hot", arrays: { at: f32([9]) } },
  ]);
  const rules = withColor(strokes, THEME.hot);
  assert.equal(rules.length, 2, "one lies outside");
  assert.ok(near(rules[0].points.flat(), [100, 130, 100, 10]));
  assert.ok(near(rules[1].points.flat(), [20, 10, 180, 10]));
  legible(texts);
  const area = { kind: "area", hatch: true, arrays: { xy: f32([0, 0], [8, 0], [8, 6]) } };
  const { fills } = painted([area]);
  for (const fill of fills) assert.ok(near(fill.points.flat(), [20, 130, 180, 130, 180, 10]));
  assert.equal(hatched(fills).length, 1);
});

const bars = (more, ...values) => ({ kind: "bars", ...more, arrays: { value: f32(...values.map((v) => [v])) } });
const signed = { plot: { x: null, y: linear(-2, 2) } };

test("a bar reaches from zero to its value; below zero it is warm and hatched; no number, no bar", () => {
  const { fills, texts } = painted([bars({ digits: 1 }, 1, -1, NaN)], signed);
  const slot = 160 / 3;
  const [up, down, hatch] = fills;
  assert.equal(fills.length, 3);
  assert.ok(near([up.points[0][1], up.points[1][1]], [40, 70]));
  assert.ok(near([(up.points[0][0] + up.points[1][0]) / 2], [20 + slot / 2]));
  assert.ok(near([down.points[0][1], down.points[1][1]], [70, 100]));
  assert.equal(down.color, THEME.scales.below[4]);
  assert.ok(hatch.color.hatch);
  assert.deepEqual(hatch.points, down.points);
  assert.deepEqual(texts.map(({ text }) => text), ["1.0", "−1.0", "none"]);
  legible(texts);
});

test("a bar beyond the frame ends there, is torn, and its number is told", () => {
  const { fills, strokes, texts } = painted([bars({}, 9)], signed);
  assert.ok(near([fills[0].points[0][1]], [10]));
  const torn = withColor(strokes, THEME.ground);
  assert.ok(torn.length === 1 && torn[0].points.length > 5);
  assert.deepEqual(texts.map(({ text }) => text), ["9"]);
  legible(texts);
});

test("a lit bar is framed; many names leave each other room", () => {
  const { fills, strokes } = painted([bars({ lit: [1] }, 1, 2)], signed);
  const frame = withColor(strokes, THEME.hot)[0];
  assert.deepEqual(frame.points, fills[1].points);
  const names = Array.from({ length: 20 }, (_, i) => `name ${i}`);
  const { texts } = painted([bars({ names }, ...names.map(() => 1))], signed);
  assert.ok(texts.length > 1 && texts.length < 20);
  legible(texts);
});

test("stems end at their eigenvalue; one below zero is warm; a ring marks each zero", () => {
  const xy = f32([1, 2], [4, -1], [7, 0]);
  const plot = { y: linear(-2, 4) };
  const { fills, strokes } = painted([{ kind: "stems", arrays: { xy } }], { plot });
  const heads = fills.filter(({ round }) => round).map(({ points, color }) => [points[0], color]);
  const head = (x, y) => heads.find(([at]) => near(at, [x, y], 0.01))?.[1];
  assert.equal(head(40, 50), hueColor(THEME, "kernel"));
  assert.equal(head(100, 110), THEME.scales.below[4]);
  assert.ok(near(strokes.at(-1).points[0], [160, 90]), "on the line of zeros");
});

const grid = { plot: { x: null, y: null, margins: [20, 10, 20, 20], height: 190, fit: "square" } };
const kernel = (more, n, ...index) => ({
  kind: "matrix", scale: "signed", low: -1, high: 1, ...more,
  arrays: { index: u8([n, n], ...index), ...more.arrays },
});

test("cells stand in their places; those below zero are hatched; entries are written in the middle", () => {
  const value = f32([1, -0.5], [0, 0.25]);
  const { fills, texts } = painted([kernel({ digits: 2, arrays: { value } }, 2, 255, 60, 128, 160)], grid);
  const cells = fills.slice(0, 4).map(({ points }) => points.flat());
  const [size, top] = [80, 10];
  cells.forEach((cell, at) => {
    const [i, j] = [Math.floor(at / 2), at % 2];
    const corner = [20 + j * size, top + i * size];
    assert.ok(near(cell, [...corner, corner[0] + size, corner[1] + size], 1), `cell ${at}`);
  });
  const hatch = hatched(fills);
  assert.equal(hatch.length, 1);
  assert.deepEqual(hatch[0].points, fills[1].points);
  assert.deepEqual(texts.map(({ text }) => text), ["1.00", "−0.50", "0.00", "0.25"]);
  assert.ok(near(texts[3].points[0], [20 + 1.5 * size - 12, top + 1.5 * size], 6));
});

test("a lit entry is ringed, its row and column framed, its mirror dashed where the matrix has one", () => {
  const lit = (...index) => painted([kernel({ lit: [[0, 1]] }, 2, ...index)], grid).strokes;
  const ring = (strokes) => withColor(strokes, THEME.hot).map(({ points, dash }) => [points.flat(), dash]);
  const even = ring(lit(255, 60, 60, 255));
  assert.equal(even.length, 2);
  assert.ok(near(even[0][0], [20, 90, 100, 170]) && even[0][1].length, "the mirror");
  assert.ok(near(even[1][0], [100, 10, 180, 90]) && !even[1][1].length);
  const odd = lit(255, 60, 61, 255);
  assert.equal(ring(odd).length, 1);
  assert.ok(odd.some(({ points }) => near(points.flat(), [20, 10, 180, 90])), "its row");
  assert.ok(odd.some(({ points }) => near(points.flat(), [100, 10, 180, 170])), "its column");
});

test("a matrix of many entries is one image, a pixel each, in the blocks of its groups", () => {
  const n = 40;
  const index = Array.from({ length: n * n }, (_, at) => (at === 1 ? 3 : 200));
  const { of } = painted([kernel({ groups: [["a", 0, 10], ["b", 10, n]] }, n, ...index)], grid);
  const blocks = of("image").filter(({ image }) => image);
  assert.equal(blocks.length, 4);
  const { image } = blocks[0];
  assert.equal(image.length, n * n);
  assert.notEqual(image[1], image[0]);
  assert.ok(image.every((pixel, at) => at === 1 || pixel === image[0]));
  const size = 157 / n;
  assert.ok(near(blocks[0].place, [0, 0, 10, 10, 20, 10, 10 * size, 10 * size]));
  assert.ok(near(blocks[3].place.slice(4, 6), [20 + 10 * size + 3, 10 + 10 * size + 3]));
  assert.equal(of("image").length, 5, "one more for the hatch of what is below zero");
});

test("an ellipse is traced along its equation; a lit one has its ring; arrows end at their tips", () => {
  const e = f32([4, 3, 2, 1, 0.5]);
  const { fills, strokes } = painted([{ kind: "ellipses", lit: [0], arrays: { e } }]);
  for (const [px, py] of fills[0].points) {
    const [dx, dy] = [(px - 100) / 20, (70 - py) / 20];
    const [u, v] = [dx * Math.cos(0.5) + dy * Math.sin(0.5), dy * Math.cos(0.5) - dx * Math.sin(0.5)];
    assert.ok(Math.abs((u / 2) ** 2 + v ** 2 - 1) < 1e-4);
  }
  assert.equal(strokes.at(-1).color, THEME.hot);
  const arrows = painted([{ kind: "arrows", hue: "hot", arrays: { a: f32([0, 0, 4, 3], [1, 1, 1, 1]) } }]);
  const heads = withColor(arrows.fills, THEME.hot);
  assert.equal(heads.length, 1, "one has no length");
  assert.ok(near(heads[0].points[0], [100, 70]));
  assert.ok(near(withColor(arrows.strokes, THEME.hot)[0].points[0], [20, 130]));
});

test("regions lie below all, each with its wash and hatch; there the grid is not drawn", () => {
  const rings = f32([0, 0], [4, 0], [4, 6], [NaN, NaN], [8, 6], [4, 6], [4, 0], [NaN, NaN]);
  const regions = { kind: "regions", arrays: { rings, group: u8([2], 0, 1) } };
  const points = { kind: "points", arrays: { xy: f32([4, 3]) } };
  const plot = { grid: true, x: linear(0, 8, [[4, "4"]]), y: linear(0, 6) };
  const { fills, strokes, all } = painted([points, regions], { plot });
  assert.equal(hatched(fills).length, 2);
  assert.ok(near(fills[0].points.flat(), [20, 130, 100, 130, 100, 10]));
  assert.equal(withColor(strokes, THEME.grid).length, 0);
  assert.equal(withColor(painted([points], { plot }).strokes, THEME.grid).length, 1);
  const last = all.findLastIndex(({ color }) => color?.hatch);
  assert.ok(all.findIndex(({ round }) => round) > last);
});

test("ticks stand at their values on sharp lines; numbers neither touch nor leave the canvas", () => {
  const many = Array.from({ length: 17 }, (_, i) => [i / 2, (i / 2).toFixed(2)]);
  const plot = { grid: true, x: { ...linear(0, 8, many), label: "x" }, y: linear(0, 6, many) };
  const { strokes, texts } = painted([], { plot });
  const [lines] = withColor(strokes, THEME.grid);
  const upright = lines.points.filter(([, y]) => y === 10).map(([x]) => x);
  assert.equal(upright.length, 17);
  upright.forEach((x, i) => assert.ok(x % 1 === 0.5 && Math.abs(x - 20 - 10 * i) <= 0.51));
  const below = texts.filter(({ points }) => points[0][1] > 140);
  assert.ok(below.length > 3 && below.length < 18);
  legible(below);
});

test("in space what is near covers what is far, and smaller is what is far", () => {
  const xyz = f32([0, 1, 0], [0, -1, 0]);
  const space = { turn: 0, tilt: 0 };
  const { fills } = painted([{ kind: "space-points", arrays: { xyz } }], { plot: { space } });
  assert.ok(fills[0].round < fills[1].round);
  const turned = painted([{ kind: "space-points", arrays: { xyz } }], { plot: { space }, view: { angles: [90, 0] } });
  const [a, b] = turned.fills.map(({ points }) => points[0]);
  assert.ok(Math.abs(a[0] - b[0]) > 50, "a hand has turned it");
});

test("equal answers are painted equally; a lecture draws thicker, a dark page in its colors", () => {
  const mark = { kind: "line", hue: "hot", arrays: { xy: f32([0, 0], [8, 6]) } };
  const strip = ({ all }) => JSON.stringify(all);
  assert.equal(strip(painted([mark])), strip(painted([mark])));
  assert.equal(painted([mark]).sheet.ctx.saved.length, 0, "the canvas is left as it was");
  const [desk] = withColor(painted([mark]).strokes, THEME.hot);
  const [lecture] = withColor(painted([mark], { view: { zoom: 2 } }).strokes, THEME.hot);
  assert.equal(lecture.width, 2 * desk.width);
  assert.equal(withColor(painted([mark], { view: { dark: true } }).strokes, tokens.dark.hot).length, 1);
});

test("a key has the color of its mark, also of the first group", () => {
  for (const hue of [0, 3, "hot", "muted"]) {
    assert.ok(keyHTML([[2, "bars", hue]], THEME).includes(`"${hueColor(THEME, hue)}"`));
  }
  assert.ok(keyHTML([[2, "points"]], THEME).includes(`"${hueColor(THEME, 2)}"`), "a group's own");
});
