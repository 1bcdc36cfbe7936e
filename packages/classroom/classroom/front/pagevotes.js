// Votes on a page without a kernel: letters are kept as long as the page is open.

import { alone } from "../../../livepanels/livepanels/front/asleep.js";
import { VoteView } from "./vote.js";

/** What a vote takes for its widget's model: letters are kept as long as the page is open. */
class Ballot {
  static said = new Map(); // letters by the names of questions
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
