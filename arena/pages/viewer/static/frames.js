"use strict";
/* Unpacks the data of the page, and the frames of each game. `packing.py` packs them. */

let DATA = null;
const OVER = -1;

const unpacked = new Map();

/** Decompress and parse the data. */
async function readData() {
  const text = atob(document.getElementById("data").textContent);
  const packed = new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  DATA = JSON.parse(await new Response(stream).text());
}

/** All frames of a game: each is the frame before it with its changes. */
function framesOf(number) {
  if (!unpacked.has(number)) {
    const game = DATA.games[number];
    const zones = DATA.kinds[game.kind].zones;
    let frame = { cards: zones.map(() => []) };
    unpacked.set(number, game.frames.map((change) => {
      frame = { ...frame, ...change, cards: [...frame.cards] };
      for (const [zone, from, to, added] of change.zones || []) {
        frame.cards[zone] = [...frame.cards[zone].slice(from, to), ...added];
      }
      return frame;
    }));
  }
  return unpacked.get(number);
}

/** The move at this ply: seat, action, times, legal actions, thoughts, fault. */
function moveOf(game, ply) {
  if (ply < 0 || ply >= game.moves.length) return null;
  const [seat, play, us, cpu, reward, legal, thoughts] = game.moves[ply];
  const texts = game.faults[ply];
  const fault = texts && texts.map((number) => DATA.said[number]);
  return { seat, play, us, cpu, reward, legal, thoughts, fault };
}

/** The trick that ended just before this ply: its cards, its leader and its winner. */
function trickEnded(number, ply) {
  const frames = framesOf(number);
  const zone = zonesOf(number).findIndex((each) => each.kind === "trick");
  if (ply < 1 || zone < 0 || frames[ply].cards[zone].length) return null;
  if (!frames[ply - 1].cards[zone].length) return null;
  const cards = [...frames[ply - 1].cards[zone], DATA.games[number].moves[ply - 1][1]];
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
 * that the bot of the seat knows, even if they lie face down now.
 */
function isOpen(frame, zone, card, view, seat) {
  if (view === "all" || zone.seen === "all") return true;
  if (zone.seen === "own" && zone.seat === seat) return true;
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

const LANGUAGE = document.documentElement.lang;
const NUMBERS = new Intl.NumberFormat(LANGUAGE);
const figure = (value) => NUMBERS.format(value).replace("-", "\u2212");
const signedFigure = (value) => (value > 0 ? "+" : "") + figure(value);

/** A time in microseconds as a text with a suitable unit. */
function duration(us) {
  const [value, unit] = us >= 1e6 ? [us / 1e6, "s"] : us >= 1e3 ? [us / 1e3, "ms"] : [us, "µs"];
  const digits = { maximumFractionDigits: value < 100 && unit !== "µs" ? 1 : 0 };
  return `${new Intl.NumberFormat(LANGUAGE, digits).format(value)}\u00a0${unit}`;
}

/** The points of a side: the sum over its seats. */
const sideScore = (game, scores, side) => game.sides[side].reduce((sum, s) => sum + scores[s], 0);
const sidePoints = (game, frame, side) => sideScore(game, frame.score, side);
const sideOf = (game, seat) => game.sides.findIndex((seats) => seats.includes(seat));
const sideName = (game, side) => (
  [...new Set(game.sides[side].map((seat) => botName(game, seat)))].join(" + ")
);
