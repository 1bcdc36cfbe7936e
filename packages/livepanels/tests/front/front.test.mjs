// A front end on pages of three kinds: JupyterLab's, marimo's, and one without a manager of models.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { frontOf } from "../../livepanels/front/front.js";

const page = readFileSync(new URL("../../livepanels/panels/page.py", import.meta.url), "utf8");
const stub = page.split('STUB = """')[1].split('"""')[0];

class Shadow {
  sheets = [];
  append(sheet) {
    this.sheets.push(sheet.textContent);
  }
}
globalThis.ShadowRoot = Shadow;
const head = new Shadow();
globalThis.document = { createElement: () => ({}), head, body: { dataset: {} } };

/** A view that says what it was given. */
class View {
  constructor(model, managed, el) {
    el.shown = { model, managed };
  }
  destroy() {}
}
const shared = (style) => ({ get: (name) => ({ style })[name] });
const place = (root) => ({ getRootNode: () => root });

/** A model as anywidget hands it over; its kernel gives the front end when asked. */
function modelOf(manager, script) {
  const listeners = new Set();
  return {
    widget_manager: manager,
    asked: 0,
    get: (name) => ({ ident: "i", front: "f" })[name],
    on: (_, listen) => listeners.add(listen),
    off: (_, listen) => listeners.delete(listen),
    send(message) {
      assert.deepEqual(message, { front: true });
      this.asked += 1;
      for (const listen of [...listeners]) listen({ unlike: 1 });
      for (const listen of [...listeners]) listen({ script, style: "s" });
      assert.equal(listeners.size, 0);
    },
  };
}

test("a manager that has no models of its own counts as one whose kernel answers", async () => {
  const el = place({});
  const marimo = { get_model: async () => ({ get: (name) => `IPY_MODEL_${name}` }) };
  await frontOf(View).initialize({ model: modelOf(marimo), shared: shared("") });
  await frontOf(View).render({ model: modelOf(marimo), el, shared: shared("a") });
  assert.equal(el.shown.managed.comm_live, true);
});

test("JupyterLab's own model is the one that is watched", async () => {
  const own = { comm_live: false };
  const el = place({});
  const model = modelOf({ get_model: async () => own });
  await frontOf(View).render({ model, el, shared: shared("b") });
  assert.equal(el.shown.managed, own);
});

test("a style sheet comes once to the page, and once into each shadow", async () => {
  const [one, two] = [new Shadow(), new Shadow()];
  for (const root of [one, one, two, {}, {}]) {
    const model = modelOf(undefined);
    await frontOf(View).render({ model, el: place(root), shared: shared("c") });
  }
  assert.deepEqual([one.sheets, two.sheets], [["c"], ["c"]]);
  assert.equal(head.sheets.filter((text) => text === "c").length, 1);
});

test("without a manager the stub asks its kernel for the front end", async () => {
  const script = `export default { render: ({ el, shared }) => { el.style = shared.get("style"); } }`;
  URL.createObjectURL = () => `data:text/javascript,${encodeURIComponent(script)}`;
  const { default: panel } = await import(`data:text/javascript,${encodeURIComponent(stub)}`);
  const model = modelOf(undefined, script);
  const el = {};
  await panel.render({ model, el });
  assert.equal(el.style, "s");
  assert.equal(model.asked, 1);
});
