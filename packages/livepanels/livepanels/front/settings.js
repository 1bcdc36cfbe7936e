// Positions of controls: what answers are remembered by, and which lie next to each other.

/**
 * Names positions by one text.
 * @param {object} at the position of each control by name, in the order of the controls
 * @returns {string}
 */
export function keyOf(at) {
  return JSON.stringify(at);
}

/**
 * Lists the positions of one control next to where it stands.
 * @param {{kind: string, steps?: number, options?: string[], size?: number[]}} control
 * @param {*} raw where it stands
 * @returns {Array} nearest first
 */
function besides(control, raw) {
  if (control.kind === "slider" && typeof raw === "number") {
    return [raw + 1, raw - 1, raw + 2, raw - 2].filter((at) => at >= 0 && at <= control.steps);
  }
  if (control.kind === "choice" || control.kind === "toggle") {
    return control.options.map((_, i) => i).filter((i) => i !== raw);
  }
  if (control.kind === "button") return [raw + 1];
  if (control.kind === "pick" && typeof raw === "number") {
    return [raw + 1, raw - 1].filter((at) => at >= 0 && at < control.size[0]);
  }
  return [];
}

/**
 * Lists the settings next to one, those of the control that was moved last first.
 * @param {object[]} controls descriptions of the controls, with their names
 * @param {object} at where they stand
 * @param {string} [moved] name of the control that was moved last
 * @returns {object[]} settings
 */
export function neighbors(controls, at, moved) {
  const first = controls.filter(({ name }) => name === moved);
  const others = controls.filter(({ name }) => name !== moved);
  return [...first, ...others].flatMap((control) => {
    const places = besides(control, at[control.name]);
    const near = control.name === moved ? places : places.slice(0, 2);
    return near.map((raw) => ({ ...at, [control.name]: raw }));
  });
}
