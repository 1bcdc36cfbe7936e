// Where panels of a page stand: in a link to one of them, and after the page is loaded anew.

const LINK = /^#panel=([^@]+)(?:@([\d.]+))?$/;

/** The name of a panel, as links have it. */
function nameOf(place) {
  return place.dataset.panel.split("/").at(-1);
}

/** Finds what the address of the page says of a panel: its name, and where it stands. */
export function linked() {
  const found = LINK.exec(readable(location.hash));
  return found && { name: found[1], stops: found[2]?.split(".").map(Number) };
}

/** The end of an address as it is read; a mail may have cut a link, and then it leads nowhere. */
export function readable(hash) {
  try { return decodeURIComponent(hash); } catch { return ""; }
}

/** Gives the end of an address that leads to a panel as it stands. */
export function linkTo(place) {
  return `#panel=${nameOf(place)}@${place.view.model.now.join(".")}`;
}

/** Keeps where a panel stands, for as long as its page is open; some browsers allow it not. */
export function keepStops(place) {
  const stops = JSON.stringify(place.view.model.now);
  try { sessionStorage.setItem(`stops ${place.dataset.panel}`, stops); } catch { /* as said */ }
}

/** Finds where a panel begins: as a link says, else as it stood before a reload, else null. */
export function firstStops(place) {
  const link = linked();
  if (link?.name === nameOf(place)) {
    history.replaceState(null, "", `#${place.id}`); // a reload begins where the hand left it
    return link.stops;
  }
  const [visit] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (visit)?.type !== "reload") return null;
  try {
    return JSON.parse(sessionStorage.getItem(`stops ${place.dataset.panel}`));
  } catch {
    return null;
  }
}
