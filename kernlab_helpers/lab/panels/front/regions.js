// Regions: the plane cut into cells, each with the number of its group.

import { groupColor, tint } from "./colors.js";
import { hatchAngle, hatchPattern } from "./shapes.js";
import { clipped } from "./sheet.js";

const NONE = 255;
const ROUNDINGS = 2; // how often the corners of a border are cut

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

/** Drops the corners at which a ring runs straight on. */
function withoutStraight(ring) {
  return ring.filter(([x, y], k) => {
    const [px, py] = ring.at(k - 1);
    const [nx, ny] = ring[(k + 1) % ring.length];
    return (x - px) * (ny - y) !== (y - py) * (nx - x);
  });
}

/** The middles of the sides of a ring: stairs become slopes. */
function middles(ring) {
  return ring.map(([x, y], k) => {
    const [nx, ny] = ring[(k + 1) % ring.length];
    return [(x + nx) / 2, (y + ny) / 2];
  });
}

/** Pushes what lies on the edge of the grid out of sight, so that only inner borders are seen. */
function pushedOut([x, y], [rows, columns]) {
  const push = (v, last) => (v === 0 ? -2 : v === last ? last + 2 : v);
  return [push(x, columns), push(y, rows)];
}

/** Cuts the corners of a ring. */
function rounded(ring) {
  return ring.flatMap(([x, y], k) => {
    const [nx, ny] = ring[(k + 1) % ring.length];
    return [
      [0.75 * x + 0.25 * nx, 0.75 * y + 0.25 * ny],
      [0.25 * x + 0.75 * nx, 0.25 * y + 0.75 * ny],
    ];
  });
}

/** The border of a group as a path in pixels. */
function pathOf({ box }, cells, group) {
  const [rows, columns] = cells.shape;
  const path = new Path2D();
  for (const ring of borderRings(cells, group)) {
    let points = middles(ring.map((point) => pushedOut(point, cells.shape)));
    for (let k = 0; k < ROUNDINGS; k++) points = rounded(points);
    withoutStraight(points).forEach(([x, y], k) => {
      const px = box.left + (x / columns) * box.width;
      const py = box.top + (y / rows) * box.height;
      if (k) path.lineTo(px, py);
      else path.moveTo(px, py);
    });
    path.closePath();
  }
  return path;
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
  const paths = groups.map((group) => pathOf(sheet, cells, group));
  clipped(
    sheet,
    () => {
      groups.forEach((group, k) => {
        const color = groupColor(theme, group);
        ctx.fillStyle = tint(color, style.fill ?? 0.13);
        ctx.fill(paths[k], "evenodd");
        if (style.hatch === false) return;
        const look = { angle: hatchAngle(group), gap: 9, width: 1, alpha: 0.28 };
        ctx.fillStyle = hatchPattern(sheet, color, look);
        ctx.fill(paths[k], "evenodd");
      });
      ctx.strokeStyle = theme.muted;
      ctx.lineWidth = zoom;
      for (const path of paths) ctx.stroke(path);
    },
    0,
  );
}
