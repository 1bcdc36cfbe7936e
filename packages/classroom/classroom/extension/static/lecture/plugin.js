// The lecture mode as JupyterLab knows it: a command; its button and key stand in a schema, where
// JupyterLab's settings change them.

import { Lecture } from "./lecture.js";
import { element, say } from "./elements.js";
import { hasSteps } from "./notebook.js";
import { hideNotes, notesAreShown, toggleNotes } from "./hidden.js";
import { LAB, withNames } from "../jupyterlab.js";
import { switches } from "./keys.js";

const COMMAND = "classroom:lecture";
const NOTES = "classroom:notes";
const RUN_WHOLE = ["notebook:run-all-cells", "notebook:restart-run-all"]; // commands of JupyterLab
const HANDS = ["keydown", "pointerdown", "wheel"];
const NONE =
  "This notebook has no steps to lecture from: no cell has the slide type Slide or Sub-Slide " +
  "(Property Inspector, Common Tools).";

/** The plugin; its id is also the name of its schema. */
export const lecture = {
  id: "classroom:lecture",
  description: "One step of a chapter on the screen, and nothing else.",
  autoStart: true,
  activate(app) {
    const { commands, shell } = app;
    const switcher = new Switcher(shell);
    const changed = () => commands.notifyCommandChanged(COMMAND);
    styled();
    commands.addCommand(COMMAND, {
      label: "Lecture Mode",
      caption: "One step of this notebook on the screen, and nothing else (Alt+L)",
      isEnabled: () => switcher.notebook !== null,
      isVisible: () => switcher.notebook !== null && hasSteps(switcher.notebook.content),
      execute: () => switcher.switch(),
    });
    commands.addCommand(NOTES, {
      label: "Lecturer's Notes",
      caption: "Show the lecturer's notes of notebooks in their cells",
      isToggled: notesAreShown,
      execute: toggleNotes,
    });
    commands.commandExecuted?.connect((_, { id }) => RUN_WHOLE.includes(id) && switcher.ranWhole());
    shell.currentChanged?.connect(changed);
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew(panel) {
        panel.context.ready.then(() => {
          hideNotes(panel.content);
          changed();
        });
      },
    });
    addEventListener("keydown", (event) => switcher.key(event), true);
  },
};

/** Enters and leaves the mode. */
class Switcher {
  constructor(shell) {
    this.shell = shell;
    this.lectures = new WeakMap(); // by notebook: each remembers where it was left
    this.whole = new WeakSet(); // notebooks that were run whole, and nobody has touched them since
    this.current = null;
  }

  /** The notebook in front, or null. */
  get notebook() {
    const { currentWidget } = this.shell;
    return currentWidget?.node.matches(LAB.panel) ? currentWidget : null;
  }

  /** All cells of the notebook in front are run; that selects the last one, where nobody is. */
  ranWhole() {
    const panel = this.notebook;
    if (!panel) return;
    const { node } = panel.content;
    const touched = (event) => {
      if (event.altKey || event.key === "Alt") return; // Alt+L begins the lecture
      this.whole.delete(panel);
      for (const hand of HANDS) node.removeEventListener(hand, touched, true);
    };
    this.whole.add(panel);
    const how = { capture: true, passive: true };
    for (const hand of HANDS) node.addEventListener(hand, touched, how);
  }

  /** Alt+L works also where an element takes keys before JupyterLab, as sliders and editors do. */
  key(event) {
    if (!switches(event) || event.repeat || !(this.current || this.notebook)) return;
    if (!event.target.closest?.(LAB.deaf)) return; // JupyterLab's shortcut
    event.preventDefault();
    event.stopImmediatePropagation();
    this.switch();
  }

  /** Enters the mode of a notebook, or leaves that which is on. */
  switch(panel = this.notebook) {
    if (this.current) return this.current.leave();
    if (!panel) return undefined;
    if (!hasSteps(panel.content)) return say(NONE);
    if (!this.lectures.has(panel)) {
      const ended = () => {
        this.current = null;
      };
      this.lectures.set(panel, new Lecture(panel, ended));
    }
    this.current = this.lectures.get(panel);
    return this.current.enter(this.whole.delete(panel));
  }
}

/** Gives the page the style of the mode, once. */
async function styled() {
  const sheet = await fetch(new URL("lecture.css", import.meta.url));
  document.head.append(element("style", { text: withNames(await sheet.text()) }));
}
