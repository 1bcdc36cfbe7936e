// A link to a panel as it stands: it leads back there, and a broken one leaves the page whole.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RecordedModel } from "../../livepanels/front/recorded.js";
import { firstStops, linked, linkTo } from "../../livepanels/front/standing.js";

const CONTROLS = {
  t: { start: 1, raws: [...Array(41).keys()] },
  points: { start: 0, raws: [...Array(7).keys()] },
};
const panel = { dataset: { panel: "07_order_t/width" }, id: "panel-width" };

/** Opens a page at an address; returns where the panel begins. */
function opened(hash) {
  globalThis.location = { hash };
  globalThis.history = { replaceState() {} };
  const model = new RecordedModel({ controls: CONTROLS, panel: {}, name: "width", chunks: [] });
  model.stand(firstStops(panel));
  return model.now;
}

test("fifty states come back from their links", () => {
  for (let i = 0; i < 50; i++) {
    const now = [(i * 17) % 41, (i * 5) % 7];
    const hash = linkTo({ ...panel, view: { model: { now } } });
    assert.deepEqual(opened(hash), now);
    assert.deepEqual(opened(encodeURI(hash).replace("@", "%40")), now); // as a mail writes it
  }
});

test("a wrong link, an old one and one that was cut open the page at the start", () => {
  const wrong = ["", "#panel=", "#panel=width@", "#panel=width@3", "#panel=width@3.4.5", "#panel=width@99.0",
    "#panel=other@3.4", "#panel=width@-1.2", "#panel=width@3.4%", "#100%", "#%E0%A4%A"];
  for (const hash of wrong) assert.deepEqual(opened(hash), [1, 0], hash);
  globalThis.location = { hash: "#panel=width@3.4%E0%A" };
  assert.equal(linked(), null);
});
