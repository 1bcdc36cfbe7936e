// Grid, ticks and names of the axes.

import { crisp, typeSize, write, written } from "./sheet.js";
import { finite, fractionOf } from "./scales.js";

const TICK_GAP = 6; // pixels between two numbers
const NAME_ROOM = 31; // of the lower margin, for a name below the numbers
const SLACK = 1e-6;

/** The ticks of a scale that lie on its axis, each with its share of the length. */
function ticksOn(scale) {
  const fraction = fractionOf(scale);
  return scale.ticks
    .map(([value, text]) => ({ text, at: fraction(finite(value)) }))
    .filter(({ at }) => at > -SLACK && at < 1 + SLACK);
}

/** Keeps the ticks whose words do not touch: both ends first, then from the start. */
function spaced(ticks, reach, taken) {
  const order = [...ticks].sort((a, b) => a.at - b.at);
  const kept = [];
  const ends = order.length > 1 ? [order[0], order.at(-1)] : order;
  for (const tick of [...ends, ...order.slice(1, -1)]) {
    const [from, to] = reach(tick);
    const free = ([a, b]) => from > b + TICK_GAP || to < a - TICK_GAP;
    if ([...kept.map(reach), ...taken].every(free)) kept.push(tick);
  }
  return kept;
}

/** Draws one straight line of 1 px. */
function hair(sheet, x0, y0, x1, y1) {
  const { ctx } = sheet;
  const upright = x0 === x1;
  ctx.moveTo(upright ? crisp(sheet, x0) : x0, upright ? y0 : crisp(sheet, y0));
  ctx.lineTo(upright ? crisp(sheet, x1) : x1, upright ? y1 : crisp(sheet, y1));
}

/** Draws the grid: one line at each tick. */
function paintGrid(sheet, xs, ys) {
  const { ctx, box, theme } = sheet;
  ctx.beginPath();
  for (const { at } of xs) {
    const x = box.left + at * box.width;
    hair(sheet, x, box.top, x, box.top + box.height);
  }
  for (const { at } of ys) {
    const y = box.top + (1 - at) * box.height;
    hair(sheet, box.left, y, box.left + box.width, y);
  }
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Draws the line below a plot that has no grid. */
function paintFloor(sheet) {
  const { ctx, box, theme } = sheet;
  ctx.beginPath();
  hair(sheet, box.left, box.top + box.height, box.left + box.width, box.top + box.height);
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Writes the numbers below the plot, and the name of the axis at the right end. */
function writeBelow(sheet, ticks, name) {
  const { box, plot, theme, zoom, width } = sheet;
  const look = { size: "tick", color: theme.muted, align: "center" };
  const foot = box.top + box.height;
  const low = plot.margins[3] >= NAME_ROOM;
  const taken = [];
  if (name) {
    const length = written(sheet, name, { size: "note" });
    const right = box.left + box.width;
    const y = foot + zoom * (low ? 29 : 14);
    write(sheet, name, right, y, { size: "note", color: theme.muted, align: "right" });
    if (!low) taken.push([right - length, right]);
  }
  const half = (tick) => written(sheet, tick.text, look) / 2;
  /** Where the middle of a number stands: at its tick, but not cut by the edge of the canvas. */
  function middle(tick) {
    const room = half(tick);
    return Math.min(Math.max(box.left + tick.at * box.width, room), width - room);
  }
  const reach = (tick) => [middle(tick) - half(tick), middle(tick) + half(tick)];
  const named = ticks.filter(({ text }) => text);
  for (const tick of spaced(named, reach, taken)) {
    write(sheet, tick.text, middle(tick), foot + 14 * zoom, look);
  }
}

/** Writes the numbers left of the plot, and the name of the axis above it. */
function writeBeside(sheet, ticks, name) {
  const { box, theme, zoom } = sheet;
  const look = { size: "tick", color: theme.muted, align: "right" };
  const half = typeSize(sheet, "tick") / 2;
  const height = (tick) => box.top + (1 - tick.at) * box.height;
  const reach = (tick) => [height(tick) - half, height(tick) + half];
  const named = ticks.filter(({ text }) => text);
  for (const tick of spaced(named, reach, [])) {
    write(sheet, tick.text, box.left - 6 * zoom, height(tick) + 4 * zoom, look);
  }
  if (name) write(sheet, name, 2, box.top - 9 * zoom, { size: "note", color: theme.muted });
}

/**
 * Paints all that belongs to the axes of a plot.
 * @param {object} sheet what is painted on
 * @param {boolean} covered whether regions lie in the plot, on which no grid is drawn
 */
export function paintAxes(sheet, covered = false) {
  const { plot, scales } = sheet;
  const xs = plot.x ? ticksOn(scales.x) : [];
  const ys = plot.y ? ticksOn(scales.y) : [];
  if (plot.grid && !covered) paintGrid(sheet, xs, ys);
  else if (!plot.grid && plot.x?.ticks.length) paintFloor(sheet);
  if (plot.x) writeBelow(sheet, xs, plot.x.label);
  if (plot.y) writeBeside(sheet, ys, plot.y.label);
}
