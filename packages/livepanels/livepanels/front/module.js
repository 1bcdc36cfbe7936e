// A recording as a module of its own, which pages with anywidget's modules call (`render`).

import { alone } from "./asleep.js";
import { PanelView } from "./panel.js";
import { RecordedModel } from "./recorded.js";

/** Gives what such a page calls: a panel with its style sheet, in whatever element it is told. */
export const playing = (recording, style) => ({
  async render({ el }) {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    const place = document.createElement("div");
    el.replaceChildren(sheet, place);
    const view = new PanelView(await new RecordedModel(recording).begin(), alone(), place);
    return () => view.destroy();
  },
});
