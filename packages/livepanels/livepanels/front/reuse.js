// Which figure on the page shows a plot that has come: its own, or one whose room it can take.

/** Whether one plot fits into the room of another, under the same words. */
export function sameRoom(one, other) {
  return !one.space && !other.space && roomOf(one) === roomOf(other);
}

/** What says how much room a plot takes, and what stands above it. */
function roomOf(plot) {
  const { caption, hint, key, width, height, margins, fit, marks } = plot;
  const digits = marks.map(({ kind, digits: shown }) => [kind, shown]);
  return JSON.stringify([caption, hint, key, width, height, margins, fit, digits]);
}

/**
 * Gives each plot its figure: the one that has it already, on the page or resting; or the one that
 * stands in its place, if that one's plot has gone and the room is the same.
 * @param {object[]} plots that are to be shown, in order
 * @param {{plot: object}[]} figures on the page, in order
 * @param {{plot: object}[]} resting that have left the page
 * @returns {(object|undefined)[]} a figure for each plot, or none
 */
export function reused(plots, figures, resting) {
  const free = new Set([...figures, ...resting]); // each is taken once
  const take = (figure) => (free.delete(figure) ? figure : undefined);
  const own = plots.map((plot) => take([...free].find((figure) => figure.plot === plot)));
  return own.map((figure, i) => {
    const there = figures[i];
    return figure ?? (there && sameRoom(plots[i], there.plot) ? take(there) : undefined);
  });
}
