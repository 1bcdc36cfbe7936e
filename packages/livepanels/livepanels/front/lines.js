// Lines, areas, rules; and the names of lines, which stand at their ends.

import { tint, wordsIn } from "./colors.js";
import { hatchAngle, hatchPattern } from "./shapes.js";
import { clipped, colorOf, crisp, dashOf, lineWidth, write, written } from "./sheet.js";

const LABEL_HEIGHT = 15; // pixels between two names
const TALL_LABEL = 18; // ... where something in them is raised
const AREA_FILL = 0.32;

/** Adds the points of a mark to the path; a point that is not a number breaks it. */
function tracePoints(sheet, { data, shape }, closed) {
  const { ctx } = sheet;
  let open = false;
  ctx.beginPath();
  for (let i = 0; i < shape[0]; i++) {
    const x = sheet.x(data[2 * i]);
    const y = sheet.y(data[2 * i + 1]);
    if (!Number.isFinite(x + y)) {
      if (closed && open) ctx.closePath();
      open = false;
    } else if (open) {
      ctx.lineTo(x, y);
    } else {
      ctx.moveTo(x, y);
      open = true;
    }
  }
  if (closed && open) ctx.closePath();
}

/** The last point of a mark that is drawn, in pixels. */
function lastPoint(sheet, { data, shape }) {
  const { box } = sheet;
  for (let i = shape[0] - 1; i >= 0; i--) {
    const [x, y] = [sheet.x(data[2 * i]), sheet.y(data[2 * i + 1])];
    const seen = x >= box.left - 1 && x <= box.left + box.width + 1;
    if (seen && Number.isFinite(x + y)) {
      return [x, Math.min(Math.max(y, box.top + 4), box.top + box.height - 4)];
    }
  }
  return null;
}

/**
 * Paints a line; its name waits until all lines are painted.
 * @param {object} sheet what is painted on
 * @param {object} part array xy
 * @param {object} style weight, dash, hue, text
 */
export function paintLine(sheet, part, style) {
  const { ctx } = sheet;
  const color = colorOf(sheet, style.hue ?? "ink");
  clipped(
    sheet,
    () => {
      tracePoints(sheet, part.arrays.xy);
      ctx.strokeStyle = color;
      ctx.lineWidth = lineWidth(sheet, style.weight, "second") + (style.lit ? 1.5 * sheet.zoom : 0);
      ctx.lineJoin = "round";
      ctx.lineCap = style.dash === "dashed" ? "butt" : "round";
      ctx.setLineDash(dashOf(sheet, style.dash));
      ctx.stroke();
      ctx.setLineDash([]);
    },
    3 * sheet.zoom,
  );
  const end = style.text && lastPoint(sheet, part.arrays.xy);
  if (end) sheet.labels.push({ text: style.text, x: end[0], y: end[1], color });
}

/** Moves names that touch apart, the upper ones upwards; keeps them on the canvas. */
export function pushApart(labels, gap, top, foot) {
  const order = [...labels].sort((a, b) => a.y - b.y);
  order.forEach((label, k) => {
    if (k) label.y = Math.max(label.y, order[k - 1].y + gap);
  });
  const over = (order.at(-1)?.y ?? 0) - foot;
  if (over > 0) order.at(-1).y -= over;
  for (let k = order.length - 2; k >= 0; k--) {
    order[k].y = Math.max(top, Math.min(order[k].y, order[k + 1].y - gap));
  }
  return order;
}

/** Writes the names of lines at their ends: right of them where there is room, else above. */
export function paintLabels(sheet) {
  const { labels, theme, zoom, width, box } = sheet;
  const look = { size: "note", weight: 600, halo: 4 };
  const beside = [];
  const above = [];
  for (const label of labels) {
    const length = written(sheet, label.text, look);
    const room = label.x + 6 * zoom + length <= width;
    if (room) beside.push({ ...label, x: label.x + 6 * zoom, align: "left" });
    else {
      const lift = label.y > 20 * zoom ? -13 : 13;
      above.push({ ...label, x: Math.min(label.x, width - 2), y: label.y + lift * zoom });
    }
  }
  const tall = labels.some(({ text }) => text.includes("^"));
  const gap = (tall ? TALL_LABEL : LABEL_HEIGHT) * zoom;
  const foot = box.top + box.height - 6 * zoom; // below it stand the numbers of the axis
  const apart = pushApart(beside, gap, 8 * zoom, foot);
  for (const label of [...apart, ...climbed(above, zoom)]) {
    const { text, x, y, align = "right" } = label;
    const color = wordsIn(theme, label.color);
    write(sheet, text, x, y, { ...look, align, base: "middle", color });
  }
}

