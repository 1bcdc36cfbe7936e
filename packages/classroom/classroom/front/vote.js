// A vote on a page: a card with the question and its answers on buttons, which fold to one line
// when one is said; and beside the explanation what was said and, after a first move, the answer.

import {
  cardOf, explanationBelow, openPrinted, panelBelow, panelsOf, questionAbove, watchPage,
} from "./around.js";
import { UNSAID, letterOf, pressed, sentence, stepped, verdict } from "./ballot.js";
import { spoken } from "./spoken.js";
import { element } from "../../../livepanels/livepanels/front/elements.js";
import { toHTML } from "../../../livepanels/livepanels/front/mathtext.js";
import { isDark, keepKeys, watchTheme } from "../../../livepanels/livepanels/front/page.js";
import { watchKernel } from "../../../livepanels/livepanels/front/asleep.js";

const MOVES = ["input", "pointerdown", "keydown"]; // in a panel: a hand is on it
const STILL = ["Tab", "Shift", "Control", "Alt", "Meta", "PageDown", "PageUp"]; // keys of others

/** Copies of nodes, which are seen. */
function copies(nodes) {
  const all = [...nodes].map((node) => node.cloneNode(true));
  for (const copy of all) copy.classList?.remove("classroom-taken");
  return all;
}

/** Gives an element its content, where that is anything new: what reads aloud reads it once. */
function fill(el, nodes) {
  const fresh = document.createElement(el.tagName);
  fresh.append(...nodes);
  if (fresh.innerHTML !== el.innerHTML) el.replaceChildren(...fresh.childNodes);
}

