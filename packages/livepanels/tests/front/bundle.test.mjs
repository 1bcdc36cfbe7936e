// What the bundler needs: named exports, imports in one form, no circles.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const FRONT = new URL("../../livepanels/front/", import.meta.url);
const names = readdirSync(FRONT).filter((name) => name.endsWith(".js"));
const texts = new Map(names.map((name) => [name, readFileSync(new URL(name, FRONT), "utf8")]));

/** The modules of this folder that a module imports. */
function imported(name) {
  return [...texts.get(name).matchAll(/^(?:import|\}) .*?from "\.\/([\w.]+)";$/gm)].map(([, to]) => to);
}

test("no module imports itself by a detour", () => {
  const done = new Set();
  /** Follows the imports of a module. */
  function follow(name, way) {
    assert.ok(!way.includes(name), `circle: ${[...way, name].join(" > ")}`);
    if (done.has(name)) return;
    for (const next of imported(name)) follow(next, [...way, name]);
    done.add(name);
  }
  for (const name of names) follow(name, []);
});

test("what is imported is exported", () => {
  for (const name of names) {
    for (const [, list, from] of texts.get(name).matchAll(/^import \{([^}]*)\} from "\.\/(.*)";$/gm)) {
      for (const item of list.split(",").map((word) => word.trim().split(" as ")[0])) {
        if (!item) continue;
        const found = new RegExp(`^export (async )?(const|let|class|function) ${item}\\b`, "m");
        assert.match(texts.get(from), found, `${name} wants ${item} of ${from}`);
      }
    }
  }
});
