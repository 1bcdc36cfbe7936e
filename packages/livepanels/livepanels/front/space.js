// Space: points, lines and facets of three dimensions, painted from far to near.

import { blend, groupColor, tint } from "./colors.js";
import { writeBesidePoint } from "./points.js";
import { addShape } from "./shapes.js";
import { colorOf, dashOf, lineWidth, litRows, strokeLit } from "./sheet.js";

const EYE = 4.5; // distance of the eye, in units of the space
const SPREAD = 1.45; // half of the smaller side of the box shows so many units
const FOG = 0.5; // the most that far things are mixed with the ground
const DEEP = 1.6; // how far the fog reaches
const FLOOR = -1; // where shadows fall
const PIECE = 0.4; // longest piece of a line that is painted at once
/** How much nearer than facets they count; what is lit, or "over", lies above all. */
const OVER = { line: 0.02, point: 0.05, ellipse: 0.3, all: 50 };

/** Degrees to radians. */
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Finds the angles under which a space is seen.
 * @param {object} plot with `space`
 * @param {object[]} parts its marks; one named "view" turns it
 * @param {number[]} [turned] where a hand has turned it
 * @returns {number[]} turn and tilt in degrees
 */
export function anglesOf(plot, parts, turned) {
  const view = parts.find(({ mark }) => mark === "view");
  return turned ?? (view ? [...view.arrays.angles.data] : [plot.space.turn, plot.space.tilt]);
}

/**
 * Makes the projection of a space.
 * @param {{left: number, top: number, width: number, height: number}} room the data box
 * @param {number[]} angles turn and tilt in degrees
 * @returns {function(number, number, number): {x: number, y: number, depth: number, s: number}}
 */
export function projection(room, [turn, tilt]) {
  const [ct, st] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const [ci, si] = [Math.cos(radians(tilt)), Math.sin(radians(tilt))];
  const unit = Math.min(room.width, room.height) / 2 / SPREAD;
  const [cx, cy] = [room.left + room.width / 2, room.top + room.height / 2];
  return (x, y, z) => {
    const across = x * ct - y * st;
    const away = x * st + y * ct;
    const up = z * ci + away * si;
    const depth = away * ci - z * si;
    const s = EYE / (EYE + depth);
    return { x: cx + unit * s * across, y: cy - unit * s * up, depth, s };
  };
}

/** How much of a far color is lost: 0 near to 1 far. */
function fogAt(depth) {
  return Math.min(Math.max((depth + DEEP) / (2 * DEEP), 0), 1);
}

/** Collects what is to be painted, and paints it from far to near. */
class Stage {
  constructor(sheet, angles) {
    this.sheet = sheet;
    this.at = projection(sheet.box, angles);
    this.items = [];
    this.alpha = 1; // of the mark that is added
    this.late = []; // words, over everything
  }

  /** Adds a piece at a depth. */
  put(depth, paint) {
    this.items.push({ depth, paint, alpha: this.alpha });
  }

  /** Adds a line through projected points, piece by piece, with ground left and right of it. */
  path(points, { color, width, halo = 3, dash = [], fog = FOG, over = OVER.line }) {
    const { ctx, theme, zoom } = this.sheet;
    let gone = 0;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      const offset = gone;
      gone += Math.hypot(b.x - a.x, b.y - a.y);
      const depth = (a.depth + b.depth) / 2;
      this.put(depth - over, () => {
        const thick = (width * (a.s + b.s)) / 2;
        ctx.beginPath();
        ctx.moveTo(a.x, a.y);
        ctx.lineTo(b.x, b.y);
        if (halo) {
          ctx.lineCap = "butt";
          ctx.strokeStyle = tint(theme.ground, 0.75);
          ctx.lineWidth = thick + halo * zoom;
          ctx.stroke();
        }
        ctx.lineCap = dash.length ? "butt" : "round";
        ctx.setLineDash(dash);
        ctx.lineDashOffset = offset;
        ctx.strokeStyle = blend(color, theme.ground, fog * fogAt(depth));
        ctx.lineWidth = thick;
        ctx.stroke();
        ctx.setLineDash([]);
      });
    }
  }

  /** Paints all. */
  paint() {
    this.items.sort((a, b) => b.depth - a.depth);
    for (const item of this.items) {
      this.sheet.ctx.globalAlpha = item.alpha;
      item.paint();
    }
    this.sheet.ctx.globalAlpha = 1;
    for (const write of this.late) write();
  }
}

