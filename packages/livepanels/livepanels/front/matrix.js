// Matrices: 8-bit indices become colors here, as squares or, where cells are large, as cells.

import { colorTable, wordsOn } from "./colors.js";
import { paintBar, paintGroups, paintLit, writeNames } from "./matrixrim.js";
import { hatchPattern } from "./shapes.js";
import { numeral, write, written } from "./sheet.js";

const BLOCK_GAP = 3; // pixels between two groups
const BORDER_GAP = 8; // pixels between a matrix and the means at its right and below it
const CELL = 9; // pixels from which on cells are drawn one by one, with a gap

/**
 * Places the rows or columns of a matrix.
 * @param {number} count how many there are
 * @param {number} start pixel of the first edge
 * @param {number} length pixels of all
 * @param {Array[]} groups [name, start, stop] of each block
 * @param {number} zoom 1 at the desk
 * @param {boolean} [border] whether the last one holds means, a little apart
 * @returns {{size: number, edge: function(number): number, blocks: number[][]}} size of a cell,
 *   its first edge, and the blocks [first, stop]
 */
export function cellPlaces(count, start, length, groups, zoom, border = false) {
  const cuts = (groups ?? []).map((group) => group[1]).filter((at) => at > 0 && at < count);
  const gap = BLOCK_GAP * zoom;
  const apart = border ? BORDER_GAP * zoom : 0;
  const size = (length - gap * cuts.length - apart) / count;
  const before = new Uint16Array(count);
  for (const cut of cuts) for (let i = cut; i < count; i++) before[i] += 1;
  const stops = border ? [...cuts, count - 1, count] : [...cuts, count];
  return {
    size,
    edge: (i) => start + i * size + gap * before[i] + (i === count - 1 ? apart : 0),
    blocks: stops.map((stop, k) => [k ? stops[k - 1] : 0, stop]),
  };
}

/** The part of the data box that a matrix fills: all of it, or its own extent. */
function boxOf({ box, x, y }, { extent }) {
  if (!extent) return box;
  const [x0, x1] = [x(extent[0]), x(extent[1])].sort((a, b) => a - b);
  const [y0, y1] = [y(extent[2]), y(extent[3])].sort((a, b) => a - b);
  return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 };
}

/** Places the rows and columns of a matrix in the data box. */
export function matrixPlaces(sheet, style, [n, m]) {
  const { zoom } = sheet;
  const box = boxOf(sheet, style);
  return {
    rows: cellPlaces(n, box.top, box.height, style.groups, zoom, style.border),
    columns: cellPlaces(m, box.left, box.width, style.groups, zoom, style.border),
  };
}

/** A small image of one pixel for each entry, kept between two paintings of one size. */
const smalls = new Map();

/** Finds or makes the small image of a size. */
function smallImage(role, rows, columns) {
  const key = `${role},${rows},${columns}`;
  let small = smalls.get(key);
  if (!small) {
    if (smalls.size > 16) smalls.clear();
    const ctx = new OffscreenCanvas(columns, rows).getContext("2d");
    const image = ctx.createImageData(columns, rows);
    small = { ctx, image, pixels: new Uint32Array(image.data.buffer) };
    smalls.set(key, small);
  }
  return small;
}

/** Enlarges a small image into the blocks of a matrix; the browser keeps the squares sharp. */
function enlarge(ctx, small, { rows, columns }) {
  small.ctx.putImageData(small.image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  for (const [i, k] of rows.blocks) {
    for (const [j, l] of columns.blocks) {
      const across = (l - j) * columns.size;
      const down = (k - i) * rows.size;
      const source = [j, i, l - j, k - i];
      ctx.drawImage(small.ctx.canvas, ...source, columns.edge(j), rows.edge(i), across, down);
    }
  }
}

/** Hatches the entries below zero of a matrix with small cells. */
function hatchSmall(sheet, data, { strokes }, places, shape) {
  const mask = smallImage("mask", ...shape);
  for (let i = 0; i < data.length; i++) mask.pixels[i] = strokes[data[i]];
  const { ratio, width, height } = sheet;
  const full = new OffscreenCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio));
  const ctx = full.getContext("2d");
  ctx.scale(ratio, ratio);
  enlarge(ctx, mask, places);
  ctx.globalCompositeOperation = "destination-in";
  ctx.fillStyle = hatchPattern({ ctx, ratio }, "#000000", { width: 1, alpha: 0.45 });
  ctx.fillRect(0, 0, width, height);
  sheet.ctx.drawImage(full, 0, 0, width, height);
}

/** Paints a matrix with many entries. */
function paintSmall(sheet, data, table, places, shape) {
  const small = smallImage("colors", ...shape);
  const { pixels } = small;
  const { packed, warm } = table;
  for (let i = 0; i < data.length; i++) pixels[i] = packed[data[i]];
  enlarge(sheet.ctx, small, places);
  const below = warm[1] ? data.some((index) => warm[index]) : data.includes(0);
  if (below) hatchSmall(sheet, data, table, places, shape);
}

