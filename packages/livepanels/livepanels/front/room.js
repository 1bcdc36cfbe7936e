// How much room the pictures of a panel have on the screen, and how small they may become for it.

const BARS = 120; // pixels that the bars of JupyterLab take above and below a notebook
const MARGINS = 34; // ... that the panel has between and around its parts
const LINE = 56; // ... that its line of words needs at least: two lines
const LEAST = 200; // ... that pictures always get

/** The shares of their wished size that are tried, from the largest; the last can still be read. */
export const SHARES = [1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6];

/**
 * Gives the height that pictures have where the whole panel is to be seen at once.
 * @param {HTMLElement} host where the pictures stand; what stands beside it are the panel's words
 * @returns {number} pixels
 */
export function roomFor(host) {
  const reach = host.parentElement?.querySelector(":scope > .reach");
  const beside = reach?.offsetWidth && reach.offsetLeft < host.offsetLeft; // on a low screen
  const tall = (kind) => reach?.querySelector(`:scope > ${kind}`).offsetHeight ?? 0;
  const words = !beside && tall(".controls") && tall(".controls") + Math.max(LINE, tall(".line"));
  return Math.max(LEAST, innerHeight - BARS - MARGINS - words - above(host));
}

/**
 * Gives the pixels that somebody wants above a panel on the same screen: a question, for instance,
 * says so in `--livepanel-above` of the panel's place, and in a `livepanels:presentation`.
 */
export function above(host) {
  return parseFloat(getComputedStyle(host).getPropertyValue("--livepanel-above")) || 0;
}
