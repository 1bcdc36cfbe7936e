import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = new EventTarget();
const { keepSaved, watchKernel } = await import("../../livepanels/front/asleep.js");

/** A model as ipywidgets has it: whether its comm is live stands on the prototype. */
class Model {
  live = false;
  heard = new Set();
  layout = undefined;
  get comm_live() { return this.live; }
  set comm_live(live) { this.live = live; this.trigger(); }
  get() { return (this.layout ??= new Model()); }
  on(_, hear) { this.heard.add(hear); }
  off(_, hear) { this.heard.delete(hear); }
  trigger() { for (const hear of this.heard) hear(); }
}

/** The kernel of a notebook tells its state. */
function tell(node, status) {
  document.dispatchEvent(Object.assign(new Event("livepanels:kernel"), { detail: { node, status } }));
}

const notebook = {};
const el = { closest: () => notebook };

test("a panel without a kernel is saved while it is on a page, with all that it needs", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const [model, shared] = [new Model(), new Model()];
  keepSaved(model, shared);
  const saved = () => [model, model.layout, shared].map((one) => one.comm_live);
  assert.deepEqual(saved(), [true, true, true], "its view may still come");
  t.mock.timers.tick(300_000);
  assert.deepEqual(saved(), [true, true, true], "a slow computer draws it after minutes");
  const end = watchKernel(el, model, { sleep() {}, busy() {} });
  t.mock.timers.tick(601_000);
  assert.deepEqual(saved(), [true, true, true]);
  end();
  assert.deepEqual(saved(), [true, true, true], "it may be drawn anew");
  t.mock.timers.tick(6_000);
  assert.deepEqual(saved(), [false, false, false], "its cell was deleted");
});

test("a panel that never comes to a page is not kept for ever", (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const model = new Model();
  keepSaved(model, new Model());
  t.mock.timers.tick(601_000);
  assert.equal(model.comm_live, false);
});

test("a panel sleeps where its model or its kernel is gone, and wakes when they come", () => {
  const model = new Model();
  const asleep = [];
  const busy = [];
  keepSaved(model, new Model());
  const end = watchKernel(el, model, { sleep: (on) => asleep.push(on), busy: (on) => busy.push(on) });
  model.comm_live = true;
  tell({}, "dead"); // another notebook
  tell(notebook, "busy");
  tell(notebook, "restarting");
  model.comm_live = true;
  assert.deepEqual(asleep, [true, false, false, true, false]);
  assert.deepEqual(busy, [true, false]);
  end();
  tell(notebook, "dead");
  assert.equal(asleep.length, 5);
});
