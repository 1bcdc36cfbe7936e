// A JupyterLab extension, written by hand as the container that JupyterLab loads (no build step).

(window._JUPYTERLAB ??= {}).classroom = {
  init: async () => {}, // nothing that JupyterLab shares is needed
  get: async () => {
    const { kernel } = await import("./kernel.js");
    const { lecture } = await import("./lecture/plugin.js");
    return () => ({ __esModule: true, default: [kernel, lecture] });
  },
};
