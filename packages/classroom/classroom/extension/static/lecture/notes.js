// The lecturer's window: what to say at this step, the vote and its answer, what comes next.

import { LAB } from "../jupyterlab.js";
import { element } from "./elements.js";
import { minutesAndSeconds } from "./clock.js";
import { plainTitle, rightLetter } from "./steps.js";
import { sourceOf, tagsOf } from "./notebook.js";
import { switches } from "./keys.js";

const SIZE = "popup,width=900,height=800";

/** A second window, for the laptop's own screen; its keys drive the lecture, too. */
export class Notes {
  /** @param {object} lecture of which these are the notes */
  constructor(lecture) {
    this.lecture = lecture;
    this.window = null;
  }

  /** Opens the window, or closes it. */
  open() {
    if (this.there) return this.close();
    this.window = open("", "classroom-notes", SIZE);
    if (!this.window) return undefined; // the browser forbids it
    const { document } = this.window;
    document.title = "Notes";
    document.body.className = "classroom-notes";
    this.style = element("style");
    document.head.replaceChildren(this.style, element("title", { text: "Notes" }));
    this.time = element("p", { className: "classroom-time" });
    this.text = element("main");
    document.body.replaceChildren(this.time, this.text);
    this.window.addEventListener("keydown", (event) => this.key(event));
    this.show();
    this.lecture.tick();
    return undefined;
  }

  /** Keys of this window drive the lecture. */
  key(event) {
    if (!this.lecture.on) return;
    if (switches(event)) this.lecture.leave();
    else this.lecture.key(event);
  }

  get there() {
    return this.window !== null && !this.window.closed;
  }

  close() {
    if (this.there) this.window.close();
    this.window = null;
  }

  /** Shows the notes of the step on the screen. */
  show() {
    if (!this.there) return;
    const { steps, at, notebook } = this.lecture;
    const step = steps[at.step];
    const next = steps[at.step + 1];
    const cells = (places) => places.map((i) => notebook.widgets[i]);
    const all = cells(step.parts.flat());
    const tagged = (tag) => all.filter((cell) => isText(cell, tag));
    const explain = tagged("explain");
    const letter = explain.map(sourceOf).map(rightLetter).find(Boolean);
    const own = cells(step.notes).map(copied);
    this.style.textContent = style(); // MathJax adds a rule for each letter that it meets
    this.text.replaceChildren(
      element("h1", { text: `${at.step + 1}. ${plainTitle(step.title)}` }),
      element("p", { text: step.minutes ? `${step.minutes} minutes` : "" }),
      ...(own.length ? [section("Say", own)] : []),
      ...(letter ? [section("Vote", [...tagged("predict").map(copied), ...asked(all)])] : []),
      ...(explain.length ? [section(letter ? `Right: ${letter}` : "", explain.map(copied))] : []),
      section("Next", [next ? plainTitle(next.title) : "The end."]),
    );
  }

  /** Shows the time of the whole lecture. */
  tick(spent, minutes) {
    if (!this.there) return;
    const { head } = this.lecture;
    const whole = `${minutesAndSeconds(spent)} of ${minutes}:00`;
    this.time.textContent = `${whole} · this section ${head.clock.textContent}`;
    this.time.classList.toggle("classroom-over", head.clock.classList.contains("classroom-over"));
  }
}

/** Whether a cell is a text with a tag. */
function isText(cell, tag) {
  return cell.model.type === "markdown" && tagsOf(cell).includes(tag);
}

/** A cell's text as the page has typeset it, all of it open. */
function copied(cell) {
  const found = cell.node.querySelector(LAB.text);
  if (!found) return element("p", { text: sourceOf(cell) });
  const copy = found.cloneNode(true);
  for (const link of copy.querySelectorAll(`${LAB.anchorLink}, summary`)) link.remove();
  for (const folded of copy.querySelectorAll("details")) folded.replaceWith(...folded.childNodes);
  return copy;
}

/** The question and the answers of the votes on the page, where they stand in no text. */
function asked(cells) {
  return cells
    .filter((cell) => tagsOf(cell).includes("predict"))
    .flatMap(({ node }) => [...node.querySelectorAll(".classroom-vote:not(.taken)")])
    .flatMap((card) => [...card.querySelectorAll(".question, .answers:not(.letters) button")])
    .map(({ textContent }) => element("p", { text: textContent }));
}

function section(title, children) {
  const heading = title ? [element("h2", { text: title })] : [];
  return element("section", {}, ...heading, ...children);
}

/** The style of the window, with that of its formulas and their fonts (MJXTEX and others). */
function style() {
  const formulas = [...document.styleSheets]
    .filter(({ ownerNode }) => /mjx-|MJX/.test(ownerNode?.textContent ?? ""))
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  return `${STYLE}\n${formulas.join("\n")}`;
}

const STYLE = `
body { margin: 24px 32px; font: 20px/1.45 system-ui, sans-serif; color: #1b1e24; background: #fff; }
h1 { font-size: 28px; margin: 0; } h2 { font-size: 20px; margin: 0 0 4px; color: #646b76; }
section { margin-top: 20px; padding-top: 12px; border-top: 1px solid #d5d8dd; }
section > :first-child h1, section > div h1, section > div h2 { font-size: 20px; }
p { margin: 0 0 8px; } pre, code { font-size: 17px; }
.classroom-time { font-size: 28px; font-variant-numeric: tabular-nums; }
.classroom-over { color: #b5301c; font-weight: 700; }
@media (prefers-color-scheme: dark) {
  body { color: #eceef1; background: #111418; } section { border-color: #343b44; }
  h2 { color: #98a1ad; } .classroom-over { color: #ff8a70; }
}`;
