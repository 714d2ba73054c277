// Draws a view of the match as it is on this phone, in place of the page.
import { showView } from "../table/follow.js";
import { findLive, here, say } from "./here.js";
import { draw } from "./views.js";

const chooseView = ({ outcome, bids }) => (outcome ? "over" : bids ? "board" : "bids");

export const labelUndo = ({ undoes }) => undoes
  && say("undo", { what: say(undoes[0], { n: undoes[1] }) });

const drawChange = (state) => {
  const page = draw(here.match.skeletons, state, "bids");
  state.bids.forEach((bid, seat) => {
    page.querySelector(`[name=bid_${seat}][value="${bid}"]`)?.toggleAttribute("checked", true);
  });
  // The way back leads to the board.
  const back = draw(here.match.skeletons, state, "tricks").querySelector(".bar__back");
  page.querySelector(".bar__back").replaceWith(back);
  return page;
};

export const show = (view) => {
  const { match, state } = here;
  const what = state.undoes && say(state.undoes[0], { n: state.undoes[1] });
  const about = {
    ...state,
    id: match.id,
    event: match.base.event,
    // Empty if only the server knows.
    undo: labelUndo(state) ?? (state.place > 1 || state.bids ? "" : null),
    undoes: what && what[0].toUpperCase() + what.slice(1),
  };
  const shown = view ?? chooseView(state);
  const page = shown === "change" ? drawChange(about) : draw(match.skeletons, about, shown);
  Object.assign(page.querySelector("[data-live]").dataset, { every: "", away: "" });
  // Back stays with the match.
  if (!here.isAway) history.pushState(null, "");
  here.view = shown;
  showView(page);
};

// Loads the server's page, unless something is tapped: then that is saved first.
export const goBack = () => {
  const query = here.view === "tricks" ? "?by=side" : "";
  const isTouched = document.querySelector("main form [data-tricks]:checked");
  if (!isTouched) location.replace(findLive().dataset.live + query);
};
