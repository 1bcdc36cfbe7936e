// All pictures of a panel: paints what changed, at any width, in both themes; glides where wished.

import { Figure } from "./figure.js";
import { calm, partsBetween, runGlide } from "./glide.js";
import { Hands } from "./hands.js";
import { MATH_FACE } from "./mathtext.js";
import { keepKeys } from "./page.js";
import { reused } from "./reuse.js";
import { SHARES, above, roomFor } from "./room.js";
import { tokens } from "./tokens.js";

/** How many figures that left the page are kept: their canvases take memory. */
const RESTING = 3;

/** Colors that the style sheet of figures and handles reads. */
const CSS_ROLES = ["ink", "muted", "ground", "plate", "hair", "hot"];

/** The pictures of a panel. */
export class Figures {
  /**
   * Takes an empty element.
   * @param {HTMLElement} host where the pictures stand
   * @param {{onHand?: function(string, *): void, onPick?: function(string, *): void}} calls
   *   `onHand(name, raw)`: a hand has moved a control; `onPick(name, raw)`: it only points, null
   *   when it stops
   */
  constructor(host, calls = {}) {
    this.host = host;
    this.frames = [];
    this.figures = []; // of all plots, in order
    this.resting = []; // some that left the page last: they come back as they were
    this.answer = null;
    this.look = { dark: false, zoom: 1, share: 1 };
    this.presentation = null; // the size that lecture mode says
    this.stopGlide = null;
    this.hands = new Hands(this, calls);
    host.classList.add("livepanel-figures");
    keepKeys(host); // arrow keys belong to the handles
    this.theme(this.look);
    this.refit = this.refit.bind(this);
    this.observer = new ResizeObserver(this.refit);
    this.observer.observe(host);
    addEventListener("resize", this.refit); // the screen may become lower only
  }

  /**
   * Shows an answer.
   * @param {object} answer pictures, parts, alts, hands; never changed
   * @param {{glide?: boolean}} way whether points may move there in 300 ms
   */
  show(answer, { glide = false } = {}) {
    const sameFrames =
      answer.pictures.length === this.frames.length &&
      answer.pictures.every((frame, i) => frame === this.frames[i]);
    const from = sameFrames && glide && !this.hands.held && !calm() ? this.shownParts() : null;
    this.stopGlide?.();
    this.stopGlide = null;
    for (const figure of this.figures) figure.stale ||= Boolean(figure.shown); // caught on its way
    this.answer = answer;
    if (!sameFrames) this.build(answer.pictures);
    const news = this.figures.filter((figure) => figure.take(this.partsOf(figure)));
    this.figures.forEach((figure) => {
      const alts = [answer.alts?.[figure.pictureNumber] ?? []].flat(); // once it was one text
      figure.name(alts[figure.plotNumber]);
    });
    this.hands.update(answer);
    news.push(...this.figures.filter((figure) => figure.stale && !news.includes(figure)));
    if (from) this.glideFrom(from, news);
    else this.paint(sameFrames ? news : this.figures);
  }

  /** The parts of an answer that belong to a plot. */
  partsOf({ pictureNumber, plotNumber }) {
    return this.answer.parts.filter(
      (part) => part.picture === pictureNumber && part.plot === plotNumber,
    );
  }

  /** What each plot shows at this moment, also on its way. */
  shownParts() {
    return new Map(this.figures.map((figure) => [figure, figure.shown ?? figure.parts]));
  }

  /** Paints figures as their parts are. */
  paint(figures) {
    for (const figure of figures) {
      figure.shown = undefined;
      figure.stale = false;
      if (!figure.width) figure.fit(); // else the observer tells: to measure lays the page out
      figure.paint();
    }
    this.hands.place();
    // While a theme is loaded nothing has a size, and no observer tells that it is back.
    if (figures.some(({ width }) => !width)) requestAnimationFrame(() => this.refit());
  }

  /** Moves the news from what was shown to what has come. */
  glideFrom(from, news) {
    this.stopGlide = runGlide((u) => {
      for (const figure of news) {
        figure.shown = u < 1 ? partsBetween(from.get(figure), figure.parts, u) : undefined;
        figure.paint(figure.shown);
      }
      if (u >= 1) this.hands.place();
    });
  }

