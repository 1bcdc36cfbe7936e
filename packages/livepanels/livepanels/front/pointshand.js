// Points that can be dragged, added by a double-click on the plane, removed by one on a point;
// on a handle the keys + and Delete do the same.

import { Hand, halfPixel, onAxis, pointerOn, roundTo, spoken, stepped } from "./grip.js";
import { plain } from "./mathtext.js";
import { nearest } from "./pickhand.js";
import { ahead, beyond, placesOf } from "./places.js";
import { within } from "./sheet.js";

const TURN = Math.PI / 60; // angle of an arrow key on a circle
const NEAR = 0.05; // so much of its way from the origin a point on a ray keeps
const BESIDE = 4; // arrow keys from a point to the one that a key adds
const TABBED = 40; // so many handles are reached by Tab; of more of them only the last one touched

/** Which array of a mark holds the points, and where in a row they stand. */
const PLACES = {
  points: { array: "xy", width: 2, offset: 0, look: "mark" },
  line: { array: "xy", width: 2, offset: 0, look: "knob" },
  texts: { array: "xy", width: 2, offset: 0, look: "mark" },
  arrows: { array: "a", width: 4, offset: 2, look: "knob" },
};

/**
 * A point turned about the origin.
 * @param {number[]} point
 * @param {number} angle
 */
