// The front end of live panels, as anywidget calls it.

import { keepSaved } from "./asleep.js";
import { PanelView } from "./panel.js";
import { VoteView } from "./vote.js";

/** Gives the widget manager's own model of a panel. */
function managed(model) {
  return model.widget_manager.get_model(model.get("ident"));
}

/** A panel's model is there: it may be saved, and saved again, with the notebook. */
async function initialize({ model, shared }) {
  keepSaved(await managed(model), shared);
}

/** Puts a panel, or a vote, on the page; returns what takes it away. */
async function render({ model, el, shared }) {
  styled(shared.get("style"));
  const View = model.get("vote") ? VoteView : PanelView;
  const view = new View(model, await managed(model), el);
  return () => view.destroy();
}

/** Gives the page the style sheet of the panels, once. */
function styled(text) {
  const sheets = (globalThis.kernlabStyles ??= new Set());
  if (sheets.has(text)) return;
  sheets.add(text);
  const sheet = document.createElement("style");
  sheet.textContent = text;
  document.head.append(sheet);
}

/** What the stub of each panel's model calls. */
export const front = { initialize, render };
