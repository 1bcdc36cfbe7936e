// A page of the book: panels play their recordings, votes are counted on the page alone. Nothing
// here is needed to read: without it all folds can be opened, and panels show their stills.

import { openVotes } from "../../packages/classroom/classroom/front/pagevotes.js";
import { followTheme, watchPlaces } from "../../packages/livepanels/livepanels/front/player.js";
import { linked, linkTo, readable } from "../../packages/livepanels/livepanels/front/standing.js";

const all = (what) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(what)]);

/** What a page remembers; a page from a disk may not be allowed to. */
const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, value); } catch { /* as above */ }
  },
};

/** Light or dark: the reader's choice is kept, else the system's holds. On paper it is light. */
function chooseTheme() {
  const { body } = document;
  const system = matchMedia("(prefers-color-scheme: dark)");
  for (const button of all("[data-do=theme]")) {
    button.addEventListener("click", () => {
      const { theme } = body.dataset;
      const dark = theme === "dark" || (theme !== "light" && system.matches);
      body.dataset.theme = dark ? "light" : "dark";
      memory.set("theme", body.dataset.theme);
    });
  }
  addEventListener("beforeprint", () => {
    body.dataset.chosen = body.dataset.theme;
    body.dataset.theme = "light";
  });
  addEventListener("afterprint", () => { body.dataset.theme = body.dataset.chosen ?? "auto"; });
  const colorBars = () => { // the scroll bar of the window is the root's
    const { theme } = body.dataset;
    document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
  };
  new MutationObserver(colorBars).observe(body, { attributeFilter: ["data-theme"] });
  colorBars();
}

/** The contents close when a link is followed, or something else is pressed. */
function closeContents() {
  const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents"));
  const close = () => { contents.open = false; };
  document.addEventListener("click", ({ target }) => {
    const inside = contents.contains(/** @type {Node} */ (target));
    if (!inside || /** @type {Element} */ (target).closest("a, button")) close();
  });
  contents.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    contents.querySelector("summary").focus();
  });
}

/** How much is read: a line below the bar, the section in the rail, chapters read to their end. */
function followReader() {
  const line = /** @type {HTMLElement} */ (document.querySelector(".progress"));
  const links = /** @type {HTMLAnchorElement[]} */ (all(".rail a[href^='#']"));
  const heads = links.map((link) => document.getElementById(link.hash.slice(1)));
  const end = /** @type {HTMLElement} */ (document.querySelector("[data-ends]"));
  let asked = false;
  const look = () => {
    asked = false;
    const far = document.documentElement.scrollHeight - innerHeight;
    line.style.setProperty("--read", String(far > 0 ? Math.min(1, scrollY / far) : 0));
    const now = heads.findLastIndex((head) => head.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, i) => {
      link.classList.toggle("done", i < now);
      if (i === now) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    });
    if (end && scrollY > 0 && end.getBoundingClientRect().top < innerHeight) {
      memory.set(`read ${end.dataset.ends}`, "yes");
    }
  };
  const ask = () => {
    if (!asked) requestAnimationFrame(look);
    asked = true;
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  ask();
  for (const link of all("[data-chapter]")) {
    if (memory.get(`read ${link.dataset.chapter}`)) link.append(" ", mark());
  }
}

/** The mark of a chapter that was read. */
function mark() {
  const read = document.createElement("span");
  read.className = "read";
  read.textContent = "read";
  return read;
}

/** What is wider than the page is scrolled by keys, too: seen as it comes near the window. */
function reachWide() {
  const observer = new IntersectionObserver((entries) => {
    const near = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    const wide = near.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    near.forEach((one, i) => {
      if (wide[i]) one.setAttribute("tabindex", "0");
      else one.removeAttribute("tabindex");
    });
  }, { rootMargin: "100%" });
  const look = () => {
    observer.disconnect();
    for (const one of all("pre, .katex-display, .cell_output table, .table-wrapper")) {
      observer.observe(one);
    }
  };
  addEventListener("resize", look);
  look();
}

/** Stays at the heading of a link while what stands above it grows, until a hand moves the page. */
function stayAtTarget() {
  let target = null;
  let timer = 0;
  const aim = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, 5000); // not every hand is noticed, such as a screen reader's
    const { name } = linked() ?? {}; // while a page loads, nothing is its :target yet
    const id = name ? `panel-${name}` : readable(location.hash).slice(1);
    target = document.getElementById(id);
  };
  const leave = () => { target = null; };
  for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(name, leave, { capture: true, passive: true });
  }
  addEventListener("hashchange", () => {
    if (linked()) location.reload();
    aim();
  });
  document.addEventListener("click", ({ target: pressed }) => {
    if (/** @type {Element} */ (pressed).closest("a[href*='#']")) setTimeout(aim);
  });
  new ResizeObserver(() => target?.scrollIntoView()).observe(document.body);
  aim();
}

/** A button beside a panel gives a link that opens the page with the panel as it stands. */
function shareStates() {
  for (const button of all(".share")) {
    const { textContent } = button;
    button.addEventListener("click", async () => {
      const link = linkTo(button.closest("figure").querySelector("[data-panel]"));
      try {
        await navigator.clipboard.writeText(new URL(link, location.href).href);
        button.textContent = "Copied";
      } catch {
        history.replaceState(null, "", link);
        button.textContent = "The address of the page has it now";
      }
      setTimeout(() => { button.textContent = textContent; }, 3000);
    });
  }
}

