// A page of the book: panels play their recordings, votes are counted on the page alone.

import { PanelView } from "./panel.js";
import { RecordedModel } from "./recorded.js";
import { VoteView } from "./vote.js";

const AHEAD = "800px"; // of the window, from which on a recording is loaded

/** Places that wait for a recording, by its name. */
const waiting = new Map();

/** A model as the widget manager has it: on a page there is always somebody who answers. */
const managed = () => ({ kernlabLive: true, kernlabViews: new Set(), on() {}, off() {} });

/** Recordings call this as they are loaded. */
globalThis.kernlabRecording = async (recording) => {
  const model = await new RecordedModel(recording).begin();
  for (const place of waiting.get(recording.name) ?? []) {
    const el = document.createElement("div");
    place.querySelector(".kernlab-still").replaceWith(el);
    place.view = new PanelView(model, managed(), el);
    place.dataset.playing = "true";
  }
};

/** Loads the recording of a place. */
function load(place) {
  const script = document.createElement("script");
  script.src = place.dataset.recording;
  waiting.set(place.dataset.panel, [place]);
  document.head.append(script);
}

/** Loads recordings when their places come near the window. */
function watchPlaces() {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target);
    }
  }, { rootMargin: AHEAD });
  for (const place of document.querySelectorAll("[data-recording]")) observer.observe(place);
}

/** What a vote takes for its widget's model: letters are kept as long as the page is open. */
class Ballot {
  static said = new Map(); // letters by the names of questions
  static models = new Set();

  constructor(vote) {
    this.vote = vote;
    this.changed = () => {};
    Ballot.models.add(this);
  }

  get(name) {
    return name === "vote" ? this.vote : (Ballot.said.get(this.vote.name) ?? "");
  }

  set(_name, letter) {
    Ballot.said.set(this.vote.name, letter);
  }

  save_changes() {
    for (const model of Ballot.models) model.changed();
  }

  on(_event, hear) {
    this.changed = hear;
  }

  off() {
    Ballot.models.delete(this);
  }
}

/** Makes buttons of votes; what was said is repeated beside the explanation. */
function openVotes() {
  const places = [...document.querySelectorAll("[data-vote]")];
  const votes = places.map((place) => JSON.parse(place.dataset.vote));
  const asked = new Map(votes.filter(({ again }) => !again).map((vote) => [vote.name, vote]));
  places.forEach((place, i) => {
    const { name, again } = votes[i];
    new VoteView(new Ballot({ ...(asked.get(name) ?? votes[i]), again }), managed(), place);
  });
}

/** Panels take the theme from where JupyterLab has it. */
function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const { theme } = document.body.dataset;
    const dark = theme === "dark" || (theme !== "light" && system.matches);
    document.body.dataset.jpThemeLight = String(!dark);
  };
  new MutationObserver(follow).observe(document.body, {
    attributes: true, attributeFilter: ["data-theme"],
  });
  system.addEventListener("change", follow);
  follow();
}

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