/** Moves names that stand above their lines apart: the lowest stays, the others climb. */
function climbed(labels, zoom) {
  const order = [...labels].sort((a, b) => b.y - a.y);
  order.forEach((label, k) => {
    if (k) label.y = Math.min(label.y, order[k - 1].y - LABEL_HEIGHT * zoom);
  });
  return order;
}

/**
 * Paints an area.
 * @param {object} sheet what is painted on
 * @param {object} part array xy: its corners
 * @param {object} style hue, fill, hatch, edge
 */
export function paintArea(sheet, part, style) {
  const { ctx, zoom } = sheet;
  const hue = style.hue ?? "muted";
  const color = colorOf(sheet, hue);
  clipped(sheet, () => {
    tracePoints(sheet, part.arrays.xy, true);
    ctx.fillStyle = tint(color, style.fill ?? AREA_FILL);
    ctx.fill();
    if (style.hatch) {
      const angle = hatchAngle(typeof hue === "number" ? hue : 0);
      ctx.fillStyle = hatchPattern(sheet, color, { angle, gap: 7, width: 1.2, alpha: 0.5 });
      ctx.fill();
    }
    if (style.edge) {
      ctx.strokeStyle = color;
      ctx.lineWidth = 1.75 * zoom;
      ctx.lineJoin = "round";
      ctx.stroke();
    }
  });
}

/** Finds both ends of a rule: [x, y] left or below, then right or above. */
export function ruleEnds({ box, x, y }, axis, at) {
  const right = box.left + box.width;
  const foot = box.top + box.height;
  return axis === "x"
    ? [
        [x(at), foot],
        [x(at), box.top],
      ]
    : [
        [box.left, y(at)],
        [right, y(at)],
      ];
}

/**
 * Paints a rule: one straight line across the plot.
 * @param {object} sheet what is painted on
 * @param {object} part array at: its place
 * @param {object} style axis, weight, dash, hue, text
 */
export function paintRule(sheet, part, style) {
  const { ctx, zoom, box, theme } = sheet;
  const [at] = part.arrays.at.data;
  const [[x0, y0], [x1, y1]] = ruleEnds(sheet, style.axis, at);
  if (!Number.isFinite(x0 + y0)) return;
  const upright = style.axis === "x";
  const outside = upright
    ? x0 < box.left - 1 || x0 > box.left + box.width + 1
    : y0 < box.top - 1 || y0 > box.top + box.height + 1;
  if (outside) return;
  const color = colorOf(sheet, style.hue ?? "ink");
  const width = lineWidth(sheet, style.weight, "guide");
  const sharp = (v) => (width < 1.4 ? crisp(sheet, v) : v);
  ctx.beginPath();
  ctx.moveTo(upright ? sharp(x0) : x0, upright ? y0 : sharp(y0));
  ctx.lineTo(upright ? sharp(x1) : x1, upright ? y1 : sharp(y1));
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.setLineDash(dashOf(sheet, style.dash));
  ctx.stroke();
  ctx.setLineDash([]);
  if (!style.text) return;
  const look = { size: "note", weight: 600, halo: 4, color: wordsIn(theme, color) };
  if (!upright) write(sheet, style.text, x1, y1 - 6 * zoom, { ...look, align: "right" });
  else {
    const left = x1 + written(sheet, style.text, look) + 8 * zoom > sheet.width;
    const align = left ? "right" : "left";
    write(sheet, style.text, x1 + (left ? -5 : 5) * zoom, y1 + 10 * zoom, { ...look, align });
  }
}
