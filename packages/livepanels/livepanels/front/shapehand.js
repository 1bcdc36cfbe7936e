// The handles of an ellipse: its middle, its two axes, and a knob that turns it.

import { Hand, halfPixel, keyStep, onAxis, roundTo, spoken, stepped } from "./grip.js";
import { ahead, beyond, placesOf } from "./places.js";
import { plain } from "./mathtext.js";

const KNOB = 30; // pixels from the end of the long axis to the knob that turns
const SNAP = 15; // degrees at which the knob likes to stop
const NEAR = 1.5; // ... if it is so close
const LEAST = 1 / 60; // of the x axis: the shortest half axis
const RIM = 9; // pixels from the edge of the box within which no handle stands

/** Which number of a shape a handle changes. */
const PART = { a: 2, b: 3, turn: 4 };
const DEGREES = 180 / Math.PI;

/** The hand of a `Shape` control; raw: [mx, my, a, b, angle in degrees]. */
export class ShapeHand extends Hand {
  constructor(name, figure, hands) {
    super(name, figure, hands);
    this.grips = null; // the four handles
    this.flipped = {}; // which of them lie at the other end
  }

  /** Takes the ellipse of an answer. */
  update(spec) {
    this.accept(spec);
    this.grips ??= {
      ...(spec.pinned ? {} : { mean: this.makeGrip("mean", "knob") }),
      a: this.makeGrip("a", "square"),
      b: this.makeGrip("b", "square"),
      turn: this.makeGrip("turn", "turn"),
    };
  }

  /** How much larger than the half axes the ellipse is drawn. */
  get grown() {
    return this.spec.scale ?? 1;
  }

  /** Makes one of the four handles. */
  makeGrip(which, look) {
    return this.handle({
      look,
      move: (x, y) => this.moveTo(which, this.figure.sheet.inverse(x, y)),
      step: (dx, dy) => this.stepBy(which, dx, dy),
      home: () => this.sendShape(this.start),
    });
  }

  /** In which direction from the mean a handle lies: at the other end where that has more room. */
  directionOf(which) {
    const along = this.raw[4] / DEGREES + (which === "b" ? Math.PI / 2 : 0);
    if (which === "mean") return along;
    if (!this.held) {
      const [here, there] = [0, Math.PI].map((turn) => this.room(which, along + turn));
      this.flipped[which] = here < this.farOf(which) && here < there;
    }
    return along + (this.flipped[which] ? Math.PI : 0);
  }

  /** How far from the mean a handle lies, if there is room. */
  farOf(which) {
    const [, , a, b] = this.raw;
    return { mean: 0, a, b, turn: a }[which] * this.grown + (which === "turn" ? this.away : 0);
  }

  /** How far from the mean a handle may lie in a direction, in units of the data. */
  room(which, along) {
    const { x, y, box, zoom } = this.figure.sheet;
    const [mx, my] = this.raw;
    const [px, py] = [x(mx), y(my)];
    const [u, v] = [x(mx + Math.cos(along)) - px, y(my + Math.sin(along)) - py];
    const edge = (low, length, p, way) =>
      (way > 0 ? low + length - RIM * zoom - p : p - low - RIM * zoom) / Math.abs(way);
    const rooms = [edge(box.left, box.width, px, u), edge(box.top, box.height, py, v)];
    const knob = which === "a" ? this.away : 0; // where it stands
    return Math.max(0, Math.min(...rooms) - knob);
  }

  /** Where a handle is, in units of the data: never outside of the box, where it is not caught. */
  pointOf(which) {
    const [mx, my] = this.raw;
    const along = this.directionOf(which);
    const far = which === "mean" ? 0 : Math.min(this.farOf(which), this.room(which, along));
    return [mx + far * Math.cos(along), my + far * Math.sin(along)];
  }

  /** How far the knob stands from the ellipse, in units of the data. */
  get away() {
    const { scales, box, zoom } = this.figure.sheet;
    return (KNOB * zoom * Math.abs(scales.x.high - scales.x.low)) / box.width;
  }

