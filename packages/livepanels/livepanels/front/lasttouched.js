// Of many points, the box beside the picture shows the one that was moved last.

import { spoken } from "./grip.js";

/** Follows the points of one control. */
export class LastTouched {
  /** @param {object} control its description; rows: which points of the picture they are */
  constructor({ rows }) {
    this.rows = rows;
    this.before = null; // where all points stood
    this.row = null; // which one was moved alone
  }

  /**
   * Gives the text of the box.
   * @param {number[][]} at where all points stand now
   * @param {string} all what there is to say of all of them
   * @returns {string} the point that was moved last, by its name, else `all`
   */
  text(at, all) {
    this.note(at);
    const point = this.row !== null && at.length > 1 && at[this.row];
    if (!point) return all;
    const [x, y] = point.map(spoken);
    return `x${(this.rows?.[this.row] ?? this.row) + 1} = ${x}, ${y}`;
  }

  /** Notes which point stands elsewhere than before: one alone, or nobody. */
  note(at) {
    const { before } = this;
    this.before = at;
    if (before?.length !== at.length) {
      this.row = null;
      return;
    }
    const moved = at.flatMap((point, i) => (String(point) === String(before[i]) ? [] : [i]));
    if (moved.length) this.row = moved.length === 1 ? moved[0] : null;
  }
}
