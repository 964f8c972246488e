/* The table: the seats, and the cards in every zone. */

const SLOTS = {
  1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"], 5: ["bottom", "left", "top-left", "top-right", "right"],
  6: ["bottom", "left", "top-left", "top", "top-right", "right"],
};
const TRAVEL = 260;  // milliseconds for a card to move
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

/** Make an element. Children are elements or texts, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A card, open or face down. */
function cardElement(card, open, classes = "") {
  const picture = makeSvg("svg", { viewBox: "0 0 64 96", "aria-hidden": "true" });
  if (!open) {
    picture.append(makeSvg("use", { href: "#card-back" }));
  } else if (document.getElementById(`card-${card}`)) {
    picture.append(makeSvg("use", { href: `#card-${card}` }));
  } else {
    const text = DATA.cards[card];
    const size = Math.min(22, 100 / Math.max(4, Math.min(24, text.length)));
    const shown = makeSvg("text", { x: 32, y: 52, class: "plain-card" }, text.slice(0, 24));
    shown.style.fontSize = `${size}px`;
    picture.append(makeSvg("rect", { class: "paper", width: 64, height: 96, rx: 5 }), shown);
  }
  const label = open ? cardName(card) : say("hidden");
  return make("span", { class: `card ${classes}`, role: "img", "aria-label": label, "data-card": open ? card : null }, picture);
}

/** The slot of each seat when this seat is at the bottom. */
function slotsFrom(game, seat) {
  const count = game.bots.length;
  const slots = SLOTS[count] || SLOTS[6];
  const around = DATA.kinds[game.kind].anticlockwise ? -1 : 1;
  return game.bots.map((_, each) => slots[((((each - seat) * around) % count) + count) % count % slots.length]);
}

let lying = new Map();  // card -> the element that shows it
let homes = new Map();  // zone -> the element that holds its cards
let shownBefore = null;  // the frame that is on the screen

/** Draw a position. */
function drawTable(at) {
  const { game, number, ply, view, seat } = at;
  const frames = framesOf(number);
  const frame = frames[ply];
  const table = document.getElementById("table");
  const from = new Map([...lying].map(([card, element]) => [card, element.getBoundingClientRect()]));
  const fromHome = new Map([...homes].map(([zone, element]) => [zone, element.getBoundingClientRect()]));
  const before = shownBefore && shownBefore.number === number ? shownBefore : null;
  lying = new Map();
  homes = new Map();

  const slots = slotsFrom(game, seat);
  const move = moveOf(game, ply);
  const centre = make("div", { class: "centre" });
  const seats = game.bots.map((_, each) => seatElement(at, frame, each, slots[each]));
  const corner = make("div", { class: "corner" });
  for (const zone of zonesOf(number)) {
    const cards = frame.cards[zone.index];
    const place = zone.seat >= 0 ? seats[zone.seat] : null;
    if (zone.kind === "hand") {
      place.querySelector(".cards").append(handElement(at, frame, zone, cards, move));
    } else if (zone.kind === "row") {
      place.querySelector(".cards").append(rowElement(at, frame, zone, cards));
    } else if (zone.kind === "trick") {
      centre.append(trickElement(at, frame, zone, cards, slots));
    } else {
      const pile = (zone.kind === "spread" ? spreadElement : pileElement)(at, frame, zone, cards);
      if (place) place.querySelector(".plate").append(pile);
      else corner.append(cornerElement(at, zone, cards, pile));
    }
  }
  table.dataset.seats = String(game.bots.length);
  table.replaceChildren(corner, ...seats, centre);
  if (ply === game.moves.length) table.append(make("p", { class: "result" }, make("bdi", {}, resultText(game))));
  if (before && Math.abs(before.ply - ply) === 1 && !STILL.matches) {
    const old = frames[before.ply];
    travel(number, old, from, fromHome);
  }
  shownBefore = { number, ply };
}

/** Let each card come from where it was. */
function travel(number, old, from, fromHome) {
  for (const [card, element] of lying) {
    const home = old.cards.findIndex((cards) => cards.includes(card));
    const start = from.get(card) || fromHome.get(home);
    const end = element.getBoundingClientRect();
    if (!start || !end.width) continue;
    const x = start.left + start.width / 2 - end.left - end.width / 2;
    const y = start.top + start.height / 2 - end.top - end.height / 2;
    if (Math.abs(x) < 2 && Math.abs(y) < 2) continue;
    const size = start.width && from.has(card) ? start.width / end.width : 1;
    element.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${size})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: TRAVEL, easing: "cubic-bezier(.2,.7,.3,1)", composite: "add" },
    );
  }
}

