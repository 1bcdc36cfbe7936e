// The lecture mode: JupyterLab's extension says how large a panel is drawn on the screen of a hall.

/**
 * Gives how large a panel is drawn: `zoom` for type and marks, `share` for pictures besides.
 * @param {HTMLElement} el where the panel stands
 * @returns {{zoom: number, share: number}|null} null at the desk
 */
export function hallOf(el) {
  return el.closest(".jp-NotebookPanel")?.livepanelsPresentation ?? null;
}

/**
 * Watches how large a panel is to be drawn.
 * @param {HTMLElement} el where the panel stands
 * @param {function(boolean)} changed called after each change, with whether it is more than a trial
 * @returns {function()} ends it
 */
export function watchHall(el, changed) {
  const hear = ({ detail }) => {
    if (detail.node.contains(el)) changed(detail.settled);
  };
  document.addEventListener("livepanels:presentation", hear);
  return () => document.removeEventListener("livepanels:presentation", hear);
}
