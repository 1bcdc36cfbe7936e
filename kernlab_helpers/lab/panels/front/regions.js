// Regions: the plane cut into cells, each with the number of its group.

import { groupColor, tint } from "./colors.js";
import { hatchAngle, hatchPattern } from "./shapes.js";
import { clipped } from "./sheet.js";

const NONE = 255;
const ROUNDINGS = 2; // how often the corners of a border are cut
const STRAIGHT = 0.62; // of a cell: how far from a border its straight line may lie

/** The group of a cell; none outside the grid. */
function groupAt({ data, shape }, row, column) {
  const [rows, columns] = shape;
  if (row < 0 || column < 0 || row >= rows || column >= columns) return NONE;
  return data[row * columns + column];
}

/** The four sides of a cell as steps between corners, the cell on the right hand. */
const CELL_SIDES = [
  { next: [-1, 0], from: [0, 0], to: [0, 1] },
  { next: [0, 1], from: [0, 1], to: [1, 1] },
  { next: [1, 0], from: [1, 1], to: [1, 0] },
  { next: [0, -1], from: [1, 0], to: [0, 0] },
];

/** Collects the sides of a group's cells that part it from others: where they lead, by start. */
function bordersOf(cells, group) {
  const [rows, columns] = cells.shape;
  const width = columns + 1;
  const steps = new Map();
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (cells.data[i * columns + j] !== group) continue;
      for (const { next, from, to } of CELL_SIDES) {
        if (groupAt(cells, i + next[0], j + next[1]) === group) continue;
        const start = (i + from[0]) * width + j + from[1];
        const end = (i + to[0]) * width + j + to[1];
        if (steps.has(start)) steps.get(start).push(end);
        else steps.set(start, [end]);
      }
    }
  }
  return steps;
}

/**
 * Finds the borders of a group.
 * @param {{data: Uint8Array, shape: number[]}} cells group of every cell
 * @param {number} group which
 * @returns {number[][][]} closed rings of corners [column, row]
 */
export function borderRings(cells, group) {
  const width = cells.shape[1] + 1;
  const steps = bordersOf(cells, group);
  const rings = [];
  for (const start of steps.keys()) {
    while (steps.get(start).length) {
      const ring = [];
      let at = start;
      do {
        ring.push([at % width, Math.floor(at / width)]);
        at = steps.get(at).pop();
      } while (at !== start);
      rings.push(ring);
    }
  }
  return rings;
}

/** Whether more than two borders meet at a corner of cells; the world outside is a group, too. */
function isMeeting(cells, [x, y]) {
  const around = [
    [-1, -1],
    [-1, 0],
    [0, 0],
    [0, -1],
  ].map(([di, dj]) => groupAt(cells, y + di, x + dj));
  return around.filter((group, k) => group !== around[(k + 1) % 4]).length > 2;
}

/** Whether a corner comes before another one, row by row. */
function isBefore([ax, ay], [bx, by]) {
  return ay < by || (ay === by && ax < bx);
}

/** Cuts a ring into arcs where borders meet, so that neighbours share whole arcs. */
function arcsOf(cells, ring) {
  const cuts = [...ring.keys()].filter((k) => isMeeting(cells, ring[k]));
  if (!cuts.length) cuts.push(ring.reduce((k, p, i) => (isBefore(p, ring[k]) ? i : k), 0));
  return cuts.map((start, c) => {
    const end = cuts[(c + 1) % cuts.length] + (c + 1 === cuts.length ? ring.length : 0);
    return Array.from({ length: end - start + 1 }, (_, k) => ring[(start + k) % ring.length]);
  });
}

/** Both ends of an arc, and the middles of its sides: stairs become slopes. */
function middles(arc) {
  const between = arc.slice(1).map(([x, y], k) => [(x + arc[k][0]) / 2, (y + arc[k][1]) / 2]);
  return [arc[0], ...between, arc.at(-1)];
}

