// Paints a plot: its axes, then its marks in the order of the frame.

import { paintAxes } from "./axes.js";
import { paintBars, paintStems } from "./bars.js";
import { cover } from "./colors.js";
import { paintArrows, paintEllipses } from "./ellipses.js";
import { paintImage } from "./image.js";
import { paintArea, paintLabels, paintLine, paintRule } from "./lines.js";
import { paintMatrix } from "./matrix.js";
import { paintPoints, paintTexts } from "./points.js";
import { paintRegions } from "./regions.js";
import { sheetOf, styleOf } from "./sheet.js";
import { paintSpace } from "./space.js";

/** How each kind of mark is painted. */
const PAINTERS = {
  matrix: paintMatrix,
  points: paintPoints,
  line: paintLine,
  area: paintArea,
  bars: paintBars,
  stems: paintStems,
  ellipses: paintEllipses,
  arrows: paintArrows,
  texts: paintTexts,
  rule: paintRule,
  regions: paintRegions,
  image: paintImage,
};

/** Kinds that lie below the grid. */
const GROUNDS = new Set(["regions"]);

/**
 * Pairs the marks of a frame with what came for them; those without a part are not drawn.
 * @param {object} plot as the frame has it
 * @param {object[]} parts the marks of this plot
 * @returns {{kind: string, part: object, style: object}[]} in painting order
 */
export function pairedMarks(plot, parts) {
  const byName = new Map(parts.map((part) => [part.mark, part]));
  return plot.marks
    .filter((mark) => byName.has(mark.name))
    .map((mark) => {
      const part = byName.get(mark.name);
      return { kind: mark.kind, part, style: styleOf(mark, part) };
    });
}

/**
 * Paints a plot.
 * @param {CanvasRenderingContext2D} ctx in CSS pixels, scaled by the ratio of the screen
 * @param {object} plot as the frame has it
 * @param {object[]} parts the marks of this plot
 * @param {{width: number, dark?: boolean, zoom?: number, face?: string, angles?: number[],
 *   again?: function(): void}} view width of the canvas, theme, size of type; angles to which a
 *   hand has turned a space; what to call when there is more to paint
 * @returns {object} the sheet, which knows where things lie
 */
export function paintPlot(ctx, plot, parts, view) {
  const sheet = sheetOf(ctx, plot, parts, view);
  const marks = pairedMarks(sheet.plot, parts);
  ctx.save(); // equal answers are equal pixels, whatever was painted before
  ctx.clearRect(0, 0, sheet.width, sheet.height);
  if (plot.space) paintSpace(sheet, parts, marks, view.angles);
  else paintPlane(sheet, marks);
  ctx.restore();
  return sheet;
}

/** Paints a plot of the plane: grounds, axes, what stands on them, names. */
function paintPlane(sheet, marks) {
  const paintMarks = (chosen) => {
    for (const { kind, part, style } of chosen) {
      sheet.ctx.globalAlpha = cover(sheet.theme, style.alpha);
      PAINTERS[kind]?.(sheet, part, style);
    }
    sheet.ctx.globalAlpha = 1;
  };
  const grounds = marks.filter(({ kind }) => GROUNDS.has(kind));
  paintMarks(grounds);
  paintAxes(sheet, grounds.length > 0);
  paintMarks(marks.filter(({ kind }) => !GROUNDS.has(kind)));
  paintLabels(sheet);
}