  /** Shows other frames; the page is laid out anew only where figures come or go. */
  build(frames) {
    const old = this.figures;
    const places = frames.flatMap((frame, pictureNumber) =>
      frame.plots.map((plot, plotNumber) => ({ plot, pictureNumber, plotNumber })),
    );
    const plots = places.map(({ plot }) => plot);
    this.frames = [...frames];
    this.figures = reused(plots, old, this.resting).map((known, i) => {
      const { plot, ...place } = places[i];
      if (known && known.plot !== plot) this.hands.forget(known.become(plot));
      return Object.assign(known ?? new Figure(plot), place);
    });
    const left = old.filter((figure) => !this.figures.includes(figure));
    for (const figure of left) this.hands.forget(figure);
    const others = this.resting.filter((figure) => !this.figures.includes(figure));
    this.resting = [...left, ...others].slice(0, RESTING);
    const same = this.figures.every((figure, i) => figure === old[i]);
    if (same && old.length === this.figures.length) return;
    this.host.replaceChildren(...this.figures.map((figure) => figure.element));
    this.applySize();
  }

  /**
   * Gives the figures theme and size: in a lecture what is said there; at a desk so large that all
   * of them stand on one screen with the controls, or where that cannot be, each of them by itself.
   */
  applySize() {
    this.sizedAt = this.place;
    if (this.presentation) return this.applyShare(this.presentation.share);
    const room = roomFor(this.host);
    const tallest = () => Math.max(0, ...this.figures.map(({ element }) => element.offsetHeight));
    const fits = (height) => SHARES.some((share) => this.applyShare(share) && height() <= room);
    return fits(() => this.host.offsetHeight) || fits(tallest);
  }

  /**
   * Tries a size, or goes back to that of the desk.
   * @param {{zoom: number, share: number}|null} presentation
   */
  present(presentation) {
    this.presentation = presentation;
    this.look.zoom = presentation?.zoom ?? 1;
    this.host.style.setProperty("--lp-zoom", String(this.look.zoom));
    this.applySize();
  }

  /** Gives the figures a share of their wished size. */
  applyShare(share) {
    this.look.share = share;
    for (const figure of this.figures) figure.applyLook(this.look);
    for (const figure of this.figures) figure.fit(); // only now do all have their shares
    return true;
  }

  /** On what the size of the figures depends. */
  get place() {
    return `${this.host.clientWidth} ${innerHeight} ${above(this.host)}`;
  }

  /** The figure of a plot. */
  figure(picture, plot) {
    return this.figures.find(
      (figure) => figure.pictureNumber === picture && figure.plotNumber === plot,
    );
  }

  /** Paints again what got another size. */
  refit() {
    if (this.place !== this.sizedAt && !this.hands.held) this.applySize();
    for (const figure of this.figures) figure.fit();
    const blank = this.figures.filter((figure) => figure.blank);
    if (blank.length) this.paint(blank);
  }

  /**
   * Takes a theme.
   * @param {{dark?: boolean, zoom?: number, share?: number}} look what changes
   */
  theme(look) {
    const face = `${getComputedStyle(this.host).fontFamily || "sans-serif"}`;
    Object.assign(this.look, look, { face });
    const theme = this.look.dark ? tokens.dark : tokens.light;
    const { style } = this.host;
    for (const role of CSS_ROLES) style.setProperty(`--lp-${role}`, theme[role]);
    style.setProperty("--lp-math", MATH_FACE);
    style.setProperty("--lp-zoom", String(this.look.zoom));
    this.applyShare(this.look.share); // another light is no other place: nothing becomes smaller
    this.paint(this.figures);
  }

  /** Takes everything away. */
  destroy() {
    this.stopGlide?.();
    this.observer.disconnect();
    removeEventListener("resize", this.refit);
    this.hands.destroy();
    this.host.replaceChildren();
    this.host.classList.remove("livepanel-figures");
  }
}
