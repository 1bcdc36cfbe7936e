// Lecture mode: whoever presents a notebook says how large its panels are drawn on the screen.

/**
 * Watches how large a panel is to be drawn.
 * @param {HTMLElement} el where the panel stands
 * @param {function({zoom: number, share: number}|null, boolean): void} changed called after each
 *   change with `zoom` for type and marks and `share` for pictures besides (null: as at a desk),
 *   and with whether this is more than a trial
 * @returns {function(): void} ends it
 */
export function watchPresentation(el, changed) {
  const hear = ({ detail }) => {
    if (detail.node.contains(el)) changed(detail.presentation, detail.settled);
  };
  document.addEventListener("livepanels:presentation", hear);
  return () => document.removeEventListener("livepanels:presentation", hear);
}
