// A panel without a kernel: a model that answers from a recording, in the words of the kernel.

import { Blobs } from "./recordedblobs.js";
import { onGrid, stopOf, typedStop } from "./recordedstops.js";

const ALIGNED = 4; // bytes: arrays of 32-bit numbers are laid over the buffer

/** What a panel takes for its widget's model. */
export class RecordedModel {
  /** @param {object} recording as it was written */
  constructor(recording) {
    this.recording = recording;
    this.names = Object.keys(recording.controls);
    this.blobs = new Blobs(recording);
    this.hears = new Set();
    this.now = this.names.map((name) => recording.controls[name].start);
    this.sent = { number: 0, parts: new Map(), view: null };
    this.turn = Promise.resolve();
    this.values = { panel: recording.panel, ident: recording.name };
  }

  /** Stands at some stops, one for each control, before a view begins, where they fit. */
  stand(stops) {
    const fits = (name, i) => stops[i] in this.recording.controls[name].raws;
    if (stops?.length === this.names.length && this.names.every(fits)) {
      this.now = this.combined(stops);
    }
  }

  /** Finds the first answer, with which a view begins. */
  async begin() {
    const [message, buffer] = await this.answer(this.now, new Map());
    this.values.last = { message: { ...message, number: 0 }, buffer };
    return this;
  }

  /** Gives what the model holds. */
  get(name) {
    return this.values[name];
  }

  /** Keeps something. */
  set(name, value) {
    this.values[name] = value;
  }

  /** Begins to tell answers. */
  on(event, hear) {
    if (event === "msg:custom") this.hears.add(hear);
  }

  /** Tells answers no more. */
  off(_event, hear) {
    this.hears.delete(hear);
  }

  /** Answers a question after those before, as soon as what it needs is unpacked. */
  send(question) {
    if (question.stand) return this.turn;
    const read = this.read(question);
    if (!question.ahead) this.now = read.places;
    this.turn = this.turn.catch(() => {}).then(() => this.reply(question, read));
    return this.turn;
  }

  /** Tells the answer to a question. */
  async reply(question, { places, faults }) {
    const { view, ask, ahead } = question;
    const anew = question.hello || view !== this.sent.view;
    const { number, parts: known } = anew ? { number: 0, parts: new Map() } : this.sent;
    const [message, buffer, parts] = await this.answer(places, known);
    this.sent = { number: number + 1, parts, view };
    const reply = { view, ask, ahead: Boolean(ahead), faults, ...message };
    for (const hear of this.hears) hear({ ...reply, number: this.sent.number }, [buffer]);
  }

  /** Finds the stops that a question means, and a sentence for each wrong box. */
  read({ at, typed = {} }) {
    const faults = {};
    const places = this.names.map((name, i) => {
      const control = this.recording.controls[name];
      const stop = at && name in at ? stopOf(control, at[name], this.now[i]) : this.now[i];
      if (!(name in typed)) return stop;
      try {
        return typedStop(control, typed[name], stop);
      } catch (error) {
        faults[name] = error.message;
        return stop;
      }
    });
    return { places: this.combined(places), faults };
  }

  /** Whether all controls but one stand where they begin. */
  alone(places, i) {
    const starts = (name, j) => i === j || places[j] === this.recording.controls[name].start;
    return this.names.every(starts);
  }

  /** Gives stops that are recorded together: a slider has all of them only while it moves alone. */
  combined(places) {
    return places.map((place, i) => {
      const { grid } = this.recording.controls[this.names[i]];
      return grid && !this.alone(places, i) ? onGrid(grid, place, this.now[i]) : place;
    });
  }

  /** Gives the number of the state at some stops. */
  stateOf(places) {
    const { controls, states } = this.recording;
    const at = places.map((place, i) => controls[this.names[i]].grid?.indexOf(place) ?? place);
    const off = at.indexOf(-1); // a slider that stands beside its grid, and then moves alone
    if (off >= 0) return controls[this.names[off]].alone[places[off]];
    const length = ({ grid, raws }) => (grid ?? raws).length;
    return states[at.reduce((sum, one, i) => sum * length(controls[this.names[i]]) + one, 0)];
  }

  /**
   * Makes the answer to some stops.
   * @param {number[]} places the stop of each control
   * @param {Map} known blobs of each part of the answer before, by its name
   * @returns {Promise<[object, DataView, Map]>} message, buffer, blobs of each part
   */
  async answer(places, known) {
    const { controls, frames } = this.recording;
    const text = new TextDecoder().decode(await this.blobs.get(this.stateOf(places)));
    const message = JSON.parse(text);
    const parts = new Map();
    const pieces = [];
    let size = 0;
    for (const part of message.parts) {
      const name = `${part.picture} ${part.plot} ${part.mark}`;
      const blobs = JSON.stringify(part.arrays);
      parts.set(name, blobs);
      if (known.get(name) === blobs) {
        part.same = true;
        continue;
      }
      for (const described of Object.values(part.arrays)) {
        const bytes = await this.blobs.get(described[2]);
        size += -size & (ALIGNED - 1);
        described[2] = size;
        pieces.push([size, bytes]);
        size += bytes.length;
      }
    }
    const buffer = new Uint8Array(size);
    for (const [offset, bytes] of pieces) buffer.set(bytes, offset);
    this.names.forEach((name, i) => standIdle(message, name, controls[name], places[i]));
    for (const [name, control] of Object.entries(message.controls)) {
      control.snaps = true;
      control.places = controls[name].raws;
      control.start ??= control.places[controls[name].start]; // a page may begin elsewhere
    }
    message.frames = message.pictures.map((number) => frames[number]);
    return [message, new DataView(buffer.buffer), parts];
  }
}

/** A control that does nothing stands where it was put: its states are recorded as one. */
function standIdle({ at, controls }, name, { raws, texts }, place) {
  const control = controls[name];
  if (!control.off) return;
  at[name] = raws[place];
  Object.assign(control, { at: raws[place], place: raws[place], text: texts[place] });
}
