// Answers a test in Python: scenes as JSON on standard input, positions on standard output.

import { readFileSync } from "node:fs";

import { positions } from "../../livepanels/front/positions.js";

/** An array as the page has it. */
function revived({ dtype, shape, data }) {
  const values = data.flat(Infinity).map((v) => v ?? NaN);
  return { shape, data: (dtype === "uint8" ? Uint8Array : Float32Array).from(values) };
}

/** A part with its arrays. */
function withArrays(part) {
  const entries = Object.entries(part.arrays).map(([name, array]) => [name, revived(array)]);
  return { ...part, arrays: Object.fromEntries(entries) };
}

const scenes = JSON.parse(readFileSync(0, "utf8"));
const found = scenes.map(({ frame, parts, width }) =>
  frame.plots.map((plot, number) => {
    const own = parts.filter((part) => part.plot === number).map(withArrays);
    return positions(plot, own, width ?? plot.width);
  }),
);
console.log(JSON.stringify(found));
