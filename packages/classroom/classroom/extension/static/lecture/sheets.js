// What lies over the screen: black, the list of steps, the help.

import { HELP } from "./keys.js";
import { element } from "./elements.js";

/** A sheet over the whole screen; keys go to it until it is taken away. */
class Sheet {
  constructor(host, className, label, ...children) {
    this.node = element("div", { className: `classroom-sheet ${className}`, role: "dialog" });
    this.gone = () => {}; // told when it has been taken away
    this.node.ariaLabel = label;
    this.node.append(...children);
    this.node.addEventListener("click", () => this.remove());
    host.append(this.node);
  }

  remove() {
    this.node.remove();
    this.gone();
  }

  /** Takes a key; whatever it is, the sheet goes. */
  key() {
    this.remove();
  }
}

/** A black screen. */
export class Black extends Sheet {
  constructor(host) {
    super(host, "classroom-black", "The screen is black; press b to come back");
  }

  key({ key }) {
    if (["b", ".", "Escape", "PageDown", "PageUp", " ", "Enter"].includes(key)) this.remove();
  }
}

/** The keys in words. */
export class Help extends Sheet {
  constructor(host) {
    const rows = HELP.flatMap(([keys, words]) => [
      element("dt", { text: keys }),
      element("dd", { text: words }),
    ]);
    const heading = element("h2", { text: "Keys" });
    super(host, "classroom-help", "Keys", heading, element("dl", {}, ...rows));
  }
}

const WAYS = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1, Tab: 1 };

/** All steps, to jump to one. */
export class List extends Sheet {
  /**
   * @param {HTMLElement} host
   * @param {{title: Node[], minutes: number, inner: boolean}[]} steps
   * @param {number} at the step on the screen
   * @param {function(number): void} jump
   */
  constructor(host, steps, at, jump) {
    const items = steps.map(({ title, minutes, inner }, i) => {
      const item = element(
        "li",
        { role: "option", className: inner ? "classroom-inner" : "" },
        element("span", { text: `${i + 1}` }),
        element("span", {}, ...title),
        element("span", { text: minutes ? `${minutes} min` : "" }),
      );
      item.addEventListener("click", () => jump(i));
      return item;
    });
    super(host, "classroom-list", "Steps", element("ol", { role: "listbox" }, ...items));
    this.items = items;
    this.at = at;
    this.jump = jump;
    this.go(0);
  }

  /** Marks the step so many further on. */
  go(way) {
    this.items[this.at].ariaSelected = "false";
    this.at = Math.min(this.items.length - 1, Math.max(0, this.at + way));
    this.items[this.at].ariaSelected = "true";
    this.items[this.at].scrollIntoView({ block: "nearest" });
  }

  key({ key }) {
    if (key === "Enter" || key === " ") {
      this.remove();
      this.jump(this.at);
    } else if (key === "Home" || key === "End") this.go(key === "Home" ? -Infinity : Infinity);
    else if (key in WAYS) this.go(WAYS[key]);
    else if (key === "Escape" || key === "o") this.remove();
  }
}
