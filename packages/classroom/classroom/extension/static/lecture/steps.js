// The steps of a chapter, read off the slide types of its cells; knows no page.

const STARTS = ["slide", "subslide"];

/**
 * Gives the steps of a notebook. A step begins with a cell tagged slide or subslide; a fragment
 * begins its next part, which the next key reveals. What begins with `skip` is an appendix, up to
 * the next step; a cell of type `notes` is the lecturer's.
 * @param {{kind: string, source: string}[]} cells all cells of the notebook, in order
 * @returns {object[]} `parts` (lists of cells' places), `notes` (places), `title`, `minutes`, and
 *   `section`: the step in which its minutes begin
 */
export function stepsOf(cells) {
  const steps = [];
  let step = null;
  cells.forEach(({ kind, source }, i) => {
    if (STARTS.includes(kind)) {
      step = { parts: [[i]], notes: [], ...timed(source, steps) };
      steps.push(step);
    } else if (kind === "skip") step = null;
    else if (!step) return;
    else if (kind === "notes") step.notes.push(i);
    else if (kind === "fragment") step.parts.push([i]);
    else step.parts.at(-1).push(i);
  });
  return steps;
}

/** The title and the minutes of a step; one without its own belongs to the section before it. */
function timed(source, before) {
  const heading = headingOf(source);
  const minutes = minutesOf(source);
  const last = before.at(-1);
  const begins = minutes > 0 || !last;
  return {
    title: heading || last?.title || "",
    minutes: begins ? minutes : last.minutes,
    section: begins ? before.length : last.section,
  };
}

/** The words of a cell's heading, without its minutes; "" where it has none. */
export function headingOf(source) {
  const found = /^\s*#{1,6}\s+(.*)/.exec(source);
  return found ? found[1].replace(/\s*\(\d+ min\)\s*$/, "").trim() : "";
}

/** The minutes beside a heading, or those of the whole chapter in its title cell; 0 for none. */
export function minutesOf(source) {
  const found = /^\s*#{1,6}\s.*\((\d+) min\)\s*(?:\n|$)/.exec(source);
  return found ? Number(found[1]) : 0;
}

/** The minutes that all sections of a chapter take together. */
export function minutesOfAll(steps) {
  return steps.reduce((sum, step, i) => sum + (step.section === i ? step.minutes : 0), 0);
}

/** A heading in words, without the signs of its formulas. */
export function plainTitle(title) {
  return title.replace(/[$`*]/g, "").replace(/\\(?:text|mathrm|mathbf)\{([^}]*)\}/g, "$1");
}

/**
 * Gives the screen on which a cell is new; the next step for one that is never shown.
 * @param {object[]} steps
 * @param {number} place of the cell
 * @returns {{step: number, part: number}}
 */
export function screenOf(steps, place) {
  const found = steps.findIndex(({ parts, notes }) => Math.max(...parts.flat(), ...notes) >= place);
  const step = found < 0 ? steps.length - 1 : found;
  return { step, part: Math.max(0, steps[step].parts.findIndex((part) => part.includes(place))) };
}

/**
 * Gives the screen that a key leads to.
 * @param {object[]} steps
 * @param {{step: number, part: number}} at
 * @param {number} way 1 forward, -1 back
 * @returns {{step: number, part: number}} the same place at both ends
 */
export function moved(steps, { step, part }, way) {
  const next = part + way;
  if (next >= 0 && next < steps[step].parts.length) return { step, part: next };
  const there = step + way;
  if (there < 0 || there >= steps.length) return { step, part };
  return { step: there, part: way > 0 ? 0 : steps[there].parts.length - 1 };
}

/** The right letter that an explanation begins with, "" where it names none. */
export function rightLetter(source) {
  const text = source.replace(/<summary>[^]*?<\/summary>/, "");
  return /\*\*([A-F])\b/.exec(text)?.[1] ?? "";
}
