// Walking: keys go from entry to entry of a heat map where no Pick does. It only tells.

import { element } from "./elements.js";
import { Hand, lieOver, listenKeys, roundTo, spoken } from "./grip.js";
import { plain } from "./mathtext.js";
import { matrixPlaces } from "./matrix.js";
import { numeral, styleOf } from "./sheet.js";

/** Where an entry stands, in words: on the axes of its plot, or by the names of row and column. */
function placeOf(sheet, style, shape, i, j) {
  if (style.extent) {
    const { rows, columns } = matrixPlaces(sheet, style, shape);
    const [from, middle, to] = [0, 0.5, 1].map((u) =>
      sheet.inverse(columns.edge(j) + u * columns.size, rows.edge(i) + u * rows.size),
    );
    const words = middle.map((v, k) => spoken(roundTo(v, Math.abs(to[k] - from[k]) / 100)));
    const label = (axis) => sheet.scales[axis].label || axis;
    return `${label("x")} = ${words[0]}, ${label("y")} = ${words[1]}`;
  }
  const groups = style.groups ?? [];
  const [rows, columns] = style.said ?? [style.rows, style.columns];
  const named = (names, at) => {
    const group = groups.find(([name, start, stop]) => name && at >= start && at < stop);
    return (names?.[at] || String(at)) + (group ? ` (${group[0]})` : "");
  };
  return `row ${named(rows, i)}, column ${named(columns, j)}`;
}

/** What an entry is: its number where it came with the picture, else what its color can tell. */
function amountOf({ arrays }, { scale, low, high, root, digits }, at) {
  const told = arrays.value?.data[at];
  if (told !== undefined) return Number.isNaN(told) ? "none" : numeral(told, digits);
  const index = arrays.index.data[at];
  if (!index) return scale === "signed" ? "none" : `none, or below ${numeral(low)}`;
  const share = (index - 128) / 127; // from -1 to 1; of a root, where the scale is one
  const bent = root ? share * Math.abs(share) : share;
  const value = (low + high + bent * (high - low)) / 2;
  return `about ${numeral(roundTo(value, (high - low) / 100))}`;
}

/** The hand of a heat map that no control picks in. */
export class WalkHand extends Hand {
  constructor(name, figure, hands) {
    super(name, figure, hands);
    this.raw = [0, 0];
    this.element = element("div", { className: "lp-walk", role: "application", tabIndex: 0 });
    this.element.ariaRoleDescription = "heat map";
    this.told = element("div", { className: "lp-told" });
    this.told.setAttribute("aria-live", "polite"); // only keys change it: no frame is read aloud
    figure.layer.prepend(this.element, this.told);
    this.element.addEventListener("focus", () => this.walk(0, 0));
    this.element.addEventListener("blur", () => this.leave());
    const ways = { End: [Infinity, 0], PageUp: [0, Infinity], PageDown: [0, -Infinity] };
    listenKeys(this.element, {
      step: (dx, dy) => this.walk(dx, dy),
      home: () => this.walk(-Infinity, 0),
      other: ({ key }) => key in ways && this.walk(...ways[key]),
    });
  }

  /** Takes the matrix of an answer; the place stays. */
  update(spec) {
    this.spec = spec;
    if (this.figure.ring) this.figure.ring.mark = spec.mark;
  }

  /** Goes some entries to the right and up, as far as there are any, and tells what is there. */
  walk(dx, dy) {
    const { figure, spec } = this;
    const part = figure.part(spec.mark);
    const style = styleOf(figure.mark(spec.mark), part);
    const { shape } = part.arrays.index;
    const clamp = (v, n) => Math.min(Math.max(v, 0), n - 1);
    const [i, j] = [clamp(this.raw[0] - dy, shape[0]), clamp(this.raw[1] + dx, shape[1])];
    this.raw = [i, j];
    figure.ring = { mark: spec.mark, lit: [this.raw] };
    figure.paint();
    const amount = amountOf(part, style, i * shape[1] + j);
    this.told.textContent = plain(`${placeOf(figure.sheet, style, shape, i, j)}: ${amount}`);
    return true;
  }

  /** Takes ring and words away. */
  leave() {
    this.told.textContent = "";
    this.figure.ring = null;
    this.figure.paint();
  }

  /** Lies over the data box, and says what it is. */
  place() {
    lieOver(this.element, this.figure.sheet.box);
    const { caption } = { ...this.figure.plot, ...this.figure.part("head")?.extra };
    const label = `${plain(caption || "matrix")}: arrow keys go from entry to entry`;
    if (this.element.ariaLabel !== label) this.element.ariaLabel = label;
  }

  /** Takes it away. */
  remove() {
    this.figure.ring = null;
    this.element.remove();
    this.told.remove();
  }
}
