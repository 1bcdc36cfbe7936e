// A front end as anywidget calls it: views of one kind on a page.

import { keepSaved } from "./asleep.js";

/** Gives the widget manager's own model of a widget. */
function managed(model) {
  return model.widget_manager.get_model(model.get("ident"));
}

/** Gives the page a style sheet, once. */
function styled(text) {
  const sheets = ((globalThis.livepanels ??= {}).styles ??= new Set());
  if (sheets.has(text)) return;
  sheets.add(text);
  const sheet = document.createElement("style");
  sheet.textContent = text;
  document.head.append(sheet);
}

/**
 * Gives what the stub of a model calls.
 * @param {new (model: any, managed: any, el: HTMLElement) => {destroy: function(): void}} View
 */
export function frontOf(View) {
  return {
    /** A model is there: it may be saved, and saved again, with the notebook. */
    async initialize({ model, shared }) {
      keepSaved(await managed(model), shared);
    },

    /** Puts a view on the page; returns what takes it away. */
    async render({ model, el, shared }) {
      styled(shared.get("style"));
      const view = new View(model, await managed(model), el);
      return () => view.destroy();
    },
  };
}
