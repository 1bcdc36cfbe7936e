// A JupyterLab extension, written by hand as the container that JupyterLab loads (no build step).

let scope = {}; // the modules that JupyterLab shares with its extensions

(window._JUPYTERLAB ??= {}).classroom = {
  init: async (shared) => {
    scope = shared;
  },
  get: async () => {
    const { kernel } = await import("./kernel.js");
    const { lecture } = await import("./lecture/plugin.js");
    return () => ({ __esModule: true, default: [kernel, lecture(scope)] });
  },
};
