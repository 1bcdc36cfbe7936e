// Bars and stems; what is below zero is warm and hatched.

import { tint, wordsOn } from "./colors.js";
import { addShape, hatchPattern } from "./shapes.js";
import { clipped, colorOf, litRows, numeral, strokeLit, write, written } from "./sheet.js";

const SHARE = 0.68; // of its slot that a bar takes
const RING = 3.6; // least radius of the ring at a zero
const TORN = 5; // pixels between the teeth of a bar that goes on beyond the frame
const FEW = 8; // bars whose names all have to be read
const UP = 4; // pixels above the foot of the plot at which a name along its bar begins

/**
 * Places the bars of a mark.
 * @param {object} sheet what is painted on
 * @param {number} n how many there are
 * @param {object} style width
 * @returns {{slot: number, width: number, middle: function(number): number,
 *   length: function(number): number, zero: number}} pixels along both axes
 */
export function barPlaces(sheet, n, style) {
  const { box } = sheet;
  const slot = box.width / n;
  const scale = sheet.scales.y;
  const [low, high] = [Math.min(scale.low, scale.high), Math.max(scale.low, scale.high)];
  const foot = scale.kind === "log" ? low : Math.min(Math.max(0, low), high);
  return {
    slot,
    width: slot * (style.width ?? SHARE),
    middle: (sheet.plot.x && sheet.x) || ((i) => box.left + (i + 0.5) * slot),
    length: sheet.y,
    zero: sheet.y(foot),
  };
}

/** Adds a bar to the path, between two pixels along its value. */
function addBar(ctx, middle, width, from, to) {
  ctx.rect(middle - width / 2, Math.min(from, to), width, Math.abs(to - from));
}

/** Tears the end of a bar whose value lies beyond the frame. */
function tear(sheet, middle, width, end, away) {
  const { ctx, theme, zoom } = sheet;
  const step = TORN * zoom;
  const teeth = Math.max(2, Math.round(width / step));
  const depth = 4 * zoom * away;
  ctx.beginPath();
  for (let k = 0; k <= teeth; k++) {
    const along = middle - width / 2 - 1 + ((width + 2) * k) / teeth;
    ctx.lineTo(along, end - depth * (1 + (k % 2)));
  }
  ctx.strokeStyle = theme.ground;
  ctx.lineWidth = 2.5 * zoom;
  ctx.stroke();
}

/** What is written at the end of a bar: what came for it, else its number. */
function valueText(style, i, value) {
  if (style.texts) return style.texts[i].replace(/^-/, "\u2212");
  return Number.isNaN(value) ? "none" : numeral(value, style.digits ?? undefined);
}

/**
 * Takes decimals from a number, but not the first, until it fits.
 * @param {string} text what would be written
 * @param {number} value of the bar: rounded itself, where the text is its number
 * @param {function(string): boolean} fits
 * @returns {string}
 */
export function shortened(text, value, fits) {
  const [, sign, , decimals] = /^(\u2212?)(\d+)\.(\d+)$/.exec(text) ?? [];
  if (!decimals) return text;
  const told = Number(text.replace("\u2212", ""));
  const own = Math.abs(value);
  const number = Number(own.toFixed(decimals.length)) === told ? own : told;
  let short = text;
  for (let k = decimals.length - 1; k > 0 && !fits(short); k--) short = sign + number.toFixed(k);
  return short;
}

/** Where a number has to stand that is not to cover the name along a short bar. */
export function aboveName(sheet, name, end) {
  const { box, zoom } = sheet;
  const top = box.top + box.height - UP * zoom - written(sheet, name, { size: "tick" });
  return end - 14 * zoom > top ? Math.min(end, top) : end;
}

/** Writes the number of a bar at its end, or above its name where that stands there. */
function writeValue(sheet, style, places, i, value, end, along) {
  const { theme, zoom, box } = sheet;
  const none = Number.isNaN(value);
  let text = valueText(style, i, value);
  const look = { size: "tick", color: none ? theme.muted : theme.ink, halo: 5 };
  const middle = places.middle(i);
  const beyond = value < 0 ? 1 : -1;
  const fits = (words) => written(sheet, words, look) <= places.slot - 3;
  text = shortened(text, value, fits);
  if (written(sheet, text, look) > places.slot + 6) return;
  const over = along ? aboveName(sheet, style.names[i], end) : end;
  const y = (value < 0 ? end : over) + beyond * 5 * zoom;
  const inside = Math.max(y, Math.min(box.top, 10 * zoom));
  const base = value < 0 ? "top" : "line";
  write(sheet, text, middle, inside, { ...look, align: "center", base });
}

