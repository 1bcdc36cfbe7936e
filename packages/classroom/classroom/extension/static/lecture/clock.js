// How long a section has been on the screen; knows no page.

/** Minutes and seconds of so many milliseconds: "4:05". */
export function minutesAndSeconds(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Adds up the time of each section, also of one that is shown again. */
export class Clock {
  /** @param {function(): number} now milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
    this.spent = new Map();
    this.section = null;
    this.since = 0;
  }

  /** A section comes to the screen; null: none is there. */
  turnTo(section) {
    if (section === this.section) return;
    if (this.section !== null) this.spent.set(this.section, this.of(this.section));
    this.section = section;
    this.since = this.now();
  }

  /** Milliseconds that a section was on the screen. */
  of(section) {
    const running = section === this.section ? this.now() - this.since : 0;
    return (this.spent.get(section) ?? 0) + running;
  }

  /** Milliseconds of all sections. */
  get all() {
    const others = [...this.spent.keys()].filter((section) => section !== this.section);
    const now = this.section === null ? 0 : this.of(this.section);
    return others.reduce((sum, section) => sum + this.spent.get(section), now);
  }

  /** Begins anew with the section that is on the screen. */
  reset() {
    this.spent.delete(this.section);
    this.since = this.now();
  }
}
