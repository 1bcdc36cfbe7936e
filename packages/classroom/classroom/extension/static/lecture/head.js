// The line above a step: its title, its minutes, its number, the clock.

import { element } from "./elements.js";
import { minutesAndSeconds } from "./clock.js";

/** The line above a step. */
export class Head {
  /** @param {HTMLElement} host where it stands */
  constructor(host) {
    this.title = element("b");
    this.minutes = element("span");
    this.number = element("span", { className: "classroom-number" });
    this.clock = element("span", { className: "classroom-clock", role: "timer" });
    this.clock.setAttribute("aria-live", "off");
    const parts = [this.title, this.minutes, this.number, this.clock];
    this.node = element("header", { className: "classroom-head" }, ...parts);
    host.append(this.node);
  }

  /** Shows which step is on the screen. */
  show({ title, minutes, number, count, part, parts }) {
    this.title.replaceChildren(...title);
    this.minutes.textContent = minutes ? `${minutes} min` : "";
    this.number.textContent = `${number} of ${count}${parts > 1 ? `, ${part} of ${parts}` : ""}`;
  }

  /** Shows the time; it turns red when a section is over its minutes. */
  tick(spent, minutes) {
    const limit = minutes ? ` of ${minutesAndSeconds(minutes * 60_000)}` : "";
    this.clock.textContent = minutesAndSeconds(spent) + limit;
    this.clock.classList.toggle("classroom-over", minutes > 0 && spent > minutes * 60_000);
  }

  remove() {
    this.node.remove();
  }
}
