// The page as a stage: the notebook alone, of it one screen, as large as fits.

import { drawn, ladders, largest } from "./sizes.js";
import { scroller, standOf, tagsOf } from "./notebook.js";

const PICTURE = ".livepanel, .livepanel-picture, .jp-OutputArea-output img";
const UNDRESSED = ":is(.livepanel, .livepanel-picture):not(.lecture)"; // made since
const MARKS = ["classroom-off", "classroom-lesson"]; // of cells

/** The notebook of a panel as the only thing on the page. */
export class Stage {
  /** @param {object} panel JupyterLab's widget of a notebook */
  constructor(panel) {
    this.panel = panel;
    this.notebook = panel.content;
    this.shown = [];
    this.opened = []; // folded texts that the mode has opened
    this.memory = new Map(); // which sizes fitted a screen
    this.observer = new ResizeObserver(() => this.grown());
    this.onResize = () => this.fit();
  }

  /** Takes the whole page. Nothing of JupyterLab is changed but classes, so that all comes back. */
  raise() {
    const { notebook, panel } = this;
    this.before = { ...standOf(notebook), config: notebook.notebookConfig };
    if (notebook.notebookConfig.windowingMode === "full") {
      notebook.notebookConfig = { ...notebook.notebookConfig, windowingMode: "defer" };
    }
    this.way = [];
    for (let at = panel.node.parentElement; at; at = at.parentElement) this.way.push(at);
    for (const one of this.way) one.classList.add("classroom-way");
    panel.node.classList.add("classroom-stage");
    addEventListener("resize", this.onResize);
  }

  /** Gives the page back as it was. */
  strike() {
    const { notebook, panel, before } = this;
    removeEventListener("resize", this.onResize);
    this.observer.disconnect();
    panel.node.classList.remove("classroom-stage", "classroom-code", "classroom-beside", "classroom-whole");
    for (const one of this.way) one.classList.remove("classroom-way");
    for (const { node } of notebook.widgets) node.classList.remove(...MARKS);
    for (const folded of this.opened) folded.open = false;
    this.opened = [];
    panel.node.livepanelsPresentation = null;
    tell(panel.node, true);
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
    for (const cell of this.cells()) if (tagsOf(cell).includes("explain")) this.unfold(cell.node);
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
    if (!(known && this.wears(known, clientWidth))) {
      const { parts } = this;
      const pictures = parts.map((part) => this.hasPicture(part));
      const stills = parts.map((_, from) => this.isOneStill(parts.slice(from).flat()));
      const all = ladders(pictures, stills);
      const best = largest(all, (sizes) => this.wears(sizes, clientWidth));
      this.wears(best, clientWidth);
      this.memory.set(key, best);
    }
    tell(this.panel.node, true);
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
      one.node.querySelectorAll(".kl-figure").length === 1 &&
      !one.node.querySelector(".livepanel")
    );
  }

  /** Tries sizes; returns whether the screen fits. */
  wears({ from, type, picture, beside = false, whole = false, most = Infinity }, width) {
    const { node } = this.panel;
    node.classList.toggle("classroom-beside", beside);
    node.classList.toggle("classroom-whole", whole); // printed lines are not broken
    this.parts.forEach((part, k) => {
      for (const i of part) this.notebook.widgets[i].node.classList.toggle("classroom-off", k < from);
    });
    node.livepanelsPresentation = drawn(picture, width, innerHeight);
    node.style.setProperty("--classroom-type", `${(type * innerHeight) / 1080}px`);
    node.style.setProperty("--livepanel-picture", node.livepanelsPresentation.zoom * node.livepanelsPresentation.share);
    tell(node, false);
    return !this.tall && !this.wide() && this.broken <= most;
  }

  /** How many printed lines go on in another line. */
  get broken() {
    const printed = this.cells().flatMap(({ node }) => [
      ...node.querySelectorAll(".jp-OutputArea-output pre"),
    ]);
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
    const kinds = ".jp-RenderedMarkdown, .jp-OutputArea-output, .jp-OutputArea-output pre";
    return this.cells().some(({ node }) =>
      [...node.querySelectorAll(kinds)].some((part) => part.scrollWidth > part.clientWidth + 2),
    );
  }

  /** Something on the screen has grown, as a formula that is typeset late: does it still fit? */
  grown() {
    const { node } = this.panel;
    const late = this.cells().some((cell) => cell.node.querySelector(UNDRESSED));
    if ((this.tall || late) && node.isConnected) requestAnimationFrame(this.onResize);
  }
}

/** Tells the panels of a notebook how large they are drawn; `settled`: for now to stay so. */
function tell(node, settled) {
  document.dispatchEvent(new CustomEvent("livepanels:presentation", { detail: { node, settled } }));
}
