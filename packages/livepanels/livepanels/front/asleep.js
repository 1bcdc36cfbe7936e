// Whether anybody answers: a panel sees its model, and through JupyterLab's extension the kernel.

/** States of a kernel after which its panels are asleep, whatever their models say. */
const GONE = ["restarting", "autorestarting", "dead", "terminating", "none"];
/** Milliseconds for which a model that was loaded from the notebook may wait for its view. */
const PATIENCE = 60_000;

/**
 * Keeps a panel's model in the notebook's saved state while the panel is on a page: the widget
 * manager saves only models whose kernel answers, and would save an asleep notebook empty.
 * @param {object} model the widget manager's own model
 * @param {object} shared the model of the front end, kept while one of its panels is
 */
export function keepSaved(model, shared) {
  const began = Date.now();
  model.livepanelsViews ??= new Set();
  const wanted = () => {
    const unseen = !model.livepanelsSeen && Date.now() - began < PATIENCE;
    return model.livepanelsViews.size > 0 || unseen;
  };
  pretend(model, wanted);
  pretend(model.get("layout"), () => model.comm_live);
  shared.livepanelsUsers ??= [];
  shared.livepanelsUsers.push(model);
  pretend(shared, () => shared.livepanelsUsers.some((user) => user.comm_live));
}

/** Lets a model say that it is live where it is wanted; whether it truly is, is kept beside. */
function pretend(model, wanted) {
  if ("livepanelsLive" in model) return;
  model.livepanelsLive = model.comm_live;
  Object.defineProperty(model, "comm_live", {
    configurable: true,
    get: () => model.livepanelsLive || wanted(),
    set(live) {
      model.livepanelsLive = live;
      model.trigger("comm_live_update");
    },
  });
}

/**
 * Watches whether anybody answers a panel.
 * @param {HTMLElement} el the panel's place
 * @param {object} model the widget manager's own model
 * @param {{sleep: function(boolean), busy: function(boolean)}} tells
 * @returns {function()} ends the watch
 */
export function watchKernel(el, model, tells) {
  let gone = false; // the kernel, as the extension knows
  const tell = () => tells.sleep(gone || !model.livepanelsLive);
  const onKernel = ({ detail }) => {
    if (!sameNotebook(el, detail.node)) return;
    if (GONE.includes(detail.status)) gone = true;
    tells.busy(detail.status === "busy");
    tell();
  };
  const onModel = () => {
    if (model.livepanelsLive) gone = false;
    tell();
  };
  document.addEventListener("livepanels:kernel", onKernel);
  model.on("comm_live_update", onModel);
  tell();
  return () => {
    document.removeEventListener("livepanels:kernel", onKernel);
    model.off("comm_live_update", onModel);
  };
}

/** Whether a panel stands in a notebook; one that stands alone is taken to belong to it. */
function sameNotebook(el, node) {
  const own = el.closest(".jp-NotebookPanel");
  return !own || own === node;
}
