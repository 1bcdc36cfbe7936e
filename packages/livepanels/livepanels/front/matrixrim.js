// What stands around a matrix: names, groups, the color bar; and the rings of lit entries.

import { groupColor, tint, wordsOn } from "./colors.js";
import { addShape, hatchPattern } from "./shapes.js";
import { numeral, strokeLit, write, written } from "./sheet.js";

const BAR_STOPS = 24; // colors of which the color bar is mixed
const LEAST_FRAME = 7; // pixels of the frame around a row of a large matrix
const LEAST_RING = 12; // ... of the ring around an entry, so that it is seen inside

/** Writes the names of the rows beside and of the columns above, as many as have room. */
export function writeNames(sheet, style, { rows, columns }, picked) {
  const { box, theme, zoom } = sheet;
  const look = (hot) => ({
    size: "tick",
    color: hot ? theme.hot : theme.muted,
    weight: hot ? 700 : 400,
  });
  const high = 12 * zoom;
  let free = -Infinity; // where the next name may begin
  style.rows?.forEach((name, i) => {
    const y = rows.edge(i) + rows.size / 2;
    if (!name || y - high / 2 < free) return;
    free = y + high / 2;
    const all = { ...look(picked.rows.has(i)), align: "right", base: "middle" };
    write(sheet, name, box.left - 6 * zoom, y, all);
  });
  free = -Infinity;
  style.columns?.forEach((name, j) => {
    const half = written(sheet, name, { size: "tick" }) / 2;
    const x = columns.edge(j) + columns.size / 2;
    if (!name || x - half < free) return;
    free = x + half + 4 * zoom;
    const all = { ...look(picked.columns.has(j)), align: "center" };
    write(sheet, name, x, box.top - 6 * zoom, all);
  });
}

/** Draws the shape of each group, with its name where there is room, beside its block and above. */
export function paintGroups(sheet, style, { rows, columns }) {
  const { ctx, box, theme, zoom } = sheet;
  const r = 4 * zoom;
  const look = { size: "tick", color: theme.muted };
  const beside = box.left - (style.rows?.some(Boolean) ? 24 : 6) * zoom;
  const above = box.top - (style.columns?.some(Boolean) ? 20 : 6) * zoom;
  let free = -Infinity; // where the next name beside the blocks may begin
  style.groups.forEach(([name, start, stop], group) => {
    const middle = (places) => (places.edge(start) + places.edge(stop - 1) + places.size) / 2;
    const length = written(sheet, name, look);
    const y = middle(rows);
    const named = name && box.left > length + 18 * zoom && y - 6 * zoom > free;
    if (named) {
      write(sheet, name, beside, y, { ...look, align: "right", base: "middle" });
      free = y + 6 * zoom;
    }
    const wide = columns.edge(stop - 1) + columns.size - columns.edge(start);
    const titled = name && length + 16 * zoom <= wide;
    const x = middle(columns) + (titled ? 6 * zoom : 0);
    if (titled) write(sheet, name, x, above, { ...look, align: "center" });
    ctx.beginPath();
    addShape(ctx, group, named ? beside - length - 8 * zoom : beside - r, y, r);
    addShape(ctx, group, titled ? x - length / 2 - 8 * zoom : x, above - r, r);
    ctx.fillStyle = groupColor(theme, group);
    ctx.fill();
  });
}

/** The values that are written beside the color bar. */
function barTicks({ low, high, ticks, scale }) {
  if (ticks) return ticks;
  const values = scale === "signed" && low < 0 && high > 0 ? [low, 0, high] : [low, high];
  return values.map((value) => [value, numeral(value)]);
}

/** The share of the color bar, 0 at its foot, at which a value stands. */
function barShare({ low, high, root }, value) {
  const bend = root ? (v) => Math.sign(v) * Math.sqrt(Math.abs(v)) : (v) => v;
  return (bend(value) - bend(low)) / (bend(high) - bend(low));
}

/** The colors of a scale from the foot of the data box to its top. */
function barGradient(ctx, table, { top, height }) {
  const gradient = ctx.createLinearGradient(0, top + height, 0, top);
  for (let k = 0; k <= BAR_STOPS; k++) {
    const share = k / BAR_STOPS;
    gradient.addColorStop(share, table.colors[1 + Math.round(254 * share)]);
  }
  return gradient;
}

/** Draws the color bar at the right, with a mark at the entry that is picked. */
export function paintBar(sheet, style, table, pickedIndex) {
  const { ctx, box, theme, zoom } = sheet;
  const x = box.left + box.width + 8 * zoom;
  const width = 10 * zoom;
  const { height } = box;
  const below = table.warm.indexOf(0, 1) - 1;
  ctx.fillStyle = barGradient(ctx, table, box);
  ctx.fillRect(x, box.top, width, height);
  for (let i = 1; i <= below; ) {
    const stroke = wordsOn(table.colors[i]);
    let end = i;
    while (end <= below && wordsOn(table.colors[end]) === stroke) end += 1;
    ctx.fillStyle = hatchPattern(sheet, stroke);
    const top = box.top + height * (1 - (end - 1) / 255);
    ctx.fillRect(x, top, width, (height * (end - i)) / 255);
    i = end;
  }
  for (const [value, text] of barTicks(style)) {
    const y = box.top + (1 - barShare(style, value)) * height;
    const look = { size: "tick", color: theme.muted, base: "middle" };
    const inside = Math.min(Math.max(y, box.top + 4 * zoom), box.top + height - 4 * zoom);
    write(sheet, text, x + width + 4 * zoom, inside, look);
  }
  if (pickedIndex === undefined) return;
  const y = box.top + (1 - Math.max(pickedIndex - 1, 0) / 254) * height;
  ctx.beginPath();
  ctx.moveTo(x - 1, y);
  ctx.lineTo(x - 7 * zoom, y - 4 * zoom);
  ctx.lineTo(x - 7 * zoom, y + 4 * zoom);
  ctx.fillStyle = theme.hot;
  ctx.fill();
}

/** The frame of some cells, not smaller than one can see: [x, y, width, height]. */
function frameOf({ rows, columns }, [i, k], [j, l], least = LEAST_FRAME) {
  const span = (places, from, to) => {
    const start = places.edge(from);
    const length = places.edge(to) + places.size - start;
    const more = Math.max(0, least - length) / 2;
    return [start - more, length + 2 * more];
  };
  const [x, width] = span(columns, j, l);
  const [y, height] = span(rows, i, k);
  return [x, y, width, height];
}

/** Rings the entries that are lit; the first one with its row, its column and any mirror. */
export function paintLit(sheet, lit, places, [n, m], mirrored) {
  const { ctx, theme, zoom } = sheet;
  const frame = (place) => {
    ctx.beginPath();
    ctx.roundRect(...place, 3);
    for (const [color, width] of [[theme.ground, 3.5], [theme.hot, 1.5]]) {
      ctx.lineWidth = width * zoom;
      ctx.strokeStyle = tint(color, 0.55);
      ctx.stroke();
    }
  };
  const ring = (place, width, dash) => {
    ctx.beginPath();
    ctx.roundRect(...place, 3);
    strokeLit(sheet, width, dash);
  };
  const cell = (i, j) => frameOf(places, [i, i], [j, j], LEAST_RING);
  const [[i, j]] = lit;
  frame(frameOf(places, [i, i], [0, m - 1]));
  frame(frameOf(places, [0, n - 1], [j, j]));
  if (mirrored) ring(cell(j, i), 1.5, [3, 2]);
  for (const [a, b] of lit) ring(cell(a, b), 2.5);
}
