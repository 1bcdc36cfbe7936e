// The bytes of a recording: blobs, each stored once, that are unpacked sixteen states at a time.

import { unpack } from "./answers.js";
import { mirrored } from "./halves.js";

const KEPT = 16; // unpacked chunks; the one not asked for the longest goes first
const LINE = 10; // the byte that ends a line

/** Bytes that were written as letters. */
const bytesOf = (letters) => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));

/**
 * Takes a chunk apart: a line of JSON says for each blob how many bytes are stored, the bytes of a
 * number, how many blobs before it the one stands that it is the difference to (0 for none), and
 * the side of the symmetric matrix of which the lower half is stored (0 for none).
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 */
export function blobsOf(bytes) {
  let start = bytes.indexOf(LINE) + 1;
  const heads = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start)));
  const stored = [];
  return heads.map(([size, width, back, side]) => {
    const blob = together(bytes.subarray(start, start + size), width);
    if (back) addTo(blob, stored[stored.length - back]);
    stored.push(blob);
    start += size;
    return side ? mirrored(blob, side) : blob;
  });
}

/** Puts numbers together that were stored as all their first bytes, then all second ones, ... */
function together(planes, width) {
  if (width === 1) return planes.slice();
  const blob = new Uint8Array(planes.length);
  let from = 0;
  for (let plane = 0; plane < width; plane++) {
    for (let i = plane; i < blob.length; i += width) blob[i] = planes[from++];
  }
  return blob;
}

/** Adds bytes modulo 256. */
function addTo(blob, other) {
  for (let i = 0; i < blob.length; i++) blob[i] += other[i];
}

/** The blobs of a recording by number. */
export class Blobs {
  /** @param {{firsts: number[], chunks: string[]}} recording */
  constructor({ firsts, chunks }) {
    this.firsts = firsts; // number of the first blob of each chunk
    this.chunks = chunks;
    this.unpacked = new Map(); // promises of blobs by chunk, in the order of their last use
  }

  /** Gives a blob. */
  async get(number) {
    const chunk = this.firsts.findLastIndex((first) => first <= number);
    const blobs = await this.chunk(chunk);
    return blobs[number - this.firsts[chunk]];
  }

  /** Gives the blobs of a chunk, unpacked when it is first wanted. */
  chunk(at) {
    const blobs = this.unpacked.get(at) ?? this.read(at);
    this.unpacked.delete(at);
    this.unpacked.set(at, blobs);
    if (this.unpacked.size > KEPT) this.unpacked.delete(this.unpacked.keys().next().value);
    return blobs;
  }

  /** Unpacks a chunk. */
  async read(at) {
    return blobsOf(new Uint8Array(await unpack(bytesOf(this.chunks[at]))));
  }
}
