// The one door to JupyterLab's page: every class of its elements that lecture mode needs has its
// name here, and nowhere else. JupyterLab promises none of them, so a lecture begins with a test.

/** Selectors by name; the style sheet of the lecture writes `:--name` for them. */
export const LAB = {
  dark: '[data-jp-theme-light="false"]', // of the body
  panel: ".jp-NotebookPanel", // toolbar and notebook
  notebook: ".jp-Notebook",
  outer: ".jp-WindowedPanel-outer", // what scrolls
  inner: ".jp-WindowedPanel-inner",
  viewport: ".jp-WindowedPanel-viewport", // what holds the cells
  scrollbar: ".jp-WindowedPanel-scrollbar",
  notebookFooter: ".jp-Notebook-footer",
  cell: ".jp-Cell",
  placeholder: ".jp-Placeholder", // of a cell that is not rendered yet
  cellHeader: ".jp-CellHeader",
  cellFooter: ".jp-CellFooter",
  cellToolbar: ".jp-cell-toolbar",
  collapser: ".jp-Collapser",
  codeCell: ".jp-CodeCell",
  input: ".jp-Cell-inputWrapper",
  inputPrompt: ".jp-InputPrompt",
  editor: ".jp-InputArea-editor",
  outputs: ".jp-Cell-outputWrapper",
  output: ".jp-OutputArea-output",
  outputPrompt: ".jp-OutputPrompt",
  promptOverlay: ".jp-OutputArea-promptOverlay",
  markdownCell: ".jp-MarkdownCell",
  markdownOutput: ".jp-MarkdownOutput",
  text: ".jp-RenderedMarkdown",
  html: ".jp-RenderedHTMLCommon", // of texts, and of tables in outputs
  anchorLink: ".jp-InternalAnchorLink", // beside a heading
  folded: ".lm-mod-hidden",
  toasts: ".Toastify",
  deaf: "[data-lm-suppress-shortcuts], .cm-editor", // what takes keys before JupyterLab
};

/** What cannot be missed: in every notebook, cell, cell of code, cell of text, output. */
const NEEDED = {
  notebook: ["panel", "notebook", "outer", "inner", "viewport"],
  cell: ["cell", "collapser", "cellHeader", "cellFooter"],
  code: ["codeCell", "input", "inputPrompt", "outputs"],
  markdown: ["markdownCell", "markdownOutput", "text", "html"],
  printed: ["output", "outputPrompt"],
};

/**
 * Tests which of the names a page of JupyterLab lacks.
 * @param {any} panel JupyterLab's widget of a notebook, some of whose cells are rendered
 * @returns {string[]} their selectors
 */
export function missingNames(panel) {
  const there = panel.content.widgets.filter((cell) => cell.isAttached && !cell.isPlaceholder?.());
  const cells = (kind) => there.filter(({ model }) => model.type === kind);
  const places = {
    notebook: [panel],
    cell: there,
    code: cells("code"),
    markdown: cells("markdown").filter(({ rendered }) => rendered),
    printed: cells("code").filter((cell) => cell.model.outputs?.length && !cell.outputHidden),
  };
  const has = (node, selector) => node.matches(selector) || node.querySelector(selector);
  return Object.entries(NEEDED).flatMap(([kind, names]) => {
    const nodes = places[kind].map(({ node }) => node);
    const selectors = names.map((name) => LAB[name]);
    return selectors.filter((one) => nodes.length && !nodes.some((node) => has(node, one)));
  });
}

/** Gives in words what a page lacks, "" where it lacks nothing. */
export function wordsOfMissing(selectors) {
  if (!selectors.length) return "";
  const list = selectors.map((selector) => selector.slice(1)).join(", ");
  return `This JupyterLab has no ${list}: lecture mode may look wrong in it.`;
}

/**
 * Puts JupyterLab's names into a style sheet.
 * @param {string} css with `:--name` in the place of selectors
 * @returns {string}
 */
export function withNames(css) {
  return css.replace(/:--(\w+)/g, (_, name) => {
    if (!(name in LAB)) throw new Error(`no name of JupyterLab: ${name}`);
    return LAB[name];
  });
}
