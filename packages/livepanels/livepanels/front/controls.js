// The controls of a panel: rows of elements, what the student does to them, where they stand.

import { LastTouched } from "./lasttouched.js";
import { box, boxKeeps, releaseBox, showBox } from "./typed.js";
import { element } from "./elements.js";
import { keepKeys } from "./page.js";
import { playButton } from "./play.js";
import { plain, toHTML, withMinus } from "./mathtext.js";

const MANY = 5; // options, or MUCH letters of all of them, are a list; fewer stand side by side
const MUCH = 44;
const SNAP = 0.012; // of its track: so close to a mark a dragged slider stops there

/**
 * Builds the row of a slider: name, track, box to type in, reset, and play where it is asked for.
 * @param {object} control its description
 * @param {function(*): void} move takes a position
 * @returns {HTMLElement[]}
 */
function slider(control, move) {
  const { label, steps, start, ticks, play } = control;
  const range = element("input", {
    type: "range",
    min: 0,
    max: steps,
    ariaLabel: plain(label),
    title: "drag, use the arrow keys, or double-click to reset",
  });
  const toStart = () => move(start);
  const stops = ticks.slice(2); // behind those of both ends
  let held = false; // keys go past the marks, step by step
  range.addEventListener("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel", "keydown"]) {
    range.addEventListener(end, () => { held = false; });
  }
  range.addEventListener("input", () => {
    const near = ([place]) => Math.abs(place - range.valueAsNumber) <= SNAP * steps;
    const stop = held && stops.find(near);
    if (stop) range.value = stop[0];
    move(stop ? stop[2] : range.valueAsNumber);
  });
  range.addEventListener("dblclick", toStart);
  const track = element("span", { className: "track" }, [range, ...ticks.map(tick(steps))]);
  const row = [name(label), track, box(label), resetButton(label, toStart)];
  return play ? [...row, playButton(range, plain(label))] : row;
}

/** Makes the button that brings a control back to its start. */
function resetButton(label, toStart) {
  const reset = element("button", { type: "button", className: "reset", textContent: "↺" });
  reset.ariaLabel = `reset ${plain(label)}`;
  reset.title = "back to the start";
  reset.addEventListener("click", toStart);
  return reset;
}

/** Makes a function that draws a tick below the track, with its number where there is room. */
function tick(steps) {
  return ([place, text]) => {
    const mark = element("i", { textContent: withMinus(text), ariaHidden: "true" });
    mark.style.setProperty("--at", String(place / steps));
    return mark;
  };
}

/** Writes the name of a control; a text between dollars is set as mathematics. */
function name(label) {
  const text = element("span", { className: "name" });
  text.innerHTML = toHTML(label);
  return text;
}

/**
 * Builds a choice: a few options side by side, many as a list.
 * @param {object} control its description
 * @param {function(number): void} move takes the number of an option
 * @param {string} group a name that no other choice of the page has
 * @returns {HTMLElement[]}
 */
function choice({ label, options }, move, group) {
  if (options.length >= MANY || options.join("").length > MUCH) {
    const list = element("select", { ariaLabel: plain(label) });
    list.append(...options.map((option) => element("option", { textContent: plain(option) })));
    list.addEventListener("change", () => move(list.selectedIndex));
    return [name(label), list];
  }
  const segments = options.map((option, i) => {
    const radio = element("input", { type: "radio", name: group, value: i });
    radio.addEventListener("change", () => move(i));
    const text = element("span");
    text.innerHTML = toHTML(option);
    return element("label", {}, [radio, text]);
  });
  const all = element("span", { className: "segments", role: "radiogroup" }, segments);
  all.ariaLabel = plain(label);
  return [name(label), all];
}

/** Builds a switch. */
function toggle({ label }, move) {
  const input = element("input", { type: "checkbox", role: "switch", className: "switch" });
  input.addEventListener("change", () => move(Number(input.checked)));
  return [element("label", { className: "switching" }, [input, name(label)])];
}

/** Builds a button that counts its pushes. */
function push({ label }, move) {
  const button = element("button", { type: "button", className: "push", value: "0" });
  button.innerHTML = toHTML(label);
  button.addEventListener("click", () => {
    button.value = String(Number(button.value) + 1);
    move(Number(button.value));
  });
  return [button];
}

