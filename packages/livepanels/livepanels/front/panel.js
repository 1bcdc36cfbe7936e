// A panel on a page: what the student moves goes to memory or kernel, answers go to the pictures.

import { Ahead, Course } from "./ahead.js";
import { Controls } from "./controls.js";
import { Figures } from "./figures.js";
import { Reader, unpack, written } from "./answers.js";
import { Talk } from "./talk.js";
import { Words } from "./words.js";
import { element } from "./elements.js";
import { isDark, watchTheme } from "./page.js";
import { keyOf, neighbors } from "./settings.js";
import { pageMemory } from "./memory.js";
import { watchPresentation } from "./presentation.js";
import { settleBox } from "./typed.js";
import { watchKernel } from "./asleep.js";

const PAUSE = 60; // milliseconds without a move after which readout and lamp are asked for
const SOON = 3; // stops: of so many that the hand comes to next, the answers shall be there
const GLIDE = 150; // milliseconds without a new picture after which points glide to the next one

/** All views of this page, by panel: they move together. */
const views = new Map();

/** One view of a panel. */
export class PanelView {
  /**
   * @param {object} model the widget's model, as anywidget gives it
   * @param {object} managed the widget manager's own model
   * @param {HTMLElement} el where the view stands
   */
  constructor(model, managed, el) {
    this.model = model;
    this.managed = managed;
    this.el = el;
    this.panel = model.get("panel");
    this.asksAhead = this.panel.remember && this.panel.ahead !== false; // recordings may not say
    this.id = model.get("ident");
    this.view = Math.random().toString(36).slice(2);
    this.memory = pageMemory();
    this.reader = new Reader();
    this.course = new Course();
    this.asked = new Map(); // how many moves were made before each question
    this.moves = 0;
    this.movedAt = {}; // which move was the last of each control
    this.painted = -1; // how many moves were made before what is painted
    this.paintedAt = 0;
    this.kernelAt = ""; // where the kernel takes the panel to stand
    this.presentation = null; // how large lecture mode wants it
    this.kept = {}; // positions before a pointer previews others
    this.reading = Promise.resolve();
    this.build();
    this.connect();
  }

  /** Makes the elements, and shows the last answer that the model has. */
  build() {
    const { controls, advice } = this.panel;
    this.alone = controls.length === 0; // a picture by itself: nothing to move, to ask, to wake
    const className = this.alone ? "livepanel-picture" : "livepanel kernlab-panel";
    this.root = element("div", { className });
    const rows = element("div", { className: "controls" });
    this.host = element("div", { className: "figures" });
    this.words = new Words(this.root, advice);
    const { asleep, error, line } = this.words;
    const reach = element("div", { className: "reach" }, [rows, line]);
    this.root.append(...(this.alone ? [this.host] : [asleep, reach, this.host, error]));
    this.el.replaceChildren(this.root);
    this.controls = new Controls(rows, controls, {
      move: (name, raw) => this.move(name, raw),
      type: (name, text) => this.type(name, text),
    });
    this.figures = new Figures(this.host, {
      onHand: (name, raw) => this.hold(name, raw),
      onPick: (name, raw) => this.preview(name, raw),
    });
    const { message, buffer } = this.model.get("last");
    const first = new Reader().read(message, buffer);
    this.at = first.at;
    this.follow = this.follow.bind(this);
    this.themed();
    this.show(first, this.moves);
  }

  /** Begins to hear: the model, the theme, the kernel, hands that come near. */
  connect() {
    this.talk = new Talk(
      (question) => this.send(question),
      (state) => this.words.say(state, this.kernelBusy),
    );
    this.ahead = new Ahead(
      () => neighbors(this.panel.controls, this.at, this.nearest),
      (at) => this.knows(at),
      (at) => this.askAhead({ at, words: true }),
    );
    this.onMessage = (message, buffers) => this.hear(message, buffers);
    this.model.on("msg:custom", this.onMessage);
    this.stopTheme = watchTheme(() => this.themed());
    this.stopPresentation = watchPresentation(this.el, (...how) => this.present(...how));
    for (const coming of ["pointerover", "focusin"]) {
      this.root.addEventListener(coming, ({ target }) => this.near(target));
    }
    siblings(this.id).add(this);
    this.stopWatch = watchKernel(this.el, this.managed, {
      sleep: (asleep) => this.sleep(asleep),
      busy: (busy) => {
        this.kernelBusy = busy;
      },
    });
  }

  /** Takes the view off the page. */
  destroy() {
    this.talk.end();
    this.ahead.stop();
    clearTimeout(this.saving);
    clearTimeout(this.pause);
    this.stopTheme();
    this.stopPresentation();
    this.stopWatch();
    this.model.off("msg:custom", this.onMessage);
    siblings(this.id).delete(this);
    this.figures.destroy();
  }

  // What the student does ------------------------------------------------------------------------

  /** A control is moved: what was seen there before is painted now, else the kernel is asked. */
  move(name, raw) {
    this.nearest = name;
    this.movedAt[name] = this.moves + 1;
    const control = this.panel.controls.find((each) => each.name === name);
    const stops = this.course.next(control, raw, performance.now());
    this.go({ ...this.at, [name]: raw }, [name], stops.map((at) => ({ ...this.at, [name]: at })));
  }