function seatElement(at, frame, seat, slot) {
  const { game } = at;
  const place = DATA.kinds[game.kind].places.length ? placeName(game, seat) : "";
  const bot = place ? [place, make("span", { class: "bot" }, botName(game, seat).slice(place.length))] : [botName(game, seat)];
  const name = make("bdi", { class: "name", title: botName(game, seat) }, ...bot);
  const turn = frame.turn === seat;
  const plate = make(
    "div", { class: "plate" }, sideMark(sideOf(game, seat)),
    ...(place ? [] : [make("span", { class: "number", "aria-hidden": "true" }, String(seat))]), name,
    make("span", { class: "points", title: say("points") }, figure(frame.score[seat])),
  );
  if (turn) plate.append(make("span", { class: "unseen" }, say("to_play")));
  const label = `${say("seat_number", { n: seat })}, ${botName(game, seat)}`;
  return make(
    "div", { class: `seat ${turn ? "turn" : ""}`, "data-slot": slot, role: "group", "aria-label": label },
    make("div", { class: "cards" }), plate, ...labelElements(at, frame, seat),
  );
}

/** The mark of a side. It has a colour and a shape, for readers who cannot see the colour. */
function sideMark(side) {
  return make("span", { class: `side side-${side % 6}`, "aria-hidden": "true" }, "●■▲◆✚★"[side % 6]);
}

function handElement(at, frame, zone, cards, move) {
  const row = make("div", { class: `hand ${isHuge(at, zone, cards) ? "huge" : cards.length > 8 ? "many" : ""}` });
  row.style.setProperty("--n", String(Math.max(1, cards.length)));
  row.style.setProperty("--half", String(Math.ceil(cards.length / 2)));
  const mine = move && move.seat === zone.seat && frame.turn === zone.seat
    && mayWatch(at, zone.seat) && cards.some((card) => move.legal.includes(card));
  for (const card of inHand(at, frame, zone, cards)) {
    const open = isOpen(frame, zone, card, at.view, at.seat);
    const classes = [];
    if (mine && open) {
      classes.push(move.legal.includes(card) ? "legal" : "barred");
      if (card === move.play) classes.push("chosen");
    }
    const element = cardElement(card, open, classes.join(" "));
    lying.set(card, element);
    row.append(element);
  }
  homes.set(zone.index, row);
  return row;
}

function trickElement(at, frame, zone, cards, slots) {
  const trick = make("div", { class: "trick" });
  const ended = cards.length ? null : trickEnded(at.number, at.ply);
  const shown = ended ? ended.cards : cards;
  const leader = ended ? ended.leader : frame.leader;
  shown.forEach((card, place) => {
    const seat = (leader + place) % slots.length;
    const wins = ended ? seat === ended.winner : place === frame.best;
    const element = cardElement(card, true, `${wins ? "wins" : ""} ${ended ? "taken" : ""}`);
    element.dataset.slot = slots[seat];
    lying.set(card, element);
    if (ended && wins && ended.points) {
      const title = say("takes", { name: botName(at.game, ended.winner), points: signedFigure(ended.points) });
      element.append(make("span", { class: "takes", title }, signedFigure(ended.points)));
    }
    trick.append(element);
  });
  homes.set(zone.index, trick);
  return trick;
}

/** A pile: its top card, its size, and a card below that is visible. */
function pileElement(at, frame, zone, cards) {
  const name = DATA.kinds[at.game.kind].words[zone.name];
  const pile = make("div", { class: `pile ${zone.kind}`, role: "group", "aria-label": `${name}: ${cards.length}`, title: name });
  homes.set(zone.index, pile);
  if (!cards.length) {
    pile.classList.add("empty");
    return pile;
  }
  const stock = zone.kind === "stock";
  const bottom = cards[cards.length - 1];
  if (stock && cards.length > 1 && isOpen(frame, zone, bottom, at.view, at.seat)) {
    const below = cardElement(bottom, true, "below");
    pile.append(below);
    lying.set(bottom, below);
  }
  const card = stock ? cards[0] : bottom;
  const top = cardElement(card, isOpen(frame, zone, card, at.view, at.seat), "heap");
  lying.set(card, top);
  pile.append(top, make("span", { class: "count", "aria-hidden": "true" }, String(cards.length)));
  return pile;
}

/** Is the game over? A learner may look at the page of a game that still goes on. */
const isOver = (game) => game.ranks.length > 0;

/** How the game has ended, or the points so far. */
function resultText(game) {
  const points = game.sides.map((_, side) => figure(sideScore(game, game.scores, side))).join("\u2009:\u2009");
  if (!isOver(game)) return say("so_far", { points });
  const first = game.sides.map((_, side) => side).filter((side) => game.ranks[side] === 0);
  if (first.length === game.sides.length) return say("draw", { points });
  const names = [...new Set(first.map((side) => sideName(game, side)))];
  return say(names.length > 1 ? "win_together" : "wins", { name: listText(names), points });
}

/** Cards that lie open before a seat. */
function rowElement(at, frame, zone, cards) {
  const name = DATA.kinds[at.game.kind].words[zone.name];
  const row = make("div", { class: "row", role: "group", "aria-label": `${name}: ${cards.length}`, title: name });
  row.style.setProperty("--n", String(Math.max(1, cards.length)));
  for (const card of cards) {
    const element = cardElement(card, isOpen(frame, zone, card, at.view, at.seat));
    lying.set(card, element);
    row.append(element);
  }
  homes.set(zone.index, row);
  return row;
}
