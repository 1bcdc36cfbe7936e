// What the browser tests ask of a page with JupyterLab: commands, and conditions to wait for.

window.gate = {
  failure: "", // why a chapter could not be opened and run

  /** The notebook that is open in this page. */
  notebook: () => [...(window.jupyterapp?.shell.widgets("main") ?? [])].find(
    (widget) => widget.hasClass("jp-NotebookPanel")),

  kernel: () => gate.notebook()?.sessionContext.session?.kernel,

  /** Opens a chapter and runs all of its cells. */
  async open(path) {
    gate.failure = "";
    try {
      while (!window.jupyterapp) await new Promise(requestAnimationFrame);
      await jupyterapp.restored;
      const notebook = await jupyterapp.commands.execute("docmanager:open", { path, factory: "Notebook" });
      await notebook.context.ready;
      await notebook.sessionContext.ready;
      await notebook.sessionContext.session.kernel.info;
      await jupyterapp.commands.execute("notebook:run-all-cells");
    } catch (error) {
      gate.failure = String(error);
    }
  },

  /** Ends the kernel and closes the notebook; the page is then as new. */
  async close() {
    const notebook = gate.notebook();
    await notebook.sessionContext.shutdown();
    notebook.context.model.dirty = false; // or JupyterLab asks whether to save
    notebook.close();
  },

  closeOthers: () => [...jupyterapp.shell.widgets("main")].forEach(
    (widget) => widget === gate.notebook() || widget.close()),

  connected: () => gate.kernel()?.connectionStatus === "connected" && gate.kernel().status === "idle",

  /** Notices when the kernel begins to restart. */
  watchRestart() {
    gate.restarted = false;
    gate.kernel().statusChanged.connect((_, status) => { gate.restarted ||= status === "restarting"; });
  },

  /** Whether the line to the kernel is there again; closes what JupyterLab says about its loss. */
  reconnected() {
    const dialog = document.querySelector(".jp-Dialog");
    dialog?.querySelector("button").click();
    return gate.connected() && !dialog;
  },

  panels: () => [...document.querySelectorAll(".livepanel")],
  /** Whether a panel shows the answer to everything that it was asked. */
  idle: (panel) => panel.dataset.state === "idle" && panel.querySelector("canvas") !== null,
  allIdle: (count) => gate.panels().length === count && gate.panels().every(gate.idle),

  /** Whether all cells have run, and all panels are there and at rest. */
  ran(count) {
    if (gate.failure) throw new Error(gate.failure);
    const prompts = [...document.querySelectorAll(".jp-InputPrompt")].map((prompt) => prompt.textContent);
    return prompts.some((text) => /\d/.test(text)) && !prompts.some((text) => text.includes("*"))
      && gate.connected() && gate.allIdle(count);
  },

  asleep: (panel) => panel.dataset.state === "asleep" && panel.querySelector("canvas") !== null,
  /** Whether an answer is remembered in which a control stands at a number. */
  remembers: (number) => [...livepanels.memory.answers.keys()].some((key) => key.includes(`:${number}`)),

  forgotten: new Set(), // panels of which the page has forgotten all answers

  /** Notes of which panels the memory forgets from now on. */
  watchMemory() {
    gate.forgotten = new Set();
    livepanels.memory.forget = function (panel) {
      gate.forgotten.add(panel);
      Object.getPrototypeOf(this).forget.call(this, panel);
    };
  },

  questions: [], // what panels have asked since they are counted

  /** Keeps the questions that panels ask from now on. */
  countQuestions() {
    gate.questions = [];
    gate.kernel().anyMessage.connect((_, { msg, direction }) => {
      const content = msg.content?.data?.content;
      if (direction === "send" && content?.view) gate.questions.push(content);
    });
  },

  /** Mean brightness of what is drawn on the first canvas of a panel. */
  brightness(panel) {
    const canvas = panel.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0, count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 200) { sum += data[i] + data[i + 1] + data[i + 2]; count += 1; }
    }
    return sum / count;
  },

  /** The next kernel does not say which widgets it has, as may happen where a machine is slow. */
  async muteKernel() {
    while (!window.jupyterapp) await new Promise(requestAnimationFrame);
    await jupyterapp.restored;
    const kernel = await jupyterapp.serviceManager.kernels.startNew();
    const { prototype } = kernel.constructor;
    const { createComm, requestCommInfo } = prototype;
    prototype.createComm = () => { throw new Error("no comm is opened"); };
    prototype.requestCommInfo = () => {
      Object.assign(prototype, { createComm, requestCommInfo });
      throw new Error("no kernel answers");
    };
    await kernel.shutdown();
  },

  /** Names of the models that the notebook was saved with. */
  saved() {
    const kept = gate.notebook().context.model.getMetadata("widgets") ?? {};
    const { state = {} } = kept["application/vnd.jupyter.widget-state+json"] ?? {};
    return Object.values(state).map((one) => one.model_name).join(" ");
  },

  /** What stands in the way, for the words of a test that waited in vain. */
  report: () => ({
    failure: gate.failure,
    kernel: gate.kernel()?.status,
    connection: gate.kernel()?.connectionStatus,
    dialogs: [...document.querySelectorAll(".jp-Dialog")].map((dialog) => dialog.innerText),
    prompts: [...document.querySelectorAll(".jp-InputPrompt")].map((prompt) => prompt.textContent).join(""),
    panels: gate.panels().map((panel) => `${panel.dataset.state} ${panel.className}`),
    lecture: document.querySelector(".classroom-head")?.textContent,
    placeholders: gate.notebook() && gate.placeholders(),
    typesetting: gate.typesetting()?.parentElement.outerHTML.slice(0, 300),
    saved: gate.notebook() && gate.saved(),
    errors: [...document.querySelectorAll(".jupyter-widgets")].map((one) => one.innerText.slice(0, 80)),
    place: gate.notebook() && JSON.stringify(gate.place()),
  }),

  // What a panel shows ------------------------------------------------------------------------

  /** The readout, and what stands in the boxes beside the sliders. */
  words: (panel) => [panel.querySelector(".readout").innerText,
    ...[...panel.querySelectorAll("input[type=text]")].map((box) => box.value)].join(" | "),

  pixels: (panel) => [...panel.querySelectorAll("canvas")].map((canvas) =>
    new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)),

  remember: (panel) => { panel.before = { words: gate.words(panel), pixels: gate.pixels(panel) }; },

  /** What differs from the moment that was remembered. */
  changes(panel) {
    const { words, pixels } = panel.before;
    const same = (a, b) => a.length === b.length && a.every((pixel, i) => pixel === b[i]);
    return {
      words: gate.words(panel) !== words,
      pixels: !gate.pixels(panel).every((canvas, i) => pixels[i] && same(canvas, pixels[i])),
    };
  },

  // Lecture mode ------------------------------------------------------------------------------

  /** A formula that still stands there as it was typed, if there is any. */
  typesetting: () => document.evaluate(
    "//*[contains(@class, 'jp-RenderedMarkdown')]//text()[contains(., '$')][not(ancestor::code)]",
    document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue,

  /** What leaving the lecture mode gives back. */
  place() {
    const notebook = gate.notebook();
    const room = notebook.node.querySelector(".jp-WindowedPanel-outer");
    return {
      scroll: Math.round(room.scrollTop),
      active: notebook.content.activeCellIndex,
      folded: notebook.content.widgets.map((cell) => Boolean(cell.inputHidden || cell.outputHidden)),
      open: [...notebook.node.querySelectorAll("details")].map(({ open }) => open),
      sides: [jupyterapp.shell.leftCollapsed, jupyterapp.shell.rightCollapsed],
      sizes: [...document.querySelectorAll(".livepanel, .jp-SideBar, .jp-Toolbar")].map((part) => part.offsetWidth),
      prompts: [...notebook.node.querySelectorAll(".jp-InputPrompt")].map((prompt) => prompt.textContent),
    };
  },

  /** Makes a cell the active one, and scrolls to it. */
  activate(place) {
    const { content } = gate.notebook();
    content.activeCellIndex = place;
    content.activeCell.node.scrollIntoView();
  },

  /** Puts the focus into the last cell, as running all cells does, and scrolls to the top. */
  focusLast() {
    const { content } = gate.notebook();
    content.activeCellIndex = content.widgets.length - 1;
    content.activeCell.node.focus({ preventScroll: true });
    content.node.querySelector(".jp-WindowedPanel-outer").scrollTop = 0;
  },

  /** Opens a new notebook that has no slides. */
  async plain() {
    await jupyterapp.restored;
    await jupyterapp.commands.execute("notebook:create-new", { cwd: "", kernelName: "python3" });
  },

  placeholders: () => gate.notebook().content.widgets.filter((cell) => cell.isPlaceholder()).length,

  /** Lets a few frames go by. */
  async pass(count) {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  },

  press: (key) => (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),

  /** Goes through all screens of the lecture mode, from the first; tells what is wrong with each. */
  async lecture() {
    document.activeElement?.blur();
    gate.press("Home");
    const screens = [];
    for (let last = ""; ; gate.press("PageDown")) {
      await gate.pass(3);
      const name = document.querySelector(".classroom-head .classroom-number").textContent;
      if (name === last) return screens;
      last = name;
      screens.push({ name: `${name}: ${document.querySelector(".classroom-head b").textContent}`, wrong: gate.unseen() });
    }
  },

  /** What of the screen cannot be read from the last row. */
  unseen() {
    const room = gate.notebook().node.querySelector(".jp-WindowedPanel-outer");
    const wrong = [];
    if (room.scrollHeight > room.clientHeight + 1) wrong.push(`${room.scrollHeight} of ${room.clientHeight} px high`);
    if (room.scrollWidth > room.clientWidth + 1) wrong.push(`${room.scrollWidth} of ${room.clientWidth} px wide`);
    const least = { ".jp-RenderedMarkdown": 24, ".jp-OutputArea-output pre": 20, ".livepanel .control": 28 };
    for (const [kind, parts] of Object.entries(least)) {
      for (const part of room.querySelectorAll(kind)) {
        const size = parseFloat(getComputedStyle(part).fontSize);
        if (part.offsetHeight && size < (parts * innerHeight) / 1080 - 0.1) wrong.push(`${kind} in ${size} px`);
        if (part.scrollWidth > part.clientWidth + 2) wrong.push(`${kind} is cut`);
      }
    }
    for (const canvas of room.querySelectorAll("canvas")) {
      const { left, right } = canvas.getBoundingClientRect();
      if (right > innerWidth || left < 0) wrong.push("a picture is cut");
    }
    const far = 0.0136 * Math.min(innerHeight, (innerWidth * 9) / 16); // 0.016 but where all is tight
    for (const canvas of room.querySelectorAll("canvas")) {
      const zoom = canvas.closest(".livepanel-figures").style.getPropertyValue("--lp-zoom");
      if (canvas.offsetHeight && 11 * zoom < far) wrong.push(`numbers in pictures in ${11 * zoom} px`);
    }
    const seen = [...room.querySelectorAll(".jp-Cell")].filter((cell) => cell.offsetHeight);
    for (const cell of seen.flatMap((one) => [one, ...one.querySelectorAll(".jp-MarkdownOutput")])) {
      const { boxShadow, borderTopWidth } = getComputedStyle(cell);
      if (boxShadow !== "none" || parseFloat(borderTopWidth)) wrong.push("a frame around a cell");
    }
    if (!seen.length) wrong.push("nothing is shown");
    return wrong;
  },

  /** What of the panels does not fit: too tall, cut at an edge, or in type that is too small. */
  misfits(tall) {
    const found = [];
    for (const [i, panel] of gate.panels().entries()) {
      const room = panel.getBoundingClientRect();
      const say = (what) => found.push(`panel ${i + 1}: ${what}`);
      if (room.height > tall) say(`${Math.round(room.height)} px tall`);
      for (const part of panel.querySelectorAll("*")) {
        const box = part.getBoundingClientRect();
        if (!box.width || part.closest(".lp-hands, svg, [hidden]")) continue;
        const name = part.className || part.tagName;
        if (box.right > room.right + 1.5 || box.left < room.left - 1.5) say(`${name} is cut`);
        const words = [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        const size = parseFloat(getComputedStyle(part).fontSize);
        const least = part.closest(".ticks, sub, sup") ? 7.5 : 11;
        if (words && size < least) say(`${name} in ${size} px`);
      }
    }
    return [...new Set(found)];
  },

  /** Which panels have controls that are not seen together with each of their pictures. */
  apart() {
    const tall = (panel, kind) => Math.max(0,
      ...[...panel.querySelectorAll(kind)].map((part) => part.offsetHeight));
    const both = (panel) => tall(panel, ".controls") + tall(panel, ".lp-figure");
    return gate.panels().flatMap((panel, i) => both(panel) > gate.room()
      ? [`panel ${i + 1}: a picture and the controls need ${both(panel)} of ${gate.room()} px`] : []);
  },

  heights: [], // of all cells
  frames: 0, // how many frames they have been the same
  room: () => gate.notebook().node.querySelector(".jp-WindowedPanel-outer").clientHeight,

  /** Whether the heights of the cells stay the same; to be asked at every frame. */
  still() {
    const heights = gate.notebook().content.widgets.map((cell) => cell.node.offsetHeight);
    gate.frames = String(heights) === String(gate.heights) ? gate.frames + 1 : 0;
    gate.heights = heights;
    return gate.frames >= 3;
  },

  // Hands -------------------------------------------------------------------------------------

  /** Waits until an element has stayed where it is for five frames. */
  async steady(element) {
    let last = "", frames = 0;
    while (frames < 5) {
      await new Promise(requestAnimationFrame);
      const { x, y, width } = element.getBoundingClientRect();
      frames = String([x, y, width]) === last ? frames + 1 : 0;
      last = String([x, y, width]);
    }
  },

  /** How many pictures are seen one after the other when an element is clicked, until they rest. */
  pictures: (panel, button) => new Promise((done) => {
    const canvas = panel.querySelector("canvas");
    const seen = [canvas.toDataURL()];
    let still = 0;
    const look = () => {
      const picture = canvas.toDataURL();
      still = picture === seen.at(-1) ? still + 1 : 0;
      if (!still) seen.push(picture);
      if (gate.idle(panel) && seen.length > 1 && still >= 30) done(seen.length);
      else requestAnimationFrame(look);
    };
    button.click();
    requestAnimationFrame(look);
  }),

  move(slider, at) {
    slider.value = at;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  },

  /** Moves a slider hither and thither, `pause` milliseconds a move, and at last to its end. */
  wander: (slider, moves, pause) => new Promise((done) => {
    let i = 0;
    const timer = setInterval(() => {
      gate.move(slider, i < moves ? (i * 37) % slider.max : slider.max);
      if (i++ === moves) done(clearInterval(timer));
    }, pause);
  }),

  /** Moves a slider without end; gives the timer. */
  fidget(slider, pause) {
    let i = 0;
    return setInterval(() => gate.move(slider, (i++ * 37) % slider.max), pause);
  },

  /** Lets so many intervals of a clock in this page go by: another clock has then ticked as well. */
  ticks: (count, pause) => new Promise((done) => {
    const timer = setInterval(() => { if (--count === 0) done(clearInterval(timer)); }, pause);
  }),
};
