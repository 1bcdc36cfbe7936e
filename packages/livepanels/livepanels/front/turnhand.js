// Turning a space: drag the picture, or use the arrow keys; Home brings the first view back.

import { Hand, listenKeys, pointerOn, roundTo } from "./grip.js";
import { beyond, placesOf } from "./places.js";
import { anglesOf } from "./space.js";
import { plain } from "./mathtext.js";

const PER_PIXEL = [0.45, 0.35]; // degrees of turn and tilt
const STEP = 2; // degrees of an arrow key
const TILTS = [-88, 88]; // never quite from above or below

/** The hand of a `Turn` control, or of a space without one: then nothing is sent. */
export class TurnHand extends Hand {
  constructor(name, figure, hands) {
    super(name, figure, hands);
    this.element = document.createElement("div");
    this.element.className = "lp-turn";
    this.element.role = "slider";
    this.element.tabIndex = 0;
    figure.layer.prepend(this.element);
    this.listen();
    listenKeys(this.element, {
      step: (dx, dy) => {
        const [turn, tilt] = this.raw;
        const angles = this.spec.places && dx ? placesOf(this.spec.places, 0).flat() : [];
        const next = beyond(angles, turn, dx, 360);
        this.turnTo(next ?? turn + dx * STEP, tilt + dy * STEP);
      },
      home: () => this.turnTo(...this.start),
    });
  }

  /** Listens to the pointer. */
  listen() {
    const { element } = this;
    let last = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      element.setPointerCapture(event.pointerId);
      element.focus({ preventScroll: true, focusVisible: false });
      last = pointerOn(this.figure.stage, event);
      this.held = true;
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.held) return;
      const now = pointerOn(this.figure.stage, event);
      const [turn, tilt] = this.raw;
      const [dx, dy] = [now[0] - last[0], now[1] - last[1]];
      last = now;
      this.turnTo(turn + PER_PIXEL[0] * dx, tilt + PER_PIXEL[1] * dy);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(name, () => {
        this.held = false;
      });
    }
  }

  /** Takes the angles of an answer; one's own view stays until the kernel turns the space. */
  update(spec) {
    const asked = anglesOf(this.figure.plot, this.figure.parts);
    const moved = String(asked) !== String(this.asked);
    this.asked = asked;
    this.start ??= spec.start ?? spec.at ?? asked;
    this.spec = spec;
    if (spec.own) {
      if (moved && !this.held) {
        this.raw = asked;
        this.figure.angles = undefined;
      }
      return;
    }
    const answered = String(spec.at) === String(this.raw);
    if (this.pending && !answered) return;
    this.raw = spec.at;
    if (!this.held) this.figure.angles = undefined;
  }

  /** Turns the space at once. */
  turnTo(turn, tilt) {
    const around = ((((turn + 180) % 360) + 360) % 360) - 180;
    const up = Math.min(Math.max(tilt, TILTS[0]), TILTS[1]);
    this.raw = [roundTo(around, 1), roundTo(up, 1)];
    this.figure.angles = this.raw;
    this.figure.paint();
    this.place();
    if (this.spec.own) return;
    this.hands.onHand(this.name, this.raw);
    this.wait();
  }

  /** Ends the waiting: what the answer says is shown. */
  settle() {
    clearTimeout(this.waiting);
    this.waiting = null;
    if (this.spec.own) return;
    this.raw = this.spec.at;
    this.figure.angles = undefined;
    this.figure.paint();
    this.place();
  }

  /** Says how the space is turned. */
  place() {
    const [turn, tilt] = this.raw.map(Math.round);
    this.element.ariaLabel = plain(this.spec.label ?? "turn the space");
    this.element.ariaValueText = `turned by ${turn} degrees, seen from ${tilt} degrees above`;
    this.element.ariaValueNow = String(turn);
  }

  /** Takes it away. */
  remove() {
    clearTimeout(this.waiting);
    this.figure.angles = undefined;
    this.element.remove();
  }
}
