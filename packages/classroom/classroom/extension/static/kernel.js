// A live panel sees its model, not its kernel: this tells it how the kernel of its notebook is, and
// sees to it that saved panels come back.

import { restore } from "./restore.js";

/**
 * Tells the panels of a notebook the state of its kernel.
 * @param {object} panel the notebook's widget; it stands in the event, so that panels know theirs
 * @param {string} status "idle", "busy", "restarting", "dead", "none", ...
 */
function tellPanels(panel, status) {
  const detail = { node: panel.node, status };
  document.dispatchEvent(new CustomEvent("livepanels:kernel", { detail }));
}

/** Follows the kernel of every notebook that is opened. */
const kernelWatch = {
  createNew(panel, context) {
    const { sessionContext } = context;
    const onStatus = (_, status) => tellPanels(panel, status);
    const onKernel = (_, { newValue }) => {
      if (!newValue) tellPanels(panel, "none");
    };
    sessionContext.statusChanged.connect(onStatus);
    sessionContext.kernelChanged.connect(onKernel);
    restore(panel, context);
    return {
      isDisposed: false,
      dispose() {
        this.isDisposed = true;
        sessionContext.statusChanged.disconnect(onStatus);
        sessionContext.kernelChanged.disconnect(onKernel);
      },
    };
  },
};

export const kernel = {
  id: "livepanels:kernel",
  description: "Tells live panels how their kernel is, and brings saved ones back.",
  autoStart: true,
  activate(app) {
    app.docRegistry.addWidgetExtension("Notebook", kernelWatch);
  },
};