  /** Stands at a setting; the hand is expected at others next. */
  go(at, moved = [], expected = []) {
    this.at = at;
    this.moves += 1;
    this.ahead.stop();
    const then = this.asksAhead ? expected.filter((each) => !this.knows(each)) : [];
    const known = this.panel.remember ? this.memory.get(this.id, keyOf(at)) : undefined;
    if (known) {
      this.unsettled = true;
      this.talk.drop();
      this.stand(known);
      const [next, ...more] = then;
      const soon = expected.slice(0, SOON).includes(next);
      if (soon && !this.talk.slow) this.askAhead({ at: next, then: more });
    } else {
      this.ask({ at, moved, then, words: false });
    }
  }

  /** Shows the known answer to where the panel stands. */
  stand(answer) {
    this.show(answer, this.moves);
    this.controls.show(answer.controls);
    this.settle();
  }

  /** Whether the answer to a setting is there. */
  knows(at) {
    return this.memory.has(this.id, keyOf(at));
  }

  /** A value is typed; the kernel reads it. */
  type(name, text) {
    this.nearest = name;
    this.moves += 1;
    this.ahead.stop();
    this.ask({ at: this.at, typed: { [name]: text }, words: false });
  }

  /** A hand on a picture keeps a position. */
  hold(name, raw) {
    delete this.kept[name];
    this.controls.clear(name);
    this.move(name, raw);
  }

  /** A pointer over a picture previews a position; null brings back the one that was kept. */
  preview(name, raw) {
    if (raw !== null) {
      if (!(name in this.kept)) this.kept[name] = this.at[name];
      this.move(name, raw);
    } else if (name in this.kept) {
      const back = this.kept[name];
      delete this.kept[name];
      this.move(name, back);
    }
  }

  /** A hand comes near: it may want a neighbor of what is shown, of the control under it first. */
  near(target) {
    this.nearest = target.closest(".control")?.dataset.name ?? this.nearest;
    if (this.talk.quiet && !this.asleep) this.ahead.rest();
  }

  // Questions and answers ------------------------------------------------------------------------

  /** Asks the kernel. */
  ask(question) {
    if (this.asleep) return;
    this.root.dataset.state = "busy";
    this.unsettled = true;
    this.talk.ask(question);
  }

  /** Asks for readout and lamp of what is shown, where no move has come in between. */
  askWords() {
    if (this.talk.quiet && !this.shown.words) this.ask({ at: this.at, words: true });
  }

  /** Asks for what may be wanted next, where nothing else is asked. */
  askAhead(question) {
    if (!this.talk.quiet || this.asleep || !this.asksAhead) return false;
    this.talk.ask({ ...question, ahead: true });
    return true;
  }

  /** Sends a question; notes the moves so far. */
  send(question) {
    this.asked.set(question.ask, this.moves);
    this.model.send({ view: this.view, ...question });
  }

  /** Tells the kernel that the page knows nothing yet; it shows a setting, or where it stands. */
  hello(at = null) {
    this.reader = new Reader();
    this.talk.end();
    this.ask({ hello: true, at, words: true });
  }

  /** Hears a message of the kernel; those with answers are read one after the other. */
  hear(message, buffers) {
    if (message.forget) {
      this.memory.forget(this.id);
      this.ahead.stop();
    } else if (message.view !== this.view) {
      if (!message.ahead && message.at) setTimeout(() => this.follow(message.at));
    } else if (message.moved) {
      this.kernelAt = keyOf(message.at);
    } else if (message.packed) {
      this.reading = this.reading
        .then(() => unpack(buffers[0]))
        .then((buffer) => this.answered(message, buffer));
    } else if (message.answers) {
      this.arrived(message, buffers);
    } else {
      this.answered(message, buffers[0]);
    }
  }

  /** Reads an answer, and remembers it; null if one before was lost: then all is asked anew. */
  read(message, buffer) {
    if (!this.reader.follows(message)) {
      if (!this.talk.asked?.hello) this.hello(this.at);
      return null;
    }
    const answer = this.reader.read(message, buffer);
    if (this.panel.remember) this.memory.put(this.id, keyOf(answer.at), answer, answer.bytes);
    return answer;
  }

  /** Takes answers that were asked ahead of the hand, which may have come there by now. */
  arrived(message, buffers) {
    for (const [i, each] of message.answers.entries()) if (!this.read(each, buffers[i])) return;
    this.meet(message);
  }

  /** Goes on after what came ahead; where it answers what waits, nobody need be asked for that. */
  meet(message) {
    const { waiting } = this.talk;
    const here = waiting && keyOf(waiting.at) === keyOf(this.at) && this.knows(this.at);
    const there = here && !Object.keys(waiting.typed).length;
    if (there) this.talk.drop();
    this.talk.answered(message);
    if (there) this.stand(this.memory.get(this.id, keyOf(this.at)));
    else this.settle();
  }

