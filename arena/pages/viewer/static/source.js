"use strict";
/* The description of a described game, with the part that is being executed. */

/** Show the source. Mark the choice, and inside it the option that is played. */
function drawSource(at) {
  const { source } = DATA.kinds[at.game.kind];
  const panel = document.getElementById("source");
  panel.hidden = !source;
  if (!source) return;
  document.getElementById("source-title").textContent = say("source");
  const text = document.getElementById("source-text");
  const forms = at.game.forms[at.ply];
  if (!forms) {
    text.replaceChildren(...sourceLines(source));
    return;
  }
  const [from, to, start, end] = forms;
  const move = moveOf(at.game, at.ply);
  const option = mayWatch(at, move.seat);
  const choice = make("mark", { class: "choice-form" });
  if (option) {
    const taken = make("mark", { class: "option-form" }, ...sourceLines(source.slice(start, end)));
    choice.append(...sourceLines(source.slice(from, start)), taken, ...sourceLines(source.slice(end, to)));
  } else {
    choice.append(...sourceLines(source.slice(from, to)));
  }
  text.replaceChildren(...sourceLines(source.slice(0, from)), choice, ...sourceLines(source.slice(to)));
  scrollToChoice();
}

/** Scroll the source to the marked part, by hand: the page itself must not jump. */
function scrollToChoice() {
  const text = document.getElementById("source-text");
  const first = text.querySelector(".option-form") || text.querySelector(".choice-form");
  const here = first?.getClientRects()[0];
  if (!here) return;  // nothing is marked, or the panel lies behind another tab
  const wide = text.parentElement, frame = wide.getBoundingClientRect();
  wide.scrollTop += here.top - frame.top - wide.clientHeight / 4;
  wide.scrollLeft += here.left - frame.left - wide.clientWidth / 5;
}

document.getElementById("tabs").addEventListener("click", scrollToChoice);

/** The text as nodes, with its comments in spans. */
function sourceLines(text) {
  return text.split(/(;;[^\n]*)/).filter(Boolean).map((piece) => (
    piece.startsWith(";;") ? make("span", { class: "comment" }, piece) : piece
  ));
}
