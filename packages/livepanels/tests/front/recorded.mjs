// Answers of a recording: reads {recording, asked}, prints words and arrays of each answer.

import { text } from "node:stream/consumers";

import { Reader } from "../../livepanels/front/answers.js";
import { RecordedModel } from "../../livepanels/front/recorded.js";

const { recording, asked } = JSON.parse(await text(process.stdin));
const model = await new RecordedModel(recording).begin();
const reader = new Reader();
const answers = [];
model.on("msg:custom", (message, [buffer]) => answers.push(reader.read(message, buffer)));
for (const at of asked) await model.send({ at });
const bytes = ({ data }) => [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
const said = answers.map(({ words, parts }) => ({
  words,
  arrays: parts.flatMap(({ arrays }) => Object.values(arrays).map(bytes)),
}));
process.stdout.write(JSON.stringify(said));
