// Words with formulas as they are read aloud. A button's name is a text, and browsers leave
// formulas out of it; pages of the book and JupyterLab both have them as MathML.

const BETWEEN = { msup: ["^"], msub: ["_"], msubsup: ["_", "^"], mfrac: ["/"] };

/** A power, an index or a part of a fraction, in brackets where it has more than one sign. */
const grouped = (text) => (/[^\p{L}\p{N}.]/u.test(text) ? `(${text})` : text);

/**
 * Reads what stands in nodes.
 * @param {Node[]} nodes
 * @returns {string}
 */
export function spoken(nodes) {
  return nodes.map(said).join("").replace(/\s+/g, " ").trim();
}

/** Reads one node. */
function said(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const { localName: name } = node;
  if (name === "annotation" || node.ariaHidden === "true") return "";
  const parts = [...node.childNodes].map(said);
  if (name === "mo") return parts.join("").replace(/[=<>≤≥≠≈∈→]/g, " $& ");
  if (name === "msqrt") return `√${grouped(parts.join(""))}`;
  const [first, ...more] = parts;
  const signs = BETWEEN[name];
  if (!signs) return parts.join("").replace(/[\u2061-\u2064]/g, ""); // signs that nobody sees
  const start = name === "mfrac" ? grouped(first) : first;
  return start + more.map((part, i) => signs[i] + grouped(part)).join("");
}
