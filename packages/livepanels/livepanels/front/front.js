// A front end as anywidget calls it: views of one kind on a page.

import { alone, keepSaved } from "./asleep.js";

/** Gives the widget manager's own model of a widget; marimo has no such models. */
async function managed(model) {
  const own = await model.widget_manager?.get_model(model.get("ident"));
  return own && "comm_live" in own ? own : undefined;
}

/** Gives the page, or the shadow that holds a place, a style sheet, once. */
function styled(text, el) {
  const root = el.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  const places = ((globalThis.livepanels ??= {}).styles ??= new Map());
  const sheets = places.get(text) ?? new WeakSet();
  if (sheets.has(place)) return;
  places.set(text, sheets.add(place));
  const sheet = document.createElement("style");
  sheet.textContent = text;
  place.append(sheet);
}

/**
 * Gives what the stub of a model calls.
 * @param {new (model: any, managed: any, el: HTMLElement) => {destroy: function(): void}} View
 */
export function frontOf(View) {
  return {
    /** A model is there: it may be saved, and saved again, with the notebook. */
    async initialize({ model, shared }) {
      const own = await managed(model);
      if (own) keepSaved(own, shared);
    },

    /** Puts a view on the page; returns what takes it away. */
    async render({ model, el, shared }) {
      styled(shared.get("style"), el);
      const view = new View(model, (await managed(model)) ?? alone(), el);
      return () => view.destroy();
    },
  };
}
