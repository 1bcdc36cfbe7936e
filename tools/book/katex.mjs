// Formulas to HTML: a line of JSON with a formula comes in, a line of JSON with HTML goes out.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const katex = createRequire(process.argv[2])("katex");

for await (const line of createInterface({ input: process.stdin })) {
  const { tex, display } = JSON.parse(line);
  let answer;
  try {
    answer = { html: katex.renderToString(tex, { displayMode: display, strict: "ignore" }) };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
