// Votes on a page without a kernel: letters are kept as long as its tab is open.

import { alone } from "../../../livepanels/livepanels/front/asleep.js";
import { VoteView } from "./vote.js";

const KEY = `votes ${location.pathname}`;

/** Letters by the names of questions, as they were said before a reload. */
function kept() {
  try { return new Map(JSON.parse(sessionStorage.getItem(KEY))); } catch { return new Map(); }
}

/** What a vote takes for its widget's model. */
class Ballot {
  static said = kept();
  static models = new Set();

  constructor(vote) {
    this.vote = vote;
    this.changed = () => {};
    Ballot.models.add(this);
  }

  get(name) {
    return name === "vote" ? this.vote : (Ballot.said.get(this.vote.name) ?? "");
  }

  set(_name, letter) {
    Ballot.said.set(this.vote.name, letter);
    const said = JSON.stringify([...Ballot.said]);
    try { sessionStorage.setItem(KEY, said); } catch { /* some browsers allow it not */ }
  }

  save_changes() {
    for (const model of Ballot.models) model.changed();
  }

  on(_event, hear) {
    this.changed = hear;
  }

  off() {
    Ballot.models.delete(this);
  }
}

/** Makes buttons of votes; what was said is repeated beside the explanation. */
export function openVotes() {
  const places = [...document.querySelectorAll("[data-vote]")];
  const votes = places.map((place) => JSON.parse(place.dataset.vote));
  const asked = new Map(votes.filter(({ again }) => !again).map((vote) => [vote.name, vote]));
  places.forEach((place, i) => {
    const { name, again } = votes[i];
    new VoteView(new Ballot({ ...(asked.get(name) ?? votes[i]), again }), alone(), place);
  });
}
