// The page as a stage: the notebook alone, of it one screen, as large as fits.

import { LAB } from "../jupyterlab.js";
import { drawn, ladders, largest } from "./sizes.js";
import { scroller, standOf, tagsOf } from "./notebook.js";

const PICTURE = `.livepanel, .livepanel-picture, ${LAB.output} img`;
const PRINTED = `${LAB.output} pre`;
const UNSIZED = ":is(.livepanel, .livepanel-picture):not(.lecture)"; // made since
const QUESTION = ".classroom-vote .question:not(:empty)";
const MARKS = ["classroom-off", "classroom-asks", "classroom-lesson"]; // of cells
const OWN = ["classroom-stage", "classroom-code", "classroom-beside", "classroom-whole"];
const WHOLE = ["defer", "none"]; // ways to render a notebook in which all cells stand on the page

/** Whether what is folded in a cell comes with it: an explanation, lines that wait for a vote. */
function explains(cell) {
  return tagsOf(cell).includes("explain") || cell.node.querySelector(".classroom-printed") !== null;
}

/** The notebook of a panel as the only thing on the page. */
export class Stage {
  /** @param {object} panel JupyterLab's widget of a notebook */
  constructor(panel) {
    this.panel = panel;
    this.notebook = panel.content;
    this.shown = [];
    this.opened = []; // folded texts that the mode has opened
    this.presentation = null; // how panels are drawn
    this.memory = new Map(); // which sizes fitted a screen
    this.observer = new ResizeObserver(() => this.grown());
    this.onResize = () => this.fit();
  }

  /** Takes the whole page. Nothing of JupyterLab is changed but classes, so that all comes back. */
  enter() {
    const { notebook, panel } = this;
    this.before = { ...standOf(notebook), config: notebook.notebookConfig };
    if (!WHOLE.includes(notebook.notebookConfig.windowingMode)) {
      notebook.notebookConfig = { ...notebook.notebookConfig, windowingMode: "defer" };
    }
    this.path = [];
    for (let at = panel.node.parentElement; at; at = at.parentElement) this.path.push(at);
    for (const one of this.path) one.classList.add("classroom-path");
    panel.node.classList.add("classroom-stage");
    addEventListener("resize", this.onResize);
  }

  /** Gives the page back as it was. */
  leave() {
    const { notebook, panel, before } = this;
    removeEventListener("resize", this.onResize);
    this.observer.disconnect();
    panel.node.classList.remove(...OWN);
    for (const one of this.path) one.classList.remove("classroom-path");
    for (const { node } of notebook.widgets) node.classList.remove(...MARKS);
    for (const folded of this.opened) folded.open = false;
    this.opened = [];
    this.presentation = null;
    this.tell(true);
    notebook.notebookConfig = before.config;
    notebook.activeCellIndex = before.active;
    const back = () => {
      scroller(notebook).scrollTop = before.scroll;
    };
    back();
    requestAnimationFrame(back);
  }

  /**
   * Shows one screen.
   * @param {number[][]} parts places of cells: what was said so far of a step
   * @param {string} name of the screen
   */
  show(parts, name) {
    this.parts = parts;
    this.name = name;
    const wanted = new Set(parts.flat());
    this.notebook.widgets.forEach((cell, i) => {
      cell.node.classList.toggle("classroom-off", !wanted.has(i));
      cell.node.classList.toggle("classroom-lesson", tagsOf(cell).includes("exercise"));
    });
    for (const cell of this.cells()) if (explains(cell)) this.unfold(cell.node);
    scroller(this.notebook).scrollTop = 0;
    this.fit();
    this.await();
  }

  /** Opens what is folded in a text: an explanation comes when it is asked for. */
  unfold(node) {
    for (const folded of node.querySelectorAll("details:not([open])")) {
      folded.open = true;
      this.opened.push(folded);
    }
  }

  /** Shows or hides the code of the screen; what is folded opens with it. */
  code(on) {
    this.panel.node.classList.toggle("classroom-code", on);
    if (on) for (const cell of this.cells()) this.unfold(cell.node);
    this.fit();
  }

  get withCode() {
    return this.panel.node.classList.contains("classroom-code");
  }

  /** What JupyterLab has not rendered yet comes soon: then the screen is fitted anew. */
  await() {
    const { name } = this;
    const late = () => this.cells().some((cell) => cell.isPlaceholder?.());
    const look = () => {
      if (name !== this.name || !this.notebook.isAttached) return;
      if (late()) requestAnimationFrame(look);
      else this.show(this.parts, name);
    };
    if (late()) requestAnimationFrame(look);
  }

