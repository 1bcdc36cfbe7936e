// The shapes of groups, of equal weight to the eye, and the hatches of their regions.

import { tint } from "./colors.js";

/** Corners of a regular polygon or a star, the first one on top. */
function spikes(count, inner) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const r = i % 2 ? inner : 1;
    return [r * Math.sin(angle), -r * Math.cos(angle)];
  });
}

/** The twelve corners of a cross with arms of a half width. */
function crossOf(half) {
  const quarter = [
    [half, -1],
    [half, -half],
    [1, -half],
  ];
  const turns = [
    ([x, y]) => [x, y],
    ([x, y]) => [-y, x],
    ([x, y]) => [-x, -y],
    ([x, y]) => [y, -x],
  ];
  return turns.flatMap((turn) => quarter.map(turn));
}

const scaled = (points, s) => points.map(([x, y]) => [s * x, s * y]);

const tilted = (points) => points.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

const TRIANGLE = [
  [0, -1.36],
  [1.292, 0.979],
  [-1.292, 0.979],
];

/** Corners of the shapes 1, 2, ... for a radius of 1; shape 0 is the circle. */
const CORNERS = [
  [],
  TRIANGLE,
  scaled([[-1, -1], [1, -1], [1, 1], [-1, 1]], 0.92),
  scaled([[0, -1], [1, 0], [0, 1], [-1, 0]], 1.28),
  TRIANGLE.map(([x, y]) => [x, -y]),
  scaled(crossOf(0.36), 1.2),
  scaled(tilted(crossOf(0.36)), 1.2),
  scaled(spikes(10, 0.45), 1.45),
  scaled(spikes(5, 1), 1.12),
  scaled(spikes(6, 1), 1.08),
];

/**
 * Adds a shape to the path of a canvas, or of a Path2D.
 * @param {Pick<CanvasPath, "moveTo"|"lineTo"|"arc"|"closePath">} path where to
 * @param {number} shape number of the group
 * @param {number} x of its middle
 * @param {number} y of its middle
 * @param {number} r radius of a circle of the same weight
 */
export function addShape(path, shape, x, y, r) {
  const corners = CORNERS[shape % CORNERS.length];
  if (!corners.length) {
    path.moveTo(x + r, y);
    path.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([cx, cy], i) => {
    if (i) path.lineTo(x + r * cx, y + r * cy);
    else path.moveTo(x + r * cx, y + r * cy);
  });
  path.closePath();
}

/** How far below its middle the weight of a shape lies: there its number is written. */
export function weightBelow(shape) {
  const kind = shape % CORNERS.length;
  if (kind === 1) return 0.12;
  return kind === 4 ? -0.12 : 0;
}

/** Angle of the hatch of a group's region, in degrees. */
const HATCH_ANGLES = [45, 135, 0, 90];

/** The angle of a group's hatch. */
export function hatchAngle(group) {
  return HATCH_ANGLES[group % HATCH_ANGLES.length];
}

/** Where the lines of a tile run; each pair of ends is given in sides of the tile. */
const TILE_LINES = {
  0: [[0, 0.5, 1, 0.5]],
  90: [[0.5, 0, 0.5, 1]],
  45: [
    [-0.5, 0.5, 0.5, -0.5],
    [-0.5, 1.5, 1.5, -0.5],
    [0.5, 1.5, 1.5, 0.5],
  ],
  135: [
    [-0.5, 0.5, 0.5, 1.5],
    [-0.5, -0.5, 1.5, 1.5],
    [0.5, -0.5, 1.5, 0.5],
  ],
};

const tiles = new Map();

/**
 * Gives a hatch to fill with, sharp at any pixel ratio.
 * @param {object} sheet what is painted on
 * @param {string} color of its lines
 * @param {{angle?: number, gap?: number, width?: number, alpha?: number}} look angle 0, 45, 90 or
 *   135 degrees; pixels between lines, and of a line; cover
 * @returns {CanvasPattern}
 */
export function hatchPattern({ ctx, ratio }, color, look = {}) {
  const { angle = 45, gap = 5, width = 1.3, alpha = 0.55 } = look;
  const key = [color, angle, gap, width, alpha, ratio].join();
  let tile = tiles.get(key);
  if (!tile) {
    const diagonal = angle === 45 || angle === 135;
    const side = Math.max(2, Math.round(gap * ratio * (diagonal ? Math.SQRT2 : 1)));
    tile = new OffscreenCanvas(side, side);
    const pen = tile.getContext("2d");
    pen.strokeStyle = tint(color, alpha);
    pen.lineWidth = width * ratio;
    for (const [x0, y0, x1, y1] of TILE_LINES[angle]) {
      pen.moveTo(x0 * side, y0 * side);
      pen.lineTo(x1 * side, y1 * side);
    }
    pen.stroke();
    tiles.set(key, tile);
  }
  const pattern = ctx.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
  return pattern;
}

/** Collects a path as text, in the words of SVG. */
class PathText {
  text = "";

  moveTo(x, y) {
    this.text += `M${x.toFixed(2)},${y.toFixed(2)}`;
  }

  lineTo(x, y) {
    this.text += `L${x.toFixed(2)},${y.toFixed(2)}`;
  }

  arc(x, y, r) {
    this.text += `A${r},${r} 0 1 1 ${x - r},${y}A${r},${r} 0 1 1 ${x + r},${y}`;
  }

  closePath() {
    this.text += "Z";
  }
}

/** A shape as the `d` of an SVG path around 0, 0. */
export function shapeText(shape, r) {
  const path = new PathText();
  addShape(path, shape, 0, 0, r);
  return path.text;
}
