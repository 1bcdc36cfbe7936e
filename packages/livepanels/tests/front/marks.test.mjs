import assert from "node:assert/strict";
import test from "node:test";

const FRONT = "../../livepanels/front";
const { aboveName, ringed, shortened } = await import(`${FRONT}/bars.js`);
const { blend, colorTable, contrast, cover, hueColor, rampAt, wordsIn } = await import(`${FRONT}/colors.js`);
const { eased, partsBetween } = await import(`${FRONT}/glide.js`);
const { keyStep, roundTo } = await import(`${FRONT}/grip.js`);
const { pushApart } = await import(`${FRONT}/lines.js`);
const { cellPlaces, entryAt, hasMirror } = await import(`${FRONT}/matrix.js`);
const { nearest } = await import(`${FRONT}/pickhand.js`);
const { onRay } = await import(`${FRONT}/pointshand.js`);
const { ringsByGroup } = await import(`${FRONT}/regions.js`);
const { shapeText } = await import(`${FRONT}/shapes.js`);
const { tokens } = await import(`${FRONT}/tokens.js`);

const f32 = (rows) => ({ data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0].length] });

test("both themes have the same colors, and every group a shape", () => {
  assert.deepEqual(Object.keys(tokens.light), Object.keys(tokens.dark));
  assert.equal(tokens.light.groups.length, tokens.shapes.length);
  for (let g = 0; g < 10; g++) assert.match(shapeText(g, 5), /^M.*Z?$/);
});

