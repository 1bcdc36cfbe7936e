// What a panel says: readout and lamp, an error, and that it computes, is silent or asleep.

import { element } from "./elements.js";
import { toHTML } from "./mathtext.js";

const SAYS = {
  "": "",
  computing: "computing ...",
  silent: "No answer yet. If the kernel was restarted or the connection is lost: ",
  lost: "No answer: the kernel is busy or was restarted, or the connection is lost. ",
};

/** The lines of words below the pictures. */
export class Words {
  /**
   * @param {HTMLElement} panel
   * @param {string} advice how to wake a panel
   */
  constructor(panel, advice) {
    this.panel = panel;
    this.advice = advice;
    this.lamp = element("span", { className: "lamp", hidden: true });
    this.readout = element("span", { className: "readout" });
    this.busy = element("span", { className: "busy", role: "status" });
    this.error = element("div", { className: "error", role: "alert" });
    this.line = element("div", { className: "line" }, [this.lamp, this.readout, this.busy]);
    this.line.setAttribute("aria-live", "polite");
    this.asleep = element("div", { className: "asleep", textContent: advice, hidden: true });
  }

  /** Shows what an answer says. */
  show({ error, words }) {
    this.error.textContent = error ?? "";
    if (error) this.lamp.hidden = true; // it would speak of the picture before
    if (!words) return;
    this.lamp.hidden = words.lamp === null;
    this.lamp.className = words.lamp?.good ? "lamp" : "lamp no";
    this.lamp.textContent = words.lamp?.words ?? "";
    this.readout.innerHTML = toHTML(words.readout);
  }

  /**
   * Says how the talk with the kernel goes.
   * @param {string} state "", "computing", "silent" or "lost"
   * @param {boolean} working whether the kernel is known to be at work
   */
  say(state, working = false) {
    const waits = (state === "silent" || state === "lost") && working;
    const text = waits ? SAYS.computing : SAYS[state];
    const advised = text && !waits && state !== "computing";
    this.busy.textContent = advised ? text + this.advice.replace(/^Asleep: /, "") : text;
    this.panel.classList.toggle("computing", state !== "");
  }

  /** Shows that nobody answers, and how to wake the panel. */
  sleep(asleep) {
    this.asleep.hidden = !asleep;
  }
}
