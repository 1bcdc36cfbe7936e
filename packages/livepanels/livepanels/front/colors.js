// From roles to colors: a mark says "kernel", "hot" or 2, the theme says what that looks like.

const parsed = new Map();

/** Red, green and blue of #rrggbb. */
function rgbOf(hex) {
  let rgb = parsed.get(hex);
  if (!rgb) {
    const bits = parseInt(hex.slice(1), 16);
    rgb = [bits >> 16, (bits >> 8) & 255, bits & 255];
    if (parsed.size > 5000) parsed.clear();
    parsed.set(hex, rgb);
  }
  return rgb;
}

/** A color with less than full cover. */
export function tint(hex, alpha) {
  const [r, g, b] = rgbOf(hex);
  return `rgba(${r},${g},${b},${alpha})`;
}

/** A color between two, as #rrggbb; 0 gives the first. */
export function blend(from, to, share) {
  const [r, g, b] = rgbOf(from);
  const [r2, g2, b2] = rgbOf(to);
  const mix = (v, w) => Math.round(v + (w - v) * share);
  const bits = (1 << 24) | (mix(r, r2) << 16) | (mix(g, g2) << 8) | mix(b, b2);
  return `#${bits.toString(16).slice(1)}`;
}

/** The color at a share, 0 to 1, of a scale of seven stops. */
export function rampAt(stops, share) {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return blend(stops[i], stops[i + 1], at - i);
}

/** How bright a color looks, 0 to 1. */
function luminance(hex) {
  const [r, g, b] = rgbOf(hex).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The color of words on a ground of a color. */
export function wordsOn(hex) {
  return luminance(hex) > 0.22 ? "#14171c" : "#ffffff";
}

const READ = 4.5; // contrast that small words need
const DARKER = [0.2, 0.35, 0.5, 0.65, 0.8, 1];

/** The contrast of two colors, 1 to 21. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The color of words that belong to a mark of a color: as much ink in it as reading needs. */
export function wordsIn(theme, color) {
  const mixed = DARKER.map((share) => blend(color, theme.ink, share));
  return mixed.find((words) => contrast(words, theme.ground) >= READ) ?? theme.ink;
}

/** How much a pale mark covers: more on dark ground, where it would be lost. */
export function cover(theme, alpha = 1) {
  return luminance(theme.ground) > 0.2 ? alpha : Math.sqrt(alpha);
}

/** The color of a group. */
export function groupColor(theme, group) {
  return theme.groups[group % theme.groups.length];
}

const HUE_STOP = 4; // where a whole bar or area takes the color of a scale

/**
 * The color of a role.
 * @param {object} theme tokens of a light or dark page
 * @param {number|string} hue a group, "ink", "muted", "hot", "below", or the name of a scale
 * @returns {string}
 */
export function hueColor(theme, hue) {
  if (typeof hue === "number") return groupColor(theme, hue);
  const scale = hue === "below" ? undefined : theme.scales[hue];
  return scale ? scale[HUE_STOP] : theme[hue];
}

/**
 * Says which share of a scale each index of a matrix stands for: negative ones below zero.
 * @param {object} style of the matrix: scale, low, high, root
 * @returns {Float64Array} 256 shares, -1 to 1; not a number for index 0
 */
function sharesOf(style) {
  const { scale, low, high, root } = style;
  const shares = new Float64Array(256).fill(NaN);
  const bend = root ? (v) => Math.sign(v) * Math.sqrt(Math.abs(v)) : (v) => v;
  const [start, end] = [bend(low), bend(high)];
  const most = Math.max(Math.abs(start), Math.abs(end)) || 1;
  for (let i = 1; i < 256; i++) {
    const u = (i - 1) / 254;
    shares[i] = scale === "signed" ? (start + u * (end - start)) / most : u;
  }
  return shares;
}

/** The color of a share; below zero warm. Nothing lies below a signed scale but what is none. */
function shareColor(theme, scale, share) {
  if (Number.isNaN(share)) return scale === "signed" ? theme.plate : theme.scales.below[4];
  if (scale === "signed") {
    return rampAt(theme.scales[share < 0 ? "below" : "kernel"], Math.abs(share));
  }
  return rampAt(theme.scales[scale], share);
}

/** Red, green, blue and cover as one number in the order of a canvas's bytes. */
function packed(hex) {
  const [r, g, b] = rgbOf(hex);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

const tables = new Map();

/**
 * Gives the colors of all indices of a matrix.
 * @param {object} theme tokens of a light or dark page
 * @param {object} style of the matrix: scale, low, high, root
 * @returns {{colors: string[], packed: Uint32Array, warm: Uint8Array, strokes: number[]}} colors
 *   as text and as numbers, which of them are below zero, and the colors of their hatch
 */
export function colorTable(theme, style) {
  const key = [theme.ground, style.scale, style.low, style.high, style.root].join();
  let table = tables.get(key);
  if (!table) {
    const shares = sharesOf(style);
    const colors = Array.from(shares, (share) => shareColor(theme, style.scale, share));
    const warm = Uint8Array.from(shares, (share) => Number(!(share >= -0.004)));
    const strokes = colors.map((color, i) => (warm[i] ? packed(wordsOn(color)) : 0));
    table = { colors, packed: Uint32Array.from(colors, packed), warm, strokes };
    tables.set(key, table);
  }
  return table;
}
