// Where a value stands on the page: formulas shared with the stills drawn in Python.

/** Along which function an axis measures; every one of them rises. */
const MEASURES = {
  linear: (v) => v,
  log: Math.log,
  root: (v) => Math.sign(v) * Math.sqrt(Math.abs(v)),
  cube: Math.cbrt,
  half: (v) => (v === Infinity ? 1 : v / (1 + v)),
};

/** The way back. */
const INVERSES = {
  linear: (g) => g,
  log: Math.exp,
  root: (g) => Math.sign(g) * g * g,
  cube: (g) => g ** 3,
  half: (g) => (g >= 1 ? Infinity : g / (1 - g)),
};

/** What an axis without a scale measures. */
const FRACTION = { kind: "linear", low: 0, high: 1, ticks: [] };

/** A number as JSON writes it: infinity is a word there. */
export function finite(v) {
  if (v === "inf") return Infinity;
  return v === "-inf" ? -Infinity : v;
}

/**
 * Prepares a scale for many values.
 * @param {object} scale kind, low and high
 * @returns {function(number): number} share of the axis at which a value stands
 */
export function fractionOf(scale) {
  const measure = MEASURES[scale.kind];
  const start = measure(finite(scale.low));
  const span = measure(finite(scale.high)) - start;
  return (v) => (measure(v) - start) / span;
}

/**
 * Finds where a value stands on an axis.
 * @param {object} scale kind, low and high
 * @param {number} v the value
 * @param {number} length of the axis in pixels
 * @returns {number} pixels from the low end
 */
export function position(scale, v, length) {
  return fractionOf(scale)(finite(v)) * length;
}

/**
 * Finds which value stands at a share of an axis.
 * @param {object} scale kind, low and high
 * @param {number} fraction 0 at the low end, 1 at the high end
 * @returns {number}
 */
export function valueAt(scale, fraction) {
  const measure = MEASURES[scale.kind];
  const start = measure(finite(scale.low));
  const span = measure(finite(scale.high)) - start;
  return INVERSES[scale.kind](start + fraction * span);
}

/**
 * Gives the height of a canvas: where one axis depends on the other, the data box keeps its form.
 * @param {object} plot its width, height, margins and fit
 * @param {number} width pixels there are
 * @param {number} zoom 1 at the desk, more in a lecture
 * @param {number} share of the wished size
 * @returns {number}
 */
export function canvasHeight(plot, width, zoom = 1, share = 1) {
  const [left, top, right, bottom] = plot.margins;
  if (plot.fit === "free") return share * zoom * plot.height;
  const shape = (plot.height - top - bottom) / (plot.width - left - right);
  return zoom * (top + bottom) + shape * (width - zoom * (left + right));
}

/**
 * Gives the data box of a plot.
 * @param {object} plot with margins
 * @param {number} width of the canvas
 * @param {number} height of the canvas
 * @param {number} zoom 1 at the desk, more in a lecture
 * @returns {{left: number, top: number, width: number, height: number}}
 */
export function box(plot, width, height, zoom = 1) {
  const [left, top, right, bottom] = plot.margins.map((margin) => zoom * margin);
  return { left, top, width: width - left - right, height: height - top - bottom };
}

/** A linear scale that shows `length / unit` around the middle of what it showed. */
function widened(scale, length, unit) {
  const middle = (scale.low + scale.high) / 2;
  const half = (Math.sign(scale.high - scale.low) * length) / unit / 2;
  return { ...scale, low: middle - half, high: middle + half };
}

/**
 * Gives both scales of a plot as they are on a page: equal units where the plot wants them.
 * @param {object} plot with x, y and fit
 * @param {{width: number, height: number}} room the data box
 * @returns {{x: object, y: object}}
 */
function scalesIn(plot, room) {
  const x = plot.x ?? FRACTION;
  const y = plot.y ?? FRACTION;
  if (plot.fit !== "equal") return { x, y };
  const unit = Math.min(
    room.width / Math.abs(x.high - x.low),
    room.height / Math.abs(y.high - y.low),
  );
  return { x: widened(x, room.width, unit), y: widened(y, room.height, unit) };
}

/**
 * Maps the values of a plot to pixels of its canvas, and back.
 * @param {object} plot as the frame has it
 * @param {number} width of the canvas
 * @param {number} height of the canvas
 * @param {number} zoom 1 at the desk, more in a lecture
 * @returns {{
 *   x: function(number): number, y: function(number): number, box: object, scales: object,
 *   inverse: function(number, number): number[]
 * }}
 */
export function mapping(plot, width, height, zoom = 1) {
  const room = box(plot, width, height, zoom);
  const scales = scalesIn(plot, room);
  const across = fractionOf(scales.x);
  const up = fractionOf(scales.y);
  return {
    box: room,
    scales,
    x: (v) => room.left + across(v) * room.width,
    y: (v) => room.top + (1 - up(v)) * room.height,
    inverse: (px, py) => [
      valueAt(scales.x, (px - room.left) / room.width),
      valueAt(scales.y, 1 - (py - room.top) / room.height),
    ],
  };
}

/**
 * Gives a plot with the axes to which its part "limits" has moved, if there is one.
 * @param {object} plot as the frame has it
 * @param {object[]} parts the marks of this plot
 * @returns {object}
 */
export function withLimits(plot, parts) {
  const part = parts.find(({ mark }) => mark === "limits");
  if (!part) return plot;
  const [x0, x1, y0, y1] = part.arrays.at.data;
  const x = { ...plot.x, ...part.extra?.x, low: x0, high: x1 };
  const y = { ...plot.y, ...part.extra?.y, low: y0, high: y1 };
  return { ...plot, x: plot.x && x, y: plot.y && y };
}
