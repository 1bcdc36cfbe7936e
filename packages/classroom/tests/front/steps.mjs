// Reads the cells of a notebook from its input; prints title and parts of each step.

import { readFileSync } from "node:fs";

const folder = "../../classroom/extension/static/lecture";
const { stepsOf } = await import(`${folder}/steps.js`);
const cells = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(stepsOf(cells).map(({ title, parts }) => [title, parts])));
