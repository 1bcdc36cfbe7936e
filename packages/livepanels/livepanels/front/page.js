// What a panel asks of the page around it: all names of JupyterLab that panels know stand here,
// but for one rule at the end of panel.css (the line of advice beside a live panel).

const NOTEBOOK = ".jp-NotebookPanel";
const THEME = "data-jp-theme-light"; // of the body; pages without JupyterLab set it, too

/** The element of the notebook in which something stands, null where there is none. */
export function notebookOf(el) {
  return el.closest(NOTEBOOK);
}

/** Keeps the keys that are pressed in an element from JupyterLab's shortcuts. */
export function keepKeys(el) {
  el.dataset.lmSuppressShortcuts = "true";
}

/** Whether the page is dark. */
export function isDark() {
  return document.body.getAttribute(THEME) === "false";
}

/** Makes the page dark or light. */
export function setDark(dark) {
  document.body.setAttribute(THEME, String(!dark));
}

/**
 * Watches the theme of the page.
 * @param {function(): void} changed called after each change
 * @returns {function(): void} ends it
 */
export function watchTheme(changed) {
  const observer = new MutationObserver(() => changed());
  observer.observe(document.body, { attributes: true, attributeFilter: [THEME] });
  return () => observer.disconnect();
}
