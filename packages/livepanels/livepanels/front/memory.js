// What the page remembers: answers by panel and positions, with one budget for the whole page.

/** Bytes of arrays that a page may remember. */
const BUDGET = 64 * 2 ** 20;
/** What an answer weighs beside its arrays: words, descriptions. */
const SMALL = 2048;

/** Answers of all panels; what was not looked at for the longest time goes first. */
export class Memory {
  /** @param {number} budget bytes to keep */
  constructor(budget = BUDGET) {
    this.budget = budget;
    this.bytes = 0;
    this.answers = new Map(); // in the order of their last use
    this.hits = 0;
    this.misses = 0;
  }

  /**
   * Gives a remembered answer, and counts whether there was one.
   * @param {string} panel
   * @param {string} key positions
   * @returns {object|undefined}
   */
  get(panel, key) {
    const name = nameOf(panel, key);
    const kept = this.answers.get(name);
    if (!kept) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    this.answers.delete(name); // to the end of the order
    this.answers.set(name, kept);
    return kept.answer;
  }

  /** Whether an answer is remembered; this is no use of it. */
  has(panel, key) {
    return this.answers.has(nameOf(panel, key));
  }

  /**
   * Remembers an answer; what is too much for the budget goes.
   * @param {string} panel
   * @param {string} key positions
   * @param {object} answer
   * @param {number} bytes that no other answer holds
   */
  put(panel, key, answer, bytes) {
    const name = nameOf(panel, key);
    const before = this.answers.get(name)?.size ?? 0; // whose arrays this answer may hold as well
    const size = Math.max(before, bytes + SMALL);
    this.drop(name);
    this.answers.set(name, { answer, size, panel });
    this.bytes += size;
    for (const oldest of this.answers.keys()) {
      if (this.bytes <= this.budget) return;
      this.drop(oldest);
    }
  }

  /** Forgets one answer. */
  drop(name) {
    const kept = this.answers.get(name);
    if (!kept) return;
    this.bytes -= kept.size;
    this.answers.delete(name);
  }

  /** Forgets all answers of a panel, of every panel if none is named. */
  forget(panel) {
    for (const [name, kept] of this.answers) {
      if (panel === undefined || kept.panel === panel) this.drop(name);
    }
  }
}

/** Joins the name of a panel and positions. */
function nameOf(panel, key) {
  return `${panel} ${key}`;
}

/**
 * Gives the one memory of this page, also where the page has two versions of this file.
 * @returns {Memory}
 */
export function pageMemory() {
  return ((globalThis.livepanels ??= {}).memory ??= new Memory());
}
