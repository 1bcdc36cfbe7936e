// Which figure on the page shows a plot that has come: its own, or one whose room it can take.

/** Whether one plot fits into the room of another, under the same words. */
export function sameRoom(one, other) {
  return !one.space && !other.space && roomOf(one) === roomOf(other);
}

/** What says how much room a plot takes, and what stands above it. */
function roomOf(plot) {
  const { caption, hint, key, width, height, margins, fit, marks } = plot;
  const digits = marks.filter(({ kind }) => kind === "matrix").map((mark) => mark.digits ?? null);
  return JSON.stringify([caption, hint, key, width, height, margins, fit, digits]);
}

/**
 * Gives each plot its figure: the one that has it already on the page; or the one that stands in
 * its place, if that one's plot has gone and the room is the same, so that nothing is laid out
 * anew; or one that rests.
 * @param {object[]} plots that are to be shown, in order
 * @param {{plot: object}[]} figures on the page, in order
 * @param {{plot: object}[]} resting that have left the page
 * @returns {(object|undefined)[]} a figure for each plot, or none
 */
export function reused(plots, figures, resting) {
  const free = new Set([...figures, ...resting]); // each is taken once
  const take = (figure) => (free.delete(figure) ? figure : undefined);
  const of = (plot, some) => take(some.find((one) => one.plot === plot && free.has(one)));
  const own = plots.map((plot) => of(plot, figures));
  return own.map((figure, i) => {
    const there = !figure && figures[i] && sameRoom(plots[i], figures[i].plot);
    return figure ?? (there ? take(figures[i]) : undefined) ?? of(plots[i], resting);
  });
}