  /** Takes an answer: remembers it, paints it unless something newer is painted, asks on. */
  answered(message, buffer) {
    const answer = this.read(message, buffer);
    if (!answer) return;
    const moves = this.asked.get(message.ask) ?? this.moves;
    this.asked.delete(message.ask);
    if (message.ahead) {
      this.meet(message);
      this.ahead.next();
      return;
    }
    const typed = this.talk.asked?.typed ?? {};
    const newest = this.talk.answered(message) && moves === this.moves;
    this.kernelAt = keyOf(answer.at);
    this.settleTyped(typed, message.faults, answer);
    if (newest) {
      this.at = answer.at;
      this.controls.show(answer.controls);
    }
    if (moves >= this.painted) this.show(answer, moves);
    if (newest) this.settle();
    else this.adopt(typed, message.faults, answer.at, moves);
  }

  /** Takes over what was typed before other controls were moved: their questions lacked it. */
  adopt(typed, faults, at, moves) {
    const names = Object.keys(typed).filter(
      (name) => !(name in faults) && (this.movedAt[name] ?? 0) <= moves,
    );
    const adopted = Object.fromEntries(names.map((name) => [name, at[name]]));
    if (names.length) this.go({ ...this.at, ...adopted });
    else if (this.talk.quiet) this.settle();
  }

  /** Shows beside each box whether what was typed is right. */
  settleTyped(typed, faults, answer) {
    for (const name of Object.keys(typed)) {
      const box = this.controls.row(name).querySelector("[type=text]");
      if (name in faults || box.dataset.sent === typed[name]) {
        const control = answer.controls[name];
        settleBox(box, name in faults, this.controls.text(name, control), control.snaps);
      }
      if (!(name in faults)) this.controls.clearError(name);
    }
    this.controls.showErrors(faults);
  }

  /** Paints an answer. */
  show(answer, moves) {
    const now = performance.now();
    const still = this.shown && samePicture(this.shown, answer); // only words may be new
    const glide = this.panel.glide && (still || now - this.paintedAt > GLIDE);
    if (!answer.error) this.figures.show(answer, { glide });
    this.host.classList.toggle("stale", Boolean(answer.error));
    this.words.show(answer);
    this.shown = answer;
    this.painted = moves;
    if (!still) this.paintedAt = now;
    if (!this.talk) this.controls.show(answer.controls);
  }

  /** Nothing is awaited: the picture may be saved, neighbors asked, other views moved. */
  settle() {
    if (this.asleep || !this.talk.quiet) return;
    clearTimeout(this.pause);
    if (!this.shown.words) {
      this.root.dataset.state = "busy";
      this.pause = setTimeout(() => this.askWords(), PAUSE);
      return;
    }
    this.root.dataset.state = "idle";
    if (!this.unsettled) return;
    this.unsettled = false;
    for (const other of siblings(this.id)) if (other !== this) other.follow(this.at);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.rest(), 150);
    if (this.moves > 0) this.ahead.rest();
  }

  /** The hand rests: the model keeps the picture, the kernel learns where the panel stands. */
  rest() {
    if (!this.shown?.error) this.model.set("last", written(this.shown));
    const key = keyOf(this.at);
    if (this.asleep || this.talk.moving || key === this.kernelAt) return;
    this.kernelAt = key;
    this.model.send({ view: this.view, at: this.at, stand: true });
  }

  /** Goes where another view of this panel went. */
  follow(at) {
    if (keyOf(at) === keyOf(this.at) && !this.asleep && this.painted >= 0) {
      if (this.knows(at) || this.talk.moving) return;
    }
    this.go(at);
  }

  // The page -------------------------------------------------------------------------------------

  /** Falls asleep where nobody answers, wakes where somebody does again. */
  sleep(asleep) {
    if (asleep === this.asleep || this.alone) return;
    this.asleep = asleep;
    this.root.classList.toggle("sleeping", asleep);
    this.controls.sleep(asleep);
    this.words.sleep(asleep);
    this.host.inert = asleep;
    this.memory.forget(this.id);
    this.ahead.stop();
    this.talk.end();
    if (asleep) this.root.dataset.state = "asleep";
    else this.hello();
  }

  /** Follows the theme of the page. */
  themed() {
    const dark = isDark();
    this.root.classList.toggle("dark", dark);
    this.figures.theme({ dark });
  }

  /** Follows lecture mode; where the panel is not on the screen, only when it comes there. */
  present(presentation, settled) {
    if (presentation && !this.root.offsetWidth) return;
    if (presentation !== this.presentation) {
      this.presentation = presentation;
      this.root.classList.toggle("lecture", presentation !== null);
      this.figures.present(presentation);
    }
    if (settled) this.figures.refit();
  }
}

/** Whether two answers show the very same marks. */
function samePicture(one, other) {
  if (one.parts.length !== other.parts.length) return false;
  return one.parts.every(({ arrays }, i) => arrays === other.parts[i].arrays);
}

/** Gives the views of a panel in this page. */
function siblings(id) {
  if (!views.has(id)) views.set(id, new Set());
  return views.get(id);
}