/** How far a point lies from the line through two others. */
function distanceTo([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (!length) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Leaves out the points of an arc that lie near the line through the others. */
function straightened(arc) {
  const ends = [arc[0], arc.at(-1)];
  let far = 0;
  let most = STRAIGHT;
  for (let k = 1; k < arc.length - 1; k++) {
    const distance = distanceTo(arc[k], ...ends);
    if (distance > most) {
      most = distance;
      far = k;
    }
  }
  if (!far) return ends;
  return [...straightened(arc.slice(0, far + 1)), ...straightened(arc.slice(far)).slice(1)];
}

/** Cuts the corners of an arc, not its ends. */
function rounded(arc) {
  const cut = arc.slice(1).flatMap(([x, y], k) => {
    const [px, py] = arc[k];
    return [
      [0.75 * px + 0.25 * x, 0.75 * py + 0.25 * y],
      [0.25 * px + 0.75 * x, 0.25 * py + 0.75 * y],
    ];
  });
  return [arc[0], ...cut, arc.at(-1)];
}

/** Whether an arc runs along the edge of the grid, where nothing is smoothed. */
function onEdge(arc, [rows, columns]) {
  return [0, 1].some((c) => {
    const last = c ? rows : columns;
    return arc.every((point) => point[c] === 0) || arc.every((point) => point[c] === last);
  });
}

/** An arc without stairs. */
function smoothed(arc, shape) {
  if (onEdge(arc, shape)) return [arc[0], arc.at(-1)];
  // both neighbours smooth their arc in one direction, so that nothing is left between them
  const [first, second, last] = [arc[0], arc[1], arc.at(-1)];
  const turned = isBefore(last, first) || (!isBefore(first, last) && isBefore(arc.at(-2), second));
  let points = straightened(middles(turned ? arc.toReversed() : arc));
  for (let k = 0; k < ROUNDINGS; k++) points = rounded(points);
  return turned ? points.toReversed() : points;
}

/** The corners of the grid itself, where a border turns along the edge. */
function isGridCorner([x, y], [rows, columns]) {
  return (x === 0 || x === columns) && (y === 0 || y === rows);
}

/** Cuts an arc at the corners of the grid. */
function splitAt(arc, shape) {
  const cuts = [...arc.keys()].filter(
    (k) => k && k < arc.length - 1 && isGridCorner(arc[k], shape),
  );
  const stops = [...cuts, arc.length - 1];
  return stops.map((stop, c) => arc.slice(c ? stops[c - 1] : 0, stop + 1));
}

/** The borders of a group in pixels: all of it to fill, and without the edge of the box. */
function pathsOf({ box }, cells, group) {
  const [rows, columns] = cells.shape;
  const pixel = ([x, y]) => [
    box.left + (x / columns) * box.width,
    box.top + (y / rows) * box.height,
  ];
  const whole = new Path2D();
  const lines = new Path2D();
  for (const ring of borderRings(cells, group)) {
    const arcs = arcsOf(cells, ring).flatMap((arc) => splitAt(arc, cells.shape));
    arcs.forEach((arc, a) => {
      const points = smoothed(arc, cells.shape).map(pixel);
      points.forEach((point, k) => {
        if (a || k) whole.lineTo(...point);
        else whole.moveTo(...point);
      });
      if (onEdge(arc, cells.shape)) return;
      points.forEach((point, k) => (k ? lines.lineTo(...point) : lines.moveTo(...point)));
    });
    whole.closePath();
  }
  return { whole, lines };
}

/**
 * Paints regions: a wash and a hatch for each group, a line between them.
 * @param {object} sheet what is painted on
 * @param {object} part array cell
 * @param {object} style fill, hatch
 */
export function paintRegions(sheet, part, style) {
  const { ctx, theme, zoom } = sheet;
  const cells = part.arrays.cell;
  const groups = [...new Set(cells.data)].filter((group) => group !== NONE).sort();
  const paths = groups.map((group) => pathsOf(sheet, cells, group));
  clipped(
    sheet,
    () => {
      groups.forEach((group, k) => {
        const color = groupColor(theme, group);
        ctx.fillStyle = tint(color, style.fill ?? 0.13);
        ctx.fill(paths[k].whole, "evenodd");
        if (style.hatch === false) return;
        const look = { angle: hatchAngle(group), gap: 9, width: 1, alpha: 0.28 };
        ctx.fillStyle = hatchPattern(sheet, color, look);
        ctx.fill(paths[k].whole, "evenodd");
      });
      ctx.strokeStyle = theme.muted;
      ctx.lineWidth = zoom;
      for (const { lines } of paths) ctx.stroke(lines);
    },
    0,
  );
}
