// Whether anybody answers: a panel sees its model, and through JupyterLab's extension the kernel.

import { notebookOf } from "./page.js";

/** States of a kernel after which its panels are asleep, whatever their models say. */
const GONE = ["restarting", "autorestarting", "dead", "terminating", "none"];
/** Milliseconds for which a model that was loaded from the notebook may wait for its view, ... */
const PATIENCE = 600_000;
/** ... and for which one whose view has gone may wait for the next: a page may draw it anew. */
const BETWEEN = 5_000;

/** A model as the widget manager has it, where there is none: somebody answers always. */
export const alone = () => ({ comm_live: true, on() {}, off() {} });

/**
 * Gives what panels keep beside a model of the widget manager.
 * @param {any} model
 * @returns {{live: boolean, kept: boolean, until: number, views: Set<object>, users: Set<any>}}
 *   whether its kernel truly answers; whether it is kept in the saved state; until when without a
 *   view; its views on the page; the models that need it
 */
function besides(model) {
  model.livepanels ??= {
    live: model.comm_live,
    kept: false,
    until: Date.now() + PATIENCE,
    views: new Set(),
    users: new Set(),
  };
  return model.livepanels;
}

/**
 * Keeps a panel's model in the notebook's saved state while the panel is on a page: the widget
 * manager saves only models whose kernel answers, and would save an asleep notebook empty.
 * @param {any} model the widget manager's own model
 * @param {any} shared the model of the front end, kept while one of its panels is
 */
export function keepSaved(model, shared) {
  const own = besides(model);
  const users = besides(shared).users.add(model);
  keepCommAlive(model, () => own.views.size > 0 || Date.now() < own.until);
  keepCommAlive(model.get("layout"), () => model.comm_live);
  keepCommAlive(shared, () => [...users].some((user) => user.comm_live));
}

/**
 * Lets a model say that it is live where it is wanted; whether it truly is, is kept beside.
 * ipywidgets has no other way to save a model without a kernel: jupyter-widgets/ipywidgets#4015.
 */
function keepCommAlive(model, wanted) {
  const own = besides(model);
  if (own.kept) return;
  own.kept = true;
  Object.defineProperty(model, "comm_live", {
    configurable: true,
    get: () => own.live || wanted(),
    set(live) {
      own.live = live;
      model.trigger("comm_live_update");
    },
  });
}

/**
 * Watches whether anybody answers a panel that has come to the page.
 * @param {HTMLElement} el the panel's place
 * @param {any} model the widget manager's own model
 * @param {{sleep: function(boolean): void, busy: function(boolean): void}} tells
 * @returns {function(): void} ends the watch: the panel has left the page
 */
export function watchKernel(el, model, tells) {
  const own = besides(model);
  let gone = false; // the kernel, as the extension knows
  const tell = () => tells.sleep(gone || !own.live);
  const onKernel = ({ detail }) => {
    const notebook = notebookOf(el);
    if (notebook && notebook !== detail.node) return; // a panel that stands alone hears all
    if (GONE.includes(detail.status)) gone = true;
    tells.busy(detail.status === "busy");
    tell();
  };
  const onModel = () => {
    if (own.live) gone = false;
    tell();
  };
  own.views.add(tells);
  document.addEventListener("livepanels:kernel", onKernel);
  model.on("comm_live_update", onModel);
  tell();
  return () => {
    own.views.delete(tells);
    own.until = Date.now() + BETWEEN;
    document.removeEventListener("livepanels:kernel", onKernel);
    model.off("comm_live_update", onModel);
  };
}
