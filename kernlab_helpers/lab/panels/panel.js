// The front end of a live panel. The kernel writes its controls as HTML; this file sends what the
// student moves and paints what the kernel replies. One message is under way at a time; newer
// values replace waiting ones.

const SLOW = 250; // milliseconds after which the panel says that it is computing, and asks for less
const LOST = 8000; // ... and after which it says that no reply came, and waits for it no longer
const NUMBERS = 200; // how old readout and lamp may get during a drag; a pause brings them at once
const PLAY = 400; // milliseconds between two steps of a slider that plays
const COMPUTING = "computing ...";
const NO_REPLY =
  "No answer: the kernel is busy or was restarted (then run this cell again), " +
  "or the connection is lost.";

/** The property of an input element, by its type, that holds where it stands. */
const STATE_PROPERTY = {
  checkbox: "checked",
  "select-one": "selectedIndex",
  range: "valueAsNumber",
};

/**
 * Names the property that holds where a control stands.
 * @param {HTMLElement} input a range, check box, list, text box or button
 * @returns {string}
 */
function stateProperty(input) {
  return STATE_PROPERTY[input.type] ?? "value";
}

/**
 * Sends messages to the kernel, one at a time; newer changes replace older ones.
 * @param {object} model the widget's model
 * @param {string} view which of the panel's views this is: replies name the one that asked
 * @param {function(string)} setStatus shows a text while a reply is awaited
 * @returns {{
 *   send: function(object), replied: function(object): boolean, quiet: function(): boolean
 * }}
 */
function messenger(model, view, setStatus) {
  let waiting = null; // the message that goes out after the next reply
  let busy = false; // whether a reply is awaited
  let slow = false; // whether the last one took long
  let sentAt = 0;
  let numbersAt = 0; // when readout and lamp came last
  let timers = [];

  /** Stops waiting for a reply. */
  function giveUp() {
    busy = false;
    setStatus(NO_REPLY);
  }

  /** Sends a message now. */
  function dispatch(message) {
    busy = true;
    sentAt = performance.now();
    timers.forEach(clearTimeout);
    timers = [setTimeout(setStatus, SLOW, COMPUTING), setTimeout(giveUp, LOST)];
    model.send({ ...message, slow, view });
  }

  /** Sends a message now, or keeps it until the reply is here; joined with what was kept before. */
  function send(message) {
    const change = { ...waiting?.change, ...message.change };
    const all = { ...waiting, ...message, change };
    waiting = busy ? all : null; // older changes that met a silence go along, not after
    if (!busy) dispatch(all);
  }

  /** Takes note of a reply; returns whether it shows what the student moved last. */
  function replied({ numbers }) {
    const now = performance.now();
    timers.forEach(clearTimeout);
    setStatus("");
    busy = false;
    slow = now - sentAt > SLOW;
    if (numbers) numbersAt = now;
    const next = waiting;
    waiting = null;
    if (next) dispatch({ ...next, numbers: now - numbersAt > NUMBERS });
    else if (!numbers) dispatch({ numbers: true });
    return !next;
  }

  /** Whether no message is under way, and none waits. */
  function quiet() {
    return !busy && !waiting;
  }

  return { send, replied, quiet };
}

/**
 * Sends every change that the student makes: dragged, typed, chosen, ticked, pushed, reset.
 * @param {HTMLElement} controls the rows of controls
 * @param {function(object)} send takes a message with the changed position by name of the control
 */
function listen(controls, send) {
  /** Sends what `position` makes of an element, at an event on elements of a selector. */
  function on(event, selector, position) {
    const handler = ({ target }) => {
      if (!target.matches(selector)) return;
      const name = target.closest(".control").dataset.name;
      send({ change: { [name]: position(target) } });
    };
    controls.addEventListener(event, handler, true);
  }

  const state = (input) => input[stateProperty(input)];
  const start = () => null; // the kernel knows where a control starts
  on("input", "[type=range]", state);
  on("change", "[type=text], [type=checkbox], select", state);
  on("click", ".push", (button) => ++button.value);
  on("click", ".reset", start);
  on("dblclick", "[type=range]", start);
  controls.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter") target.dispatchEvent(new Event("change"));
  });
  controls.addEventListener("click", ({ target }) => {
    if (target.matches(".play")) play(target);
  });
}

