// The front end of a live panel. The kernel writes its controls as HTML; this file sends what the student moves
// and paints what the kernel answers. One question is under way at a time; newer values replace waiting ones.

const SLOW = 250; // milliseconds after which the panel says that it is computing, and asks for less
const LOST = 8000; // ... and after which it says that no answer came, and waits for it no longer
const NUMBERS = 200; // how old readout and lamp may get during a drag; a pause brings them at once
const stateKey = ({ type }) => ({ checkbox: "checked", "select-one": "selectedIndex", range: "valueAsNumber" }[type] ?? "value");
const SILENT = "No answer: the kernel is busy or was restarted (then run this cell again), or the connection is lost.";

/** Sends questions to the kernel, one at a time; newer changes replace older ones. */
function conversation(model, view, say) {
  let waiting = null, busy = false, timers = [], counted = 0, sent = 0, slow = false;
  const lost = () => { busy = false; say(SILENT); };
  const send = (content) => {
    [busy, sent] = [true, performance.now()];
    timers.forEach(clearTimeout);
    timers = [setTimeout(say, SLOW, "computing ..."), setTimeout(lost, LOST)];
    model.send({ ...content, slow, view });
  };
  return {
    ask(content) {
      const all = { ...waiting, ...content, change: { ...waiting?.change, ...content.change } };
      waiting = busy ? all : null; // where no answer came, older changes still wait: they go along, not after
      if (!busy) send(all);
    },
    answered(numbers) {
      timers.forEach(clearTimeout);
      say("");
      [busy, slow] = [false, performance.now() - sent > SLOW];
      if (numbers) counted = performance.now();
      const next = waiting;
      waiting = null;
      if (next) send({ ...next, numbers: performance.now() - counted > NUMBERS });
      else if (!numbers) send({ numbers: true });
      return !next; // whether this answer shows what the student moved last
    },
    quiet: () => !busy && !waiting, // no question is under way, and none waits
  };
}

/** Asks for every change that the student makes: dragged, typed, chosen, ticked, pushed, reset. */
function listen(controls, ask) {
  const on = (event, selector, raw) => controls.addEventListener(event, ({ target }) => {
    if (target.matches(selector)) ask({ change: { [target.closest(".control").dataset.name]: raw(target) } });
  }, true);
  on("input", "[type=range]", (input) => input[stateKey(input)]);
  on("change", "[type=text], [type=checkbox], select", (input) => input[stateKey(input)]);
  on("click", ".push", (button) => ++button.value);
  on("click", ".reset", () => null);
  on("dblclick", "[type=range]", () => null);
  controls.addEventListener("keydown", ({ key, target }) => key === "Enter" && target.dispatchEvent(new Event("change")));
  controls.addEventListener("click", ({ target }) => target.matches(".play") && play(target));
}

/** Moves a slider on by itself, one position at a time, until its end or the next push. */
function play(button) {
  const range = button.closest(".control").querySelector("[type=range]");
  const ended = () => !range.isConnected || range.value === range.max;
  const stop = () => { button.timer = clearInterval(button.timer); button.textContent = "play"; };
  if (button.timer) return stop();
  if (ended()) range.value = 0;
  button.textContent = "pause";
  button.timer = setInterval(() => {
    if (ended()) return stop();
    range.stepUp();
    range.dispatchEvent(new Event("input"));
  }, 400);
}

/** Shows where a control stands. */
function show(control, { at, text }) {
  const input = control.querySelector("input, select, .push"), typed = control.querySelector("[type=text]");
  input[stateKey(input)] = at;
  if (typed) input.ariaValueText = typed.value = text;
}

