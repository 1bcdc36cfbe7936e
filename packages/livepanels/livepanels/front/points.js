// Points and texts.

import { blend, colorTable, hueColor, tint, wordsIn } from "./colors.js";
import { addShape, weightBelow } from "./shapes.js";
import { colorOf, litRows, within, write, written } from "./sheet.js";

const DOT = 5.2; // radius of one of many points
const NUMBERED = 10.5; // ... of one with its number inside
/** @type {[number, boolean][]} */
const THIN = [
  [6, false],
  [3, true],
]; // widths of the rim and of the strokes of a thin cross
const AWAY = 16; // pixels from a place to a word that stands beside it
const SIDES = {
  c: [0, 0],
  n: [0, -1],
  s: [0, 1],
  e: [1, 0],
  w: [-1, 0],
  ne: [0.75, -0.75],
  nw: [-0.75, -0.75],
  se: [0.75, 0.75],
  sw: [-0.75, 0.75],
};

/** The colors of one point: of its body, and of what is written on it. */
function pointColors(theme, style, group) {
  const hue = style.hue ?? "group";
  const chosen = hue === "group" ? group : hue;
  const { on_groups: on, ground } = theme;
  const inside = typeof chosen === "number" ? on[chosen % on.length] : ground;
  return [hueColor(theme, chosen), inside];
}

/** Writes a text beside a point, but not beyond the edge of the canvas. */
export function writeBesidePoint(sheet, text, x, y, look) {
  const { at = "ne", away = 8, ...rest } = look;
  const [across, down] = SIDES[at] ?? SIDES.ne;
  const base = down < 0 ? "line" : down > 0 ? "top" : "middle";
  const distance = away * sheet.zoom;
  const length = written(sheet, text, rest);
  const before = across > 0 ? 0 : across < 0 ? length : length / 2;
  const left = x + across * distance - before;
  const inside = Math.max(2, Math.min(left, sheet.width - length - 2));
  const high = Math.max(9 * sheet.zoom, Math.min(y + down * distance, sheet.height - 5));
  write(sheet, text, inside, high, { ...rest, base, halo: 4 });
}

/** Draws two crossed strokes with a rim of ground, between which one sees what lies below. */
function paintThinCross({ ctx, theme, zoom }, x, y, r, color) {
  const arm = 0.85 * r;
  ctx.beginPath();
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
  ctx.lineCap = "round";
  for (const [width, ink] of THIN) {
    ctx.lineWidth = zoom * width;
    ctx.strokeStyle = ink ? blend(color, theme.ink, 0.25) : theme.ground;
    ctx.stroke();
  }
}

/** Draws one point; a ring has no body, so what it goes around is seen. */
function paintPoint(sheet, { x, y, r, shape, color, rim, hollow, ring, lit }) {
  const { ctx, theme, zoom } = sheet;
  if (lit) {
    ctx.beginPath();
    addShape(ctx, shape, x, y, r + 4.5 * zoom);
    ctx.fillStyle = theme.ground;
    ctx.fill();
    ctx.fillStyle = tint(theme.hot, 0.2);
    ctx.fill();
    ctx.strokeStyle = theme.ink; // for those who see no hue
    ctx.lineWidth = 1.25 * zoom;
    ctx.stroke();
  }
  ctx.beginPath();
  addShape(ctx, shape, x, y, hollow ? r - 0.8 * zoom : r);
  ctx.fillStyle = hollow ? theme.ground : color;
  if (!ring) ctx.fill();
  ctx.strokeStyle = lit ? theme.hot : hollow ? color : (rim ?? theme.ground);
  ctx.lineWidth = zoom * (lit ? 2.5 : hollow ? 2 : 1.25);
  ctx.stroke();
}

/**
 * Paints points.
 * @param {object} sheet what is painted on
 * @param {object} part arrays xy, and maybe group, shape, size, index (a place on a scale)
 * @param {object} style r, scale, numbered, labels, label_at, hue, hollow, ring, thin, lit
 */
export function paintPoints(sheet, part, style) {
  const { ctx, theme, zoom } = sheet;
  const { xy, group, shape, size, index } = part.arrays;
  const table = index && colorTable(theme, style);
  const rim = index && theme.muted; // what is near zero has nearly the color of paper
  const lit = litRows(part, style);
  const usual = style.r ?? (style.numbered ? NUMBERED : DOT);
  const n = xy.shape[0];
  const late = [];
  ctx.lineJoin = "round";

  /** Draws point i with its number. */
  function paintOne(i) {
    const x = sheet.x(xy.data[2 * i]);
    const y = sheet.y(xy.data[2 * i + 1]);
    if (!within(sheet, x, y, 2)) return; // also if it is not a number
    const g = group ? group.data[i] : 0;
    const form = shape ? shape.data[i] : g;
    const [hue, onColor] = pointColors(theme, style, g);
    const color = table ? table.colors[index.data[i]] : hue;
    const r = zoom * (size ? size.data[i] : usual);
    const { ring } = style;
    const hollow = style.hollow || ring;
    const drawn = { x, y, r, shape: form, color, rim, hollow, ring, lit: lit.has(i) };
    if (style.thin) paintThinCross(sheet, x, y, r, color);
    else if (r) paintPoint(sheet, drawn);
    if (style.numbered) {
      const look = { size: 11, weight: 600, align: "center", base: "middle" };
      const text = String(i + 1);
      const low = y + weightBelow(form) * r;
      write(sheet, text, x, low, { ...look, color: hollow ? color : onColor });
    }
    const label = style.labels?.[i];
    if (label) late.push([label, x, y, lit.has(i) ? theme.hot : wordsIn(theme, color), r]);
  }

  for (let i = 0; i < n; i++) if (!lit.has(i)) paintOne(i);
  for (const i of lit) if (i < n) paintOne(i);
  for (const [label, x, y, color, r] of late) {
    const away = r / zoom + 4;
    const look = { size: "note", weight: 600, color, at: style.label_at, away };
    writeBesidePoint(sheet, label, x, y, look);
  }
}

/**
 * Writes texts at points.
 * @param {object} sheet what is painted on
 * @param {object} part array xy
 * @param {object} style texts, hue, size, at; sides, where each word stands on a side of its own
 */
export function paintTexts(sheet, part, style) {
  const { data, shape } = part.arrays.xy;
  const color = colorOf(sheet, style.hue ?? "ink");
  for (let i = 0; i < shape[0]; i++) {
    const [x, y] = [sheet.x(data[2 * i]), sheet.y(data[2 * i + 1])];
    const text = style.texts?.[i];
    if (!text || !Number.isFinite(x + y)) continue;
    const look = { size: style.size ?? "note", weight: style.weight ?? 400, color };
    const at = style.sides?.[i] ?? style.at ?? "c";
    writeBesidePoint(sheet, text, x, y, { ...look, at, away: style.sides ? AWAY : 6 });
  }
}
