// A vote on a page: lettered answers as buttons, and the one that was said beside the explanation.

import { element, quiet } from "../../../livepanels/livepanels/front/elements.js";
import { letterOf, pressed, sentence, stepped } from "./ballot.js";
import { toHTML } from "../../../livepanels/livepanels/front/mathtext.js";
import { isDark, keepKeys, watchTheme } from "../../../livepanels/livepanels/front/page.js";
import { watchKernel } from "../../../livepanels/livepanels/front/asleep.js";

/** One view of a vote. */
export class VoteView {
  /**
   * @param {object} model the widget's model, as anywidget gives it
   * @param {object} managed the widget manager's own model
   * @param {HTMLElement} el where the view stands
   */
  constructor(model, managed, el) {
    this.model = model;
    this.managed = managed;
    this.el = el;
    this.vote = model.get("vote");
    this.build();
    this.connect();
  }

  /** Makes the elements: a question, a button for each answer, a line of words. */
  build() {
    const { question, again } = this.vote;
    const label = again ? "Your answer" : "Predict";
    this.root = element("div", { className: "classroom-vote", role: "group", ariaLabel: label });
    keepKeys(this.root); // letters would add cells to the notebook
    this.said = element("p", { className: "said", role: "status" });
    this.buttons = again ? [] : [...this.vote.letters].map((letter) => this.button(letter));
    const list = element("div", { className: "answers" }, this.buttons);
    list.classList.toggle("letters", this.vote.answers.length === 0);
    const asked = element("p", { className: "question", innerHTML: toHTML(question) });
    const asks = !again && question !== "";
    this.root.append(...(asks ? [asked] : []), ...(again ? [] : [list]), this.said);
    this.el.replaceChildren(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.themed();
    this.show();
  }

  /** Makes the button of one letter. */
  button(letter) {
    const answer = this.vote.answers[this.vote.letters.indexOf(letter)] ?? "";
    const key = element("span", { className: "key", textContent: `${letter}.` });
    const text = element("span", { className: "answer", innerHTML: toHTML(answer) });
    const button = element("button", { type: "button" }, answer ? [key, text] : [key]);
    button.ariaLabel = answer ? `${letter}. ${quiet(answer)}` : `answer ${letter}`;
    button.dataset.letter = letter;
    button.addEventListener("click", () => this.press(letter));
    return button;
  }

  /** Begins to hear: the model, the theme, the kernel. */
  connect() {
    this.onSaid = () => this.show();
    this.model.on("change:said", this.onSaid);
    this.stopTheme = watchTheme(() => this.themed());
    const sleep = (asleep) => this.sleep(asleep);
    this.stopWatch = watchKernel(this.el, this.managed, { sleep, busy() {} });
  }

  /** Takes the view off the page. */
  destroy() {
    this.stopTheme();
    this.stopWatch();
    this.model.off("change:said", this.onSaid);
  }

  /** A letter is pressed; the kernel keeps it. */
  press(letter) {
    if (this.asleep) return;
    this.model.set("said", pressed(this.model.get("said"), letter));
    this.model.save_changes();
    this.show();
  }

  /** A key is pressed while the focus is here: a letter, or an arrow to the next button. */
  key(event) {
    const letter = letterOf(event, this.vote.letters);
    const at = this.buttons.findIndex((button) => button === document.activeElement);
    const next = at < 0 ? null : stepped(event.key, at, this.buttons.length);
    if (letter !== null && this.buttons.length) this.press(letter);
    else if (next !== null) this.buttons[next].focus();
    else return;
    event.preventDefault();
  }

  /** Shows what was said. */
  show() {
    const said = this.model.get("said");
    for (const button of this.buttons) button.ariaPressed = String(button.dataset.letter === said);
    this.said.innerHTML = toHTML(sentence(this.vote, said));
    this.root.dataset.said = said;
  }

  /** Without a kernel it is plain text. */
  sleep(asleep) {
    this.asleep = asleep;
    this.root.classList.toggle("sleeping", asleep);
    for (const button of this.buttons) button.disabled = asleep;
  }

  /** Follows the theme of the page. */
  themed() {
    this.root.classList.toggle("dark", isDark());
  }
}