/** Adds the square of one entry to a path, 1 px smaller than its place. */
function addCell(path, { rows, columns }, i, j) {
  const gap = 1;
  const [x, y] = [columns.edge(j) + gap / 2, rows.edge(i) + gap / 2];
  path.roundRect(x, y, columns.size - gap, rows.size - gap, 1.5);
}

/** Paints a matrix whose entries are large enough to stand apart. */
function paintCells(sheet, data, table, places, [n, m]) {
  const { ctx } = sheet;
  const hatched = new Map(); // cells below zero by the color that is seen on theirs
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const index = data[i * m + j];
      ctx.beginPath();
      addCell(ctx, places, i, j);
      ctx.fillStyle = table.colors[index];
      ctx.fill();
      if (!table.warm[index]) continue;
      const stroke = wordsOn(table.colors[index]);
      if (!hatched.has(stroke)) hatched.set(stroke, new Path2D());
      addCell(hatched.get(stroke), places, i, j);
    }
  }
  for (const [stroke, path] of hatched) {
    ctx.fillStyle = hatchPattern(sheet, stroke);
    ctx.fill(path);
  }
}

/** Writes every entry into its cell, as long as it fits. */
function writeEntries(sheet, part, style, table, { rows, columns }) {
  const { data, shape } = part.arrays.value;
  const index = part.arrays.index.data;
  const room = columns.size - 1;
  const size = Math.min(13, Math.max(11, columns.size / 3.4 / sheet.zoom));
  const fits = (list) => list.every((text) => written(sheet, text, { size }) <= room);
  let texts = Array.from(data, (value) => numeral(value, style.digits));
  if (!fits(texts)) texts = texts.map((text) => text.replace(/^(\u2212?)0\./, "$1."));
  if (!fits(texts)) return;
  data.forEach((value, at) => {
    if (Number.isNaN(value)) return;
    const x = columns.edge(at % shape[1]) + columns.size / 2;
    const y = rows.edge(Math.floor(at / shape[1])) + rows.size / 2;
    const ground = table.colors[index[at]];
    const look = { size, align: "center", base: "middle", color: wordsOn(ground) };
    const length = Math.min(written(sheet, texts[at], { size }) + 6, columns.size - 2);
    if (table.warm[index[at]]) coverHatch(sheet, x, y, length, size, ground);
    write(sheet, texts[at], x, y, look);
  });
}

/** Leaves the middle of a hatched cell plain, so that its number can be read. */
function coverHatch({ ctx, zoom }, x, y, width, size, ground) {
  const height = 1.25 * size * zoom;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - height / 2, width, height, 2);
  ctx.fillStyle = ground;
  ctx.fill();
}

/**
 * Paints a matrix.
 * @param {object} sheet what is painted on
 * @param {object} part its arrays: index, and value where the entries are written
 * @param {object} style scale, low, high, digits, rows, columns, groups, bar, lit
 */
export function paintMatrix(sheet, part, style) {
  const { data, shape } = part.arrays.index;
  const [n, m] = shape;
  if (!n || !m) return;
  const lit = (style.lit ?? []).filter(([i, j]) => i < n && j < m);
  const table = colorTable(sheet.theme, style);
  const places = matrixPlaces(sheet, style, shape);
  const large = Math.min(places.rows.size, places.columns.size) >= CELL * sheet.zoom;
  if (large) paintCells(sheet, data, table, places, shape);
  else paintSmall(sheet, data, table, places, shape);
  if (part.arrays.value && Number.isInteger(style.digits)) {
    writeEntries(sheet, part, style, table, places);
  }
  const picked = {
    rows: new Set(lit.slice(0, 1).map(([i]) => i)),
    columns: new Set(lit.slice(0, 1).map(([, j]) => j)),
  };
  writeNames(sheet, style, places, picked);
  if (style.groups?.length) paintGroups(sheet, style, places);
  if (style.bar) paintBar(sheet, style, table, lit[0] && data[lit[0][0] * m + lit[0][1]]);
  if (lit.length) paintLit(sheet, lit, places, shape, hasMirror(data, shape, lit[0]));
}

/** Whether the entry (j, i) says the same as (i, j): so it is where rows equal their columns. */
export function hasMirror(data, [n, m], [i, j]) {
  if (n !== m || i === j) return false;
  const same = (line) => {
    for (let k = 0; k < n; k++) if (data[line * n + k] !== data[k * n + line]) return false;
    return true;
  };
  return same(i) && same(j);
}

/** Which entry lies at a pixel: [row, column], or null. */
export function entryAt(sheet, style, shape, x, y) {
  const { rows, columns } = matrixPlaces(sheet, style, shape);
  const find = (places, count, v) => {
    for (let i = count - 1; i >= 0; i--) if (v >= places.edge(i)) return i;
    return 0;
  };
  const box = boxOf(sheet, style);
  const inside = x >= box.left && y >= box.top;
  if (!inside || x > box.left + box.width || y > box.top + box.height) return null;
  const found = [find(rows, shape[0], y), find(columns, shape[1], x)];
  const mean = style.border && found.some((at, k) => at === shape[k] - 1);
  return mean ? null : found;
}
