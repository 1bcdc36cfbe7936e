// Brings saved panels back where JupyterLab's widget manager gives up: it asks the kernel first,
// and an error there is swallowed together with what the notebook has. The panels would not come,
// and the next autosave would store a notebook without them.

const PATIENCE = 5_000; // milliseconds between two looks
const LOOKS = 20;
const STATE = "application/vnd.jupyter.widget-state+json";
const VIEW = "application/vnd.jupyter.widget-view+json";

/** The widget manager of a notebook; there is no public way to it but through what it draws. */
function managerOf({ content: { rendermime } }) {
  if (!rendermime.mimeTypes.includes(VIEW)) return undefined;
  const given = rendermime.createRenderer(VIEW)._manager?.promise; // pending until there is one
  return Promise.race([given, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** Whether the notebook holds a model that its manager does not have. */
function lacks(manager, { model }) {
  const saved = Object.keys(model.getMetadata("widgets")?.[STATE]?.state ?? {});
  return saved.some((id) => !manager.has_model(id));
}

/** Draws the outputs anew in which a model was missing. */
function drawAgain({ content: { widgets } }) {
  for (const { outputArea } of widgets) {
    const outputs = outputArea?.model.toJSON() ?? [];
    if (outputs.some(({ data }) => data?.[VIEW])) outputArea.model.fromJSON(outputs);
  }
}

/** Looks when the manager has had its time, and restores from the notebook what is lacking. */
export async function restore(panel, context) {
  await context.ready;
  if (!context.model.getMetadata("widgets")) return;
  await context.sessionContext.ready;
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const manager = await managerOf(panel);
    if (panel.isDisposed || (manager && !lacks(manager, context))) return;
    if (!manager || manager._kernelRestoreInProgress) continue;
    console.warn("The widget manager has not restored the panels of this notebook: once more.");
    await manager.restoreWidgets(context.model, { loadKernel: false, loadNotebook: true });
    if (!lacks(manager, context)) drawAgain(panel);
  }
}
