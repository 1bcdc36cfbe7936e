// One lecture: where it is, what the keys do, the clock.

import { LAB, missingNames, wordsOfMissing } from "../jupyterlab.js";
import { Black, Help, List } from "./sheets.js";
import { Clock } from "./clock.js";
import { Head } from "./head.js";
import { Notes } from "./notes.js";
import { Stage } from "./stage.js";
import { say } from "./elements.js";
import { asked, focusOf, switches } from "./keys.js";
import { minutesOfAll, moved, plainTitle, screenOf } from "./steps.js";
import { placeOf, read, standOf, typesetTitle } from "./notebook.js";

const MOVED = 24; // pixels of scrolling; less comes from what is drawn anew
const RENDERED = 1500; // milliseconds after which the first cells are rendered

/** The lecture mode of one notebook. */
export class Lecture {
  /**
   * @param {object} panel JupyterLab's widget of a notebook
   * @param {function(): void} ended called when the mode is left
   */
  constructor(panel, ended) {
    this.panel = panel;
    this.notebook = panel.content;
    this.ended = ended;
    this.stage = new Stage(panel);
    this.clock = new Clock();
    this.notes = new Notes(this);
    this.at = null;
    this.tested = undefined; // the timer of the test for JupyterLab's names
    this.left = null; // how the page stood when the mode was left
    this.onKey = (event) => this.key(event);
    this.onDouble = (event) => {
      if (event.target.closest(LAB.markdownCell)) event.stopPropagation(); // no text is edited
    };
    panel.disposed.connect(() => this.on && this.leave());
  }

  /**
   * Enters at the step where the reader is; where the lecture was left if nobody has moved.
   * @param {boolean} anew whether to begin at the first step
   */
  enter(anew) {
    this.on = true;
    this.steps = read(this.notebook);
    if (anew) this.at = { step: 0, part: 0 };
    else if (!this.returns) this.at = screenOf(this.steps, placeOf(this.notebook));
    document.body.classList.add("classroom-lecture");
    this.stage.enter();
    this.head = new Head(this.panel.node);
    if (focusOf(document.activeElement) === "text") release();
    addEventListener("keydown", this.onKey, true);
    this.panel.node.addEventListener("dblclick", this.onDouble, true);
    this.timer = setInterval(() => this.tick(), 500);
    this.tested ??= setTimeout(() => this.test(), RENDERED);
    this.show();
  }

  /** Whether the lecture goes on: it was left, and nobody has moved on the page since. */
  get returns() {
    const { scroll, active } = standOf(this.notebook);
    return (
      this.left !== null &&
      this.at.step < this.steps.length &&
      this.left.active === active &&
      Math.abs(this.left.scroll - scroll) < MOVED
    );
  }

  /** Says, once for a notebook, what this JupyterLab lacks. */
  test() {
    const words = this.panel.isDisposed ? "" : wordsOfMissing(missingNames(this.panel));
    if (!words) return;
    console.warn(words);
    say(words);
  }

  /** Leaves; the page is as it was before. */
  leave() {
    this.on = false;
    this.sheet?.remove();
    this.left = this.stage.before;
    removeEventListener("keydown", this.onKey, true);
    this.panel.node.removeEventListener("dblclick", this.onDouble, true);
    clearInterval(this.timer);
    this.clock.turnTo(null);
    this.head.remove();
    this.notes.close();
    document.body.classList.remove("classroom-lecture");
    if (!this.panel.isDisposed) this.stage.leave();
    this.ended();
  }

  /** Shows the screen where the lecture is. */
  show() {
    const { step, part } = this.at;
    const { parts, minutes, section } = this.steps[step];
    this.stage.show(parts.slice(0, part + 1), `${step}.${part}`);
    this.head.show({
      title: this.titleOf(step),
      minutes,
      number: step + 1,
      count: this.steps.length,
      part: part + 1,
      parts: parts.length,
    });
    this.clock.turnTo(section);
    this.tick();
    this.notes.show();
  }

  /** The title of a step, typeset. */
  titleOf(step) {
    const { parts, title, section } = this.steps[step];
    const own = this.notebook.widgets[parts[0][0]];
    if (own.node.querySelector(`${LAB.text} h1`)) return []; // it stands large on its step
    const words = plainTitle(title);
    const first = typesetTitle(own, words);
    if (first.length > 1 || first[0] !== words || section === step) return first;
    return typesetTitle(this.notebook.widgets[this.steps[section].parts[0][0]], words);
  }

  /** Shows the time. */
  tick() {
    const { minutes, section } = this.steps[this.at.step];
    this.head.tick(this.clock.of(section), minutes);
    this.notes.tick(this.clock.all, minutesOfAll(this.steps));
  }

  // Keys -----------------------------------------------------------------------------------------

  /** Takes a key before anybody else does; those of a focused control go on to it. */
  key(event) {
    if (switches(event)) return; // the plugin's
    const focus = focusOf(event.target);
    if (this.sheet) {
      this.sheet.key(event);
      return halt(event);
    }
    const wish = asked(event, focus);
    if (wish) {
      this[wish]();
      return halt(event);
    }
    const command = (event.ctrlKey || event.metaKey) && event.key !== "Enter"; // save, zoom, ...
    if (focus === "" && !command) event.stopImmediatePropagation(); // JupyterLab's keys for cells
    return undefined;
  }

  next() {
    this.go(moved(this.steps, this.at, 1));
  }

  back() {
    this.go(moved(this.steps, this.at, -1));
  }

  first() {
    this.go({ step: 0, part: 0 });
  }

  last() {
    this.go({ step: this.steps.length - 1, part: 0 });
  }

  /** Goes to a screen; the code is away again. */
  go(at) {
    if (at.step === this.at.step && at.part === this.at.part) return;
    this.at = at;
    this.panel.node.classList.remove("classroom-code");
    this.show();
  }

  code() {
    this.stage.code(!this.stage.withCode);
  }

  lectern() {
    this.notes.open();
  }

  reset() {
    this.clock.reset();
    this.tick();
  }

  release() {
    release();
  }

  full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }

  black() {
    this.lay(new Black(this.panel.node));
  }

  help() {
    this.lay(new Help(this.panel.node));
  }

  list() {
    const items = this.steps.map(({ title, minutes, section }, i) => ({
      title: i ? this.titleOf(i) : [plainTitle(title)],
      minutes: section === i ? minutes : 0,
      inner: section !== i,
    }));
    const jump = (step) => this.go({ step, part: 0 });
    this.lay(new List(this.panel.node, items, this.at.step, jump));
  }

  /** Lays a sheet over the screen. */
  lay(sheet) {
    this.sheet = sheet;
    sheet.gone = () => {
      this.sheet = null;
    };
  }
}

/** Takes the focus from whatever has it. */
function release() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Ends the way of an event. */
function halt(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
