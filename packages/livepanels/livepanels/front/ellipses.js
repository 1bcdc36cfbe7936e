// Ellipses and arrows.

import { blend, groupColor, tint } from "./colors.js";
import { hatchAngle, hatchPattern } from "./shapes.js";
import { clipped, colorOf, litRows, strokeLit, write } from "./sheet.js";

const NO_GROUP = 255; // takes the hue of the mark
const CORNERS_OF_ROUND = 72; // where an axis is bent an ellipse is a polygon
const HEADS = {
  bold: { width: 7, length: 20, half: 11, waist: 15 },
  thin: { width: 2, length: 10, half: 5, waist: 8 },
};

/**
 * Finds a point of an ellipse.
 * @param {Iterable<number>} e middle, two half axes and the angle, in units of the data
 * @param {number} angle along the ellipse: 0 is the end of the first axis
 * @returns {number[]} [x, y] in units of the data
 */
export function onEllipse([cx, cy, a, b, turn], angle) {
  const [u, v] = [a * Math.cos(angle), b * Math.sin(angle)];
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [cx + u * c - v * s, cy + u * s + v * c];
}

/** Traces an ellipse: the canvas's own where the axes are straight. */
function traceEllipse(sheet, e) {
  const { ctx, scales } = sheet;
  ctx.beginPath();
  if (scales.x.kind === "linear" && scales.y.kind === "linear") {
    const [cx, cy, a, b, turn] = e;
    const [x, y] = [sheet.x(cx), sheet.y(cy)];
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(sheet.x(cx + 1) - x, sheet.y(cy + 1) - y);
    ctx.rotate(turn);
    ctx.ellipse(0, 0, Math.abs(a), Math.abs(b), 0, 0, 2 * Math.PI);
    ctx.restore();
    return;
  }
  for (let k = 0; k < CORNERS_OF_ROUND; k++) {
    const [x, y] = onEllipse(e, (2 * Math.PI * k) / CORNERS_OF_ROUND);
    ctx.lineTo(sheet.x(x), sheet.y(y));
  }
  ctx.closePath();
}

/** The color of row i of a mark. */
function rowColor(sheet, style, group, i) {
  if (group && group.data[i] !== NO_GROUP) return groupColor(sheet.theme, group.data[i]);
  return colorOf(sheet, style.hue === "group" ? 0 : (style.hue ?? "ink"));
}

/**
 * Paints ellipses.
 * @param {object} sheet what is painted on
 * @param {object} part array e, and maybe group, lit
 * @param {object} style fill, edge, hue, hatch, dash
 */
export function paintEllipses(sheet, part, style) {
  const { ctx, zoom } = sheet;
  const { e, group } = part.arrays;
  const lit = litRows(part, style);
  clipped(sheet, () => {
    for (let i = 0; i < e.shape[0]; i++) {
      const row = e.data.subarray(5 * i, 5 * i + 5);
      if (!row.every(Number.isFinite)) continue;
      const color = rowColor(sheet, style, group, i);
      traceEllipse(sheet, row);
      ctx.fillStyle = tint(color, style.fill ?? 0.2);
      ctx.fill();
      if (style.hatch) {
        const angle = hatchAngle(group && group.data[i] !== NO_GROUP ? group.data[i] : 0);
        ctx.fillStyle = hatchPattern(sheet, color, { angle, gap: 7, width: 1.4, alpha: 0.34 });
        ctx.fill();
      }
      if (style.edge === false && !lit.has(i)) continue;
      if (lit.has(i)) {
        strokeLit(sheet, 3, style.dash ? [5 * zoom, 4 * zoom] : []);
        continue;
      }
      ctx.strokeStyle = color;
      ctx.lineWidth = 1.75 * zoom;
      ctx.setLineDash(style.dash ? [5 * zoom, 4 * zoom] : []);
      ctx.stroke();
      ctx.setLineDash([]);
    }
  });
}

/** Draws an arrow between two pixels, with a rim; a short one has a smaller head. */
function strokeArrow({ ctx, zoom }, from, to, { weight, color, rim = 0 }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (!(length > 1.5)) return;
  const head = HEADS[weight] ?? HEADS.thin;
  const size = Math.min(zoom, length / head.length);
  const shaft = Math.max(0, length - head.waist * size);
  ctx.save();
  ctx.translate(...from);
  ctx.rotate(Math.atan2(dy, dx));
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  ctx.lineWidth = head.width * size + rim;
  ctx.lineCap = "butt";
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(shaft, 0);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(length, 0);
  ctx.lineTo(length - head.length * size, -head.half * size);
  ctx.lineTo(shaft, 0);
  ctx.lineTo(length - head.length * size, head.half * size);
  ctx.closePath();
  ctx.fill();
  ctx.lineWidth = rim;
  if (rim) ctx.stroke();
  ctx.restore();
}

/**
 * Paints arrows.
 * @param {object} sheet what is painted on
 * @param {object} part array a, and maybe group
 * @param {object} style weight, hue, labels (beyond the tip, or beside it)
 */
export function paintArrows(sheet, part, style) {
  const { theme, zoom } = sheet;
  const { a, group } = part.arrays;
  const lit = litRows(part, style);
  const late = [];
  for (let i = 0; i < a.shape[0]; i++) {
    const [x0, y0, x1, y1] = a.data.subarray(4 * i, 4 * i + 4);
    const from = [sheet.x(x0), sheet.y(y0)];
    const to = [sheet.x(x1), sheet.y(y1)];
    if (!Number.isFinite(from[0] + from[1] + to[0] + to[1])) continue;
    const color = lit.has(i) ? theme.hot : rowColor(sheet, style, group, i);
    const { weight } = style;
    if (lit.has(i)) {
      strokeArrow(sheet, from, to, { weight, color: theme.ink, rim: 4 * zoom });
      strokeArrow(sheet, from, to, { weight, color: theme.ground, rim: 2 * zoom });
    }
    strokeArrow(sheet, from, to, { weight, color });
    if (style.labels?.[i]) late.push([style.labels[i], from, to, color]);
  }
  for (const [label, from, to, color] of late) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const away = (style.weight === "bold" ? 18 : 13) * zoom;
    const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const x = to[0] + (style.beside ? away * v - 6 * zoom * u : away * u);
    const y = to[1] + (style.beside ? -away * u - 6 * zoom * v : away * v);
    const look = { size: 13, weight: 700, halo: 4, align: "center", base: "middle" };
    write(sheet, label, x, y, { ...look, color: blend(color, theme.ink, 0.2) });
  }
}
