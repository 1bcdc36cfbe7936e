// All pictures of a panel: paints what changed, at any width, in both themes; glides where wished.

import { Figure } from "./figure.js";
import { calm, partsBetween, runGlide } from "./glide.js";
import { Hands } from "./hands.js";
import { MATH_FACE } from "./mathtext.js";
import { tokens } from "./tokens.js";

/** Colours that the style sheet of figures and handles reads. */
const CSS_ROLES = ["ink", "muted", "ground", "plate", "hair", "hot"];

/** Share of the screen's height that the pictures of a panel may take in the lecture hall. */
const HALL = 0.44;
/** Shares of their wished size that are tried for it. */
const SHARES = [1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

/** The pictures of a panel. */
export class Figures {
  /**
   * Takes an empty element.
   * @param {HTMLElement} host where the pictures stand
   * @param {{onHand?: function(string, *), onPick?: function(string, *)}} calls
   *   `onHand(name, raw)`: a hand has moved a control; `onPick(name, raw)`: it only points, null
   *   when it stops
   */
  constructor(host, calls = {}) {
    this.host = host;
    this.frames = [];
    this.figures = []; // of all plots, in order
    this.answer = null;
    this.look = { dark: false, zoom: 1, share: 1 };
    this.stopGlide = null;
    this.hands = new Hands(this, calls);
    host.classList.add("kernlab-figures");
    host.dataset.lmSuppressShortcuts = "true"; // arrow keys belong to the handles
    this.theme(this.look);
    this.observer = new ResizeObserver(() => this.refit());
    this.observer.observe(host);
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
      figure.name(figure.plotNumber === 0 ? answer.alts?.[figure.pictureNumber] : undefined);
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
      figure.fit();
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

  /** Replaces all figures by those of new frames; one whose frame stays keeps its place. */
  build(frames) {
    const old = this.figures;
    this.frames = [...frames];
    this.figures = frames.flatMap((frame, pictureNumber) =>
      frame.plots.map((plot, plotNumber) => {
        const figure = old.find((one) => one.plot === plot) ?? new Figure(plot);
        return Object.assign(figure, { pictureNumber, plotNumber });
      }),
    );
    for (const figure of old) if (!this.figures.includes(figure)) this.hands.forget(figure);
    this.host.replaceChildren(...this.figures.map((figure) => figure.element));
    this.dress();
  }

  /** Gives the figures theme and size; in the lecture hall all of them stand on one screen. */
  dress() {
    const room = this.look.zoom > 1 ? HALL * innerHeight : Infinity;
    this.dressedAt = this.host.clientWidth;
    for (const share of SHARES) {
      this.look.share = share;
      for (const figure of this.figures) {
        figure.dress(this.look);
        figure.fit();
      }
      if (this.host.offsetHeight <= room) return;
    }
  }

  /** The figure of a plot. */
  figure(picture, plot) {
    return this.figures.find(
      (figure) => figure.pictureNumber === picture && figure.plotNumber === plot,
    );
  }

  /** Paints again what got another size. */
  refit() {
    if (this.look.zoom > 1 && this.host.clientWidth !== this.dressedAt) this.dress();
    for (const figure of this.figures) figure.fit();
    const blank = this.figures.filter((figure) => figure.blank);
    if (blank.length) this.paint(blank);
  }

  /**
   * Takes a theme or a size of type.
   * @param {{dark?: boolean, zoom?: number}} look what changes
   */
  theme(look) {
    const face = `${getComputedStyle(this.host).fontFamily || "sans-serif"}`;
    Object.assign(this.look, look, { face });
    const theme = this.look.dark ? tokens.dark : tokens.light;
    const { style } = this.host;
    for (const role of CSS_ROLES) style.setProperty(`--kl-${role}`, theme[role]);
    style.setProperty("--kl-math", MATH_FACE);
    style.setProperty("--kl-zoom", this.look.zoom);
    this.dress();
    this.paint(this.figures);
  }

  /** Takes everything away. */
  destroy() {
    this.stopGlide?.();
    this.observer.disconnect();
    this.hands.destroy();
    this.host.replaceChildren();
    this.host.classList.remove("kernlab-figures");
  }
}
