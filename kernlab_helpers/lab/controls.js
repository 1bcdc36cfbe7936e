// The controls of a live panel: sliders, choices, toggles and buttons, as native elements of the page.
// This file and panel.js are one module: frontend.py puts this one first.

const make = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

/** Builds one control; returns its element and a function that shows a state of it. */
function control(name, { label, kind, steps, options, at, text, play }, ask) {
  const change = (raw) => ask({ change: { [name]: raw } });
  if (kind === "button") {
    let pushes = at;
    const button = make("button", { type: "button", textContent: label, onclick: () => change(++pushes) });
    return [make("div", { className: "control" }, button), (face) => { pushes = face.at; }];
  }
  if (kind === "toggle") {
    const box = make("input", { type: "checkbox", checked: at, onchange: () => change(box.checked) });
    return [make("label", { className: "control" }, box, label), (face) => { box.checked = face.at; }];
  }
  if (kind === "choice") {
    const list = make("select", { onchange: () => change(list.selectedIndex) },
      ...options.map((option) => make("option", { textContent: option })));
    list.selectedIndex = at;
    return [make("label", { className: "control" }, label, list), (face) => { list.selectedIndex = face.at; }];
  }
  const reset = () => change(null);
  const range = make("input", { type: "range", min: 0, max: steps, step: 1, value: at, ariaLabel: label,
    title: "drag, use the arrow keys, or double-click to reset", ondblclick: reset,
    oninput: () => change(range.valueAsNumber) });
  const typed = make("input", { type: "text", value: text, ariaLabel: `${label}, typed`, onchange: () => change(typed.value),
    onkeydown: (event) => { if (event.key === "Enter") change(typed.value); } });
  const show = (face) => {
    range.value = face.at;
    range.ariaValueText = typed.value = face.text;
  };
  show({ at, text });
  const back = make("button", { type: "button", textContent: "reset", ariaLabel: `reset ${label}`, onclick: reset });
  const row = make("div", { className: "control" }, make("span", { textContent: label }), range, typed, back);
  if (play) row.append(player(range, label));
  return [row, show];
}

/** A button that moves a slider on by itself, one step at a time, until its end or the next push. */
function player(range, label) {
  let timer = null;
  const stop = () => { clearInterval(timer); timer = null; button.textContent = "play"; };
  const step = () => {
    if (!range.isConnected || range.valueAsNumber >= Number(range.max)) return stop();
    range.stepUp();
    range.oninput();
  };
  const start = () => {
    if (range.valueAsNumber >= Number(range.max)) range.value = 0;
    timer = setInterval(step, 400);
    button.textContent = "pause";
  };
  const button = make("button", { type: "button", textContent: "play", ariaLabel: `play ${label}`,
    onclick: () => (timer ? stop() : start()) });
  return button;
}
