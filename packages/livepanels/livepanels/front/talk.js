// The talk with the kernel: newer positions replace older ones that wait. While a hand moves and
// the kernel answers at once, two questions are under way: it need not wait for the page.

import { keyOf } from "./settings.js";

const BRISK = 60; // milliseconds: who answered the last question so fast is asked two at a time
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
    this.under = []; // questions under way, the oldest first
    this.waiting = null; // the one that goes out after the next answer
    this.slow = false; // whether the last answer took long
    this.brisk = false; // ... or came at once
    this.gives = true; // whether the last one that was asked for more gave it
    this.number = 0;
    this.wordless = null; // since when answers came without readout and lamp
    this.timers = [];
  }

  /** The question whose answer comes next, null where none is under way. */
  get asked() {
    return this.under[0]?.question ?? null;
  }

  /** Whether no question is under way, and none waits. */
  get quiet() {
    return !this.asked && !this.waiting;
  }

  /** Whether an answer to a move is to come: one that is asked ahead is none for here. */
  get moving() {
    return Boolean(this.waiting || (this.asked && !this.asked.ahead));
  }

  /** Whether a question may go out now. */
  free(question) {
    const [first, ...more] = this.under;
    if (!first) return true;
    const { then } = first.question;
    const coming = this.gives && then?.some((at) => keyOf(at) === keyOf(question.at));
    return this.brisk && !more.length && !coming && isMove(first.question) && isMove(question);
  }

  /**
   * Asks now, or after the next answer; a question that waits gives way to this one.
   * @param {object} question {at, then?, typed?, hello?, words?, ahead?}; `then`: where the hand is
   *   expected next
   */
  ask(question) {
    const typed = { ...this.waiting?.typed, ...question.typed };
    for (const name of question.moved ?? []) if (!question.typed?.[name]) delete typed[name];
    const whole = { ...this.waiting, then: [], ...question, typed };
    if (this.free(whole)) this.dispatch(whole);
    else this.waiting = whole;
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
    const then = this.slow ? [] : said.then; // a slow line or kernel is spared more
    const asked = { ...said, then, words: said.words || this.wordsDue(), ask: this.number };
    this.under.push({ question: asked, sentAt: this.clock.now() });
    this.watch();
    this.send({ ...asked, slow: this.slow });
  }

  /** Says so when the next answer does not come for long, and gives up in the end. */
  watch() {
    this.hush();
    if (!this.asked) return;
    /** @type {[number, string][]} */
    const waits = this.asked.ahead ? [] : [[SLOW, "computing"], [SILENT, "silent"]];
    this.timers = waits.map(([pause, text]) => this.clock.later(() => this.say(text), pause));
    this.timers.push(this.clock.later(() => this.giveUp(), LOST));
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
    this.under = [];
    this.say("lost");
  }

  /**
   * Takes note of an answer; `more`: those ahead are still under way.
   * @param {{ask: number, words?: object|null, more?: boolean}} answer
   * @returns {boolean} whether it answers what was asked last, and nothing waits
   */
  answered({ ask, words, more }) {
    const now = this.clock.now();
    const place = this.under.findIndex(({ question }) => question.ask === ask);
    if (place >= 0) {
      const { question, sentAt } = this.under[place];
      this.under.splice(0, place + 1);
      if (question.then?.length && !question.ahead) this.gives = Boolean(more);
      if (more) this.under.unshift({ question: { ...question, ahead: true }, sentAt: now });
      const slow = now - sentAt > SLOW;
      if (slow || !question.ahead) this.slow = slow;
      this.brisk = now - sentAt < BRISK;
    }
    if (words) this.wordless = null;
    else this.wordless ??= now;
    const next = this.waiting;
    if (next && this.free(next)) this.dispatch(next);
    else this.watch();
    return ask === this.number && !next;
  }

  /** Ends the talk: nobody answers any more. */
  end() {
    this.under = [];
    this.waiting = null;
    this.hush();
  }
}

/** Whether a question is that of a hand on its way, and nothing more. */
function isMove({ typed, hello, ahead, at }) {
  return Boolean(at) && !hello && !ahead && !Object.keys(typed ?? {}).length;
}

/** The clock of the page. */
const pageClock = {
  now: () => performance.now(),
  later: (action, pause) => setTimeout(action, pause),
  cancel: (timer) => clearTimeout(timer),
};
