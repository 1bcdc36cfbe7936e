// What the lecture mode takes from a notebook of JupyterLab.

import { LAB } from "../jupyterlab.js";
import { stepsOf } from "./steps.js";

/** The slide type of a cell, "-" for none. */
function kindOf(cell) {
  return cell.model.getMetadata("slideshow")?.slide_type ?? "-";
}

/** Whether a cell is a lecturer's note. */
export function isNote(cell) {
  return kindOf(cell) === "notes";
}

/** The tags of a cell. */
export function tagsOf(cell) {
  return cell.model.getMetadata("tags") ?? [];
}

/** The text of a cell, as it is typed. */
export function sourceOf(cell) {
  return cell.model.sharedModel.getSource();
}

/** The steps of a notebook; none where no cell is tagged as a slide. */
export function read(notebook) {
  return stepsOf(notebook.widgets.map((cell) => ({ kind: kindOf(cell), source: sourceOf(cell) })));
}

/** Whether a notebook has steps. */
export function hasSteps(notebook) {
  return notebook.widgets.some((cell) => ["slide", "subslide"].includes(kindOf(cell)));
}

/** The part of the page in which a notebook scrolls. */
export function scroller(notebook) {
  return notebook.node.querySelector(LAB.outer) ?? notebook.node;
}

/** What tells whether somebody has moved on the page: its scroll and the active cell. */
export function standOf(notebook) {
  return { scroll: scroller(notebook).scrollTop, active: notebook.activeCellIndex };
}

/**
 * The place of the cell where the reader is: of those that are seen the one with the focus, as a
 * slider may have it, else the active one, else the first.
 */
export function placeOf(notebook) {
  const focused = document.activeElement?.closest(LAB.cell);
  const { top, bottom } = scroller(notebook).getBoundingClientRect();
  const seen = ({ node }) => {
    const box = node.getBoundingClientRect();
    return box.height > 0 && box.bottom > top + 24 && box.top < bottom - 24;
  };
  const { activeCell, activeCellIndex, widgets } = notebook;
  const place = widgets.findIndex((cell) => cell.node === focused && seen(cell));
  if (place >= 0) return place;
  if (activeCell && seen(activeCell)) return activeCellIndex;
  return Math.max(0, widgets.findIndex(seen));
}

/** The heading of a cell as it is typeset, without its minutes; its words where it is not yet. */
export function typesetTitle(cell, words) {
  const heading = cell?.node.querySelector(`${LAB.text} :is(h1, h2, h3, h4)`);
  if (!heading) return [words];
  const copy = heading.cloneNode(true);
  copy.querySelector(LAB.anchorLink)?.remove();
  const last = copy.lastChild;
  if (last?.nodeType === 3) last.data = last.data.replace(/\s*\(\d+ min\)\s*$/, "");
  return [...copy.childNodes];
}
