// Where the points of every mark lie, in pixels, as positions.py has it: a test compares both.

import { barPlaces } from "./bars.js";
import { onEllipse } from "./ellipses.js";
import { ruleEnds } from "./lines.js";
import { matrixPlaces } from "./matrix.js";
import { pairedMarks } from "./paint.js";
import { canvasHeight, mapping, withLimits } from "./scales.js";
import { anglesOf, projection } from "./space.js";

/** Rows of pairs, mapped. */
function pairs({ x, y }, { data }) {
  const found = [];
  for (let i = 0; i < data.length; i += 2) found.push([x(data[i]), y(data[i + 1])]);
  return found;
}

/** Middle of the end of each bar. */
function barEnds(place, { data }, style) {
  const { middle, length } = barPlaces(place, data.length, style);
  const found = [];
  data.forEach((value, i) => found.push([middle(i), length(value)]));
  return found;
}

/** Middle of each ellipse and the ends of its axes. */
function ellipsePoints({ x, y }, { data }) {
  const found = [];
  for (let i = 0; i < data.length; i += 5) {
    const row = data.subarray(i, i + 5);
    const points = [[row[0], row[1]], onEllipse(row, 0), onEllipse(row, Math.PI / 2)];
    found.push(...points.map(([px, py]) => [x(px), y(py)]));
  }
  return found;
}

/** Middles of the four cells in the corners. */
function cornerCells(place, { shape }, style) {
  const { rows, columns } = matrixPlaces(place, style, shape);
  const middle = (side, i) => side.edge(i) + side.size / 2;
  return [0, shape[0] - 1].flatMap((i) =>
    [0, shape[1] - 1].map((j) => [middle(columns, j), middle(rows, i)]),
  );
}

/** Every corner of a space, projected. */
function projectedCorners({ project }, { data }) {
  const found = [];
  for (let i = 0; i < data.length; i += 3) {
    const { x, y } = project(data[i], data[i + 1], data[i + 2]);
    found.push([x, y]);
  }
  return found;
}

/** Middles of ellipses of a space. */
function projectedCenters({ project }, { data, shape }) {
  return Array.from({ length: shape[0] }, (_, i) => {
    const { x, y } = project(data[6 * i], data[6 * i + 1], data[6 * i + 2]);
    return [x, y];
  });
}

const FINDERS = {
  points: (place, { xy }) => pairs(place, xy),
  line: (place, { xy }) => pairs(place, xy),
  area: (place, { xy }) => pairs(place, xy),
  texts: (place, { xy }) => pairs(place, xy),
  stems: (place, { xy }) => pairs(place, xy),
  bars: (place, { value }, style) => barEnds(place, value, style),
  ellipses: (place, { e }) => ellipsePoints(place, e),
  arrows: (place, { a }) => pairs(place, a),
  rule: (place, { at }, style) => ruleEnds(place, style.axis, at.data[0]),
  matrix: (place, { index }, style) => cornerCells(place, index, style),
  regions: (place, { rings }) => pairs(place, rings),
  image: ({ box }) => [[box.left, box.top]],
  "space-points": (place, { xyz }) => projectedCorners(place, xyz),
  "space-lines": (place, { xyz }) => projectedCorners(place, xyz),
  "space-ellipses": (place, { e }) => projectedCenters(place, e),
  "space-facets": (place, { facets }) => projectedCorners(place, facets),
};

/**
 * Finds where the points of every mark lie.
 * @param {object} plot as the frame has it
 * @param {object[]} parts the marks of this plot
 * @param {number} width of the canvas
 * @param {number} zoom 1 at the desk
 * @returns {Record<string, number[][]>} [x, y] in pixels by name of the mark: points and corners;
 *   ends of bars and stems; middle and ends of both axes of ellipses; tail and tip of arrows; both
 *   ends of a rule; the four corner cells of a matrix
 */
export function positions(plot, parts, width, zoom = 1) {
  const moved = withLimits(plot, parts);
  const map = mapping(moved, width, canvasHeight(plot, width, zoom), zoom);
  const project = plot.space && projection(map.box, anglesOf(plot, parts));
  const place = { ...map, plot: moved, zoom, project };
  /** @type {Record<string, number[][]>} */
  const found = {};
  for (const { kind, part, style } of pairedMarks(moved, parts)) {
    found[style.name] = FINDERS[kind](place, part.arrays, style);
  }
  return found;
}
