// Asking ahead: when the hand rests, the neighbors of where it stands are asked one by one.

const REST = 120; // milliseconds without a move that count as rest

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
