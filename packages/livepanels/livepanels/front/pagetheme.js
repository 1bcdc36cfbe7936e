// The theme of the page: JupyterLab says on the body whether it is light or dark.

/** Whether the page is dark. */
export function isDark() {
  return document.body.dataset.jpThemeLight === "false";
}

/**
 * Watches the theme of the page.
 * @param {function()} changed called after each change
 * @returns {function()} ends it
 */
export function watchTheme(changed) {
  const observer = new MutationObserver(() => changed());
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  return () => observer.disconnect();
}