/**
 * Moves a slider on by itself, one position at a time, until its end or the next push.
 * @param {HTMLButtonElement} button the play button beside the slider; it remembers its timer
 */
function play(button) {
  const range = button.closest(".control").querySelector("[type=range]");
  const ended = () => !range.isConnected || range.value === range.max;

  /** Stops the slider; the button offers to play again. */
  function stop() {
    clearInterval(button.timer);
    button.timer = undefined;
    button.textContent = "play";
  }

  /** Moves the slider by one position, as a hand would. */
  function step() {
    if (ended()) {
      stop();
      return;
    }
    range.stepUp();
    range.dispatchEvent(new Event("input"));
  }

  if (button.timer) {
    stop();
    return;
  }
  if (ended()) range.value = 0;
  button.textContent = "pause";
  button.timer = setInterval(step, PLAY);
}

/**
 * Shows where a control stands.
 * @param {HTMLElement} row the control
 * @param {{at: number, text: string}} control its position, and its value as text
 */
function showControl(row, { at, text }) {
  const input = row.querySelector("input, select, .push");
  input[stateProperty(input)] = at;
  const typed = row.querySelector("[type=text]");
  if (typed) {
    typed.value = text;
    input.ariaValueText = text;
  }
}

/**
 * Enlarges a matrix of palette indices into its box; the browser keeps the squares sharp.
 * @param {CanvasRenderingContext2D} context the canvas of the picture
 * @param {{shape: number[], box: number[]}} part rows and columns; left, top, width and height
 * @param {Uint8ClampedArray} indices one for each entry, row by row
 * @param {object} layer palette of the layer; keeps its small image between two calls
 */
function paintIndices(context, { shape, box }, indices, layer) {
  const [rows, columns] = shape;
  const [left, top, width, height] = box;
  if (layer.image?.width !== columns || layer.image.height !== rows) {
    layer.small = new OffscreenCanvas(columns, rows).getContext("2d");
    layer.image = new ImageData(columns, rows);
    layer.colors = new Uint32Array(layer.image.data.buffer);
  }
  const { palette, colors } = layer;
  for (let i = 0; i < indices.length; i++) colors[i] = palette[indices[i]];
  layer.small.putImageData(layer.image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(layer.small.canvas, left, top, width, height);
}

/**
 * Paints pixels, as they came, into their box.
 * @param {CanvasRenderingContext2D} context the canvas of the picture
 * @param {{box: number[]}} part left, top, width and height
 * @param {Uint8ClampedArray} pixels red, green, blue and opacity of each, row by row
 */
function paintPixels(context, { box }, pixels) {
  const [left, top, width, height] = box;
  context.putImageData(new ImageData(pixels, width, height), left, top);
}

/**
 * Gives the bytes below a view.
 * @param {DataView} view a buffer of a message
 * @returns {Uint8ClampedArray}
 */
function bytesOf(view) {
  return new Uint8ClampedArray(view.buffer, view.byteOffset, view.byteLength);
}

/**
 * Unpacks what the kernel packed for a slow line.
 * @param {DataView} buffer packed bytes
 * @returns {Promise<DataView>}
 */
async function unpack(buffer) {
  const unpacked = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new DataView(await new Response(unpacked).arrayBuffer());
}

/**
 * Draws the frame of a picture, all that does not move, on a canvas of its own.
 * @param {{css: number, width: number, height: number}} frame width on the page, size in pixels
 * @param {Uint8ClampedArray} png the bytes of a PNG
 * @returns {Promise<CanvasRenderingContext2D>}
 */
async function drawFrame({ css, width, height }, png) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height, role: "img" });
  canvas.style.flexBasis = `${0.75 * css}px`; // it shrinks before it wraps
  canvas.style.maxWidth = `min(100%, ${css}px)`;
  const context = canvas.getContext("2d");
  context.drawImage(await createImageBitmap(new Blob([png], { type: "image/png" })), 0, 0);
  return context;
}

/**
 * Makes the painter of a panel's pictures.
 * @param {HTMLElement} figures where their canvases stand
 * @returns {function(object, DataView[]): Promise<void>} paints a reply with its buffers
 */
