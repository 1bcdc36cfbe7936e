// A page without a kernel: panels play their recordings.

import { alone } from "./asleep.js";
import { setDark } from "./page.js";
import { PanelView } from "./panel.js";
import { RecordedModel } from "./recorded.js";
import { firstStops, keepStops } from "./standing.js";

const AHEAD = "300%"; // of the window: a recording is loaded when its place is so near

/** Places that wait for a recording, by its name. */
const waiting = new Map();

/** Recordings call this as they are loaded. */
(globalThis.livepanels ??= {}).play = async (recording) => {
  for (const place of waiting.get(recording.name) ?? []) {
    const model = new RecordedModel(recording);
    model.stand(firstStops(place));
    await model.begin();
    const el = document.createElement("div");
    place.querySelector(".livepanel-still").replaceWith(el);
    place.view = new PanelView(model, alone(), el);
    place.dataset.playing = "true";
    delete place.dataset.loading;
  }
};

/** Loads the recording of a place, which says meanwhile how large it is. */
function load(place) {
  const { recording, size } = place.dataset;
  const script = document.createElement("script");
  script.src = recording;
  script.onerror = () => { place.dataset.loading = "could not be loaded"; };
  place.dataset.loading = `loading, ${size}`;
  waiting.set(place.dataset.panel, [place]);
  document.head.append(script);
}

/** Loads recordings when their places come near the window; a reload keeps where panels stand. */
export function watchPlaces() {
  addEventListener("pagehide", () => {
    document.querySelectorAll("[data-playing]").forEach(keepStops);
  });
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target);
    }
  }, { rootMargin: AHEAD });
  for (const place of document.querySelectorAll("[data-recording]")) observer.observe(place);
}

/** Panels follow the theme of the page, or of the system. */
export function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const { theme } = document.body.dataset;
    const dark = theme === "dark" || (theme !== "light" && system.matches);
    setDark(dark);
  };
  new MutationObserver(follow).observe(document.body, {
    attributes: true, attributeFilter: ["data-theme"],
  });
  system.addEventListener("change", follow);
  follow();
}
