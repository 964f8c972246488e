/* The panels beside the table: the score, the decision, the facts, the moves, the piles. */

/** A card as a small text, with its name as the title. */
const chip = (card, classes = "") => (
  make("span", { class: `chip ${classes}`, title: cardName(card) }, DATA.cards[card])
);

function drawScore(at) {
  const { game, number: index, ply } = at;
  const frame = framesOf(index)[ply];
  const totals = game.sides.map((_, side) => sidePoints(game, frame, side));
  const most = Math.max(1, ...game.sides.map((_, side) => sidePoints(game, framesOf(index).at(-1), side)));
  document.getElementById("score").replaceChildren(...game.sides.map((_, side) => {
    const bar = make("span", { class: `bar side-${side % 6}`, "aria-hidden": "true" });
    bar.style.width = `${(100 * Math.max(0, totals[side])) / most}%`;
    const ahead = totals[side] === Math.max(...totals) && totals.filter((t) => t === totals[side]).length === 1;
    return make(
      "div", { class: `total ${ahead ? "ahead" : ""}` }, sideMark(side),
      make("bdi", { class: "name", title: sideName(game, side) }, sideName(game, side)),
      make("strong", {}, figure(totals[side])), make("span", { class: "track" }, bar),
    );
  }));
}

function drawDecision(at) {
  const { game, ply, view, seat } = at;
  const move = moveOf(game, ply);
  const title = document.getElementById("decision-title");
  const body = document.getElementById("decision-body");
  if (!move) {
    title.textContent = say(isOver(game) ? "end" : "now");
    body.replaceChildren(make("p", { class: "who" }, make("bdi", { class: "result-line" }, resultText(game))), endElement(at));
    return;
  }
  title.textContent = placeText(at);
  const frames = framesOf(at.number);
  const name = make("bdi", { class: "name" }, botName(game, move.seat));
  const who = make("p", { class: "who" }, sideMark(sideOf(game, move.seat)), name, make("span", {}, say("to_play")));
  const secret = view !== "all" && move.seat !== seat;
  const parts = [who];
  if (secret) {
    const last = game.moves.slice(0, ply).findLastIndex((each) => each.seat === seat);
    parts.push(make("p", { class: "quiet" }, say(last < 0 ? "not_asked_yet" : "not_asked", { n: last, name: botName(game, seat) })));
  } else {
    parts.push(make("div", { class: "choice", role: "group", "aria-label": say("legal") }, ...move.legal.map((card) => {
      const chosen = card === move.play;
      const element = choiceElement(card, chosen ? "chosen" : "");
      if (chosen) element.setAttribute("aria-label", `${cardName(card)} (${say("chosen")})`);
      return element;
    })));
  }
  const rows = [];
  if (!secret) rows.push([say("plays"), make("span", {}, chip(move.play), ...(cardName(move.play) === DATA.cards[move.play] ? [] : [" ", cardName(move.play)]))]);
  rows.push([say("verdict"), make("span", { class: move.fault ? "fault" : "fine" }, move.fault ? say("fault", { verdict: move.fault[0] }) : say("fine"))]);
  rows.push([say("time"), timeElement(game, move)]);
  if (move.cpu) rows.push([say("cpu"), duration(move.cpu)]);
  if (move.reward !== null && !secret) rows.push([say("reward"), signedFigure(move.reward)]);
  const gains = frames[ply + 1].score.map((score, each) => score - frames[ply].score[each]);
  const gained = gains.map((points, each) => [points, each]).filter(([points]) => points);
  if (gained.length && !secret) {
    rows.push([say("brings"), make("span", {}, ...gained.map(([points, each]) => (
      make("span", { class: "gain" }, `${signedFigure(points)} `, make("bdi", { class: "name" }, botName(game, each)))
    )))]);
  }
  parts.push(make("dl", { class: "rows" }, ...rows.map(([term, value]) => make("div", {}, make("dt", {}, term), make("dd", {}, value)))));
  if (move.fault) parts.push(faultElement(at, move.fault));
  body.replaceChildren(...parts);
}

