/* The message box with the announcements so far, and the table of rounds. */

/** The announcements that lead to a position, as sentences. */
function messagesAt(number, ply) {
  const game = DATA.games[number];
  const words = DATA.kinds[game.kind].words;
  return (framesOf(number)[ply].messages || []).map((fact) => factText(words, fact, (seat) => shortName(game, seat)));
}

/** A value of a sentence as text: a number, a word of the game, or a card. */
function valueText(words, value) {
  if (typeof value === "number") return figure(value);
  if (Object.hasOwn(words, value)) return words[value];
  const card = DATA.cards.indexOf(value);
  return card < 0 ? value : cardName(card);
}

/** A fact as a sentence, with its values and the name of its seat filled in. */
function factText(words, [key, values, seat], nameOf) {
  const places = Object.fromEntries(values.map((value, place) => [place, valueText(words, value)]));
  if (seat >= 0) places.seat = nameOf(seat);
  return fill(words[key], places);
}

/** Draw the messages up to here. Those of this position are marked; `moveText` reads them aloud. */
function drawMessages(at) {
  const box = document.getElementById("messages");
  const lines = framesOf(at.number).slice(0, at.ply + 1).flatMap((_, ply) => (
    messagesAt(at.number, ply).map((text) => make("li", { class: ply === at.ply ? "new" : "" }, make("bdi", {}, text)))
  ));
  document.getElementById("announced").hidden = !framesOf(at.number).some((frame) => frame.messages?.length);
  box.replaceChildren(...lines);
  const wide = box.parentElement;  // scrolled by hand: the page itself must not jump
  const first = box.querySelector(".new");
  if (first) wide.scrollTop = Math.min(wide.scrollHeight, first.offsetTop);
}

/** Draw the rounds so far, with the bids, tricks and points of each seat. */
function drawRounds(at) {
  const { game, number, ply } = at;
  const { words, columns } = DATA.kinds[game.kind];
  const frames = framesOf(number);
  const rounds = frames[ply].rounds || [];
  document.getElementById("scores").hidden = !rounds.length;
  if (!rounds.length) return;
  document.getElementById("scores-title").textContent = say(columns.length ? "rounds" : "rounds_points");
  const heads = [...columns.map((key) => words[key]), say("points")];
  const seats = game.bots.map((_, seat) => make(
    "th", { scope: "colgroup", colspan: heads.length }, sideMark(sideOf(game, seat)),
    make("bdi", { class: "name", title: botName(game, seat) }, shortName(game, seat)),
  ));
  const small = game.bots.flatMap((_, seat) => heads.map((text, place) => (
    make("th", { scope: "col", class: place ? "" : "starts", title: text }, make("abbr", { title: text }, [...text][0]))
  )));
  const rows = rounds.map(([key, values, cells], round) => {
    const gained = pointsOfRound(frames.slice(0, ply + 1), round, ply === game.moves.length);
    const title = factText(words, [key, values, -1]);
    return make("tr", { class: gained ? "" : "new" }, make("th", { scope: "row", title }, figure(values[0]), make("small", {}, ` ${values.length > 1 ? valueText(words, values[1]) : ""}`)), ...cells.flatMap((row, seat) => (
      [...row, gained ? gained[seat] : null].map((value, place) => (
        make("td", { class: `${place ? "" : "starts"} ${place === row.length ? "points" : ""}` }, value === null ? "" : place === row.length ? signedFigure(value) : figure(value))
      ))
    )));
  });
  const totals = frames[ply].score.map((score) => (
    make("td", { class: "starts points", colspan: heads.length }, figure(score))
  ));
  document.getElementById("rounds").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col", rowspan: columns.length ? 2 : 1, title: say("rounds") }, "#"), ...seats), ...(columns.length ? [make("tr", {}, ...small)] : [])),
    make("tbody", {}, ...rows),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row", title: say("total") }, "Σ"), ...totals)),
  );
}

/** The points of each seat in a round that is over, or undefined for the current round. */
function pointsOfRound(frames, round, over) {
  const begins = frames.findIndex((frame) => frame.rounds.length > round);
  const next = frames.find((frame) => frame.rounds.length > round + 1) || (over && frames.at(-1));
  return next && next.score.map((score, seat) => score - frames[begins].score[seat]);
}
