// What the tests of the book ask of a page: is what is played what a kernel answers?

window.book = {
  refused: [], // by the policy of the page

  places: () => [...document.querySelectorAll("[data-recording]")],
  place: (name) => book.places().find((place) => place.dataset.panel.endsWith(`/${name}`)),
  playing: (name) => book.place(name)?.dataset.playing === "true",

  /** What a panel shows: pixels and words of its pictures, readout, lamp, texts of controls. */
  shown({ root, shown }) {
    const canvases = [...root.querySelectorAll("canvas")];
    const said = (name) => { // a picture says nothing
      const place = root.querySelector(name);
      return place && !place.hidden ? place.innerText : "";
    };
    return {
      pixels: canvases.map((canvas) => canvas.toDataURL()),
      alts: canvases.map((canvas) => canvas.ariaLabel),
      readout: said(".readout"),
      lamp: said(".lamp"),
      error: said(".error"),
      typed: [...root.querySelectorAll(".slider input[type=text]")].map((box) => box.value),
      texts: Object.values(shown.controls).map(({ text, off }) => [text, off]),
    };
  },

  /** Waits for a condition, frame by frame. */
  async until(condition) {
    while (!condition()) await new Promise(requestAnimationFrame);
  },

  /** Lets the page paint. */
  async painted() {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  },

  /** Shows a live answer in the place of a panel, and gives what it shows. */
  async live(place, { panel, message, buffer }) {
    const bytes = Uint8Array.from(atob(buffer), (letter) => letter.charCodeAt(0));
    const values = { panel, ident: "live", last: { message, buffer: new DataView(bytes.buffer) } };
    const model = { get: (name) => values[name], set() {}, on() {}, off() {}, send() {} };
    const managed = { comm_live: true, on() {}, off() {} };
    const el = document.createElement("div");
    place.view.el.after(el); // of the same width
    const view = new place.view.constructor(model, managed, el);
    await book.painted();
    const shown = book.shown(view);
    view.destroy();
    el.remove();
    return shown;
  },

  /** Lists the states of a panel that are played otherwise than a kernel answers. */
  async differences(name, answers) {
    const place = book.place(name);
    const found = [];
    for (const answer of answers) {
      const live = await book.live(place, answer);
      place.view.go(answer.at);
      await book.until(() => place.view.root.dataset.state === "idle");
      await book.painted();
      const played = book.shown(place.view);
      for (const key of Object.keys(live)) {
        if (JSON.stringify(live[key]) === JSON.stringify(played[key])) continue;
        const words = key === "pixels" ? "" : `: ${JSON.stringify([live[key], played[key]])}`;
        found.push(`${name} at ${JSON.stringify(answer.at)}: ${key}${words}`.slice(0, 400));
      }
    }
    return found;
  },

  /** Moves the first slider of each panel to an end and answers the first vote; says what it saw. */
  async used() {
    const [moved, stayed] = [[], []];
    for (const place of book.places()) {
      place.scrollIntoView();
      await book.until(() => place.dataset.playing);
      const slider = place.querySelector("input[type=range]:enabled");
      if (!slider) continue;
      const before = JSON.stringify(place.view.shown.at);
      slider.value = slider.value === slider.max ? slider.min : slider.max;
      slider.dispatchEvent(new Event("input"));
      await book.until(() => place.view.root.dataset.state === "idle");
      const there = JSON.stringify(place.view.shown.at) !== before;
      (there ? moved : stayed).push(place.id);
    }
    const vote = document.querySelector(".classroom-vote:not(.again)");
    vote?.querySelector("[role=radio]").click();
    return { moved, stayed, said: vote ? vote.querySelector(".said").textContent : "no vote" };
  },
};

addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  book.refused.push(`${violatedDirective}: ${blockedURI}`);
});