/** Nodes of a text with a little TeX. */
function nodesOf(text) {
  return [...element("p", { innerHTML: toHTML(text) }).childNodes];
}

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
    this.opened = false; // the answers, after one was said
    this.moved = false; // a panel between question and explanation
    this.other = null; // the panel that a hand was on last, of another question
    this.taken = []; // what of the text above stands on the card instead
    this.build();
    this.connect();
  }

  /** Makes the elements. */
  build() {
    const { again, name } = this.vote;
    const className = `classroom-vote${again ? " again" : ""}`;
    this.root = element("div", { className, role: "group" });
    this.root.ariaLabel = again ? "Your answer" : "Predict";
    this.root.dataset.name = name;
    keepKeys(this.root); // letters would add cells to the notebook
    this.said = element("p", { className: "said", role: "status" });
    this.root.append(...(again ? [this.said] : this.card()));
    this.el.replaceChildren(this.root);
    this.themed();
    this.refresh();
  }

  /** Makes the card: the question, a button for each answer, a line, what to do then. */
  card() {
    const id = `vote-${Math.random().toString(36).slice(2)}`;
    this.question = element("div", { className: "question", id });
    this.buttons = [...this.vote.letters].map((letter) => this.button(letter));
    this.answers = element("div", { className: "answers", role: "radiogroup" }, this.buttons);
    this.answers.setAttribute("aria-labelledby", id);
    const press = (className, textContent, onclick) =>
      element("button", { type: "button", className, textContent, onclick });
    this.change = press("change", "Change", () => this.open());
    this.unsaid = press("unsaid", "Show without voting (S)", () => this.press(UNSAID));
    this.task = element("div", { className: "task" });
    this.root.addEventListener("keydown", (event) => this.key(event));
    const line = element("div", { className: "line" }, [this.said, this.change]);
    return [this.question, this.answers, this.unsaid, line, this.task];
  }

  /** Makes the button of one letter. */
  button(letter) {
    const key = element("span", { className: "key", textContent: letter });
    const answer = element("span", { className: "answer" });
    const button = element("button", { type: "button", role: "radio" }, [key, answer]);
    button.dataset.letter = letter;
    button.addEventListener("click", () => this.press(letter));
    return button;
  }

  /** Begins to hear: the model, the theme, the page, the kernel, hands on a panel. */
  connect() {
    this.onSaid = () => this.refresh();
    this.model.on("change:said", this.onSaid);
    this.stopTheme = watchTheme(() => this.themed());
    this.stopPage = watchPage(() => {
      this.other = null;
      this.refresh();
    });
    const sleep = (asleep) => this.sleep(asleep);
    this.stopWatch = watchKernel(this.el, this.managed, { sleep, busy() {} });
    this.onMove = (event) => this.hear(event);
    if (this.vote.again) for (const move of MOVES) addEventListener(move, this.onMove, true);
  }

  /** Takes the view off the page. */
  destroy() {
    this.stopTheme();
    this.stopPage();
    this.stopWatch();
    this.model.off("change:said", this.onSaid);
    for (const move of MOVES) removeEventListener(move, this.onMove, true);
    this.take([]);
  }

  // What the reader does -------------------------------------------------------------------------

  /** A letter is said, or taken back; the kernel keeps it. */
  press(letter) {
    if (this.asleep) return;
    const focused = this.root.contains(document.activeElement);
    this.model.set("said", pressed(this.model.get("said"), letter));
    this.model.save_changes();
    this.opened = false;
    this.refresh();
    if (focused && !this.change.hidden) this.change.focus({ preventScroll: true });
  }

  /** Opens the answers again. */
  open() {
    this.opened = true;
    this.refresh();
    this.buttons.find(({ tabIndex }) => tabIndex === 0).focus({ preventScroll: true });
  }

  /** A key is pressed while the focus is here: a letter, or an arrow to the next button. */
  key(event) {
    const letter = letterOf(event, this.vote.letters);
    const at = this.buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = stepped(event.key, at, this.buttons.length);
    if (letter !== null) this.press(letter);
    else if (next === null || this.asleep) return;
    else {
      if (this.answers.hidden) this.open();
      this.buttons.forEach((button, i) => { button.tabIndex = i === next ? 0 : -1; });
      this.buttons[next].focus();
    }
    event.preventDefault();
  }

  /** A hand is on something: on a panel between question and explanation? */
  hear({ type, key, target }) {
    if (this.moved || (type === "keydown" && STILL.includes(key))) return;
    const panel = target.closest?.(".livepanel");
    if (!panel || panel === this.other) return; // a page has many votes and many moves
    this.moved = panelsOf(this.vote.name, this.root).includes(panel);
    if (this.moved) this.refresh();
    else this.other = panel;
  }

  // What is seen ---------------------------------------------------------------------------------

  /** Shows all anew: what was said, and what stands around on the page. */
  refresh() {
    const said = this.model.get("said");
    this.root.dataset.said = said;
    if (this.vote.again) this.repeat(said);
    else this.ask(said);
  }

  /** Shows the card. */
  ask(said) {
    this.read();
    const folded = said !== "" && !this.opened;
    const at = Math.max(0, this.vote.letters.indexOf(said));
    this.buttons.forEach((button, i) => {
      button.ariaChecked = String(button.dataset.letter === said);
      button.tabIndex = i === at ? 0 : -1;
    });
    this.answers.hidden = folded;
    this.unsaid.hidden = said !== "";
    this.change.hidden = !folded || Boolean(this.asleep);
    fill(this.said, [sentence(said, this.vote.letters, false), " ", ...this.answer(said)]);
    if (said) openPrinted(this.root);
    if (folded) this.makeRoom();
  }

  /** Shows what was said beside the explanation, and the answer where it is due. */
  repeat(said) {
    const { letters, name } = this.vote;
    const due = this.moved || said === UNSAID || panelsOf(name, this.root).length === 0;
    const explained = said && due ? explanationBelow(this.root) : null;
    if (explained) {
      const { right, about } = explained;
      const answer = this.answer(right);
      const reason = said === right ? [] : [" ", ...about(said)];
      fill(this.said, [verdict(said, right), answer.length ? ": " : ".", ...answer, ...reason]);
    } else fill(this.said, [sentence(said, letters, true), " ", ...this.answer(said)]);
  }

  /** The words of an answer, as they stand on the card. */
  answer(letter) {
    const { again, answers, letters, name } = this.vote;
    if (!letter) return [];
    const card = again ? cardOf(name, this.root) : this.root;
    const found = card?.querySelector(`[data-letter="${letter}"] .answer`);
    return found ? copies(found.childNodes) : nodesOf(answers[letters.indexOf(letter)] ?? "");
  }

  /** Puts question and answers on the card: those of the call, or the list in the text above. */
  read() {
    const { answers, letters, question } = this.vote;
    const found = answers.length ? null : questionAbove(this.root, letters);
    if (!found && this.root.classList.contains("taken")) return; // what was read once stays
    this.take(found ? [...found.question, found.list, ...found.task] : []);
    fill(this.question, found ? copies(found.question) : nodesOf(question));
    fill(this.task, found ? copies(found.task) : []);
    const texts = found?.answers ?? answers.map(nodesOf);
    this.buttons.forEach((button, i) => {
      fill(button.lastChild, texts[i] ?? []);
      const { letter } = button.dataset;
      const words = spoken(texts[i] ?? []);
      button.ariaLabel = words ? `${letter} ${words}` : `answer ${letter}`;
    });
    this.answers.classList.toggle("letters", texts.length === 0);
    this.root.classList.toggle("taken", found !== null); // notes and paper have the text above
  }

  /** Takes paragraphs off the text above, while they stand on the card. */
  take(paragraphs) {
    for (const one of this.taken) one.classList.remove("classroom-taken");
    for (const one of paragraphs) one.classList.add("classroom-taken");
    this.taken = paragraphs;
  }

  /** Tells the panel below how much of the screen the card takes. */
  makeRoom() {
    const panel = panelBelow(this.root);
    const place = panel?.parentElement;
    if (!place || panel.classList.contains("lecture") || !this.root.offsetHeight) return;
    const top = (one) => one.getBoundingClientRect().top;
    const above = `${Math.round(top(panel) - top(this.root))}px`;
    if (place.style.getPropertyValue("--livepanel-above") === above) return;
    place.style.setProperty("--livepanel-above", above);
    const detail = { node: place, presentation: null, settled: true };
    document.dispatchEvent(new CustomEvent("livepanels:presentation", { detail }));
  }

  /** Without a kernel it is plain text. */
  sleep(asleep) {
    this.asleep = asleep;
    this.root.classList.toggle("sleeping", asleep);
    for (const button of this.buttons ?? []) button.disabled = asleep;
    this.refresh();
  }

  /** Follows the theme of the page. */
  themed() {
    this.root.classList.toggle("dark", isDark());
  }
}
