// The front end of votes.

import { frontOf } from "../../../livepanels/livepanels/front/front.js";
import { VoteView } from "./vote.js";

const plain = frontOf(VoteView);

/**
 * Keeps what is said to a question for the page of its notebook, and says it to the next kernel:
 * what a saved notebook brings counts, too.
 */
function keepSaid(model, manager) {
  const { again, name, letters } = model.get("vote");
  if (again) return;
  const kept = (manager.classroomSaid ??= new Map());
  const key = `${letters} ${name}`;
  const keep = () => kept.set(key, model.get("said"));
  if (model.get("said")) keep();
  else if (kept.get(key)) {
    model.set("said", kept.get(key));
    model.save_changes();
  }
  model.on("change:said", keep);
}

export const front = {
  ...plain,
  async initialize(context) {
    const { model } = context;
    await plain.initialize(context);
    const managed = await model.widget_manager.get_model(model.get("ident"));
    if (managed.widget_manager) keepSaid(model, managed.widget_manager);
  },
};