  /** The cells of the screen, of all parts. */
  cells() {
    return this.parts.flat().map((i) => this.notebook.widgets[i]);
  }

  /** Gives the screen the best sizes with which it fits; the smallest where none does. */
  fit() {
    const { clientWidth } = scroller(this.notebook);
    const key = `${this.name} ${this.withCode} ${innerWidth} ${innerHeight}`;
    this.observer.disconnect();
    const known = this.memory.get(key);
    if (!(known && this.apply(known, clientWidth))) {
      const { parts } = this;
      const pictures = parts.map((part) => this.hasPicture(part));
      const stills = parts.map((_, from) => this.isOneStill(parts.slice(from).flat()));
      const all = ladders(pictures, stills);
      const best = largest(all, (sizes) => this.apply(sizes, clientWidth));
      this.apply(best, clientWidth);
      this.memory.set(key, best);
    }
    this.tell(true);
    this.shown = this.cells().filter(({ node }) => node.offsetHeight > 0);
    for (const { node } of this.shown) this.observer.observe(node);
  }

  /** Whether a part has pictures that are seen. */
  hasPicture(part) {
    if (this.withCode) return false;
    return part.some((i) => this.notebook.widgets[i].node.querySelector(PICTURE));
  }

  /** Whether cells show one picture that nobody moves, below a text: it can stand beside it. */
  isOneStill(places) {
    const cells = places.map((i) => this.notebook.widgets[i]);
    const pictures = cells.filter(({ node }) => node.querySelector(PICTURE));
    const [one] = pictures;
    return (
      !this.withCode &&
      pictures.length === 1 &&
      one !== cells[0] &&
      one.node.querySelectorAll(".lp-figure").length === 1 &&
      !one.node.querySelector(".livepanel")
    );
  }

  /** Applies sizes; returns whether the screen fits. */
  apply({ from, type, picture, beside = false, whole = false, most = Infinity }, width) {
    const { node } = this.panel;
    node.classList.toggle("classroom-beside", beside);
    node.classList.toggle("classroom-whole", whole); // printed lines are not broken
    this.parts.forEach((part, k) => {
      for (const { node: cell } of part.map((i) => this.notebook.widgets[i])) {
        const asks = k < from && cell.querySelector(QUESTION) !== null;
        cell.classList.toggle("classroom-off", k < from && !asks);
        cell.classList.toggle("classroom-asks", asks); // the question stays, without its answers
      }
    });
    this.presentation = drawn(picture, width, innerHeight);
    const { zoom, share } = this.presentation;
    node.style.setProperty("--classroom-type", `${(type * innerHeight) / 1080}px`);
    node.style.setProperty("--livepanel-picture", zoom * share);
    this.tell(false);
    return !this.tall && !this.wide() && this.broken <= most;
  }

  /** How many printed lines go on in another line. */
  get broken() {
    const printed = this.cells().flatMap(({ node }) => [...node.querySelectorAll(PRINTED)]);
    const more = printed
      .filter(({ clientHeight }) => clientHeight > 0)
      .map((pre) => {
        const lines = pre.clientHeight / parseFloat(getComputedStyle(pre).lineHeight);
        return Math.round(lines) - pre.textContent.trimEnd().split("\n").length;
      });
    return more.reduce((sum, one) => sum + one, 0);
  }

  /** Whether the screen would have to be scrolled. */
  get tall() {
    const room = scroller(this.notebook);
    return room.scrollHeight > room.clientHeight;
  }

  /** Whether a line, a table or a formula is wider than the screen. */
  wide() {
    const kinds = `${LAB.text}, ${LAB.output}, ${PRINTED}`;
    return this.cells().some(({ node }) =>
      [...node.querySelectorAll(kinds)].some((part) => part.scrollWidth > part.clientWidth + 2),
    );
  }

  /** Something on the screen has grown, as a formula that is typeset late: does it still fit? */
  grown() {
    const { node } = this.panel;
    const late = this.cells().some((cell) => cell.node.querySelector(UNSIZED));
    if ((this.tall || late) && node.isConnected) requestAnimationFrame(this.onResize);
  }

  /** Tells the panels of the notebook how large they are drawn; `settled`: for now to stay so. */
  tell(settled) {
    const detail = { node: this.panel.node, presentation: this.presentation, settled };
    document.dispatchEvent(new CustomEvent("livepanels:presentation", { detail }));
  }
}
