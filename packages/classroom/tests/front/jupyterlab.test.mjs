import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { LAB, missingNames, withNames, wordsOfMissing } from "../../classroom/extension/static/jupyterlab.js";

const STATIC = new URL("../../classroom/extension/static/", import.meta.url);
const textOf = (name) => readFileSync(new URL(name, STATIC), "utf8");

test("no other file knows a class of JupyterLab", () => {
  const files = readdirSync(STATIC, { recursive: true }).filter((name) => /\.(js|css)$/.test(name));
  for (const name of files.filter((one) => one !== "jupyterlab.js")) {
    assert.doesNotMatch(textOf(name).replace(/--jp-/g, ""), /\bjp-[A-Za-z]|\blm-[a-z]/, name);
  }
});

test("every name of the style sheet is known, and every known name is used", () => {
  const css = textOf("lecture/lecture.css");
  const script = readdirSync(new URL("lecture/", STATIC)).map((name) => textOf(`lecture/${name}`)).join();
  assert.doesNotMatch(withNames(css), /:--\w/);
  assert.throws(() => withNames(".a :--unheard {}"), /unheard/);
  for (const name of Object.keys(LAB)) {
    assert.match(css + script, new RegExp(`:--${name}\\b|LAB\\.${name}\\b`), name);
  }
});

/** A notebook whose elements have these classes, and with them a cell of each kind. */
function page(classes) {
  const has = (selector) => classes.has(selector);
  const node = { matches: has, querySelector: (selector) => has(selector) || null };
  const cell = (type) => ({ node, isAttached: true, rendered: true, model: { type, outputs: [1] } });
  return { node, content: { widgets: [cell("code"), cell("markdown")] } };
}

test("a page that has all names lacks none; one that has lost a name is told so in words", () => {
  const all = Object.values(LAB);
  assert.deepEqual(missingNames(page(new Set(all))), []);
  assert.equal(wordsOfMissing([]), "");
  const lost = missingNames(page(new Set(all.filter((one) => one !== LAB.outer && one !== LAB.text))));
  assert.deepEqual(lost, [LAB.outer, LAB.text]);
  for (const selector of lost) assert.ok(wordsOfMissing(lost).includes(selector.slice(1)));
});

test("what is not on the page yet is not missed", () => {
  const bare = page(new Set([LAB.panel, LAB.notebook, LAB.outer, LAB.inner, LAB.viewport]));
  for (const cell of bare.content.widgets) cell.isPlaceholder = () => true;
  assert.deepEqual(missingNames(bare), []);
});

test("the schema gives a button and a key to the command that the plugin adds", async () => {
  const { lecture } = await import("../../classroom/extension/static/lecture/plugin.js");
  const { name, jupyterlab } = JSON.parse(textOf("../package.json"));
  const [owner, file] = lecture.id.split(":");
  assert.equal(owner, name, "JupyterLab looks for the schema by the package's name");
  const schema = JSON.parse(textOf(`../${jupyterlab.schemaDir}/${name}/${file}.json`));
  const added = new Map();
  const commands = { addCommand: (id, command) => added.set(id, command), notifyCommandChanged() {} };
  Object.assign(globalThis, { addEventListener() {}, fetch: async () => new Response("") });
  globalThis.document = { head: { append() {} }, createElement: () => ({ append() {} }) };
  const shell = { currentWidget: null };
  lecture.activate({ commands, shell, docRegistry: { addWidgetExtension() {} } });
  const [button] = schema["jupyter.lab.toolbars"].Notebook;
  const [key] = schema["jupyter.lab.shortcuts"];
  const [menu] = schema["jupyter.lab.menus"].main;
  assert.equal(button.command, key.command);
  assert.deepEqual([key.command, menu.items[0].command], [...added.keys()]);
  const command = added.get(button.command);
  assert.ok(!command.isEnabled() && !command.isVisible(), "no notebook is in front");
  const cell = (kind) => ({ model: { getMetadata: () => ({ slide_type: kind }) } });
  const show = (...kinds) => {
    const node = { matches: (selector) => selector === LAB.panel };
    shell.currentWidget = { node, content: { widgets: kinds.map(cell) } };
  };
  show("-");
  assert.ok(command.isEnabled() && !command.isVisible(), "a notebook without steps has no button");
  show("-", "slide");
  assert.ok(command.isEnabled() && command.isVisible());
});
