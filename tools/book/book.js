// A page of the book: panels play their recordings, votes are counted on the page alone.

import { openVotes } from "../../packages/classroom/classroom/front/pagevotes.js";
import { followTheme, watchPlaces } from "../../packages/livepanels/livepanels/front/player.js";

/** What is wider than the page is scrolled by keys, too. */
function reachWide() {
  for (const wide of document.querySelectorAll("pre, .katex-display, .cell_output table")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
}

/** Stays at the heading of a link while what stands above it grows, until a hand moves the page. */
function stayAtTarget() {
  let target = null;
  const aim = () => { target = document.querySelector(":target"); };
  const leave = () => { target = null; };
  for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(name, leave, { capture: true, passive: true });
  }
  addEventListener("hashchange", aim);
  document.addEventListener("click", ({ target: pressed }) => {
    if (pressed.closest("a[href*='#']")) setTimeout(aim);
  });
  new ResizeObserver(() => target?.scrollIntoView()).observe(document.body);
  aim();
}

/** A link in a drawer closes it. */
function closeDrawers() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".toc-drawer a, .sidebar-drawer a")) return;
    for (const toggle of document.querySelectorAll(".sidebar-toggle")) toggle.checked = false;
  });
}

const TWIN = /<span class="katex-mathml">.*?<\/math><\/span>/gs; // of a formula, for screen readers

/** From a web server a search shows the lines it found; a page from a disk may not read others. */
function quoteFound() {
  if (typeof Search === "undefined") return; // another page
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol.startsWith("http");
  const { htmlToText } = Search;
  Search.htmlToText = (page, anchor) => htmlToText(page.replace(TWIN, ""), anchor);
}

followTheme();
quoteFound();
openVotes();
reachWide();
addEventListener("resize", reachWide);
stayAtTarget();
closeDrawers();
watchPlaces();
