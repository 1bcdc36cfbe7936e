// A handle: an element that can be held, moved with the arrow keys, and speaks.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const WIDE = 10; // steps of an arrow key with Shift
const PENDING = 700; // milliseconds for which a moved mark waits for its answer

/**
 * Finds where a pointer is on the stage of a figure.
 * @param {HTMLElement} stage of the figure
 * @param {PointerEvent} event where the pointer is
 * @returns {number[]} [x, y] in CSS pixels of the canvas
 */
export function pointerOn(stage, event) {
  const room = stage.getBoundingClientRect();
  const grown = room.width / stage.offsetWidth || 1; // a page may be scaled
  return [(event.clientX - room.left) / grown, (event.clientY - room.top) / grown];
}

/** Lays an element over a box of the canvas. */
export function lieOver({ style }, box) {
  for (const side of ["left", "top", "width", "height"]) style[side] = `${box[side]}px`;
}

/**
 * Listens to the arrow keys and Home of an element; other keys go to `other`.
 * @param {HTMLElement} element
 * @param {{step: function(number, number, KeyboardEvent): void, home: function(): void,
 *   other?: function(KeyboardEvent): boolean}} calls
 */
export function listenKeys(element, { step, home, other }) {
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const [dx, dy] = arrow;
      const times = event.shiftKey ? WIDE : 1;
      step(dx * times, dy * times, event);
    } else if (event.key === "Home") home();
    else if (event.key === "Escape") element.blur();
    else if (!other?.(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** A handle over a canvas. */
export class Grip {
  /**
   * Makes a handle.
   * @param {object} figure on which it lies
   * @param {{look?: string, start?: function(): void, move: function(number, number): void,
   *   step: function(number, number, KeyboardEvent): void, home: function(): void,
   *   end?: function(): void, seen?: function(boolean): void,
   *   other?: function(KeyboardEvent): boolean}} calls
   *   look: "mark", "knob", "square" or "turn"; move in pixels, step in arrow keys; seen: whether
   *   it is held or reached by keys
   */
  constructor(figure, calls) {
    this.figure = figure;
    this.held = false;
    this.x = NaN;
    this.y = NaN;
    this.turn = 0;
    this.element = document.createElement("div");
    this.element.className = `lp-grip lp-grip-${calls.look ?? "mark"}`;
    this.element.role = "slider";
    this.element.tabIndex = 0;
    this.element.innerHTML = '<span class="lp-halo"></span><span class="lp-knob"></span>';
    figure.layer.append(this.element);
    this.listen(calls);
  }

  /**
   * Listens to pointer and keys.
   * @param {any} calls as above
   */
  listen({ start, move, step, home, end, seen, other }) {
    const { element, figure } = this;
    let off = [0, 0]; // from the pointer to the middle of the handle
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      element.focus({ preventScroll: true, focusVisible: false });
      const [x, y] = pointerOn(figure.stage, event);
      off = [this.x - x, this.y - y];
      this.held = true;
      element.classList.add("lp-held");
      start?.();
      seen?.(true);
    });
    element.addEventListener("focus", () => element.matches(":focus-visible") && seen?.(true));
    element.addEventListener("blur", () => seen?.(false));
    element.addEventListener("pointermove", (event) => {
      if (!this.held) return;
      const [x, y] = pointerOn(figure.stage, event);
      move(x + off[0], y + off[1]);
    });
    const release = () => {
      if (!this.held) return;
      this.held = false;
      element.classList.remove("lp-held");
      end?.();
      seen?.(element.matches(":focus-visible"));
    };
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(name, release);
    }
    listenKeys(element, { step, home, other });
  }

  /** Puts the handle at a pixel. */
  at(x, y, turn = 0) {
    if (x === this.x && y === this.y && turn === this.turn) return;
    this.x = x;
    this.y = y;
    this.turn = turn;
    const turned = turn ? ` rotate(${turn}rad)` : "";
    this.element.style.transform = `translate(${x}px, ${y}px)${turned}`;
    this.element.hidden = !Number.isFinite(x + y);
  }

  /** Names the handle and says where it is. */
  say(label, text, now = 0) {
    const { element } = this;
    if (element.ariaLabel !== label) element.ariaLabel = label;
    if (element.ariaValueText !== text) {
      element.ariaValueText = text;
      element.ariaValueNow = String(now);
    }
  }

  /** Takes the handle away. */
  remove() {
    this.element.remove();
  }
}

