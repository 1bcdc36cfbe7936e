// Captions and labels with a little TeX between dollars: letters, powers, indices, Greek.

const GREEK = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ",
  eta: "η", theta: "θ", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ",
  sigma: "σ", tau: "τ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω",
};

const SIGNS = {
  Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω",
  infty: "∞", cdot: "·", times: "×", pm: "±", le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠",
  neq: "≠", approx: "≈", sqrt: "√", sum: "∑", prime: "′", circ: "°", partial: "∂", in: "∈",
  to: "→", rightarrow: "→", ldots: "…", dots: "…", langle: "⟨", rangle: "⟩", ell: "ℓ",
  "|": "‖", "{": "{", "}": "}", " ": " ", ",": "\u2009", ";": " ", "!": "", quad: "  ",
};

/** Words that only choose a face, or the size of brackets: nothing of them is written. */
const SILENT = new Set(["mathrm", "mathit", "mathbf", "text", "left", "right", "rm"]);

const UPRIGHT = new Set(["mathrm", "text", "rm", "mathbf"]);

/** Splits mathematics into signs: a command, a bracket, or one character. */
function signsOf(text) {
  return text.match(/\\[A-Za-z]+ ?|\\.|./gsu) ?? [];
}

/** Reads one group, `{...}` or a single sign, from signs at a place; returns where it ends. */
function groupEnd(signs, start) {
  if (signs[start] !== "{") return start + 1;
  let depth = 0;
  for (let i = start; i < signs.length; i++) {
    if (signs[i] === "{") depth += 1;
    if (signs[i] === "}") depth -= 1;
    if (depth === 0) return i + 1;
  }
  return signs.length;
}

/** What is inside a group, without its brackets. */
function inside(signs, start, end) {
  return signs[start] === "{" ? signs.slice(start + 1, end - 1) : signs.slice(start, end);
}

/** Adds a run, or lengthens the last one where it looks the same. */
function append(list, text, italic, shift) {
  const last = list.at(-1);
  if (last?.math && last.italic === italic && last.shift === shift) last.text += text;
  else if (text) list.push({ text, italic, shift, math: true });
}

/** Where a power or an index stands: within another one it goes half as far. */
function shifted(shift, sign) {
  const way = sign === "^" ? 1 : -1;
  return shift ? shift + way / 2 : way;
}

/** Reads signs into runs; `shift` is 1 in a power, -1 in an index, 1/2 in an index of a power. */
function readSigns(list, signs, shift, upright) {
  let i = 0;
  while (i < signs.length) {
    const sign = signs[i].trim() || signs[i];
    const name = sign.slice(1);
    i += 1;
    if (sign === "^" || sign === "_") {
      const end = groupEnd(signs, i);
      readSigns(list, inside(signs, i, end), shifted(shift, sign), upright);
      i = end;
    } else if (sign === "\\frac") {
      const middle = groupEnd(signs, i);
      const end = groupEnd(signs, middle);
      readSigns(list, inside(signs, i, middle), shift, upright);
      append(list, "/", false, shift);
      readSigns(list, inside(signs, middle, end), shift, upright);
      i = end;
    } else if (sign[0] === "\\" && SILENT.has(name)) {
      const end = groupEnd(signs, i);
      if (UPRIGHT.has(name)) {
        readSigns(list, inside(signs, i, end), shift, true);
        i = end;
      }
    } else if (sign[0] === "\\" && sign.length > 1) {
      if (GREEK[name]) append(list, GREEK[name], !upright, shift);
      else append(list, SIGNS[name] ?? name, false, shift);
    } else if (sign === "-") {
      const between = signs[i] === " "; // as it is typed: a - b, but -a
      append(list, between ? " \u2212 " : "\u2212", false, shift);
    } else if ("=<>+\u2212".includes(sign)) append(list, ` ${sign} `, false, shift);
    else if (sign !== "{" && sign !== "}" && (sign !== " " || upright)) {
      append(list, sign, !upright && /\p{L}/u.test(sign), shift);
    }
  }
}

const known = new Map(); // texts come again and again

/**
 * Splits a text into runs that are set in one way.
 * @param {string} text words, with mathematics between dollars
 * @returns {{text: string, italic: boolean, shift: number, math: boolean}[]}
 */
export function runs(text) {
  const found = known.get(text);
  if (found) return found;
  const list = [];
  String(text)
    .split("$")
    .forEach((piece, i) => {
      if (i % 2) readSigns(list, signsOf(piece), 0, false);
      else if (piece) list.push({ text: withMinus(piece), italic: false, shift: 0, math: false });
    });
  if (known.size > 2000) known.clear();
  known.set(text, list);
  return list;
}

/** A text as one reads it aloud, for screen readers: powers after ^, indices after _. */
export function plain(text) {
  const groups = [];
  for (const run of runs(text)) {
    const level = Math.sign(run.shift);
    if (groups.at(-1)?.level === level) groups.at(-1).said += run.text;
    else groups.push({ level, said: run.text });
  }
  return groups.map(({ level, said }) => {
    const whole = level && said.length > 1 && /[^\p{L}\p{N}]/u.test(said) ? `(${said})` : said;
    return ["_", "", "^"][level + 1] + whole;
  }).join("");
}

