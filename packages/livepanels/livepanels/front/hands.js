// Hands: focusable elements over the canvases that stand for what can be dragged, picked, turned.

import { PickHand } from "./pickhand.js";
import { PointsHand } from "./pointshand.js";
import { ShapeHand } from "./shapehand.js";
import { TurnHand } from "./turnhand.js";
import { WalkHand } from "./walkhand.js";

const KINDS = {
  points: PointsHand,
  pick: PickHand,
  turn: TurnHand,
  shape: ShapeHand,
  walk: WalkHand,
};

/** All hands of a panel: those of controls, one on each space and one on each heat map. */
export class Hands {
  /**
   * Makes the hands of a panel's pictures.
   * @param {object} figures the pictures
   * @param {{onHand?: function(string, *): void, onPick?: function(string, *): void}} calls where
   *   moves go
   */
  constructor(figures, { onHand = () => {}, onPick = () => {} }) {
    this.figures = figures;
    this.onHand = onHand;
    this.onPick = onPick;
    this.all = new Map();
    this.touched = () => figures.host.classList.remove("lp-fresh");
    this.greeted = false;
    figures.host.addEventListener("pointerdown", this.touched, true);
    figures.host.addEventListener("keydown", this.touched, true);
  }

  /** Whether one of them is held: then nothing glides. */
  get held() {
    return [...this.all.values()].some((hand) => hand.held);
  }

  /** Takes the hands of an answer. */
  update(answer) {
    const wanted = new Map(Object.entries(answer.hands ?? {}));
    for (const figure of this.figures.figures) {
      this.addTurn(figure, wanted);
      this.addWalk(figure, wanted);
    }
    for (const [name, hand] of this.all) {
      const spec = wanted.get(name);
      const figure = spec && this.figures.figure(spec.picture, spec.plot);
      if (figure === hand.figure && spec.kind === hand.kind) continue;
      hand.remove();
      this.all.delete(name);
    }
    for (const [name, spec] of wanted) this.take(name, spec);
    for (const figure of this.figures.figures) figure.invite(this.invitation(figure));
    this.greet(answer);
  }

  /** What the hands of a figure can do, in words. */
  invitation(figure) {
    const own = [...this.all.values()].filter((hand) => hand.figure === figure);
    return [...new Set(own.flatMap(({ spec }) => spec?.hint ?? []))].join(", ");
  }

  /** Adds the hand that turns a space, unless a control does. */
  addTurn(figure, wanted) {
    if (!figure.plot.space) return;
    const { pictureNumber: picture, plotNumber: plot } = figure;
    const there = [...wanted.values()].some(
      (spec) => spec.kind === "turn" && spec.picture === picture && spec.plot === plot,
    );
    if (!there) wanted.set(`turn ${picture} ${plot}`, { kind: "turn", picture, plot, own: true });
  }

  /** Adds the hand that walks over a heat map, unless a control picks in all of it. */
  addWalk(figure, wanted) {
    const { pictureNumber: picture, plotNumber: plot } = figure;
    const picks = [...wanted.values()].filter(
      (spec) => spec.kind === "pick" && spec.picture === picture && spec.plot === plot,
    );
    const free = ({ kind, name }) => {
      const size = kind === "matrix" && figure.part(name)?.arrays.index.data.length;
      const whole = ({ mark, places }) => mark === name && !(places?.length < size); // not recorded
      return size && !picks.some(whole);
    };
    const mark = figure.plot.marks.find(free)?.name;
    if (mark) wanted.set(`walk ${picture} ${plot}`, { kind: "walk", picture, plot, mark });
  }

  /** Gives a hand its place in the answer; makes it if it is new. */
  take(name, spec) {
    const figure = this.figures.figure(spec.picture, spec.plot);
    if (!figure || !KINDS[spec.kind]) return;
    if (!this.all.has(name)) {
      const hand = new KINDS[spec.kind](name, figure, this);
      this.all.set(name, Object.assign(hand, { kind: spec.kind }));
    }
    this.all.get(name).update(spec);
  }

  /** Lets the halos breathe when hands appear for the first time. */
  greet(answer) {
    if (this.greeted || !Object.keys(answer.hands ?? {}).length) return;
    this.greeted = true;
    this.figures.host.classList.add("lp-fresh");
  }

  /** Puts all handles where their marks are. */
  place() {
    for (const hand of this.all.values()) if (hand.figure.sheet) hand.place();
  }

  /** Lets go of a figure that leaves the page, or shows another plot: there one may walk on. */
  forget(figure) {
    for (const [name, hand] of this.all) {
      if (hand.figure !== figure || hand.kind === "walk") continue;
      hand.remove();
      this.all.delete(name);
    }
  }

  /** Takes all away. */
  destroy() {
    for (const hand of this.all.values()) hand.remove();
    this.all.clear();
    this.figures.host.removeEventListener("pointerdown", this.touched, true);
    this.figures.host.removeEventListener("keydown", this.touched, true);
  }
}
