/* Games of several parts (an auction, a discard, tricks), and what lies beside the trick. */

/** Which part of the game the row of moves at this place belongs to: what it is called, which of
 * its rows this is, and how many there are. Nothing where the game has no parts. */
function partOfRow(number, row) {
  const game = DATA.games[number];
  const frames = framesOf(number);
  const parts = game.ticks.map((ply) => frames[ply].part);
  const part = parts[row];
  if (!part) return null;
  let first = row, end = row + 1;
  while (parts[first - 1] === part) first -= 1;  // the same object as long as it does not change
  while (parts[end] === part) end += 1;
  const text = factText(DATA.kinds[game.kind].words, part, (seat) => botName(game, seat));
  return { text, row: row - first, rows: end - first, deal: part[1][0] };
}

/** Where in the game a position is, in words. */
function placeText(at) {
  const { game, number, ply } = at;
  const trick = trickAt(game, ply);
  const part = partOfRow(number, trick - 1);
  if (!part) return say("move_of", { n: ply, all: game.moves.length, trick });
  const text = part.rows > 1 ? `${part.text} ${part.row + 1}` : part.text;
  return say("move_in", { n: ply, all: game.moves.length, part: text });
}

/** What a row of the moves is called: its number, in its part. */
function rowText(number, row) {
  const part = partOfRow(number, row);
  if (!part) return String(row + 1);
  return part.rows > 1 ? String(part.row + 1) : "";
}

/** Does the chart write something below this row? Every so often its number, or where deals begin. */
function scaleText(number, row) {
  const part = partOfRow(number, row);
  const rows = DATA.games[number].ticks.length;
  if (!part) return row % Math.ceil(rows / 5) === 0 ? String(row + 1) : "";
  return part.deal !== partOfRow(number, row - 1)?.deal ? String(part.deal) : "";
}

/** What a mark above the scrubber stands for. */
function tickTitle(number, row) {
  const part = partOfRow(number, row);
  return part ? `${part.text} ${rowText(number, row)}` : `${say("trick")} ${row + 1}`;
}

/** An action to choose: a card as it looks, and a word to be read. */
function choiceElement(card, classes) {
  if (document.getElementById(`card-${card}`)) return cardElement(card, true, classes);
  return make("span", { class: `card word ${classes}`, role: "img", "aria-label": cardName(card) }, DATA.cards[card]);
}

/** Is what this seat decides shown to whoever looks? Others see what comes of it. */
const mayWatch = (at, seat) => at.view === "all" || seat === at.seat;

/** Does a hand need two rows? With three seats there is room for them beside the table. */
const isHuge = (at, zone, cards) => (
  cards.length > (at.game.bots.length !== 3 ? 14 : zone.seat === at.seat ? 10 : 5)
);

/** A hand in the order in which it is shown: among backs, where a card stands must tell nothing. */
function inHand(at, frame, zone, cards) {
  const isShown = (card) => isOpen(frame, zone, card, at.view, at.seat);
  return [...cards.filter((card) => !isShown(card)), ...cards.filter(isShown)];
}

/** What a seat has said, beside its name. */
function labelElements(at, frame, seat) {
  const text = frame.labels[seat];
  if (!text) return [];
  const { words } = DATA.kinds[at.game.kind];
  const told = Array.isArray(text) ? factText(words, text, (each) => botName(at.game, each)) : words[text] ?? text;
  return [make("span", { class: "said" }, told)];
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

/** Where several heaps lie beside each other, each says what it is. */
function cornerElement(at, zone, cards, pile) {
  const others = zonesOf(at.number).filter(({ kind, seat }) => seat < 0 && kind !== "trick");
  if (others.length < 2) return pile;
  const place = make("div", { class: `place ${cards.length ? "" : "bare"}` }, pile);
  place.append(make("span", { class: "caption", "aria-hidden": "true" }, DATA.kinds[at.game.kind].words[zone.name]));
  return place;
}
