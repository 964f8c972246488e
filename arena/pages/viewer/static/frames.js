"use strict";
/* Unpacks the data of the page and of each game. `packing.py` and `columns.py` pack them. */

let DATA = null;  // of the page, and of the games that are open
const OVER = -1;

/** Decompress and parse packed data. */
async function unpackData(text) {
  const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The game with this number, with its frames and moves. */
function openGame(number) {
  const game = DATA.games[number];
  if (!game.frames) unpackGame(game);
  return game;
}

const framesOf = (number) => openGame(number).frames;

let whole = null;  // the game on show, with all its moves

/** Open the game on show up to this ply: with the move that is decided there, and nothing later.
 *
 * So no list, chart or mark tells how it goes on. */
function openUntil(ply) {
  whole ??= openGame(0);
  if (ply >= whole.moves.length) {
    DATA.games[0] = whole;
    return;
  }
  const soFar = (plies) => plies.filter((each) => each <= ply);
  DATA.games[0] = {
    ...whole,
    drawn: ply,  // the end of the chart
    moves: whole.moves.slice(0, ply + 1),
    frames: whole.frames.slice(0, ply + 2),
    ticks: soFar(whole.ticks),
    leads: soFar(whole.leads),
    faults: Object.fromEntries(Object.entries(whole.faults).filter(([each]) => +each <= ply)),
    scores: whole.frames[ply].score,
    ranks: [],
  };
}

/** Unpack the frames and moves of a game. `columns.py` packs them, and describes the form. */
function unpackGame(game) {
  const { zones } = DATA.kinds[game.kind];
  const { known, pack, known_to, ...plain } = game.columns;
  const listed = (card) => game.cards[card];
  const frames = game.zones.map(() => ({}));
  for (const [key, column] of Object.entries(plain)) fillColumn(frames, key, column);
  const ofCards = (column, unpack) => column.map((each) => (Array.isArray(each) ? each.map(unpack) : each));
  fillColumn(frames, "known", ofCards(known, listed));
  fillColumn(frames, "pack", ofCards(pack, listed));
  fillColumn(frames, "known_to", ofCards(known_to, (row) => row.map(listed)));
  const moves = [];
  let rows = zones.map(() => []);
  frames.forEach((frame, ply) => {
    rows = spliceRows(rows, game.zones[ply], listed, moves.at(-1)?.play);
    frame.cards = rows;
    if (ply === game.plays.length) return;
    const hand = zones.findIndex(([, kind, , seat]) => kind === "hand" && seat === frame.turn);
    const legal = game.legal[ply] ? game.legal[ply].map(listed) : rows[hand];
    const thoughts = game.thoughts?.[ply]?.map(([card, ...rest]) => [listed(card), ...rest]);
    moves.push({
      seat: frame.turn, play: legal[game.plays[ply]], us: game.us[ply], cpu: game.cpu[ply],
      reward: game.rewards[ply], legal, thoughts,
    });
  });
  Object.assign(game, { frames, moves });
}

/** Fill in one value of all frames: the first value, and then its changes. */
function fillColumn(frames, key, column) {
  let [value] = column;
  let ply = 0;
  let changed = 0;
  const fillUntil = (end) => {
    for (; ply < end; ply += 1) frames[ply][key] = value;
  };
  for (let place = 1; place < column.length; place += 1) {
    const change = column[place];
    const some = Array.isArray(change);
    changed += some ? change[0] : change;
    fillUntil(changed);
    if (some) {
      value = [...value];
      for (let each = 1; each < change.length; each += 2) value[change[each]] = change[each + 1];
    } else {
      place += 1;
      value = column[place];
    }
  }
  fillUntil(frames.length);
}

/** The rows of cards after these splices. `played` is the card that was just played. */
function spliceRows(rows, splices, listed, played) {
  const lost = new Map();  // zone -> the cards that have left it
  const after = [...rows];
  for (const [zone, from, count, ...added] of splices) {
    const cards = added.flatMap((card) => (
      card >= 0 ? [listed(card)] : card === -1 ? [played] : lost.get(-2 - card)
    ));
    after[zone] = [...rows[zone]];
    lost.set(zone, after[zone].splice(from, count, ...cards));
  }
  return after;
}

/** The move at this ply: seat, action, times, legal actions, thoughts, fault. */
function moveOf(game, ply) {
  if (ply < 0 || ply >= game.moves.length) return null;
  const texts = game.faults[ply];
  return { ...game.moves[ply], fault: texts && texts.map((number) => DATA.said[number]) };
}

/** The trick that ended just before this ply: its cards, its leader and its winner. */
function trickEnded(number, ply) {
  const frames = framesOf(number);
  const zone = zonesOf(number).findIndex((each) => each.kind === "trick");
  if (ply < 1 || zone < 0 || frames[ply].cards[zone].length) return null;
  if (!frames[ply - 1].cards[zone].length) return null;
  const cards = [...frames[ply - 1].cards[zone], DATA.games[number].moves[ply - 1].play];
  const winner = frames[ply].taker;
  const gains = frames[ply].score.map((score, seat) => score - frames[ply - 1].score[seat]);
  // If other seats score too, a round has ended, and the points are not the trick's.
  const points = gains.every((gain, seat) => !gain || seat === winner) ? gains[winner] ?? 0 : 0;
  return { cards, leader: frames[ply - 1].leader, winner, points };
}

/** The zones of this game. */
function zonesOf(number) {
  return DATA.kinds[DATA.games[number].kind].zones.map(([name, kind, seen, seat], index) => (
    { name, kind, seen, seat, index }
  ));
}

/** Is this card open in this view?
 *
 * all: every card. seat: cards that lie open on the table, and the seat's own hand. given: all cards
 * that the bot of the seat knows, even if they lie face down now. table: cards that lie open.
 */
function isOpen(frame, zone, card, view, seat) {
  if (view === "all" || zone.seen === "all") return true;
  if (zone.seen === "own" && zone.seat === seat && view !== "table") return true;
  if (view === "given" && zone.seen === "before") return true;
  const known = frame.known.includes(card) || frame.known_to[seat]?.includes(card);
  return known && (view === "given" || zone.kind === "stock" || zone.kind === "spread");
}

const say = (key, values = {}) => fill(DATA.words[key], values);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const nameOf = (game, seat) => DATA.said[game.bots[seat]] || say("nameless");

/** The name of a seat in the game, or its number if the game has no names. */
function placeName(game, seat) {
  const { places, words } = DATA.kinds[game.kind];
  return places.length ? words[places[seat]] : say("seat_number", { n: seat });
}

/** The name of a seat, or the name of its bot if seats have no names. */
const shortName = (game, seat) => (DATA.kinds[game.kind].places.length ? placeName : nameOf)(game, seat);

/** The name of the seat, if it has one, and of its bot. Marks isolate the direction of the bot's text. */
function botName(game, seat) {
  const { places } = DATA.kinds[game.kind];
  const name = nameOf(game, seat);
  return places.length ? `${placeName(game, seat)} · \u2068${name}\u2069` : name;
}
const cardName = (card) => DATA.names[card];

/** The label of a button. It contains the text on the button: so a person who says it presses it. */
const spokenLabel = (text, label) => (label.toLowerCase().split(/[\s,:]+/).includes(text.toLowerCase()) ? label : `${text}. ${label}`);

const LANGUAGE = document.documentElement.lang;
/** How numbers are written here. As `Words.number` does: thousands are marked in numbers of four digits, too. */
const numberFormat = (digits) => new Intl.NumberFormat(LANGUAGE, { useGrouping: "always", ...digits });
const NUMBERS = numberFormat();
const figure = (value) => NUMBERS.format(value).replace("-", "\u2212");
const signedFigure = (value) => (value > 0 ? "+" : "") + figure(value);

/** "North, East and South" */
const listText = (texts) => new Intl.ListFormat(LANGUAGE).format(texts);

/** A time in microseconds as a text with a suitable unit. */
function duration(us) {
  const [value, unit] = us >= 1e6 ? [us / 1e6, "s"] : us >= 1e3 ? [us / 1e3, "ms"] : [us, "µs"];
  const digits = { maximumFractionDigits: value < 100 && unit !== "µs" ? 1 : 0 };
  return `${numberFormat(digits).format(value)}\u00a0${unit}`;
}

/** The points of a side: the sum over its seats. */
const sideScore = (game, scores, side) => game.sides[side].reduce((sum, s) => sum + scores[s], 0);
const sidePoints = (game, frame, side) => sideScore(game, frame.score, side);
const sideOf = (game, seat) => game.sides.findIndex((seats) => seats.includes(seat));
const sideName = (game, side) => (
  [...new Set(game.sides[side].map((seat) => botName(game, seat)))].join(" + ")
);
