// Regions: the plane cut among groups, each inside rings of corners.

import { groupColor, tint } from "./colors.js";
import { hatchAngle, hatchPattern } from "./shapes.js";
import { clipped } from "./sheet.js";

/**
 * Collects the rings of every group.
 * @param {{data: Float32Array, shape: number[]}} rings corners; one that is no number ends a ring
 * @param {{data: Uint8Array}} group whose ring each one is
 * @returns {Map<number, number[][][]>} rings of corners [x, y] by group
 */
export function ringsByGroup({ data, shape }, group) {
  const found = new Map();
  let ring = [];
  let count = 0;
  for (let i = 0; i < shape[0]; i++) {
    const corner = [data[2 * i], data[2 * i + 1]];
    if (Number.isFinite(corner[0])) {
      ring.push(corner);
      continue;
    }
    const owner = group.data[count++];
    found.set(owner, [...(found.get(owner) ?? []), ring]);
    ring = [];
  }
  return found;
}

/** The rings of a group as a path of the canvas. */
function pathOf({ x, y }, rings) {
  const path = new Path2D();
  for (const ring of rings) {
    ring.forEach(([px, py], k) => (k ? path.lineTo(x(px), y(py)) : path.moveTo(x(px), y(py))));
    path.closePath();
  }
  return path;
}

/**
 * Paints regions: a wash and a hatch for each group, a line between them.
 * @param {object} sheet what is painted on
 * @param {object} part arrays rings, group
 * @param {object} style fill, hatch
 */
export function paintRegions(sheet, part, style) {
  const { ctx, theme, zoom } = sheet;
  const groups = ringsByGroup(part.arrays.rings, part.arrays.group);
  const paths = [...groups].map(([group, rings]) => [group, pathOf(sheet, rings)]);
  clipped(
    sheet,
    () => {
      for (const [group, path] of paths) {
        const color = groupColor(theme, group);
        ctx.fillStyle = tint(color, style.fill ?? 0.13);
        ctx.fill(path, "evenodd");
        if (style.hatch === false) continue;
        const look = { angle: hatchAngle(group), gap: 9, width: 1, alpha: 0.28 };
        ctx.fillStyle = hatchPattern(sheet, color, look);
        ctx.fill(path, "evenodd");
      }
    },
    0,
  );
  const border = () => {
    ctx.strokeStyle = theme.muted;
    ctx.lineWidth = zoom;
    for (const [, path] of paths) ctx.stroke(path);
  };
  clipped(sheet, border, -zoom); // no line along the edge of the box
}