/** Points on the way from one to another, so close that the painter's order is right. */
function stepsBetween(from, to) {
  const [dx, dy, dz] = from.map((v, c) => to[c] - v);
  const pieces = Math.max(1, Math.ceil(Math.hypot(dx, dy, dz) / PIECE));
  return Array.from({ length: pieces }, (_, k) => {
    const share = (k + 1) / pieces;
    return [from[0] + share * dx, from[1] + share * dy, from[2] + share * dz];
  });
}

/** Rows of an (n, 3) array, projected; not numbers become null. */
function projectedRows(stage, { data }) {
  const rows = [];
  for (let i = 0; i < data.length; i += 3) {
    const [x, y, z] = [data[i], data[i + 1], data[i + 2]];
    rows.push(Number.isFinite(x + y + z) ? stage.at(x, y, z) : null);
  }
  return rows;
}

/** On which side of a point its label stands; "out" is away from the middle of the picture. */
function sideOf({ box }, at, x) {
  if (at !== "out") return at;
  return x < box.left + box.width / 2 ? "w" : "e";
}

/** Adds points, and their shadows where the style wants them. */
function addPoints(stage, part, style) {
  const { sheet } = stage;
  const { ctx, theme, zoom } = sheet;
  const { xyz, group, shape, size } = part.arrays;
  const lit = litRows(part, style);
  const usual = style.r ?? 5.2;
  projectedRows(stage, xyz).forEach((seen, i) => {
    if (!seen) return;
    const g = group ? group.data[i] : 0;
    const form = shape ? shape.data[i] : g;
    const hue = style.hue ?? "group";
    const color = hue === "group" ? groupColor(theme, g) : colorOf(sheet, hue);
    const r = zoom * (size ? size.data[i] : usual) * (lit.has(i) ? 1.3 : 1) * seen.s;
    const over = lit.has(i) ? 2 * OVER.all : OVER.point;
    const body = lit.has(i) ? theme.hot : blend(color, theme.ground, FOG * fogAt(seen.depth));
    if (r) stage.put(seen.depth - over, () => {
      ctx.beginPath();
      addShape(ctx, form, seen.x, seen.y, r);
      if (lit.has(i)) strokeLit(sheet);
      ctx.fillStyle = style.hollow ? theme.ground : body;
      ctx.fill();
      ctx.strokeStyle = style.hollow ? body : theme.ground;
      ctx.lineWidth = zoom * (style.hollow ? 2 : 1.25);
      ctx.stroke();
    });
    if (style.shadow) {
      const below = stage.at(xyz.data[3 * i], xyz.data[3 * i + 1], FLOOR);
      stage.put(below.depth + 0.04, () => {
        ctx.beginPath();
        ctx.ellipse(below.x, below.y, 0.95 * r, 0.45 * r, 0, 0, 2 * Math.PI);
        ctx.fillStyle = tint(theme.ink, 0.12);
        ctx.fill();
      });
    }
    const label = style.labels?.[i];
    if (label) {
      const look = { size: "note", weight: 600, color: blend(color, theme.ink, 0.25) };
      const all = { ...look, at: sideOf(sheet, style.label_at, seen.x), away: r / zoom + 4 };
      stage.late.push(() => writeBesidePoint(sheet, label, seen.x, seen.y, all));
    }
  });
}

/** Adds lines. */
function addLines(stage, part, style) {
  const { sheet } = stage;
  const look = {
    color: colorOf(sheet, style.hue ?? "ink"),
    width: lineWidth(sheet, style.weight, "second"),
    dash: dashOf(sheet, style.dash),
    halo: style.weight === "thin" ? 0 : 3,
    fog: style.fog ? FOG : FOG / 2,
    over: style.over ? OVER.all : style.under ? -OVER.all : OVER.line,
  };
  let open = [];
  let before = null;
  let last = null;
  const { data } = part.arrays.xyz;
  for (let i = 0; i < data.length; i += 3) {
    const point = [data[i], data[i + 1], data[i + 2]];
    if (!point.every(Number.isFinite)) {
      stage.path(open, look);
      open = [];
      before = null;
      continue;
    }
    const steps = before ? stepsBetween(before, point) : [point];
    for (const step of steps) open.push(stage.at(...step));
    before = point;
    last = open.at(-1);
  }
  stage.path(open, look);
  if (style.text && last) {
    const all = { size: "note", weight: 600, color: look.color, at: "e", away: 8 };
    stage.late.push(() => writeBesidePoint(sheet, style.text, last.x, last.y, all));
  }
}

