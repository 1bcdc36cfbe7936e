// The front end of a live panel. It draws the controls, sends what the student moves, and paints
// what the kernel answers. One question is under way at a time; newer values replace waiting ones.

const SLOW = 250; // milliseconds after which the panel says that it is computing, and asks for less
const LOST = 8000; // ... and after which it says that no answer came
const NUMBERS = 200; // how old readout and lamp may get during a drag; a pause brings them at once

const isDark = () => document.body.dataset.jpThemeLight === "false";

/** Sends questions to the kernel, never more than one at a time; newer changes replace older ones. */
function conversation(model, view, onState) {
  let waiting = null, busy = false, timers = [], counted = 0, sent = 0, slow = false;
  const send = (content) => {
    [busy, sent] = [true, performance.now()];
    timers = [setTimeout(onState, SLOW, "computing ..."),
      setTimeout(onState, LOST, "The kernel is busy, or was restarted: then run this cell again.")];
    model.send({ ...content, slow, view });
  };
  return {
    ask(content) {
      if (!busy) return send(content);
      waiting = { ...waiting, ...content, change: { ...waiting?.change, ...content.change } };
    },
    answered(numbers) {
      timers.forEach(clearTimeout);
      onState("");
      busy = false;
      slow = performance.now() - sent > SLOW;
      if (numbers) counted = performance.now();
      const next = waiting;
      waiting = null;
      if (next) send({ ...next, numbers: performance.now() - counted > NUMBERS });
      else if (!numbers) send({ numbers: true });
      return !next; // whether this answer shows what the student moved last
    },
  };
}

/** Enlarges a matrix of palette indices into its box; the browser keeps the squares sharp. */
function paintIndices(context, { shape: [rows, columns], box: [x, y, width, height] }, bytes, layer) {
  if (layer.image?.width !== columns || layer.image.height !== rows) {
    layer.small = new OffscreenCanvas(columns, rows).getContext("2d");
    layer.image = new ImageData(columns, rows);
    layer.colours = new Uint32Array(layer.image.data.buffer);
  }
  const { small, image, colours, palette } = layer;
  for (let i = 0; i < bytes.length; i++) colours[i] = palette[bytes[i]];
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small.canvas, x, y, width, height);
}

/** Undoes the packing that the kernel does for a slow line. */
const unpack = async (bytes) => new DataView(await new Response(
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());

const bytesOf = (view) => new Uint8ClampedArray(view.buffer, view.byteOffset, view.byteLength);

function render({ model, el }) {
  const view = Math.random().toString(36).slice(2);
  const figures = make("div", { className: "figures" });
  const state = make("span", { className: "busy" }), lamp = make("span", { className: "lamp", hidden: true });
  const readout = make("span", { className: "readout" }), error = make("span", { className: "error" });
  error.setAttribute("role", "alert");
  const line = make("div", { className: "line", ariaLive: "polite" }, lamp, readout, error, state);
  const talk = conversation(model, view, (words) => { state.textContent = words; });
  const controls = make("div", { className: "controls" }), faces = {};
  for (const [name, face] of Object.entries(model.get("controls"))) {
    const [element, show] = control(name, face, talk.ask);
    controls.append(element);
    faces[name] = show;
  }
  const panel = make("div", { className: "kernlab-panel" }, controls, figures, line);
  // Arrow keys and digits belong to the control in focus, not to the notebook's shortcuts.
  controls.querySelectorAll("input, select, button").forEach((e) => { e.dataset.lmSuppressShortcuts = "true"; });
  el.append(panel);

  let contexts = [], layers = [], alts = [];
  function tell(numbers) {
    readout.textContent = numbers.readout;
    lamp.hidden = numbers.lamp === null;
    lamp.classList.toggle("off", numbers.lamp === false);
    lamp.textContent = numbers.lamp ? "PSD: yes" : "PSD: no";
    alts = numbers.alts;
  }
  async function frame({ css, width, height }, bytes) {
    const canvas = make("canvas", { width, height });
    canvas.style.flexBasis = `${0.75 * css}px`; // shrinks a little before it goes to the next row
    canvas.style.maxWidth = `min(100%, ${css}px)`;
    canvas.setAttribute("role", "img");
    const context = canvas.getContext("2d");
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: "image/png" })), 0, 0);
    return context;
  }
  async function paint(message, buffers) {
    if (message.packed) buffers = await Promise.all(buffers.map(unpack));
    if (message.frames) {
      layers = message.frames.map((sides) => sides.palettes.map(
        (table) => table && { palette: new Uint32Array(Uint8Array.from(table).buffer) }));
      contexts = await Promise.all(message.frames.map((sides, i) => frame(sides, bytesOf(buffers[i]))));
      figures.replaceChildren(...contexts.map((context) => context.canvas));
      buffers = buffers.slice(message.frames.length);
    }
    message.parts?.forEach((part, i) => {
      const context = contexts[part.figure], bytes = bytesOf(buffers[i]);
      if (!context) return;
      if (part.kind === "indices") return paintIndices(context, part, bytes, layers[part.figure][part.layer]);
      const [x, y, width, height] = part.box;
      context.putImageData(new ImageData(bytes, width, height), x, y);
    });
    contexts.forEach(({ canvas }, i) => canvas.setAttribute("aria-label", alts[i] ?? ""));
  }

  let turn = Promise.resolve();
  const onMessage = (message, buffers) => {
    const newest = message.view === view ? talk.answered(message.numbers) : true;
    if (newest) Object.entries(message.faces).forEach(([name, face]) => faces[name]?.(face));
    panel.classList.toggle("lecture", message.lecture);
    figures.classList.toggle("stale", Boolean(message.error));
    error.textContent = message.error ?? "";
    if (message.numbers) tell(message.numbers);
    if (message.error) lamp.hidden = true; // it would speak of the picture before
    turn = turn.then(() => paint(message, buffers)).catch((fault) => {
      console.error(fault);
      error.textContent = `The picture could not be drawn: ${fault.message}`;
    });
  };
  const hello = () => talk.ask({ hello: { dark: isDark(), ratio: window.devicePixelRatio } });
  const themes = new MutationObserver(hello);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  model.on("msg:custom", onMessage);
  hello();
  return () => { themes.disconnect(); model.off("msg:custom", onMessage); };
}

export default { render };
