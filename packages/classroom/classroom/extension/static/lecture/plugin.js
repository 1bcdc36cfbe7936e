// The lecture mode as JupyterLab knows it: a command, a button in the notebook's toolbar, a key.

import { Lecture } from "./lecture.js";
import { element } from "./elements.js";
import { hasSteps } from "./notebook.js";
import { switches } from "./keys.js";

const COMMAND = "classroom:lecture";
const LABEL = "Lecture Mode (Alt+L)";
const NONE =
  "This notebook has no steps to lecture from: no cell has the slide type Slide or Sub-Slide " +
  "(Property Inspector, Common Tools).";
const READ = 6000; // milliseconds that a message stays

/**
 * Gives the plugin.
 * @param {object} scope the modules that JupyterLab shares
 */
export function lecture(scope) {
  return {
    id: "classroom:lecture",
    description: "One step of a chapter on the screen, and nothing else.",
    autoStart: true,
    activate(app) {
      styled();
      const switcher = new Switcher(app.shell);
      app.commands.addCommand(COMMAND, {
        label: LABEL,
        caption: "One step of this notebook on the screen, and nothing else",
        isEnabled: () => switcher.notebook !== null,
        execute: () => switcher.switch(),
      });
      app.docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel) => addButton(panel, scope, () => switcher.switch(panel)),
      });
      addEventListener("keydown", (event) => switcher.key(event), true);
    },
  };
}

/** Enters and leaves the mode. */
class Switcher {
  constructor(shell) {
    this.shell = shell;
    this.lectures = new WeakMap(); // by notebook: each remembers where it was left
    this.current = null;
  }

  /** The notebook in front, or null. */
  get notebook() {
    const { currentWidget } = this.shell;
    return currentWidget?.hasClass?.("jp-NotebookPanel") ? currentWidget : null;
  }

  /** Alt+L works wherever the focus is, also in a slider. */
  key(event) {
    if (!switches(event) || event.repeat || !(this.current || this.notebook)) return;
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
    return this.current.enter();
  }
}

/** Puts a button into the toolbar of a notebook that has steps; others are left as they are. */
function addButton(panel, scope, onClick) {
  const ready = async () => {
    await panel.context.ready;
    if (panel.isDisposed || !hasSteps(panel.content)) return;
    const { ToolbarButton } = await sharedModule(scope, "@jupyterlab/ui-components");
    const button = new ToolbarButton({ label: "Lecture", tooltip: LABEL, onClick });
    button.addClass("classroom-button");
    panel.toolbar.insertAfter("cellType", "classroom-lecture", button);
  };
  ready();
}

/** A module that JupyterLab shares with its extensions. */
async function sharedModule(scope, name) {
  const [version] = Object.values(scope[name]);
  return (await version.get())();
}

/** Says something at the lower edge of the page. */
function say(text) {
  const node = element("div", { className: "classroom-say", role: "status", text });
  document.body.append(node);
  setTimeout(() => node.remove(), READ);
}

/** Gives the page the style of the mode, once. */
function styled() {
  const href = new URL("lecture.css", import.meta.url).href;
  document.head.append(element("link", { rel: "stylesheet", href }));
}