/** How brightly a facet is lit from the upper left: 0 to 1. */
function lightOn(corners) {
  const [a, b, c] = corners;
  const u = [b.x - a.x, b.y - a.y, b.depth - a.depth];
  const v = [c.x - a.x, c.y - a.y, c.depth - a.depth];
  // pixels and units differ: the depth is brought to pixels by the size of the facet
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n) || 1;
  const side = n[2] > 0 ? -1 : 1;
  return Math.min(Math.max((side * (-0.55 * n[0] - 0.62 * n[1] - 0.56 * n[2])) / length, 0), 1);
}

/** Adds facets: near ones thinner, so that one sees in. */
function addFacets(stage, part, style) {
  const { sheet } = stage;
  const { ctx, theme, dark, box } = sheet;
  const { facets, shade, group } = part.arrays;
  const [count, corners] = facets.shape;
  const unit = Math.min(box.width, box.height) / 2 / SPREAD;
  const seen = projectedRows(stage, facets);
  const hue = style.hue ?? "muted";
  for (let k = 0; k < count; k++) {
    const points = seen.slice(k * corners, (k + 1) * corners).filter(Boolean);
    if (points.length < 3) continue;
    const depth = points.reduce((sum, point) => sum + point.depth, 0) / points.length;
    const deep = points.map((point) => ({ ...point, depth: point.depth * unit }));
    const light = shade ? shade.data[k] : lightOn(deep);
    const grouped = group && group.data[k] !== 255;
    const base = grouped ? groupColor(theme, group.data[k]) : colorOf(sheet, hue);
    const dim = blend(base, "#000000", 0.18 * (1 - light));
    const color = blend(dim, dark ? "#dfeaf5" : "#ffffff", 0.25 + 0.4 * light);
    const cover = (style.fill ?? 0.5) * (0.4 + 0.6 * fogAt(depth));
    const fill = tint(color, cover);
    stage.put(depth, () => {
      ctx.beginPath();
      points.forEach((point) => ctx.lineTo(point.x, point.y));
      ctx.closePath();
      ctx.fillStyle = fill;
      ctx.fill();
      if (style.edge) {
        ctx.strokeStyle = tint(blend(base, theme.ink, 0.2), 0.4);
        ctx.lineWidth = 0.6;
        ctx.stroke();
      }
    });
  }
}

/** Adds ellipses; they face the eye. Rows: middle, two half axes, angle. */
function addEllipses(stage, part, style) {
  const { sheet } = stage;
  const { ctx, theme, zoom, box } = sheet;
  const { data, shape } = part.arrays.e;
  const unit = Math.min(box.width, box.height) / 2 / SPREAD;
  const color = colorOf(sheet, style.hue ?? "ink");
  for (let i = 0; i < shape[0]; i++) {
    const [x, y, z, a, b, angle] = data.subarray(6 * i, 6 * i + 6);
    if (!Number.isFinite(x + y + z + a + b + angle)) continue;
    const seen = stage.at(x, y, z);
    const axes = [a, b].map((axis) => Math.max(0.8, unit * seen.s * axis));
    stage.put(seen.depth - OVER.ellipse, () => {
      ctx.beginPath();
      ctx.ellipse(seen.x, seen.y, ...axes, -angle, 0, 2 * Math.PI);
      ctx.fillStyle = tint(theme.ground, 0.7);
      ctx.fill();
      ctx.fillStyle = tint(color, style.fill ?? 0.3);
      ctx.fill();
      ctx.strokeStyle = color;
      ctx.lineWidth = 1.75 * zoom;
      ctx.stroke();
    });
  }
}

const ADDERS = {
  "space-points": addPoints,
  "space-lines": addLines,
  "space-facets": addFacets,
  "space-ellipses": addEllipses,
};

/**
 * Paints a space.
 * @param {object} sheet what is painted on
 * @param {object[]} parts the marks that came
 * @param {object[]} marks those of the frame, with their parts and styles
 * @param {number[]} [turned] where a hand has turned it
 */
export function paintSpace(sheet, parts, marks, turned) {
  const stage = new Stage(sheet, anglesOf(sheet.plot, parts, turned));
  for (const { kind, part, style } of marks) {
    stage.alpha = style.alpha ?? 1;
    ADDERS[kind]?.(stage, part, style);
  }
  sheet.ctx.lineJoin = "round";
  stage.paint();
}
