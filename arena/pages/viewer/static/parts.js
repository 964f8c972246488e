/* Games of several parts (an auction, a discard, tricks), and the cards beside the trick. */

/** The part of the game that a row of moves belongs to: its name, the place of the row in it, and the
 * number of its rows. Null if the game has no parts. */
function partOfRow(number, row) {
  const game = DATA.games[number];
  const frames = framesOf(number);
  const parts = game.ticks.map((ply) => frames[ply].part);
  const part = parts[row];
  if (!part) return null;
  let first = row, end = row + 1;
  while (parts[first - 1] === part) first -= 1;  // an unchanged part is the same object
  while (parts[end] === part) end += 1;
  const text = factText(DATA.kinds[game.kind].words, part, (seat) => botName(game, seat));
  return { text, row: row - first, rows: end - first, deal: part[1][0] };
}

/** The head of a row of moves: its number in its part. */
function rowText(number, row) {
  const part = partOfRow(number, row);
  if (!part) return String(row + 1);
  return part.rows > 1 ? String(part.row + 1) : "";
}

/** The text below this row in the chart: the number of every few rows, or the number of a new deal. */
function scaleText(number, row) {
  const part = partOfRow(number, row);
  const rows = DATA.games[number].ticks.length;
  if (!part) return row % Math.ceil(rows / 5) === 0 ? String(row + 1) : "";
  return part.deal !== partOfRow(number, row - 1)?.deal ? String(part.deal) : "";
}

/** The title of a mark above the slider. */
function tickTitle(number, row) {
  const part = partOfRow(number, row);
  return part ? `${part.text} ${rowText(number, row)}` : `${say("trick")} ${row + 1}`;
}

/** An action to choose: the drawing of a card, or a word. */
function choiceElement(card, classes) {
  if (document.getElementById(`card-${card}`)) return cardElement(card, true, classes);
  return make("span", { class: `card word ${classes}`, role: "img", "aria-label": cardName(card) }, DATA.cards[card]);
}

/** May this view show the decision of this seat? */
const mayWatch = (at, seat) => at.view === "all" || seat === at.seat;

/** Does a hand need two rows? A table of three has more room beside it. */
const isHuge = (at, zone, cards) => (
  cards.length > (at.game.bots.length !== 3 ? 14 : zone.seat === at.seat ? 10 : 5)
);

/** A hand in display order. Face-down cards come first, so that the place of a card reveals nothing. */
function inHand(at, frame, zone, cards) {
  const isShown = (card) => isOpen(frame, zone, card, at.view, at.seat);
  return [...cards.filter((card) => !isShown(card)), ...cards.filter(isShown)];
}

/** The label beside the name of a seat. */
function labelElements(at, frame, seat) {
  const text = frame.labels[seat];
  if (!text) return [];
  const { words } = DATA.kinds[at.game.kind];
  const label = Array.isArray(text) ? factText(words, text, (each) => botName(at.game, each)) : words[text] ?? text;
  return [make("span", { class: "said" }, label)];
}

/** A few cards side by side. */
function spreadElement(at, frame, zone, cards) {
  const name = DATA.kinds[at.game.kind].words[zone.name];
  const row = make("div", { class: "spread", role: "group", "aria-label": `${name}: ${cards.length}` });
  const move = moveOf(at.game, at.ply);
  for (const card of cards) {
    const open = isOpen(frame, zone, card, at.view, at.seat);
    const chosen = open && card === move?.play && mayWatch(at, move.seat);
    const element = cardElement(card, open, chosen ? "chosen" : "");
    lying.set(card, element);
    row.append(element);
  }
  homes.set(zone.index, row);
  return row;
}

/** A pile in the corner, with a caption if there are several. */
function cornerElement(at, zone, cards, pile) {
  const others = zonesOf(at.number).filter(({ kind, seat }) => seat < 0 && kind !== "trick");
  if (others.length < 2) return pile;
  const place = make("div", { class: `place ${cards.length ? "" : "bare"}` }, pile);
  place.append(make("span", { class: "caption", "aria-hidden": "true" }, DATA.kinds[at.game.kind].words[zone.name]));
  return place;
}