/** The table at the end of the game: points, thinking time and faults of each seat. */
function endElement(at) {
  const { game } = at;
  const last = framesOf(at.number).at(-1);
  const heads = ["seat_head", "points", "time", "faults"].map((key) => make("th", { scope: "col" }, say(key)));
  const rows = game.bots.map((_, seat) => {
    const mine = game.moves.map((_, ply) => moveOf(game, ply)).filter((move) => move.seat === seat);
    const thought = mine.reduce((sum, move) => sum + move.us, 0);
    const faults = mine.filter((move) => move.fault).length;
    const name = make("th", { scope: "row" }, sideMark(sideOf(game, seat)), " ", String(seat), " ", make("bdi", { class: "name" }, botName(game, seat)));
    return make("tr", {}, name, make("td", {}, figure(last.score[seat])), make("td", {}, duration(thought)), make("td", { class: faults ? "fault" : "" }, figure(faults)));
  });
  return make("table", { class: "ends" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function timeElement(game, move) {
  if (game.budget === null) return make("span", {}, `${duration(move.us)} (${say("no_clock")})`);
  const share = Math.min(1, move.us / 1e6 / game.budget);
  const fillUp = make("span", { class: "used" });
  fillUp.style.width = `${100 * share}%`;
  const used = say("time_of", { used: duration(move.us), budget: duration(game.budget * 1e6) });
  const inTime = share >= 1 && !move.fault;
  return make(
    "span", {}, inTime ? `${used} (${say("grace")})` : used,
    make("span", { class: `gauge ${share >= 1 ? "over" : ""}`, "aria-hidden": "true" }, fillUp),
  );
}

function faultElement(at, [verdict, reason, traceback, output]) {
  const box = make("div", { class: "fault-box" }, make("p", {}, make("bdi", {}, reason || verdict)));
  for (const [key, text] of [["traceback", traceback], ["output", output]]) {
    if (text) box.append(make("details", {}, make("summary", {}, say(key)), make("pre", { tabindex: 0, dir: "auto" }, text)));
  }
  const command = `arena repro FILE --game-id ${at.game.id} --ply ${at.ply}`;
  box.append(make("p", { class: "quiet" }, `${say("repro")} `, make("code", {}, command)));
  return box;
}

function drawFacts(at) {
  const { game, number: index, ply } = at;
  const words = DATA.kinds[game.kind].words;
  const items = framesOf(index)[ply].facts.map((fact) => (
    make("li", {}, make("bdi", {}, factText(words, fact, (seat) => botName(game, seat))))
  ));
  document.getElementById("knowledge").hidden = !items.length;
  document.getElementById("facts").replaceChildren(...items);
}

/** The place of a position in the game, as a text. */
function placeText(at) {
  const { game, number, ply } = at;
  const trick = trickAt(game, ply);
  const part = partOfRow(number, trick - 1);
  if (!part) return say("move_of", { n: ply, all: game.moves.length, trick });
  const text = part.rows > 1 ? `${part.text} ${part.row + 1}` : part.text;
  return say("move_in", { n: ply, all: game.moves.length, part: text });
}

const trickAt = (game, ply) => game.ticks.filter((tick) => tick <= ply).length;

/** Make the table of moves, a row for each trick. It is made once for each game. */
function makeMoves(at, go) {
  const { game } = at;
  const heads = game.bots.map((_, seat) => make("th", { scope: "col" }, sideMark(sideOf(game, seat)), make("bdi", { class: "name", title: botName(game, seat) }, botName(game, seat))));
  const rows = game.ticks.flatMap((start, row) => {
    const part = partOfRow(at.number, row);
    const end = game.ticks[row + 1] ?? game.moves.length;
    const cells = game.bots.map(() => make("td"));
    for (let ply = start; ply < end; ply += 1) {
      const move = moveOf(game, ply);
      const label = `${ply}: ${botName(game, move.seat)}, ${cardName(move.play)}${move.fault ? `, ${move.fault[0]}` : ""}`;
      const button = make("button", { type: "button", "data-ply": ply, tabindex: -1, "aria-label": spokenLabel(DATA.cards[move.play], label), title: label, class: `${move.fault ? "fault" : ""} ${ply === start ? "led" : ""}` }, DATA.cards[move.play]);
      button.addEventListener("click", () => go(ply));
      cells[move.seat].append(button);
    }
    const ended = trickEnded(at.number, end);
    if (ended?.winner >= 0 && ended.points) cells[ended.winner].append(make("small", { title: say("brings") }, signedFigure(ended.points)));
    const number = rowText(at.number, row);
    const head = number ? make("th", { scope: "row" }, number) : make("td");  // a header has a text
    const moves = make("tr", {}, head, ...cells);
    if (!part || part.row) return [moves];
    return [make("tr", { class: "part" }, make("th", { scope: "colgroup", colspan: cells.length + 1 }, part.text)), moves];
  });
  document.getElementById("moves").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col", "aria-label": say("trick") }, "#"), ...heads)),
    make("tbody", {}, ...rows),
  );
}

function drawMoves(at) {
  const table = document.getElementById("moves");
  table.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = table.querySelector(`[data-ply="${at.ply}"]`);
  if (!button) return;
  button.setAttribute("aria-current", "true");
  const wide = table.parentElement;  // scrolled by hand: the page itself must not jump
  const row = button.closest("tr");
  wide.scrollTop = row.offsetTop - wide.clientHeight / 2;
}

function drawPiles(at) {
  const { game, number: index, ply, view, seat } = at;
  const frame = framesOf(index)[ply];
  const words = DATA.kinds[game.kind].words;
  const piles = [];
  for (const zone of zonesOf(index)) {
    const cards = frame.cards[zone.index];
    if (!["pile", "stock", "spread"].includes(zone.kind) || !cards.length) continue;
    const open = cards.filter((card) => isOpen(frame, zone, card, view, seat));
    const term = make("dt", {}, words[zone.name], " ");
    if (zone.seat >= 0) term.append(sideMark(sideOf(game, zone.seat)), make("bdi", { class: "name" }, botName(game, zone.seat)));
    const rest = cards.length - open.length;
    const chips = open.flatMap((card) => [chip(card), " "]);
    if (rest) chips.push(make("span", { class: "chip hidden" }, say("unseen", { n: figure(rest) })));
    piles.push(make("div", {}, term, make("dd", {}, ...chips)));
  }
  document.getElementById("aside").hidden = !piles.length;
  document.getElementById("piles").replaceChildren(...piles);
}
