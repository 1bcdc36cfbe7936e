// The box beside a control: it belongs to the student while it has the focus or is wrong.

import { element } from "./elements.js";
import { plain, withMinus } from "./mathtext.js";

/**
 * Makes a box; it fires "typed" with its text when the student has typed another value.
 * @param {string} label name of its control
 * @returns {HTMLInputElement}
 */
export function box(label) {
  const typed = element("input", { type: "text", ariaLabel: `${plain(label)}, typed` });
  typed.autocomplete = "off";
  typed.spellcheck = false;
  const send = () => {
    if (typed.value === typed.dataset.sent) return;
    typed.dataset.sent = typed.value;
    typed.dispatchEvent(new CustomEvent("typed", { detail: typed.value }));
  };
  typed.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") send();
    if (key === "Escape") giveBack(typed);
  });
  typed.addEventListener("blur", () => {
    if (typed.value === typed.dataset.done) giveBack(typed); // answered while it had the focus
    if (typed.value === typed.dataset.text && !typed.ariaInvalid) return;
    send();
    if (typed.dataset.sent === undefined) giveBack(typed);
  });
  typed.addEventListener("input", () => {
    delete typed.dataset.sent;
    delete typed.dataset.done;
  });
  return typed;
}

/**
 * Whether a box keeps its text, whatever an answer says: it has the focus, it is wrong, or what
 * was typed has no answer yet.
 * @param {HTMLInputElement} typed
 * @returns {boolean}
 */
export function boxKeeps(typed) {
  const waits = typed.dataset.sent !== undefined;
  return typed.matches(":focus") || typed.ariaInvalid === "true" || waits;
}

const ROOM = 6; // letters that the box of a slider has room for

/** Shows a value in a box; that of a slider grows where a number is long, and stays so. */
export function showBox(typed, text) {
  typed.dataset.text = withMinus(text);
  typed.value = typed.dataset.text;
  const { length } = typed.value;
  if (length > ROOM && typed.closest(".slider")) typed.style.width = `calc(${length}ch + 16px)`;
}

/**
 * Takes note of the answer to what was typed: the box may show values again, or it is wrong.
 * @param {HTMLInputElement} typed
 * @param {boolean} wrong
 * @param {string} text what the control stands at now
 * @param {boolean} snaps whether that is another value than what was typed: it is shown at once
 */
export function settleBox(typed, wrong, text, snaps = false) {
  if (wrong) {
    typed.ariaInvalid = "true";
    return;
  }
  typed.removeAttribute("aria-invalid");
  typed.dataset.text = withMinus(text);
  typed.dataset.done = typed.dataset.sent;
  delete typed.dataset.sent;
  if (snaps || !typed.matches(":focus")) typed.value = typed.dataset.text;
}

/** What was typed before counts no more: the control was moved otherwise. */
export function releaseBox(typed) {
  typed.removeAttribute("aria-invalid");
  delete typed.dataset.sent;
  delete typed.dataset.done;
}

/** Shows where the control stands instead of what was typed. */
function giveBack(typed) {
  releaseBox(typed);
  typed.value = typed.dataset.text ?? "";
}
