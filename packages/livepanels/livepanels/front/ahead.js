// Asking ahead: when the hand rests, the neighbors of where it stands are asked one by one; while
// it drags a slider, the stops that it comes to if it goes on as it does.

const REST = 120; // milliseconds without a move that count as rest
const DRAG = 200; // milliseconds between two moves of one drag
const STOPS = 10; // that are expected
const NEAR = 2; // stops a move: a slow hand skips one now and then, and is expected at all

/** Asks for answers that the hand may want next. */
export class Ahead {
  /**
   * @param {function(): object[]} near lists the settings next to where the controls stand
   * @param {function(object): boolean} known whether the answer to a setting is there
   * @param {function(object): boolean} ask asks for one; false if the kernel is busy with others
   */
  constructor(near, known, ask) {
    this.near = near;
    this.known = known;
    this.ask = ask;
    this.timer = undefined;
    this.wanted = [];
  }

  /** The hand has come to rest at what is shown now. */
  rest() {
    this.stop();
    this.timer = setTimeout(() => {
      this.wanted = this.near();
      this.next();
    }, REST);
  }

  /** Asks for the next neighbor that is not known. */
  next() {
    while (this.wanted.length) {
      const at = this.wanted.shift();
      if (this.known(at)) continue;
      if (!this.ask(at)) this.wanted = [];
      return;
    }
  }

  /** Asks no more: the hand moves, or a cell runs. */
  stop() {
    clearTimeout(this.timer);
    this.wanted = [];
  }
}

/** Follows the hand on a slider, and says where it is expected. */
export class Course {
  constructor() {
    this.last = {};
  }

  /**
   * Takes note of a move.
   * @param {{kind: string, name: string, steps?: number}} control
   * @param {*} raw where it was moved to
   * @param {number} now in milliseconds
   * @returns {number[]} the next stops; none where the hand does not go on evenly
   */
  next({ kind, name, steps }, raw, now) {
    const { last } = this;
    const onward = kind === "slider" && last.name === name && now - last.now < DRAG;
    const counted = [raw, last.raw].every((at) => typeof at === "number"); // or a mark
    const step = onward && counted ? raw - last.raw : NaN;
    this.last = { name, raw, now, step };
    const way = Math.sign(step);
    if (!(way * last.step > 0)) return []; // it turned, or only begins
    const sizes = [Math.abs(step), Math.abs(last.step)];
    if (sizes[0] !== sizes[1] && Math.max(...sizes) > NEAR) return [];
    const stops = Array.from({ length: STOPS }, (_, i) => raw + (i + 1) * way * Math.min(...sizes));
    return stops.filter((stop) => stop >= 0 && stop <= steps);
  }
}