/** What a report of an error begins with: chapter, section, cell, panels as they stand, words. */
function reportOn(dialog, marked, at) {
  const line = innerHeight / 3;
  const before = (one) => { // what is marked, or a third down the window
    if (!one.getClientRects().length) return false; // in a fold, or shown elsewhere
    if (!marked) return one.getBoundingClientRect().top < line;
    return one.contains(at) || one.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
  };
  const heading = all("article :is(h2, h3)").findLast(before)?.textContent;
  const section = heading?.replace(/^\d+ min|#$/g, "").trim();
  const cell = all("article [id^='cell-']").findLast(before)?.id.slice("cell-".length);
  const near = all("[data-playing]").filter((/** @type {any} */ place) => {
    const { top, bottom } = place.getBoundingClientRect();
    return place.view.model.now.length && top < innerHeight && bottom > 0;
  });
  const { version } = dialog.dataset;
  return [
    `Kernlab ${version}, ${document.title.replace(" · Kernlab", "")}`,
    section && `Section: ${section}`,
    cell && `Cell: ${cell}`,
    ...near.map((place) => `Panel: ${linkTo(place)}`),
    marked && `Words: "${marked}"`,
    `Browser: ${navigator.userAgent}`,
    "What is wrong: ",
  ].filter(Boolean).join("\n");
}

/** From the contents of a page one writes a report of an error, which stays on the page. */
function takeReports() {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.report"));
  if (!dialog) return;
  const text = dialog.querySelector("textarea");
  let [marked, at] = ["", null];
  document.addEventListener("selectionchange", () => {
    const words = getSelection().toString().trim().slice(0, 400);
    if (words) [marked, at] = [words, getSelection().anchorNode]; // a click marks nothing more
  });
  document.querySelector("[data-do=report]").addEventListener("click", () => {
    text.value = reportOn(dialog, marked, at);
    marked = "";
    dialog.showModal();
    text.focus();
  });
  dialog.querySelector("[data-do=copy]").addEventListener("click", () => {
    text.select();
    document.execCommand("copy"); // works from a disk, too
  });
}

const MINUTES = /^\d+ min /; // of a section, before its words
const TWIN = /<span class="katex-mathml">.*?<\/math><\/span>/gs; // of a formula, for screen readers

const stemsOf = (text) =>
  splitQuery(text.toLowerCase()).map((word) => new Stemmer().stemWord(word));

/** Finds sections with all words of a search in heading or term; the fewer others, the better. */
function sectionsFound(words) {
  const { alltitles, docnames, filenames, indexentries, titles } = Search._index;
  const found = [];
  const heads = [...Object.entries(alltitles), ...Object.entries(indexentries)];
  for (const [head, places] of words.size ? heads : []) {
    const stems = stemsOf(head.replace(MINUTES, ""));
    const share = words.size / stems.filter((stem) => stem && !stopwords.has(stem)).length;
    if (![...words].every((word) => stems.includes(word))) continue;
    for (const [file, id] of places) {
      if (!id) continue; // the page itself
      const score = Math.round(30 * Math.min(1, share));
      found.push([docnames[file], titles[file], `#${id}`, null, score, filenames[file], "title"]);
    }
  }
  return found;
}

/** Ranks what a search has found: first the chapter that has the words in its title or headings. */
function rank(result) {
  nameSection(result);
  const [page, title, anchor, , score] = result;
  const words = new URLSearchParams(location.search).get("q").toLowerCase().trim();
  const { alltitles, docnames } = Search._index;
  const heads = Object.entries(alltitles).filter(([head, places]) =>
    head.toLowerCase().includes(words) && places.some(([file]) => docnames[file] === page));
  const own = title.split(" > ")[0].toLowerCase().replace(/^\d+ /, "").split(":")[0];
  const each = words.split(/\s+/).every((word) => own.includes(word));
  const named = each ? 50 + (50 * words.length) / own.length : 0;
  return score + named + 10 * Math.min(heads.length, 4) - (anchor ? 8 : 0);
}

/** A term leads to its section, whose heading the result says; nobody reads there its minutes. */
function nameSection(result) {
  const [page, title, anchor] = result;
  const { alltitles, docnames } = Search._index;
  const file = docnames.indexOf(page);
  const here = ([at, id]) => at === file && `#${id}` === anchor;
  const head = Object.keys(alltitles).find((one) => alltitles[one].some(here));
  result[1] = head ? `${title.split(" > ")[0]} > ${head.replace(MINUTES, "")}` : title;
}

/** From a web server a search shows the lines it found; a page from a disk may not read others. */
function quoteFound() {
  if (typeof Search === "undefined") return; // another page
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol.startsWith("http");
  Scorer.score = rank;
  const { htmlToText, performTermsSearch } = Search;
  Search.performTermsSearch = (words, without) =>
    [...performTermsSearch(words, without), ...sectionsFound(words)];
  Search.htmlToText = (page, anchor) => htmlToText(page.replace(TWIN, ""), anchor);
}

/** Panels write with the page's face on their canvases: they wait until it is there. */
async function playPanels() {
  const faces = ["400", "600"].map((bold) => document.fonts.load(`${bold} 13px "Kernlab Sans"`));
  await Promise.allSettled(faces);
  watchPlaces();
}

chooseTheme();
followTheme();
quoteFound();
openVotes();
reachWide();
stayAtTarget();
closeContents();
shareStates();
takeReports();
followReader();
playPanels();