/** Enlarges a matrix of palette indices into its box; the browser keeps the squares sharp. */
function paintIndices(context, { shape: [rows, columns], box: [x, y, width, height] }, bytes, layer) {
  if (layer.image?.width !== columns || layer.image.height !== rows) {
    layer.small = new OffscreenCanvas(columns, rows).getContext("2d");
    layer.image = new ImageData(columns, rows);
    layer.colours = new Uint32Array(layer.image.data.buffer);
  }
  for (let i = 0; i < bytes.length; i++) layer.colours[i] = layer.palette[bytes[i]];
  layer.small.putImageData(layer.image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(layer.small.canvas, x, y, width, height);
}

const bytesOf = (view) => new Uint8ClampedArray(view.buffer, view.byteOffset, view.byteLength);
const unpack = async (bytes) => new DataView(await new Response( // packed by the kernel for a slow line
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());

/** Draws the frame of a picture, all that does not move, on a canvas of its own. */
async function frame({ css, width, height }, bytes) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height, role: "img" });
  canvas.style.cssText = `flex-basis: ${0.75 * css}px; max-width: min(100%, ${css}px)`; // shrinks before it wraps
  const context = canvas.getContext("2d");
  context.drawImage(await createImageBitmap(new Blob([bytes], { type: "image/png" })), 0, 0);
  return context;
}

function render({ model, el }) {
  el.innerHTML = model.get("html");
  const [panel, controls, figures, lamp, readout, error, busy] = ["kernlab-panel", "controls", "figures", "lamp",
    "readout", "error", "busy"].map((part) => el.querySelector(`.${part}`));
  const view = Math.random().toString(36).slice(2);
  const talk = conversation(model, view, (words) => { busy.textContent = words; });
  let contexts = [], layers = [], alts = [], turn = Promise.resolve();
  async function paint(message, buffers) {
    if (message.packed) buffers = await Promise.all(buffers.map(unpack));
    if (message.frames) {
      layers = message.frames.map(({ palettes }) => palettes.map((table) => table && { palette: Uint32Array.from(table) }));
      contexts = await Promise.all(message.frames.map((sides, i) => frame(sides, bytesOf(buffers[i]))));
      figures.replaceChildren(...contexts.map((context) => context.canvas));
      buffers = buffers.slice(message.frames.length);
    }
    message.parts?.forEach((part, i) => {
      const context = contexts[part.figure], bytes = bytesOf(buffers[i]), [x, y, width, height] = part.box;
      if (!context) return;
      if (part.kind === "indices") paintIndices(context, part, bytes, layers[part.figure][part.layer]);
      else context.putImageData(new ImageData(bytes, width, height), x, y);
    });
    contexts.forEach(({ canvas }, i) => { canvas.ariaLabel = alts[i] ?? ""; });
  }
  function tell(message) {
    panel.classList.toggle("lecture", message.lecture);
    figures.classList.toggle("stale", Boolean(message.error));
    error.textContent = message.error ?? "";
    if (message.error) lamp.hidden = true; // it would speak of the picture before
    if (!message.numbers) return;
    const psd = message.numbers.lamp;
    Object.assign(lamp, { hidden: psd === null, className: psd ? "lamp" : "lamp off", textContent: psd ? "PSD: yes" : "PSD: no" });
    [readout.textContent, alts] = [message.numbers.readout, message.numbers.alts];
  }
  // For whoever watches the page: busy from the student's move (or the kernel's) until its last answer is painted.
  const mark = (state) => { panel.dataset.state = state; };
  const ask = (content) => { mark("busy"); talk.ask(content); };
  function onMessage(message, buffers) {
    mark("busy");
    const newest = message.view !== view || talk.answered(message.numbers);
    if (newest) for (const row of controls.children) show(row, message.faces[row.dataset.name]);
    tell(message);
    turn = turn.then(() => paint(message, buffers))
      .catch((fault) => { error.textContent = `The picture could not be drawn: ${fault.message}`; });
    const painted = turn;
    painted.then(() => { if (painted === turn && talk.quiet()) mark("idle"); });
  }
  const hello = () => ask({ hello: { dark: document.body.dataset.jpThemeLight === "false", ratio: devicePixelRatio } });
  const themes = new MutationObserver(hello);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  listen(controls, ask);
  model.on("msg:custom", onMessage);
  hello();
  return () => { themes.disconnect(); model.off("msg:custom", onMessage); };
}
export default { render };
