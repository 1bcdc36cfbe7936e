// Answers of the kernel: from a message and its bytes to what is painted, and back to be saved.

import { mirrored } from "./halves.js";

const TYPES = { uint8: Uint8Array, float32: Float32Array };

/**
 * Lays arrays over the bytes of a message.
 * @param {object} described [type, shape, offset, half] by name; half: of a symmetric matrix
 * @param {DataView} bytes
 * @returns {object} {data, shape} by name
 */
function arraysOf(described, bytes) {
  const entries = Object.entries(described).map(([name, [type, shape, offset, half]]) => {
    const whole = shape.reduce((product, side) => product * side, 1);
    const length = half ? (whole + shape[0]) / 2 : whole;
    const start = bytes.byteOffset + offset;
    const Type = TYPES[type];
    const data =
      start % Type.BYTES_PER_ELEMENT === 0
        ? new Type(bytes.buffer, start, length)
        : new Type(bytes.buffer.slice(start, start + length * Type.BYTES_PER_ELEMENT));
    return [name, { data: half ? mirrored(data, shape[0]) : data, shape }];
  });
  return Object.fromEntries(entries);
}

/**
 * Copies bytes to where arrays may begin; small ones so that no large buffer is held for them.
 * @param {DataView|ArrayBuffer|undefined} buffer
 * @returns {DataView}
 */
function ownBytes(buffer) {
  if (!buffer) return new DataView(new ArrayBuffer(0));
  if (buffer instanceof ArrayBuffer) return new DataView(buffer);
  const { buffer: all, byteOffset, byteLength } = buffer;
  return new DataView(all.slice(byteOffset, byteOffset + byteLength));
}

/** Reads answers that come to one view; marks that stay the same come once. */
export class Reader {
  constructor() {
    this.frames = new Map(); // by number
    this.arrays = new Map(); // those of the last answer, by picture, plot and mark
    this.number = 0; // of the last answer
  }

  /** Whether a message is the one after the last, or begins anew: else one was lost on the way. */
  follows({ number }) {
    return number === 1 || number === this.number + 1;
  }

  /** Keeps a frame. One that comes again stays the same object: a hand may be on its figure. */
  know(frame) {
    const known = this.frames.get(frame.id);
    if (known && JSON.stringify(known) === JSON.stringify(frame)) return;
    this.frames.set(frame.id, frame);
  }

  /**
   * Makes an answer of a message.
   * @param {object} message
   * @param {DataView|ArrayBuffer} buffer its bytes, unpacked
   * @returns {object} the answer, complete in itself; `bytes` is what it added
   */
  read(message, buffer) {
    const bytes = ownBytes(buffer);
    for (const frame of message.frames) this.know(frame);
    const arrays = new Map();
    const parts = message.parts.map((part) => {
      const name = `${part.picture} ${part.plot} ${part.mark}`;
      const own = part.same ? this.arrays.get(name) : arraysOf(part.arrays, bytes);
      arrays.set(name, own);
      const picture = message.pictures.indexOf(part.picture);
      return { picture, plot: part.plot, mark: part.mark, extra: part.extra, arrays: own };
    });
    this.arrays = arrays;
    this.number = message.number;
    return {
      at: message.at,
      pictures: message.pictures.map((id) => this.frames.get(id)),
      parts,
      alts: message.words?.alts ?? [],
      hands: handsOf(message.controls, message.pictures),
      words: message.words,
      controls: message.controls,
      error: message.error,
      bytes: bytes.byteLength,
    };
  }
}

/**
 * Says where hands can take hold in the pictures of an answer.
 * @param {object} controls how they stand, by name
 * @param {number[]} pictures numbers of the frames
 * @returns {object} by name of the control
 */
function handsOf(controls, pictures) {
  const hands = {};
  for (const [name, { hand, at, text, snaps, places }] of Object.entries(controls)) {
    const picture = hand ? pictures.indexOf(hand.picture) : -1;
    if (picture >= 0) hands[name] = { ...hand, picture, at, text, snaps, places };
  }
  return hands;
}

/**
 * Makes the message that an answer could have come with: to be saved with the notebook.
 * @param {object} answer
 * @returns {{message: object, buffer: ArrayBuffer}}
 */
export function written(answer) {
  const pieces = [];
  let size = 0;
  const parts = answer.parts.map(({ picture, plot, mark, extra, arrays }) => {
    const described = {};
    for (const [name, { data, shape }] of Object.entries(arrays)) {
      size += -size & 3;
      const type = data instanceof Uint8Array ? "uint8" : "float32";
      described[name] = [type, shape, size];
      pieces.push([size, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]);
      size += data.byteLength;
    }
    return { picture: answer.pictures[picture].id, plot, mark, extra, arrays: described };
  });
  const bytes = new Uint8Array(size);
  for (const [offset, piece] of pieces) bytes.set(piece, offset);
  const { at, words, controls, error, pictures } = answer;
  const ids = pictures.map(({ id }) => id);
  const message = { at, words, controls, error, pictures: ids, frames: pictures, parts };
  return { message: { ...message, number: 0 }, buffer: bytes.buffer };
}

/**
 * Unpacks what the kernel packed for a slow line.
 * @param {BufferSource} buffer packed bytes
 * @returns {Promise<ArrayBuffer>}
 */
export async function unpack(buffer) {
  const unpacked = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(unpacked).arrayBuffer();
}