/** How many slots a name takes, and whether a few names stand along the bars for that reason. */
function namesRoom(sheet, { names, turned }, { slot }) {
  const widest = Math.max(...names.map((name) => written(sheet, name, { size: "tick" })));
  const room = turned ? 13 * sheet.zoom : widest + 4;
  const apart = Math.ceil(room / slot);
  return { apart, along: !turned && apart > 1 && names.length <= FEW };
}

/**
 * Writes the names of bars: turned where they are long, and where a few have no room side by side,
 * along the bars.
 */
function writeBarNames(sheet, style, places, lit) {
  const { ctx, box, theme, zoom } = sheet;
  const size = "tick";
  const { turned } = style;
  const { apart, along } = namesRoom(sheet, style, places);
  const step = along ? 1 : apart;
  style.names.forEach((name, i) => {
    if (i % step) return;
    const hot = lit.has(i);
    const look = { size, color: hot ? theme.hot : theme.ink, weight: hot ? 700 : 400 };
    const middle = places.middle(i);
    if (turned || along) {
      const below = turned ? 6 : -UP;
      const set = turned ? { align: "right" } : { align: "left", halo: 4 };
      ctx.save();
      ctx.translate(middle, box.top + box.height + below * zoom);
      ctx.rotate(-Math.PI / 2);
      write(sheet, name, 0, 0, { ...look, ...set, base: "middle" });
      ctx.restore();
    } else {
      write(sheet, name, middle, box.top + box.height + 14 * zoom, { ...look, align: "center" });
    }
  });
}

/** Fills one bar up to a pixel; one below zero is warm and hatched. */
function fillBar(sheet, style, places, i, { value, end, lit }) {
  const { ctx, theme, zoom } = sheet;
  const hue = colorOf(sheet, style.hue ?? "kernel");
  const warm = theme.scales.below[4];
  ctx.beginPath();
  addBar(ctx, places.middle(i), places.width, places.zero, end);
  ctx.fillStyle = value < 0 ? warm : style.fill ? tint(hue, style.fill) : hue;
  ctx.fill();
  if (value < 0) {
    ctx.fillStyle = hatchPattern(sheet, wordsOn(warm));
    ctx.fill();
  }
  if (lit) strokeLit(sheet);
  else if (style.edge) {
    ctx.strokeStyle = hue;
    ctx.lineWidth = 1.75 * zoom;
    ctx.stroke();
  }
}

/**
 * Paints bars.
 * @param {object} sheet what is painted on
 * @param {object} part array value, and maybe lit
 * @param {object} style names, turned, texts, hue, digits, width, fill
 */
export function paintBars(sheet, part, style) {
  const { box } = sheet;
  const { data } = part.arrays.value;
  const places = barPlaces(sheet, data.length, style);
  const lit = litRows(part, style);
  const [first, last] = [box.top, box.top + box.height];
  const along = style.names && namesRoom(sheet, style, places).along;
  const told = style.texts || Number.isInteger(style.digits);
  data.forEach((value, i) => {
    const none = Number.isNaN(value);
    const wanted = none ? places.zero : places.length(value);
    const end = Math.min(Math.max(wanted, first), last);
    const torn = Math.abs(wanted - end) > 1;
    if (!none) fillBar(sheet, style, places, i, { value, end, lit: lit.has(i) });
    if (torn) tear(sheet, places.middle(i), places.width, end, Math.sign(wanted - end));
    if (told || torn || none) writeValue(sheet, style, places, i, value, end, along);
  });
  if (style.names) writeBarNames(sheet, style, places, lit);
}

/** The least distance of two neighboring pixels. */
function leastGap(sheet, data, n) {
  let least = 40;
  for (let i = 1; i < n; i++) {
    const gap = Math.abs(sheet.x(data[2 * i]) - sheet.x(data[2 * i - 2]));
    if (gap > 0) least = Math.min(least, gap);
  }
  return least;
}