/** Builds the box of a control that lives on a picture, and the button that brings it back. */
function onPicture({ label, start }, move) {
  return [name(label), box(label), resetButton(label, () => move(start))];
}

const BUILDERS = {
  slider,
  choice,
  toggle,
  button: push,
  points: onPicture,
  pick: onPicture,
  turn: onPicture,
  shape: onPicture,
};

/** The rows of all controls of a panel. */
export class Controls {
  /**
   * @param {HTMLElement} host where the rows go
   * @param {object[]} described the controls
   * @param {{move: function(string, *): void, type: function(string, string): void}} hears what is
   *   done
   */
  constructor(host, described, { move, type }) {
    const group = Math.random().toString(36).slice(2);
    this.rows = described.map((control) => {
      const onMove = (raw) => {
        this.clear(control.name);
        move(control.name, raw);
      };
      const parts = BUILDERS[control.kind](control, onMove, `${group} ${control.name}`);
      const fault = element("span", { className: "fault", role: "alert" });
      const row = element("div", { className: `control ${control.kind}` }, [...parts, fault]);
      row.dataset.name = control.name;
      row.classList.toggle("hides", Boolean(control.hide));
      row.querySelector("[type=text]")?.addEventListener("typed", ({ detail }) => {
        type(control.name, detail);
      });
      row.querySelectorAll("input, select, button").forEach((part) => keepKeys(part));
      return row;
    });
    host.replaceChildren(...this.rows);
    const clouds = described.filter(({ kind }) => kind === "points");
    this.touched = new Map(clouds.map((control) => [control.name, new LastTouched(control)]));
  }

  /** Gives the row of a control. */
  row(named) {
    return this.rows.find((row) => row.dataset.name === named);
  }

  /** What was typed wrong is forgotten: the control was moved otherwise. */
  clear(named) {
    const row = this.row(named);
    row.querySelector(".fault").textContent = "";
    const typed = row.querySelector("[type=text]");
    if (typed) releaseBox(typed);
  }

  /** Nothing is wrong with what was typed. */
  clearError(named) {
    this.row(named).querySelector(".fault").textContent = "";
  }

  /**
   * Shows where all controls stand; a box that is being typed in, or is wrong, keeps its text.
   * @param {object} standing {at, place, text, off} by name
   */
  show(standing) {
    for (const row of this.rows) {
      const control = standing[row.dataset.name];
      if (control) showRow(row, { ...control, text: this.text(row.dataset.name, control) });
    }
  }

  /** What the box of a control says; of many points the one that was moved last. */
  text(named, { at, text }) {
    const one = this.touched.get(named);
    return one ? one.text(at, text) : text;
  }

  /**
   * Shows what is wrong with what was typed.
   * @param {object} faults a sentence by name
   */
  showErrors(faults) {
    for (const [named, sentence] of Object.entries(faults)) {
      const row = this.row(named);
      row.querySelector(".fault").textContent = sentence;
      row.querySelector("[type=text]").ariaInvalid = "true";
    }
  }

  /** Makes the controls deaf, or lets them hear again. */
  sleep(asleep) {
    for (const row of this.rows) {
      row.dataset.asleep = asleep;
      gray(row);
    }
  }
}

/** Shows where one control stands. */
function showRow(row, { place, text, off }) {
  const range = row.querySelector("[type=range]");
  const typed = row.querySelector("[type=text]");
  if (range) {
    if (range.valueAsNumber !== place) range.value = place;
    range.ariaValueText = text;
    range.style.setProperty("--fill", place / range.max);
  }
  for (const radio of row.querySelectorAll("[type=radio]")) {
    radio.checked = Number(radio.value) === place;
  }
  const list = row.querySelector("select");
  if (list) list.selectedIndex = place;
  const ticked = row.querySelector("[type=checkbox]");
  if (ticked) ticked.checked = Boolean(place);
  const button = row.querySelector(".push");
  if (button) button.value = place;
  if (typed && !boxKeeps(typed)) showBox(typed, text);
  row.dataset.off = Boolean(off);
  gray(row);
}

/** A control that does nothing, or that nobody hears, is gray and out of reach. */
function gray(row) {
  const off = row.dataset.off === "true" || row.dataset.asleep === "true";
  if (row.classList.contains("off") === off) return;
  row.classList.toggle("off", off);
  for (const key of row.querySelectorAll("input, select, button")) key.disabled = off;
}
