// One plot on the page: caption, hint and key in HTML, the canvas, and the layer of its handles.

import { groupColor, hueColor } from "./colors.js";
import { plain, toHTML } from "./mathtext.js";
import { paintPlot } from "./paint.js";
import { canvasHeight } from "./scales.js";
import { shapeText } from "./shapes.js";
import { tokens } from "./tokens.js";

const LEAST = 216; // pixels below which a plot does not shrink beside another one
const SHRINK = 0.75; // of its wish to which it shrinks before it wraps

/** The key as HTML: shape, color (or a hue of its own) and name of each group; rings are open. */
export function keyHTML(key, theme) {
  return key
    .map(([group, name, hue, ring]) => {
      const color = hue === undefined ? groupColor(theme, group) : hueColor(theme, hue);
      const look = ring ? `fill="none" stroke="${color}" stroke-width="2"` : `fill="${color}"`;
      const path = `<path d="${shapeText(group, 4.5)}" ${look}/>`;
      const svg = `<svg viewBox="-7 -7 14 14" aria-hidden="true">${path}</svg>`;
      return `<span class="lp-key">${svg}${toHTML(name)}</span>`;
    })
    .join("");
}

/** Caption, hint and key as HTML. */
function captionHTML({ caption, key }, hint, theme) {
  const words = caption ? `<b>${toHTML(caption)}</b>` : "";
  const hinted = hint ? `<span class="lp-hint">${caption ? " · " : ""}${toHTML(hint)}</span>` : "";
  const title = words || hinted ? `<span class="lp-title">${words}${hinted}</span>` : "";
  return title + (key?.length ? keyHTML(key, theme) : "");
}

/** Whether two parts look the same. */
function alike(a, b) {
  if (a === b) return true;
  if (a.mark !== b.mark) return false;
  const names = Object.keys(b.arrays);
  const same = names.length === Object.keys(a.arrays).length;
  if (!same || !names.every((name) => a.arrays[name] === b.arrays[name])) return false;
  return a.extra === b.extra || JSON.stringify(a.extra ?? {}) === JSON.stringify(b.extra ?? {});
}

/** A plot on the page. */
export class Figure {
  /**
   * Builds the elements of a plot; they stand on the page when the caller puts them there.
   * @param {object} plot as the frame has it
   */
  constructor(plot) {
    this.plot = plot;
    this.parts = [];
    this.invitation = ""; // what a hand can do here
    this.patches = new Map(); // what a hand changes before the answer comes, by mark
    this.ring = null; // {mark, lit}: what keys have reached, lit above all else
    this.shown = undefined; // parts on the way to those of the answer
    this.headed = undefined; // what stands above, as it was written last
    this.angles = undefined; // where a hand has turned the space
    this.sheet = null; // where things lie, after the first painting
    this.width = 0; // of the canvas
    this.height = 0;
    this.ratio = 1; // pixels of the screen for one of them
    this.dark = undefined; // what follows is the look, as it was applied last
    this.zoom = undefined;
    this.share = undefined;
    this.face = undefined;
    this.element = document.createElement("figure");
    this.caption = document.createElement("figcaption");
    this.stage = document.createElement("div");
    this.canvas = document.createElement("canvas");
    this.layer = document.createElement("div");
    this.element.className = "lp-figure";
    this.stage.className = "lp-stage";
    this.layer.className = "lp-hands";
    this.canvas.role = "img";
    this.stage.append(this.canvas, this.layer);
    this.element.append(this.caption, this.stage);
    this.context = this.canvas.getContext("2d");
  }

  /** Takes another plot into its room; returns itself. */
  become(plot) {
    this.plot = plot;
    this.parts = [];
    this.patches.clear();
    this.sheet = null;
    this.stale = true;
    return this;
  }

  /** Takes theme, size of type and share of the wished size; returns whether they are new. */
  applyLook(look) {
    const { zoom, share } = look;
    const changed = ["dark", "zoom", "face", "share"].some((name) => look[name] !== this[name]);
    Object.assign(this, look);
    if (!changed) return false;
    const { width: full } = this.plot;
    const wish = zoom * Math.max(share * full, Math.min(full, LEAST));
    const { style } = this.element;
    this.writeHead();
    const least = this.hasDigits ? wish : Math.min(wish, Math.max(LEAST, SHRINK * wish));
    style.flex = `${wish} 1 ${least}px`;
    style.setProperty("--lp-wish", `${wish}px`);
    this.width = 0; // the canvas is measured anew
    return true;
  }

  /** Says in the caption what a hand can do here. */
  invite(words) {
    if (words === this.invitation) return;
    this.invitation = words;
    this.writeHead();
  }

  /** Writes caption, hint and key; a part "head" has others than the frame. */
  writeHead() {
    const theme = this.dark ? tokens.dark : tokens.light;
    const head = { ...this.plot, ...this.part("head")?.extra };
    const html = captionHTML(head, this.plot.hint || this.invitation, theme);
    if (html !== this.headed) this.caption.innerHTML = html;
    this.headed = html;
  }

  /** Whether numbers stand in the cells of a matrix: then there is no room to give away. */
  get hasDigits() {
    return this.plot.marks.some((mark) => mark.kind === "matrix" && Number.isInteger(mark.digits));
  }

  /** Gives the canvas the size that the page has for it; returns whether it changed. */
  fit() {
    const width = Math.floor(this.stage.clientWidth);
    const ratio = globalThis.devicePixelRatio || 1;
    if (!width || (width === this.width && ratio === this.ratio)) return false;
    const height = Math.ceil(canvasHeight(this.plot, width, this.zoom, this.share));
    Object.assign(this, { width, height, ratio, blank: true });
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    return true;
  }

  /** Takes the parts of an answer; returns whether anything of them is new. */
  take(parts) {
    const before = this.parts;
    const same = parts.length === before.length && parts.every((part, i) => alike(before[i], part));
    if (same) return false;
    this.parts = parts;
    this.writeHead();
    return true;
  }

  /** The part of a mark as the last answer has it. */
  part(mark) {
    return this.parts.find((part) => part.mark === mark);
  }

  /** The mark of the frame with that name. */
  mark(name) {
    return this.plot.marks.find((mark) => mark.name === name);
  }

  /** Paints everything: the last answer, or parts on the way to it, with what hands have moved. */
  paint(parts = this.parts) {
    if (!this.width) return;
    const patched = parts.map((part) => this.patched(part));
    const { width, dark, zoom, share, face, angles, ratio } = this;
    const again = () => this.paint(this.shown ?? this.parts); // when an image has been unpacked
    const view = { width, dark, zoom, share, face, angles, again };
    if (this.blank) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(this.height * ratio);
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.sheet = paintPlot(this.context, this.plot, patched, view);
    this.blank = false;
  }

  /** A part with what a hand has moved and keys have reached. */
  patched(part) {
    const { mark, lit } = this.ring ?? {};
    const moved = this.patches.get(part.mark)?.(part) ?? part;
    return mark === part.mark ? { ...moved, extra: { ...moved.extra, lit } } : moved;
  }

  /** Says what the canvas shows, for those who do not see it. */
  name(alt) {
    this.canvas.ariaLabel = alt ?? plain(this.plot.caption ?? "");
  }
}