function rotated([x, y], angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** A point on the ray from the origin through another one, where it is closest to a third. */
export function onRay([sx, sy], [x, y]) {
  const share = (x * sx + y * sy) / (sx * sx + sy * sy || 1);
  return [sx, sy].map((v) => roundTo(Math.max(share, NEAR) * v, 1e-4));
}

/** The mean of some points. */
const meanOf = (points) =>
  [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);

/** The hand of a `Points` control. */
export class PointsHand extends Hand {
  constructor(name, figure, hands) {
    super(name, figure, hands);
    this.grips = [];
    this.whole = null; // the handle at the mean, which moves all points
    this.last = 0; // the handle touched last
    this.moving = null; // the point that is moved alone
    this.onDouble = (event) => this.addAt(event);
    this.onNear = (event) => this.liftNearest(event);
    figure.stage.addEventListener("pointermove", this.onNear);
    figure.stage.addEventListener("dblclick", this.onDouble);
  }

  /** Takes the points of an answer. */
  update(spec) {
    this.accept(spec);
    if (spec.places && this.held && this.moving !== null) {
      // a recording may move one point only: the others are where the answer has them
      this.raw = spec.at.map((point, i) => (i === this.moving ? this.raw[i] : point));
    }
    const mark = this.figure.mark(spec.mark);
    this.home = PLACES[mark?.kind] ?? PLACES.points;
    this.figure.stage.classList.toggle("lp-adds", Boolean(spec.add));
    while (this.grips.length > this.raw.length) this.grips.pop().remove();
    while (this.grips.length < this.raw.length) this.grips.push(this.makeGrip(this.grips.length));
    if (spec.together) this.whole ??= this.makeWhole();
  }

  /** The mean of the points. */
  get mean() {
    return meanOf(this.raw);
  }

  /** Makes the handle that moves all points by their mean. */
  makeWhole() {
    return this.handle({
      look: "knob",
      start: () => {
        this.moving = null;
      },
      move: (x, y) => this.moveMean(this.figure.sheet.inverse(x, y)),
      step: (dx, dy) => this.stepMean(dx, dy),
      home: () => this.sendPoints(this.start),
    });
  }

  /**
   * Moves all points so that their mean stands there.
   * @param {number[]} mean
   */
  moveMean([x, y]) {
    const { x: across, y: up } = this.figure.sheet.scales;
    const [mx, my] = this.mean;
    const [dx, dy] = [onAxis(across, x) - mx, onAxis(up, y) - my];
    const moved = this.raw.map(([px, py]) => [roundTo(px + dx, 0.001), roundTo(py + dy, 0.001)]);
    if (String(moved) !== String(this.raw)) this.sendPoints(moved);
  }

  /** Moves all points by arrow keys. */
  stepMean(dx, dy) {
    const { places } = this.spec;
    if (!places) {
      this.moveMean(stepped(this.figure.sheet.scales, this.mean, dx, dy));
      return;
    }
    const pixel = (points) => this.pixel(meanOf(points));
    const next = ahead(places.map(pixel), pixel(this.raw), [dx, -dy]);
    if (next !== null) this.sendPoints(places[next]);
  }

  /**
   * Where a point of the data is drawn.
   * @param {number[]} point
   */
  pixel([x, y]) {
    const { sheet } = this.figure;
    return [sheet.x(x), sheet.y(y)];
  }

  /** Makes the handle of point i. */
  makeGrip(i) {
    const grip = this.handle({
      look: this.home.look,
      start: () => this.touch(i),
      places: () => placesOf(this.spec.places, i, this.raw).map((place) => this.pixel(place)),
      move: (x, y) => this.moveTo(i, this.figure.sheet.inverse(x, y)),
      step: (dx, dy) => this.stepBy(i, dx, dy),
      home: () => this.start[i] && this.moveTo(i, this.start[i]),
      other: (event) => this.otherKey(i, event.key),
    });
    if (this.spec.add) grip.element.ariaKeyShortcuts = "+ Delete";
    return grip;
  }

  /** Lifts the handle nearest to the pointer over those that it overlaps. */
  liftNearest(event) {
    if (this.held) return;
    const all = this.whole ? [this.whole, ...this.grips] : this.grips;
    const places = all.map(({ x, y }) => [x, y]);
    const near = all[nearest(places, ...pointerOn(this.figure.stage, event), Infinity)];
    if (near === this.near) return;
    this.near?.element.classList.remove("lp-near");
    near?.element.classList.add("lp-near");
    this.near = near;
  }

  /** Remembers which handle was touched; only that one is reached by Tab where there are many. */
  touch(i) {
    this.last = i;
    this.moving = i;
    if (this.grips.length > TABBED) this.place();
  }

  /** Moves point i by arrow keys. */
  stepBy(i, dx, dy) {
    this.touch(i);
    if (this.spec.places) this.stepOn(i, dx, dy);
    else if (this.spec.along === "circle") this.moveTo(i, rotated(this.raw[i], TURN * (dx || dy)));
    else this.moveTo(i, stepped(this.figure.sheet.scales, this.raw[i], dx, dy));
  }

  /** Moves point i to its next recorded place in the direction of a key. */
  stepOn(i, dx, dy) {
    const places = placesOf(this.spec.places, i, this.raw);
    let next;
    if (this.spec.along === "circle") {
      const angles = places.map(([x, y]) => Math.atan2(y, x));
      const [x, y] = this.raw[i];
      const angle = beyond(angles, Math.atan2(y, x), dx || dy, 2 * Math.PI) ?? NaN;
      next = angles.findIndex((v) => Math.abs(Math.sin((v - angle) / 2)) < 1e-6);
    } else {
      const pixels = places.map((place) => this.pixel(place));
      next = ahead(pixels, this.pixel(this.raw[i]), [dx, -dy]);
    }
    const place = places[next ?? -1];
    if (place) this.sendPoints(this.raw.map((old, k) => (k === i ? place : old)));
  }

  /** How many places point i has; without a recording no number. */
  count(i) {
    return this.spec.places && placesOf(this.spec.places, i, this.raw).length;
  }

  /** Deletes, adds, or goes on to another handle; returns whether the key means something. */
  otherKey(i, key) {
    if ((key === "Delete" || key === "Backspace") && this.spec.add) this.removePoint(i);
    else if ((key === "+" || key === "Insert") && this.spec.add) this.addBeside(i);
    else if (key === "PageDown" || key === "PageUp") {
      const n = this.grips.length;
      const step = key === "PageDown" ? 1 : n - 1;
      let next = (i + step) % n;
      while (next !== i && this.count(next) === 1) next = (next + step) % n;
      this.touch(next);
      this.grips[next].element.focus();
    } else return false;
    return true;
  }

  /**
   * Moves point i to values of the data.
   * @param {number} i
   * @param {number[]} at
   */
  moveTo(i, [x, y]) {
    const { scales, box } = this.figure.sheet;
    const point = [
      roundTo(onAxis(scales.x, x), halfPixel(scales.x, box.width)),
      roundTo(onAxis(scales.y, y), halfPixel(scales.y, box.height)),
    ];
    const { along } = this.spec; // the one axis on which it may move, or a circle, or a ray
    if (along === "circle") {
      const grown = Math.hypot(...this.raw[i]) / (Math.hypot(x, y) || 1);
      if (!(x || y)) return;
      point.splice(0, 2, roundTo(x * grown, 1e-4), roundTo(y * grown, 1e-4));
    } else if (along === "ray") {
      point.splice(0, 2, ...onRay(this.start[i], [x, y]));
    } else if (along) point["yx".indexOf(along)] = this.raw[i]["yx".indexOf(along)];
    if (String(point) === String(this.raw[i])) return;
    this.sendPoints(this.raw.map((old, k) => (k === i ? point : old)));
  }

  /** Sends all points; their mark shows them at once. */
  sendPoints(points) {
    const { array, width, offset } = this.home;
    const rows = this.spec.rows ?? points.map((_, k) => k);
    this.send(points, this.spec.mark, (part) => {
      const { data, shape } = part.arrays[array];
      const moved = data.slice();
      this.raw.forEach(([x, y], k) => {
        if (rows[k] === undefined || rows[k] >= shape[0]) return;
        moved.set([x, y], rows[k] * width + offset);
      });
      return { ...part, arrays: { ...part.arrays, [array]: { data: moved, shape } } };
    });
  }

  /** Adds a point where the student double-clicks, or removes the one that is there. */
  addAt(event) {
    if (!this.spec.add) return;
    const i = this.grips.findIndex(({ element }) => element === event.target.closest(".lp-grip"));
    if (i >= 0) {
      this.removePoint(i);
      return;
    }
    const [x, y] = pointerOn(this.figure.stage, event);
    const { inverse, scales, box } = this.figure.sheet;
    if (!within(this.figure.sheet, x, y, 0)) return;
    const [vx, vy] = inverse(x, y);
    const point = [
      roundTo(vx, halfPixel(scales.x, box.width)),
      roundTo(vy, halfPixel(scales.y, box.height)),
    ];
    this.hands.onHand(this.name, [...this.raw, point]);
  }

  /** Adds a point beside point i, a few arrow keys away. */
  addBeside(i) {
    const { scales } = this.figure.sheet;
    const [x, y] = stepped(scales, this.raw[i], BESIDE, BESIDE);
    this.hands.onHand(this.name, [...this.raw, [onAxis(scales.x, x), onAxis(scales.y, y)]]);
  }

  /** Removes point i, unless it is the last one. */
  removePoint(i) {
    if (this.raw.length < 2) return;
    this.hands.onHand(
      this.name,
      this.raw.filter((_, k) => k !== i),
    );
    this.grips[Math.max(0, i - 1)].element.focus({ preventScroll: true });
  }

  /** Puts the handles where the points are, and says where that is. */
  place() {
    const { sheet, plot } = this.figure;
    const names = [plot.x?.label, plot.y?.label].map((label, k) => plain(label || "xy"[k]));
    const many = this.grips.length > TABBED;
    this.figure.stage.classList.toggle("lp-many", many); // a hundred halos would hide the points
    const shown = this.spec.rows?.length ?? this.grips.length; // a panel may show only the first
    this.grips.forEach((grip, i) => {
      const count = this.count(i);
      const point = i < shown && count !== 1 ? this.raw[i] : [NaN, NaN];
      if (!this.raw[i]) return;
      grip.at(sheet.x(point[0]), sheet.y(point[1]));
      grip.element.tabIndex = many && i !== this.last ? -1 : 0;
      const kind = (this.spec.label ?? "point").replace(/^points$/, "point");
      const label = plain(this.spec.labels?.[i] ?? `${kind} ${i + 1}`);
      const where = `${names[0]} ${spoken(point[0])}, ${names[1]} ${spoken(point[1])}`;
      grip.say(label, count ? `${where}; ${count} places` : where, point[0]);
      if (count) grip.element.title = `${label}: ${count} places`;
    });
    if (this.mapped) this.map();
    if (!this.whole) return;
    const [mx, my] = this.mean;
    this.whole.at(sheet.x(mx), sheet.y(my));
    const where = `${names[0]} ${spoken(mx)}, ${names[1]} ${spoken(my)}`;
    this.whole.say("all points, by their mean", where, mx);
  }

  /** Takes all handles away. */
  remove() {
    clearTimeout(this.waiting);
    this.mapped = null;
    this.map();
    this.figure.patches.delete(this.spec.mark);
    this.figure.stage.removeEventListener("dblclick", this.onDouble);
    this.figure.stage.removeEventListener("pointermove", this.onNear);
    this.figure.stage.classList.remove("lp-adds", "lp-many");
    for (const grip of this.grips) grip.remove();
    this.whole?.remove();
  }
}
