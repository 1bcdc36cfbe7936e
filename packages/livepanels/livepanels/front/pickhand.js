// Picking: the pointer previews an entry, a point or a bar; a click or an arrow key keeps it.

import { barPlaces } from "./bars.js";
import { Hand, lieOver, listenKeys, pointerOn } from "./grip.js";
import { entryAt } from "./matrix.js";
import { ahead, beyond } from "./places.js";
import { plain } from "./mathtext.js";

const REACH = 30; // pixels from which on a point is no longer meant

/** The nearest of some pixels, or null if all are far away. */
export function nearest(pixels, x, y, reach = REACH) {
  let best = null;
  let least = reach;
  pixels.forEach(([px, py], i) => {
    const distance = Math.hypot(px - x, py - y);
    if (distance < least) {
      least = distance;
      best = i;
    }
  });
  return best;
}

/** Pixels of the rows of an array: the columns x and y of each. */
function rowPixels(sheet, { data, shape }, x = 0, y = 1) {
  const width = shape[1];
  return Array.from({ length: shape[0] }, (_, i) => [
    sheet.x(data[i * width + x]),
    sheet.y(data[i * width + y]),
  ]);
}

/** The nearest row to the left or right, whatever its height: for curves and stems. */
function nearestAcross(sheet, array, x) {
  const flat = rowPixels(sheet, array).map(([px]) => [px, 0]);
  return nearest(flat, x, 0, Infinity);
}

/** What lies at a pixel, for each kind of mark; null where there is nothing. */
const LOOKERS = {
  matrix: (sheet, { arrays }, style, x, y) => entryAt(sheet, style, arrays.index.shape, x, y),
  points: (sheet, { arrays }, style, x, y) => nearest(rowPixels(sheet, arrays.xy), x, y),
  ellipses: (sheet, { arrays }, style, x, y) => nearest(rowPixels(sheet, arrays.e), x, y, 60),
  arrows: (sheet, { arrays }, style, x, y) => nearest(rowPixels(sheet, arrays.a, 2, 3), x, y),
  line: (sheet, { arrays }, style, x) => nearestAcross(sheet, arrays.xy, x),
  stems: (sheet, { arrays }, style, x) => nearestAcross(sheet, arrays.xy, x),
  bars: (sheet, { arrays }, style, x) => {
    const n = arrays.value.shape[0];
    const { middle, slot } = barPlaces(sheet, n, style);
    const i = Array.from({ length: n }, (_, k) => k).findIndex(
      (k) => Math.abs(middle(k) - x) <= slot / 2,
    );
    return i < 0 ? null : i;
  },
};

/** How many rows a mark has. */
function countOf({ arrays }) {
  return Object.values(arrays)[0].shape[0];
}

/** The hand of a `Pick` control. */
export class PickHand extends Hand {
  constructor(name, figure, hands) {
    super(name, figure, hands);
    this.seen = null; // what the pointer shows at the moment
    this.element = document.createElement("div");
    this.element.className = "lp-pick";
    this.element.role = "slider";
    this.element.tabIndex = 0;
    figure.layer.prepend(this.element); // below the handles of points
    this.element.addEventListener("pointermove", (event) => this.preview(this.under(event)));
    this.element.addEventListener("pointerleave", () => this.preview(null));
    this.element.addEventListener("click", (event) => this.keep(this.under(event)));
    listenKeys(this.element, {
      step: (dx, dy) => this.stepBy(dx, dy),
      home: () => this.keep(this.start),
    });
  }

  /** Takes what an answer has picked. */
  update(spec) {
    this.accept(spec);
    this.light();
  }

  /** What lies under the pointer. */
  under(event) {
    const { sheet, stage } = this.figure;
    const part = this.figure.part(this.spec.mark);
    const mark = this.figure.mark(this.spec.mark);
    if (!sheet || !part || !LOOKERS[mark.kind]) return null;
    const found = LOOKERS[mark.kind](
      sheet,
      part,
      { ...mark, ...part.extra },
      ...pointerOn(stage, event),
    );
    return this.ofSpec(found);
  }

  /** The number among the rows of the control of a row of its mark. */
  ofSpec(found) {
    if (found === null || Array.isArray(found) || !this.spec.rows) return found;
    const i = this.spec.rows.indexOf(found);
    return i < 0 ? null : i;
  }

  /** Shows what the pointer means, without keeping it. */
  preview(found) {
    if (String(found) === String(this.seen)) return;
    this.seen = found;
    this.light();
    this.figure.paint();
    this.hands.onPick(this.name, found);
  }

  /** Keeps what is picked. */
  keep(found) {
    if (found === null || found === undefined) return;
    this.seen = null;
    this.raw = found;
    this.light();
    this.figure.paint();
    this.place();
    this.hands.onHand(this.name, found);
    this.wait(this.spec.mark);
  }

  /** Goes to a neighbor by arrow keys. */
  stepBy(dx, dy) {
    const part = this.figure.part(this.spec.mark);
    if (!part) return;
    if (this.spec.places) {
      this.stepOn(dx, dy);
      return;
    }
    const clamp = (v, n) => Math.min(Math.max(v, 0), n - 1);
    if (Array.isArray(this.raw)) {
      const border = this.figure.mark(this.spec.mark).border ? 1 : 0;
      const [n, m] = part.arrays.index.shape.map((size) => size - border);
      const [i, j] = this.raw;
      this.keep([clamp(i - dy, n), clamp(j + dx, m)]);
    } else {
      const n = this.spec.rows?.length ?? countOf(part);
      this.keep(clamp(this.raw + (dx || -dy), n));
    }
  }

  /** Goes to the next recorded one in the direction of a key. */
  stepOn(dx, dy) {
    const { places } = this.spec;
    if (Array.isArray(this.raw)) {
      /** @param {any} entry */
      const across = ([i, j]) => [j, i];
      this.keep(places[ahead(places.map(across), across(this.raw), [dx, -dy]) ?? -1]);
    } else this.keep(beyond(places, this.raw, dx || -dy));
  }

  /** Lights what is picked, at once. */
  light() {
    const { mark, rows } = this.spec;
    this.figure.patches.set(mark, (part) => {
      const { lit, ...arrays } = part.arrays;
      const silent = !lit && !part.extra?.lit;
      if (this.seen === null && !this.pending && !silent) return part;
      const one = this.seen ?? this.raw;
      const row = Array.isArray(one) ? one : (rows?.[one] ?? one);
      return { ...part, arrays, extra: { ...part.extra, lit: [row] } };
    });
  }

  /** Ends the waiting; what the answer lights is lit. */
  settle() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.raw = this.spec.at;
    this.figure.paint();
    this.place();
  }

  /** Lies over the data box, and says what is picked. */
  place() {
    const { element } = this;
    lieOver(element, this.figure.sheet.box);
    element.ariaLabel = plain(this.spec.label ?? this.name);
    const numbers = Array.isArray(this.raw) ? this.raw.join(", ") : String(this.raw);
    element.ariaValueText = this.spec.text ?? numbers;
    element.ariaValueNow = String(Array.isArray(this.raw) ? this.raw[0] : this.raw);
  }

  /** Takes it away. */
  remove() {
    clearTimeout(this.waiting);
    this.figure.patches.delete(this.spec.mark);
    this.element.remove();
  }
}
