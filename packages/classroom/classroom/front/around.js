// What stands around a vote on its page: the list of its answers above, panel and explanation
// below. A page is a notebook or one of the book; nothing of it is changed but classes.

import { notebookOf } from "../../../livepanels/livepanels/front/page.js";

const CARD = ".classroom-vote:not(.again)";
const PRINTED = "details.classroom-printed";
const NEWS = `ul, details, mjx-container, .livepanel, ${CARD}`; // what a vote may have waited for

/** The elements of a kind that stand between two places of a page, null for an end of it. */
function between(first, last, kind) {
  const page = notebookOf(first ?? last) ?? document.body;
  const follows = (one, other) =>
    !one || !other || one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const all = [...page.querySelectorAll(kind)];
  return all.filter((found) => follows(first, found) && follows(found, last));
}

const LETTER = /^([A-F])[.:]\s+/;

/** Copies what is inside an item of a list, without its letter. */
function copied(item) {
  const copy = (item.querySelector(":scope > p:only-child") ?? item).cloneNode(true);
  const first = copy.firstChild;
  if (first?.nodeType === Node.TEXT_NODE) first.data = first.data.trimStart().replace(LETTER, "");
  return [...copy.childNodes];
}

/**
 * Finds the question above a vote: a paragraph, a list "A. ...", "B. ...", and paragraphs after it.
 * @param {Element} el where the vote is asked
 * @param {string} letters of its answers
 * @returns {{question: Element[], list: Element, task: Element[], answers: Node[][]}|null}
 */
export function questionAbove(el, letters) {
  const other = between(null, el, CARD).at(-1) ?? null;
  const lettersOf = (list) =>
    [...list.children].map((item) => LETTER.exec(item.textContent.trim())?.[1]).join("");
  const list = between(other, el, "ul").findLast((one) => lettersOf(one) === letters);
  if (!list) return null;
  const before = list.previousElementSibling;
  const task = [];
  let after = list.nextElementSibling;
  for (; after?.matches("p"); after = after.nextElementSibling) task.push(after);
  const answers = [...list.children].map(copied);
  return { question: before?.matches("p") ? [before] : [], list, task, answers };
}

/**
 * Reads the explanation below a vote: the first letter in bold is the answer; a sentence with a
 * letter in italics is about that letter, and so are those after it, up to the next such sentence.
 * @param {Element} el where the vote is repeated
 * @returns {{right: string, about: function(string): Node[]}|null}
 */
export function explanationBelow(el) {
  const next = between(el, null, CARD)[0] ?? null;
  const folds = between(el, next, `details:not(${PRINTED})`);
  for (const fold of folds) {
    const bold = [...fold.querySelectorAll("strong, b")].filter((one) => !one.closest("summary"));
    const right = bold.map((one) => /^[A-F]\b/.exec(one.textContent)?.[0]).find(Boolean);
    if (right) return { right, about: (letter) => sentencesAbout(fold, letter) };
  }
  return null;
}

/** Copies the sentences about a letter. */
function sentencesAbout(fold, letter) {
  const found = [...fold.querySelectorAll("em")].find((one) => one.textContent === letter);
  const sentences = found ? sentencesOf(found.parentNode) : [];
  const letters = (nodes) => nodes.filter((one) => one.nodeName === "EM").map(lettered).join("");
  const first = sentences.findIndex((nodes) => letters(nodes).includes(letter));
  const others = sentences.findIndex((nodes, i) => i > first && letters(nodes));
  return sentences.slice(first, others < 0 ? undefined : others).flat();
}

/** The letter of an answer that stands in italics, or nothing. */
const lettered = (node) => (/^[A-F]$/.test(node.textContent) ? node.textContent : "");

/** Copies what stands in a paragraph, a list of nodes for each sentence. */
function sentencesOf(paragraph) {
  const sentences = [[]];
  for (const node of paragraph.childNodes) {
    const pieces = node.data?.match(/[^]*?[.!?]\)?\s+|[^]+$/g)?.map((text) => new Text(text));
    for (const piece of pieces ?? [node.cloneNode(true)]) {
      sentences.at(-1).push(piece);
      if (/[.!?]\)?\s+$/.test(piece.data ?? "")) sentences.push([]);
    }
  }
  return sentences;
}

/** The card on which a question is asked, above the place where its vote is repeated. */
export function cardOf(name, again) {
  return between(null, again, CARD).findLast((card) => card.dataset.name === name) ?? null;
}

/** The panels that a question asks about: between where it is asked and where it is repeated. */
export function panelsOf(name, again) {
  const card = cardOf(name, again);
  return card ? between(card, again, ".livepanel") : [];
}

/** The first panel below a card, before the next one. */
export function panelBelow(card) {
  return between(card, between(card, null, CARD)[0] ?? null, ".livepanel")[0] ?? null;
}

/** Opens the printed lines that wait for a vote. */
export function openPrinted(card) {
  const page = notebookOf(card) ?? document.body;
  for (const fold of page.querySelectorAll(PRINTED)) {
    if (fold.dataset.question === card.dataset.name) fold.open = true;
  }
}

const hearers = new Set();
let due = 0;

/** Whether an element has come that a vote may have waited for. */
const isNews = (node) =>
  node.nodeType === Node.ELEMENT_NODE && (node.matches(NEWS) || node.querySelector(NEWS) !== null);

/**
 * Calls back soon after something has come to the page that a vote may have waited for: JupyterLab
 * typesets formulas late, and draws cells that run again anew.
 * @param {function(): void} hear
 * @returns {function(): void} ends it
 */
export function watchPage(hear) {
  watcher ??= watchAll();
  hearers.add(hear);
  return () => hearers.delete(hear);
}

let watcher = null;

function watchAll() {
  const tell = () => {
    due = 0;
    for (const hear of hearers) hear();
  };
  const observer = new MutationObserver((records) => {
    if (!due && records.some(({ addedNodes }) => [...addedNodes].some(isNews))) {
      due = requestAnimationFrame(tell);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return observer;
}