test("colors are mixed", () => {
  assert.equal(blend("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(rampAt(tokens.light.scales.kernel, 0), tokens.light.scales.kernel[0]);
  assert.equal(rampAt(tokens.light.scales.kernel, 1), tokens.light.scales.kernel[6]);
  assert.equal(hueColor(tokens.light, 11), tokens.light.groups[1]);
  assert.equal(hueColor(tokens.dark, "hot"), tokens.dark.hot);
});

test("words in the color of a mark can be read", () => {
  for (const theme of [tokens.light, tokens.dark]) {
    for (const color of [...theme.groups, theme.hair, theme.ink]) {
      assert.ok(contrast(wordsIn(theme, color), theme.ground) >= 4.5, color);
    }
  }
  assert.equal(contrast("#000000", "#ffffff"), 21);
});

test("a pale mark covers more on dark ground", () => {
  assert.equal(cover(tokens.light, 0.25), 0.25);
  assert.equal(cover(tokens.dark, 0.25), 0.5);
  assert.equal(cover(tokens.dark), 1);
});

test("numbers of bars side by side lose decimals before they touch", () => {
  const room = (length) => (text) => text.length <= length;
  assert.equal(shortened("5.312", 5.3124, room(5)), "5.312");
  assert.equal(shortened("5.345", 5.3449, room(4)), "5.34"); // not rounded twice
  assert.equal(shortened("\u22120.271", -0.2705, room(2)), "\u22120.3");
  assert.equal(shortened("4/9", 0.444, room(1)), "4/9");
  assert.equal(shortened("2.95", 1.8, room(3)), "3.0"); // the bar ends at the frame
});

test("the number of a short bar stands above the name along it", () => {
  const ctx = { measureText: (text) => ({ width: 6 * text.length }) };
  const sheet = { ctx, zoom: 1, box: { top: 10, height: 200 }, theme: tokens.light };
  const top = aboveName(sheet, "Euclid", 195);
  assert.ok(top < 210 - 6 * "Euclid".length);
  assert.equal(aboveName(sheet, "Euclid", 60), 60);
});

test("an index of 0 is hatched, as are those below zero on a signed scale", () => {
  const kernel = colorTable(tokens.light, { scale: "kernel", low: 0, high: 1 });
  assert.equal(kernel.warm[0], 1);
  assert.equal(kernel.warm[1], 0);
  assert.equal(kernel.colors[255], tokens.light.scales.kernel[6]);
  const signed = colorTable(tokens.light, { scale: "signed", low: -4, high: 4, root: true });
  assert.equal(signed.colors[128], tokens.light.scales.kernel[0]);
  assert.equal(signed.warm[127], 1);
  assert.equal(signed.warm[128], 0);
  assert.equal(signed.colors[1], tokens.light.scales.below[6]);
});

test("the blocks of a matrix stand 3 px apart", () => {
  const groups = [["a", 0, 2], ["b", 2, 3]];
  const places = cellPlaces(3, 10, 93, groups, 1);
  assert.equal(places.size, 30);
  assert.deepEqual([0, 1, 2].map(places.edge), [10, 40, 73]);
  assert.deepEqual(places.blocks, [[0, 2], [2, 3]]);
});

test("an entry is found below the pointer, nothing beside the matrix", () => {
  const sheet = { box: { left: 0, top: 0, width: 93, height: 93 }, zoom: 1 };
  const style = { groups: [["a", 0, 2], ["b", 2, 3]] };
  assert.deepEqual(entryAt(sheet, style, [3, 3], 80, 5), [0, 2]);
  assert.equal(entryAt(sheet, style, [3, 3], 95, 5), null);
});

test("names are pushed apart and stay on the canvas", () => {
  const labels = [{ y: 50 }, { y: 52 }, { y: 97 }];
  const moved = pushApart(labels, 15, 0, 100).map(({ y }) => y);
  assert.deepEqual(moved, [50, 65, 97]);
  assert.deepEqual(pushApart([{ y: 99 }, { y: 99 }], 15, 0, 100).map(({ y }) => y), [85, 100]);
});

test("the nearest point in reach is meant", () => {
  const pixels = [[0, 0], [10, 0], [NaN, NaN]];
  assert.equal(nearest(pixels, 8, 1), 1);
  assert.equal(nearest(pixels, 90, 1), null);
});

test("a group has all its rings", () => {
  const rings = f32([[0, 0], [1, 0], [0, 1], [NaN, NaN], [5, 5], [6, 5], [NaN, NaN], [8, 8], [NaN, NaN]]);
  const found = ringsByGroup(rings, { data: Uint8Array.from([2, 0, 2]) });
  assert.deepEqual([...found.keys()], [2, 0]);
  assert.deepEqual(found.get(2), [[[0, 0], [1, 0], [0, 1]], [[8, 8]]]);
});

test("half way points are in the middle, ellipses turn the shorter way", () => {
  const part = (mark, arrays) => ({ picture: 0, plot: 0, mark, arrays, extra: {} });
  const from = [part("p", { xy: f32([[0, 0]]) }), part("e", { e: f32([[0, 0, 1, 1, 0.1]]) })];
  const to = [part("p", { xy: f32([[2, 4]]) }), part("e", { e: f32([[0, 0, 1, 1, 3.1]]) })];
  const [points, ellipses] = partsBetween(from, to, eased(0.5));
  assert.deepEqual([...points.arrays.xy.data], [1, 2]);
  assert.ok(Math.abs(ellipses.arrays.e.data[4] - (0.1 + (3 - Math.PI) / 2)) < 1e-6);
  assert.equal(partsBetween(from, to, 1), to);
});

test("a part with another shape is there at once", () => {
  const part = (rows) => ({ picture: 0, plot: 0, mark: "p", arrays: { xy: f32(rows) }, extra: {} });
  const to = [part([[1, 1], [2, 2]])];
  assert.equal(partsBetween([part([[0, 0]])], to, 0.5)[0], to[0]);
});

test("a hand moves in round numbers", () => {
  assert.equal(roundTo(3.94921, 0.024), 3.95);
  assert.equal(roundTo(394.921, 2.4), 395);
  assert.equal(keyStep({ low: 0, high: 8 }), 0.05);
  assert.equal(keyStep({ low: 1, high: -1 }), 0.02);
});

test("only a matrix that equals its mirror image shows the mirror of an entry", () => {
  const kernel = Uint8Array.from([9, 1, 2, 1, 9, 3, 2, 3, 9]);
  const counts = Uint8Array.from([9, 0, 2, 1, 9, 3, 2, 3, 9]);
  assert.ok(hasMirror(kernel, [3, 3], [0, 1]));
  assert.ok(!hasMirror(kernel, [3, 3], [1, 1]));
  assert.ok(!hasMirror(counts, [3, 3], [0, 1]));
  assert.ok(!hasMirror(kernel, [1, 9], [0, 1]));
});

test("rings at zeros do not overlap", () => {
  assert.deepEqual(ringed([0, 4, 10, 21], 4), [0, 10, 21]);
  assert.deepEqual(ringed([], 4), []);
});

test("a point on a ray stays on it, and away from the origin", () => {
  assert.deepEqual(onRay([2, 2], [4, 6]), [5, 5]);
  assert.deepEqual(onRay([2, 2], [-3, 0]), [0.1, 0.1]);
});
