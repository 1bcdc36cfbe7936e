// The sheet that a plot is painted on: canvas, theme, sizes and mapping in one object.

import { hueColor } from "./colors.js";
import { drawText, textWidth, WORDS_FACE } from "./mathtext.js";
import { canvasHeight, mapping, withLimits } from "./scales.js";
import { tokens } from "./tokens.js";

/**
 * Prepares a plot for painting.
 * @param {CanvasRenderingContext2D} ctx in CSS pixels, scaled by the ratio of the screen
 * @param {object} plot as the frame has it
 * @param {object[]} parts its marks
 * @param {{width: number, dark?: boolean, zoom?: number, share?: number, face?: string,
 *   again?: function(): void}} view how it is seen
 * @returns {object}
 */
export function sheetOf(ctx, plot, parts, view) {
  const { width, dark = false, zoom = 1, share = 1, face = WORDS_FACE, again } = view;
  const moved = withLimits(plot, parts);
  const height = canvasHeight(plot, width, zoom, share);
  const ratio = ctx.getTransform().a;
  const theme = dark ? tokens.dark : tokens.light;
  const map = mapping(moved, width, height, zoom);
  const look = { theme, dark, zoom, face };
  return { ctx, plot: moved, width, height, ratio, ...look, labels: [], again, ...map };
}

/** Everything that is said of a mark: in the frame, and in what came with its arrays. */
export function styleOf(mark, part) {
  return { ...mark, ...part.extra };
}

/** Width of a line in pixels, by its weight. */
export function lineWidth({ zoom }, weight, usual) {
  return zoom * (tokens.weights[weight] ?? tokens.weights[usual]);
}

/** Dashes of a line in pixels. */
export function dashOf({ zoom }, dash) {
  return (tokens.dashes[dash] ?? []).map((length) => zoom * length);
}

/** Size of type in pixels. */
export function typeSize({ zoom }, size) {
  return zoom * (tokens.type[size] ?? tokens.type.note);
}

/** The color of a role. */
export function colorOf({ theme }, hue) {
  return hueColor(theme, hue);
}

/** Where a line of 1 px is sharp. */
export function crisp({ ratio }, v) {
  const odd = Math.max(1, Math.round(ratio)) % 2;
  return odd ? (Math.floor(v * ratio) + 0.5) / ratio : Math.round(v * ratio) / ratio;
}

/** Writes a text on a sheet, in its face; `look.size` may be the name of a size. */
export function write(sheet, text, x, y, look = {}) {
  const { theme, face, zoom } = sheet;
  const size = typeof look.size === "number" ? look.size * zoom : typeSize(sheet, look.size);
  const halo = look.halo ? zoom * look.halo : 0;
  const color = look.color ?? theme.ink;
  const all = { ...look, size, halo, color, ground: theme.ground, face };
  return drawText(sheet.ctx, text, x, y, all);
}

/** Width of a text on a sheet. */
export function written(sheet, text, look = {}) {
  const size = typeof look.size === "number" ? look.size * sheet.zoom : typeSize(sheet, look.size);
  return textWidth(sheet.ctx, text, { ...look, size, face: sheet.face });
}

/** Paints inside the data box only, with a rim for the width of lines. */
export function clipped(sheet, paint, rim = 2) {
  const { ctx, box } = sheet;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.left - rim, box.top - rim, box.width + 2 * rim, box.height + 2 * rim);
  ctx.clip();
  paint();
  ctx.restore();
}

/** Whether a pixel lies in the data box, or closer than a rim. */
export function within({ box }, x, y, rim = 1) {
  return (
    x >= box.left - rim &&
    x <= box.left + box.width + rim &&
    y >= box.top - rim &&
    y <= box.top + box.height + rim
  );
}

/** Which rows of a mark are lit: as its array says, or the list that came with it. */
export function litRows(part, style) {
  const { lit } = part.arrays;
  if (lit) return new Set(Array.from(lit.data.keys()).filter((i) => lit.data[i]));
  return new Set(style.lit ?? []);
}

/**
 * Strokes the path of something lit: hot, and beyond it ground and ink, so that it stands out on
 * any color and also for those who see no hue.
 */
export function strokeLit({ ctx, theme, zoom }, width = 2.5, dash = []) {
  ctx.lineJoin = "round";
  for (const [color, rim] of [[theme.ink, 4], [theme.ground, 2]]) {
    ctx.strokeStyle = color;
    ctx.lineWidth = (width + rim) * zoom;
    ctx.stroke();
  }
  ctx.setLineDash(dash);
  ctx.strokeStyle = theme.hot;
  ctx.lineWidth = width * zoom;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A number in at most four digits, with a true minus. */
export function numeral(value, digits) {
  if (value === Infinity) return "∞";
  const text = digits === undefined ? String(Number(value.toPrecision(4))) : value.toFixed(digits);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}