/** What all hands share: they show a move at once, and keep it until its answer is there. */
export class Hand {
  constructor(name, figure, hands) {
    this.name = name;
    this.figure = figure;
    this.hands = hands;
    this.held = false;
    this.waiting = null; // until when a move is shown although no answer had it
    this.spec = undefined; // what the last answer says of it
    this.raw = undefined; // where it stands
    this.start = undefined; // where it stood first
    this.mapped = null; // gives the pixels of the recorded places that are shown
    /** @type {HTMLElement[]} */
    this.rings = []; // ... there
  }

  /** Puts its handles where their marks are: each kind of hand has its own way. */
  place() {}

  /**
   * Makes a handle of this hand, which is held while the handle is.
   * @param {any} calls what it does, as of Grip; places: the pixels of its recorded places
   */
  handle({ start, places, ...calls }) {
    return new Grip(this.figure, {
      ...calls,
      seen: (shown) => {
        this.mapped = shown && this.spec.places ? places : null;
        this.map();
      },
      start: () => {
        this.held = true;
        start?.();
      },
      end: () => {
        this.held = false;
        if (this.spec.snaps) this.settle(this.spec.mark); // it stands at a recorded place only
      },
    });
  }

  /** Draws a small ring at each recorded place of the handle that is held. */
  map() {
    while (this.rings.length) this.rings.pop().remove();
    for (const [x, y] of this.mapped?.() ?? []) {
      const ring = document.createElement("span");
      ring.className = "lp-place";
      ring.style.transform = `translate(${x}px, ${y}px)`;
      this.figure.layer.prepend(ring);
      this.rings.push(ring);
    }
  }

  /** Sends a position and shows it at once. */
  send(raw, mark, patch) {
    this.raw = raw;
    this.figure.patches.set(mark, patch);
    this.figure.paint();
    this.place();
    this.hands.onHand(this.name, raw);
    this.wait(mark);
  }

  /** Shows the answer's own marks again once it is there, or after a while. */
  wait(mark) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (this.held) this.wait(mark);
      else this.settle(mark);
    }, PENDING);
  }

  /** Whether a move is shown that no answer has had. */
  get pending() {
    return this.held || this.waiting !== null;
  }

  /** Ends the waiting; shows what the last answer says. */
  settle(mark) {
    clearTimeout(this.waiting);
    this.waiting = null;
    // another hand of the same mark may have ended it already
    const shown = this.figure.patches.delete(mark);
    if (!shown && this.raw === this.spec.at) return;
    this.raw = this.spec.at;
    this.figure.paint();
    this.place();
  }

  /** Takes the place that an answer gives; a move under way stays. */
  accept(spec) {
    this.start ??= spec.start ?? spec.at;
    this.spec = spec;
    const answered = JSON.stringify(spec.at) === JSON.stringify(this.raw);
    if (this.pending && !answered) return;
    if (!this.held) {
      clearTimeout(this.waiting);
      this.waiting = null;
      if (this.figure.patches.delete(spec.mark)) this.figure.stale = true; // to be painted again
    }
    this.raw = spec.at;
  }
}

/** A number rounded to what one pixel can tell. */
export function roundTo(value, step) {
  if (!(step > 0)) return value;
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(Math.min(digits, 12)));
}

/** A round step: about a hundredth of an axis. */
export function keyStep(scale) {
  const hundredth = Math.abs(scale.high - scale.low) / 100;
  const power = 10 ** Math.floor(Math.log10(hundredth));
  return [5, 2, 1].map((k) => k * power).find((step) => step <= hundredth * 1.0001);
}

/**
 * A point some arrow keys further to the right and up on the page.
 * @param {{x: object, y: object}} scales
 * @param {number[]} point
 * @param {number} dx
 * @param {number} dy
 */
export function stepped({ x, y }, [px, py], dx, dy) {
  const flip = (scale) => Math.sign(scale.high - scale.low);
  return [px + dx * flip(x) * keyStep(x), py + dy * flip(y) * keyStep(y)];
}

/** What half a pixel means on an axis of that length. */
export function halfPixel(scale, length) {
  return Math.abs(scale.high - scale.low) / length / 2;
}

/** Keeps a value on its axis. */
export function onAxis(scale, value) {
  const [low, high] = [Math.min(scale.low, scale.high), Math.max(scale.low, scale.high)];
  return Math.min(Math.max(value, low), high);
}

/** A number as one says it. */
export function spoken(value) {
  return String(Number(value.toPrecision(4))).replace("-", "\u2212");
}
