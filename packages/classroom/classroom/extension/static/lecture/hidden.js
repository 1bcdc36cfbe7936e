// The lecturer's notes in a notebook: hidden from its page, and no stop on the way through cells.

import { LAB } from "../jupyterlab.js";
import { isNote } from "./notebook.js";

const SHOWN = "classroom-with-notes"; // class of the body: somebody writes notes

/** Shows the notes of all notebooks, or hides them. */
export function toggleNotes() {
  return document.body.classList.toggle(SHOWN);
}

/** Whether notes are shown. */
export const notesAreShown = () => document.body.classList.contains(SHOWN);

/**
 * Hides the notes of a notebook, also those that come later.
 * @param {object} notebook JupyterLab's widget, which has its model
 */
export function hideNotes(notebook) {
  const mark = () => {
    for (const cell of notebook.widgets) cell.node.classList.toggle("classroom-note", isNote(cell));
  };
  let last = notebook.activeCellIndex;
  notebook.activeCellChanged.connect(() => {
    const { activeCell, activeCellIndex, widgets } = notebook;
    const pressed = globalThis.event?.target?.closest?.(LAB.cell) === activeCell?.node;
    if (activeCell && isNote(activeCell) && !pressed && !notesAreShown()) {
      const next = besides(widgets.map(isNote), activeCellIndex, activeCellIndex < last ? -1 : 1);
      if (next >= 0) notebook.activeCellIndex = next;
    }
    last = notebook.activeCellIndex;
  });
  notebook.model.cells.changed.connect(() => requestAnimationFrame(mark));
  mark();
}

/**
 * Gives the place of the next cell that is seen, the other way where there is none, or -1.
 * @param {boolean[]} hidden of each cell
 * @param {number} at a hidden one
 * @param {number} way 1 forward, -1 back
 */
export function besides(hidden, at, way) {
  const next = hidden.indexOf(false, at);
  const before = hidden.lastIndexOf(false, at);
  const [first, second] = way > 0 ? [next, before] : [before, next];
  return first >= 0 ? first : second;
}
