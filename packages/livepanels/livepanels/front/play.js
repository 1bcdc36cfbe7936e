// A slider that moves on by itself.

import { element } from "./elements.js";

const PLAY = 400; // milliseconds between two pictures
const MOST = 60; // pictures from end to end: many steps are skipped

/**
 * Makes the button that moves a slider on to its end, or to the next push: within 24 seconds.
 * @param {HTMLInputElement} range the slider
 * @param {string} label its name
 * @returns {HTMLButtonElement}
 */
export function playButton(range, label) {
  const button = element("button", { type: "button", className: "play", textContent: "▶" });
  button.ariaLabel = `play ${label}`;
  let timer;
  const ended = () => !range.isConnected || range.disabled || range.value === range.max;

  /** Stops the slider; the button offers to play again. */
  function stop() {
    clearInterval(timer);
    timer = undefined;
    button.textContent = "▶";
    button.ariaPressed = "false";
  }

  /** Moves the slider on, as a hand would. */
  function step() {
    if (ended()) {
      stop();
      return;
    }
    range.stepUp(Math.ceil(Number(range.max) / MOST));
    range.dispatchEvent(new Event("input"));
  }

  button.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    if (ended()) range.value = range.min;
    button.textContent = "❚❚";
    button.ariaPressed = "true";
    timer = setInterval(step, PLAY);
  });
  return button;
}