/**
 * Sets a true minus before numbers, and between them where there is room on both sides.
 * @param {string} text
 * @returns {string}
 */
export function withMinus(text) {
  const signs = text.replace(/(^|[\s([,;:=/·|])-(?=\.?\d)/g, "$1\u2212");
  return signs.replace(/([\d)\]] )-(?= [\w(])/g, "$1\u2212");
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Puts HTML into a power or an index; a half stands for an index of a power, or the reverse. */
function tagged(html, shift) {
  const [outer, inner] = shift > 0 ? ["sup", "sub"] : ["sub", "sup"];
  const deep = Math.abs(shift) < 1 ? `<${inner}>${html}</${inner}>` : html;
  return `<${outer}>${deep}</${outer}>`;
}

/**
 * Writes a text as HTML.
 * @param {string} text words, with mathematics between dollars
 * @returns {string}
 */
export function toHTML(text) {
  return runs(text)
    .map((run) => {
      let html = run.text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);
      if (run.italic) html = `<i>${html}</i>`;
      if (run.shift) html = tagged(html, run.shift);
      return run.math ? `<span class="lp-math">${html}</span>` : html;
    })
    .join("");
}

/** The face of the words; JupyterLab's own is put before it where there is one. */
export const WORDS_FACE =
  'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif';

/** The face of the mathematics. */
export const MATH_FACE =
  '"STIX Two Text", "STIX Two Math", "Latin Modern Roman", Cambria, "TeX Gyre Termes", ' +
  '"DejaVu Math TeX Gyre", "Times New Roman", serif';

const MATH_SIZE = 1.12; // a serif face looks smaller than the one of the words
const SHIFTED_SIZE = 0.72;
const NESTED_SIZE = 0.6;

/** The CSS font of a run. */
function fontOf(run, { size, weight, face }) {
  const small = Number.isInteger(run.shift) ? SHIFTED_SIZE : NESTED_SIZE;
  const grown = size * (run.math ? MATH_SIZE : 1) * (run.shift ? small : 1);
  const slant = run.italic ? "italic " : "";
  return `${slant}${weight} ${grown}px ${run.math ? MATH_FACE : face}`;
}

/** Fills in how a text looks unless it is said. */
function withDefaults(look) {
  return {
    size: 11,
    weight: 400,
    color: "#000",
    align: "left",
    base: "line",
    halo: 0,
    ground: "#fff",
    face: WORDS_FACE,
    ...look,
  };
}

const widths = new Map(); // measured once for each font and text

/** Width of one run. */
function runWidth(ctx, run, font) {
  const key = `${font}|${run.text}`;
  let width = widths.get(key);
  if (width === undefined) {
    ctx.font = font;
    width = ctx.measureText(run.text).width;
    if (widths.size > 5000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/**
 * Measures a text.
 * @param {CanvasRenderingContext2D} ctx a canvas
 * @param {string} text words, with mathematics between dollars
 * @param {object} look size, weight, face
 * @returns {number} its width in pixels
 */
export function textWidth(ctx, text, look) {
  const all = withDefaults(look);
  return runs(text).reduce((sum, run) => sum + runWidth(ctx, run, fontOf(run, all)), 0);
}

/** How far below the point the line of writing lies, in sizes of the type. */
const BASES = { line: 0, middle: 0.36, top: 0.76, bottom: -0.22 };

/**
 * Writes a text.
 * @param {CanvasRenderingContext2D} ctx where to
 * @param {string} text words, with mathematics between dollars
 * @param {number} x of the point it belongs to
 * @param {number} y of that point
 * @param {object} look size, weight, color, align (left, center, right), base (line, middle, top,
 *   bottom), halo (pixels of ground around the letters), ground, face
 * @returns {number} its width in pixels
 */
export function drawText(ctx, text, x, y, look = {}) {
  const all = withDefaults(look);
  const list = runs(text);
  const fonts = list.map((run) => fontOf(run, all));
  const lengths = list.map((run, i) => runWidth(ctx, run, fonts[i]));
  const width = lengths.reduce((sum, length) => sum + length, 0);
  const before = { left: 0, center: width / 2, right: width }[all.align];
  const line = y + BASES[all.base] * all.size;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  /** Goes through the runs once, with ctx.strokeText or ctx.fillText. */
  function write(method) {
    let at = x - before;
    list.forEach((run, i) => {
      ctx.font = fonts[i];
      const lift = (run.shift > 0 ? -0.36 : -0.22) * run.shift;
      ctx[method](run.text, at, line + lift * all.size);
      at += lengths[i];
    });
  }
  if (all.halo) {
    ctx.strokeStyle = all.ground;
    ctx.lineWidth = all.halo;
    ctx.lineJoin = "round";
    write("strokeText");
  }
  ctx.fillStyle = all.color;
  write("fillText");
  return width;
}