function painter(figures) {
  let contexts = []; // one for each picture
  let layers = []; // the layers of each picture; those without a palette are undefined
  let alts = [];

  /** Replaces the canvases by new ones, with the frames drawn on them. */
  async function replaceFrames(frames, buffers) {
    layers = frames.map(({ palettes }) =>
      palettes.map((table) => (table ? { palette: Uint32Array.from(table) } : undefined)),
    );
    const drawn = frames.map((frame, i) => drawFrame(frame, bytesOf(buffers[i])));
    contexts = await Promise.all(drawn);
    figures.replaceChildren(...contexts.map((context) => context.canvas));
  }

  return async function paint(reply, received) {
    let buffers = received;
    if (reply.numbers) alts = reply.numbers.alts;
    if (reply.packed) buffers = await Promise.all(buffers.map(unpack));
    if (reply.frames) {
      await replaceFrames(reply.frames, buffers);
      buffers = buffers.slice(reply.frames.length); // the rest belongs to the layers
    }
    reply.parts?.forEach((part, i) => {
      const context = contexts[part.figure];
      const bytes = bytesOf(buffers[i]);
      if (!context) return;
      if (part.kind === "indices") {
        paintIndices(context, part, bytes, layers[part.figure][part.layer]);
      } else {
        paintPixels(context, part, bytes);
      }
    });
    contexts.forEach(({ canvas }, i) => {
      canvas.ariaLabel = alts[i] ?? "";
    });
  };
}

/**
 * Shows what a reply says in words: an error, or readout and lamp.
 * @param {HTMLElement} panel the panel
 * @param {object} reply a message of the kernel
 */
function showText(panel, { error, lecture, numbers }) {
  const lamp = panel.querySelector(".lamp");
  panel.classList.toggle("lecture", lecture);
  panel.querySelector(".figures").classList.toggle("stale", Boolean(error));
  panel.querySelector(".error").textContent = error ?? "";
  if (error) lamp.hidden = true; // it would speak of the picture before
  if (!numbers) return;
  lamp.hidden = numbers.lamp === null;
  lamp.className = numbers.lamp ? "lamp" : "lamp off";
  lamp.textContent = numbers.lamp ? "PSD: yes" : "PSD: no";
  panel.querySelector(".readout").textContent = numbers.readout;
}

/**
 * Puts a panel on the page; anywidget calls this for every view of it.
 * @param {{model: object, el: HTMLElement}} place the widget's model, and where its view stands
 * @returns {function()} takes the view away
 */
function render({ model, el }) {
  el.innerHTML = model.get("html");
  const panel = el.querySelector(".kernlab-panel");
  const controls = panel.querySelector(".controls");
  const busy = panel.querySelector(".busy");
  const view = Math.random().toString(36).slice(2);
  const messages = messenger(model, view, (text) => {
    busy.textContent = text;
  });
  const paint = painter(panel.querySelector(".figures"));
  let painted = Promise.resolve(); // replies are painted one after the other

  /** Sends a message; for whoever watches, the panel is busy until the last reply is painted. */
  function send(message) {
    panel.dataset.state = "busy";
    messages.send(message);
  }

  /** Shows and paints a reply; only that to the newest move may set the controls. */
  function onReply(reply, buffers) {
    panel.dataset.state = "busy"; // the kernel moved it, or another view
    const newest = reply.view !== view || messages.replied(reply);
    if (newest) {
      for (const row of controls.children) showControl(row, reply.controls[row.dataset.name]);
    }
    showText(panel, reply);
    painted = painted
      .then(() => paint(reply, buffers))
      .catch((fault) => {
        const error = panel.querySelector(".error");
        error.textContent = `The picture could not be drawn: ${fault.message}`;
      });
    const turn = painted;
    turn.then(() => {
      if (turn === painted && messages.quiet()) panel.dataset.state = "idle";
    });
  }

  /** Tells the kernel how the page looks; it replies with frames and layers. */
  function sayHello() {
    const dark = document.body.dataset.jpThemeLight === "false";
    send({ hello: { dark, ratio: devicePixelRatio } });
  }

  const themes = new MutationObserver(sayHello);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  listen(controls, send);
  model.on("msg:custom", onReply);
  sayHello();
  return () => {
    themes.disconnect();
    model.off("msg:custom", onReply);
  };
}

export default { render };