  /**
   * Moves a handle to values of the data.
   * @param {string} which
   * @param {number[]} at
   */
  moveTo(which, [x, y]) {
    const { scales } = this.figure.sheet;
    const [mx, my, a, b, degrees] = this.raw;
    if (which === "mean") {
      this.sendShape([onAxis(scales.x, x), onAxis(scales.y, y), a, b, degrees]);
      return;
    }
    if (which === "turn") {
      const angle = Math.atan2(y - my, x - mx) * DEGREES + (this.flipped.turn ? 180 : 0);
      const snapped = SNAP * Math.round(angle / SNAP);
      this.sendShape([mx, my, a, b, Math.abs(angle - snapped) < NEAR ? snapped : angle]);
      return;
    }
    const along = this.directionOf(which);
    const length = (x - mx) * Math.cos(along) + (y - my) * Math.sin(along);
    this.sendAxis(which, length / this.grown);
  }

  /** Sets the length of a half axis. */
  sendAxis(which, length) {
    const { x } = this.figure.sheet.scales;
    const span = Math.abs(x.high - x.low);
    const raw = [...this.raw];
    raw[which === "a" ? 2 : 3] = Math.min(Math.max(length, LEAST * span), span / 2);
    this.sendShape(raw);
  }

  /** Moves a handle by arrow keys. */
  stepBy(which, dx, dy) {
    const { scales } = this.figure.sheet;
    const [mx, my, a, b, degrees] = this.raw;
    if (this.spec.places) this.stepOn(which, dx, dy);
    else if (which === "mean") this.moveTo("mean", stepped(scales, [mx, my], dx, dy));
    else if (which === "turn") this.sendShape([mx, my, a, b, degrees + 2 * (dy - dx)]);
    else this.sendAxis(which, (which === "a" ? a : b) + (dx + dy) * keyStep(scales.x));
  }

  /** Moves a handle to its next recorded place in the direction of a key. */
  stepOn(which, dx, dy) {
    const { places } = this.spec;
    const raw = [...this.raw];
    if (which === "mean") {
      /** @param {number[]} shape */
      const pixel = ([x, y]) => [this.figure.sheet.x(x), this.figure.sheet.y(y)];
      const next = places[ahead(places.map(pixel), pixel(raw), [dx, -dy]) ?? -1];
      if (!next) return;
      raw.splice(0, 2, next[0], next[1]);
    } else {
      const k = PART[which];
      const next = beyond(placesOf(places, k, raw).flat(), raw[k], k === 4 ? dy - dx : dx + dy);
      if (next === null) return;
      raw[k] = next;
    }
    this.sendShape(raw);
  }

  /** Whether a recording leaves a handle where it is. */
  stands(which) {
    const { places } = this.spec;
    const parts = which === "mean" ? [0, 1] : [PART[which]];
    return Boolean(places) && parts.every((k) => placesOf(places, k).length === 1);
  }

  /** Sends a shape; its ellipse shows it at once. */
  sendShape(shape) {
    const { scales, box } = this.figure.sheet;
    const pixel = halfPixel(scales.x, box.width);
    const degrees = ((((shape[4] + 180) % 360) + 360) % 360) - 180;
    const raw = [...shape.slice(0, 4).map((v) => roundTo(v, pixel)), roundTo(degrees, 1)];
    const row = this.spec.rows?.[0] ?? 0;
    this.send(raw, this.spec.mark, (part) => {
      const { data, shape: size } = part.arrays.e;
      const moved = data.slice();
      const [mx, my, a, b, turn] = this.raw;
      moved.set([mx, my, this.grown * a, this.grown * b, turn / DEGREES], 5 * row);
      return { ...part, arrays: { ...part.arrays, e: { data: moved, shape: size } } };
    });
  }

  /** Puts the handles on the ellipse, and says what they are at. */
  place() {
    const { sheet } = this.figure;
    const [mx, my, a, b, degrees] = this.raw;
    const name = plain(this.spec.label ?? this.name);
    const words = {
      mean: [`mean of ${name}`, `${spoken(mx)}, ${spoken(my)}`, mx],
      a: [`first axis of ${name}`, spoken(a), a],
      b: [`second axis of ${name}`, spoken(b), b],
      turn: [`angle of ${name}`, `${spoken(degrees)} degrees`, degrees],
    };
    for (const [which, grip] of Object.entries(this.grips)) {
      const [x, y] = this.pointOf(which);
      if (this.stands(which)) grip.at(NaN, NaN);
      else grip.at(sheet.x(x), sheet.y(y), which === "a" || which === "b" ? -degrees / DEGREES : 0);
      grip.say(...words[which]);
    }
  }

  /** Takes the handles away. */
  remove() {
    clearTimeout(this.waiting);
    this.figure.patches.delete(this.spec.mark);
    for (const grip of Object.values(this.grips)) grip.remove();
  }
}