/** Washes the part of the plot that lies below zero. */
function washBelow(sheet, zero) {
  const { ctx, box, theme } = sheet;
  const foot = box.top + box.height;
  if (zero >= foot - 1) return;
  ctx.fillStyle = tint(theme.below, 0.07);
  ctx.fillRect(box.left, zero, box.width, foot - zero);
}

/**
 * Paints values as stems from zero, with a ring on the line where one is zero.
 * @param {object} sheet what is painted on
 * @param {object} part array xy
 * @param {object} style hue, lit
 */
export function paintStems(sheet, part, style) {
  const { ctx, theme, zoom, box } = sheet;
  const { data, shape } = part.arrays.xy;
  const lit = litRows(part, style);
  const gap = leastGap(sheet, data, shape[0]);
  const r = zoom * (style.r ?? Math.min(Math.max(0.4 * gap, 1.3), 4.5));
  const width = Math.min(Math.max(r, 1.2), 0.8 * gap);
  const { kind, low } = sheet.scales.y;
  const zero = kind === "log" ? box.top + box.height : sheet.y(Math.max(0, Math.min(low, 0)));
  const color = colorOf(sheet, style.hue ?? "kernel");
  const warm = theme.scales.below[4];
  const [plain, negative, touched] = [[], [], []];
  for (let i = 0; i < shape[0]; i++) {
    const [x, value] = [sheet.x(data[2 * i]), data[2 * i + 1]];
    const y = sheet.y(value);
    if (!Number.isFinite(x + y) || value === 0) continue;
    (lit.has(i) ? touched : value < 0 ? negative : plain).push([x, y]);
  }
  washBelow(sheet, zero);
  clipped(sheet, () => {
    const stems = { zero, width, r };
    fillStems(sheet, plain, stems, color);
    const hatched = negative.length > 0 && width > 2.5;
    fillStems(sheet, negative, stems, warm, hatched ? hatchPattern(sheet, wordsOn(warm)) : null);
    for (const stem of touched) {
      addHeads(ctx, [stem], r);
      strokeLit(sheet, 1);
      fillStems(sheet, [stem], stems, theme.hot);
    }
  }, 4 * zoom);
  const zeros = [];
  for (let i = 0; i < shape[0]; i++) if (data[2 * i + 1] === 0) zeros.push(sheet.x(data[2 * i]));
  paintZeros(sheet, zeros, zero, r);
}

/** Begins a path of the heads of stems. */
function addHeads(ctx, stems, r) {
  ctx.beginPath();
  for (const [x, y] of stems) addShape(ctx, 0, x, y, r);
}

/** Fills stems, hatched where asked, then their heads: all at once, as there may be hundreds. */
function fillStems({ ctx }, stems, { zero, width, r }, color, hatch = null) {
  ctx.beginPath();
  for (const [x, y] of stems) addBar(ctx, x, width, zero, y);
  for (const fill of hatch ? [color, hatch] : [color]) {
    ctx.fillStyle = fill;
    ctx.fill();
  }
  addHeads(ctx, stems, r);
  ctx.fillStyle = color;
  ctx.fill();
}

/** Which of some rising pixels can have a ring: all, or so many as do not overlap. */
export function ringed(pixels, radius) {
  const kept = [];
  for (const x of pixels) if (!(x - kept.at(-1) < 2 * radius + 2)) kept.push(x);
  return kept;
}

/** Marks zeros on their line: a dot each, and rings that are large enough to be seen. */
function paintZeros(sheet, zeros, y, r) {
  const { ctx, theme, zoom } = sheet;
  const radius = Math.max(r, RING * zoom);
  const onLine = (pixels) => pixels.map((x) => [x, y]);
  ctx.fillStyle = theme.ink;
  addHeads(ctx, onLine(zeros), Math.min(r, 1.3 * zoom));
  ctx.fill();
  ctx.fillStyle = theme.ground;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.2 * zoom;
  addHeads(ctx, onLine(ringed(zeros, radius)), radius); // which do not overlap
  ctx.fill();
  ctx.stroke();
}
