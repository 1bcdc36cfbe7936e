// The talk with the kernel: one question under way at a time, newer positions replace older ones.

const SLOW = 250; // milliseconds after which the panel says that it is computing, and asks for less
const SILENT = 2000; // ... and after which it says that no answer came
const LOST = 8000; // ... and after which it waits for it no longer
const WORDS = 200; // how old readout and lamp may get during a drag; a pause brings them at once

/** Asks the kernel, and takes note of its answers. */
export class Talk {
  /**
   * @param {function(object): void} send sends a question
   * @param {function(string): void} say told "", "computing", "silent" or "lost" while one is
   *   under way
   * @param {{now: function(): number, later: function(function(): void, number): any,
   *   cancel: function(any): void}} clock
   */
  constructor(send, say, clock = pageClock) {
    this.send = send;
    this.say = say;
    this.clock = clock;
    this.asked = null; // the question under way
    this.waiting = null; // the one that goes out after the next answer
    this.slow = false; // whether the last answer took long
    this.number = 0;
    this.sentAt = 0;
    this.wordless = null; // since when answers came without readout and lamp
    this.timers = [];
  }

  /** Whether no question is under way, and none waits. */
  get quiet() {
    return !this.asked && !this.waiting;
  }

  /**
   * Asks now, or after the next answer; a question that waits gives way to this one.
   * @param {object} question {at, typed?, hello?, words?, ahead?}
   */
  ask(question) {
    const typed = { ...this.waiting?.typed, ...question.typed };
    for (const name of question.moved ?? []) if (!question.typed?.[name]) delete typed[name];
    const whole = { ...this.waiting, ...question, typed };
    if (this.asked) this.waiting = whole;
    else this.dispatch(whole);
  }

  /** Lets a question that waits go unasked: its answer is there. */
  drop() {
    this.waiting = null;
  }

  /** Sends a question. */
  dispatch(question) {
    const { moved: _, ...said } = question;
    this.waiting = null;
    this.number += 1;
    this.sentAt = this.clock.now();
    this.asked = { ...said, words: said.words || this.wordsDue(), ask: this.number };
    /** @type {[number, string][]} */
    const waits = question.ahead ? [] : [[SLOW, "computing"], [SILENT, "silent"]];
    this.hush();
    this.timers = waits.map(([pause, text]) => this.clock.later(() => this.say(text), pause));
    this.timers.push(this.clock.later(() => this.giveUp(), LOST));
    this.send({ ...this.asked, slow: this.slow });
  }

  /** Whether readout and lamp are behind the picture for so long that they must come along. */
  wordsDue() {
    return this.wordless !== null && this.clock.now() - this.wordless > WORDS;
  }

  /** Stops the timers, and what was said while waiting. */
  hush() {
    this.timers.forEach(this.clock.cancel);
    this.timers = [];
    this.say("");
  }

  /** Stops waiting for an answer. */
  giveUp() {
    this.asked = null;
    this.say("lost");
  }

  /**
   * Takes note of an answer.
   * @param {{ask: number, words: object|null, ahead?: boolean}} answer
   * @returns {boolean} whether it answers what was asked last, and nothing waits
   */
  answered({ ask, words, ahead }) {
    const now = this.clock.now();
    this.hush();
    const slow = now - this.sentAt > SLOW;
    if (slow || !this.asked?.ahead) this.slow = slow;
    const expected = ask === this.number;
    this.asked = null;
    if (words) this.wordless = null;
    else if (!ahead) this.wordless ??= now;
    const next = this.waiting;
    if (next) this.dispatch(next);
    return expected && !next;
  }

  /** Ends the talk: nobody answers any more. */
  end() {
    this.asked = null;
    this.waiting = null;
    this.hush();
  }
}

/** The clock of the page. */
const pageClock = {
  now: () => performance.now(),
  later: (action, pause) => setTimeout(action, pause),
  cancel: (timer) => clearTimeout(timer),
};
