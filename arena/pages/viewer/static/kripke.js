/* The Kripke panel: the possible worlds of a card, which of them each player can distinguish, and a map
 * of all cards. The view of one seat shows no more than that seat knows. */

const DASHES = ["", "9 4", "2 3.5", "10 3 2 3"];  // a pattern for each player's lines
const CORNERS = {  // the place of a world, by the slot of its seat
  bottom: [190, 276], top: [190, 48], left: [74, 162], right: [306, 162],
  "top-left": [90, 70], "top-right": [290, 70],
};
const FIVE = { bottom: [262, 276], top: [190, 48], left: [74, 146], right: [306, 146] };
const NOBODYS = [118, 276];  // the fifth world: the card was not dealt
const BOX = { wide: 106, high: 54 };
const TO_MOVE = "turn";  // in place of a player: the player to move

const kripke = { suit: "", rank: "", card: -1, knower: TO_MOVE, hidden: new Set() };

const hasWorlds = (number) => Boolean(framesOf(number)[0].pack?.length);
const partsOf = (card) => DATA.parts[card];
const inPanel = (element) => Boolean(element?.closest("#kripke"));

/** A share as a percentage. Only a certain world gets 100, only an impossible world gets 0. */
function percent(share) {
  const near = Math.round(100 * share);
  const kept = share > 0 && near === 0 ? "<1" : share < 1 && near === 100 ? ">99" : String(near);
  return kept;
}

const worldName = (game, world) => (
  world < game.bots.length ? placeName(game, world) : say("kripke_nobody")
);

/** The player whose knowledge the numbers show, or `EVERYBODY`. The view of a seat allows only these. */
function knowerAt(at) {
  if (at.view !== "all") return kripke.knower === EVERYBODY ? EVERYBODY : at.seat;
  if (kripke.knower !== TO_MOVE) return kripke.knower;
  return framesOf(at.number)[at.ply].turn;  // OVER at the end, where everything is known
}

/** The true world, or -1 if this view may not show it. */
function trueWorld(at, deal, each) {
  if (at.view === "all" || each.out) return each.holder;
  const known = possibleWorlds(at.seat, each.holder, each.mask);
  if (known.length === 1) return known[0];
  return chances(deal, at.seat)[deal.cards.indexOf(each)].indexOf(1);
}

/** Rebuild a part of the panel, and keep the keyboard focus. */
function rebuild(id, ...children) {
  const focused = document.activeElement?.id;
  document.getElementById(id).replaceChildren(...children);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

/** Choose a card of the round. Keep the last choice if the round has that card. */
function settleCard(deal) {
  const there = deal.cards.map((each) => each.card);
  const same = (test) => there.findLast((card) => test(partsOf(card)));
  kripke.card = same(([suit, rank]) => suit === kripke.suit && rank === kripke.rank)
    ?? same(([suit]) => suit === kripke.suit) ?? there.at(-1);
}

function chooseCard(at, suit, rank) {
  [kripke.suit, kripke.rank] = [suit, rank];
  show();
  document.getElementById("live").textContent = document.querySelector("#kripke-model svg").getAttribute("aria-label");
}

/** Write the chosen card to an address, and read it from one. */
const cardInAddress = () => (kripke.rank ? DATA.cards[kripke.card] : null);
function cardFromAddress(text) {
  const parts = partsOf(DATA.cards.indexOf(text));
  if (parts) [kripke.suit, kripke.rank] = parts;
}

function chooseKnower(at, value) {
  kripke.knower = value === TO_MOVE ? TO_MOVE : Number(value);
  drawKripke(at);
}

/** Draw the panel, if the game has possible worlds. */
function drawKripke(at) {
  const isShown = hasWorlds(at.number);
  for (const id of ["kripke", "kripke-map"]) document.getElementById(id).hidden = !isShown;
  document.querySelector("main").classList.toggle("with-worlds", isShown);
  if (!isShown) return;
  const deal = dealAt(at.number, at.ply);
  settleCard(deal);
  const knower = knowerAt(at);
  const shares = chances(deal, knower);
  drawChoice(at, deal);
  drawModel(at, deal, shares);
  drawPlayers(at);
  drawKnower(at);
  drawMap(at, deal, shares, knower);
}

// Choosing a card

function drawChoice(at, deal) {
  const [chosen, ranked] = partsOf(kripke.card);
  const suits = [...new Set(deal.cards.map((each) => partsOf(each.card)[0]))];
  rebuild("kripke-suits", ...suits.map((suit) => choiceButton(
    `kripke-suit-${suit}`, suit === chosen, suitName(at.game, suit), suitSign(at.game, suit), () => chooseCard(at, suit, ranked),
  )));
  const ranks = deal.cards.map((each) => partsOf(each.card)).filter(([suit]) => suit === chosen);
  rebuild("kripke-ranks", ...ranks.map(([suit, rank]) => choiceButton(
    `kripke-rank-${rank}`, rank === ranked, cardName(cardOf(deal, suit, rank)), rank, () => chooseCard(at, suit, rank),
  )));
}

function choiceButton(id, pressed, label, sign, act) {
  const button = make("button", { type: "button", id, "aria-pressed": String(pressed), "aria-label": typeof sign === "string" ? spokenLabel(sign, label) : label, title: label }, sign);
  onClick(button, act);
  return button;
}

/** After a click with an effect, the panel gets the keyboard focus. */
function onClick(element, act) {
  element.addEventListener("click", (event) => {
    const hit = act(event) !== false;
    if (hit && event.detail) document.getElementById("kripke").focus({ preventScroll: true });
  });
}

const cardOf = (deal, suit, rank) => deal.cards.find((each) => (
  partsOf(each.card)[0] === suit && partsOf(each.card)[1] === rank
)).card;
const suitName = (game, suit) => DATA.kinds[game.kind].words[suit] || suit;

/** The drawing of a suit, or its name if there is no drawing. */
function suitSign(game, suit) {
  if (!document.getElementById(`suit-${suit}`)) return suitName(game, suit);
  const red = ["hearts", "diamonds"].includes(suit);
  const svg = makeSvg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: red ? "red" : "black" });
  svg.append(makeSvg("use", { href: `#suit-${suit}` }));
  return svg;
}

/** Let clicks on open cards and on the map choose a card. */
function chooseByClick(at) {
  for (const id of ["table", "kripke-tables"]) {
    onClick(document.getElementById(id), (event) => {
      const card = event.target.closest("[data-card]");
      if (!card || !hasWorlds(at.number)) return false;
      chooseCard(at, ...partsOf(Number(card.dataset.card)));
      return true;
    });
  }
}

// The model

function drawModel(at, deal, shares) {
  const { game } = at;
  const index = deal.cards.findIndex((each) => each.card === kripke.card);
  const each = deal.cards[index];
  const before = maskBefore(at, each);
  const truth = trueWorld(at, deal, each);
  const nobody = isIn(before | each.mask, deal.seats) || deal.cards.some((other) => isIn(other.mask, deal.seats));
  const spots = spotsOf(at, nobody);
  const svg = makeSvg("svg", { viewBox: "0 0 380 324", role: "img", "aria-label": modelText(at, deal, each, shares[index], truth) });
  for (let player = 0; player < deal.seats; player += 1) {
    if (!kripke.hidden.has(player)) svg.append(...linesOf(player, each.mask, spots), ...loopsOf(player, each.mask, spots));
  }
  spots.forEach((spot, world) => svg.append(worldBox(game, spot, world, {
    share: shares[index][world], gone: !isIn(each.mask, world), now: isIn(before, world) && !isIn(each.mask, world),
    truth: world === truth, common: worldsOf(each.mask).length === 1,
  })));
  document.getElementById("kripke-card").textContent = cardName(each.card);
  document.getElementById("kripke-model").replaceChildren(svg);
  document.getElementById("kripke-facts").replaceChildren(
    ...knowledgeTexts(at, each, shares[index]).map(([text, formula]) => (
      make("li", {}, make("bdi", {}, text), ...(formula ? [make("code", {}, formula)] : []))
    )),
  );
}

/** The possible holders of the card one move ago. */
function maskBefore(at, each) {
  const old = at.ply ? framesOf(at.number)[at.ply - 1] : null;
  if (!old || old.rounds.length !== framesOf(at.number)[at.ply].rounds.length) return each.mask;
  return old.holders[old.pack.indexOf(each.card)];
}

/** The place of each world in the drawing. */
function spotsOf(at, nobody) {
  const corners = nobody ? { ...CORNERS, ...FIVE } : CORNERS;
  const spots = slotsFrom(at.game, at.seat).map((slot) => corners[slot]);
  return nobody ? [...spots, NOBODYS] : spots;
}

/** A player's lines: each joins two worlds that he cannot distinguish. */
function linesOf(player, mask, spots) {
  return relation(player, mask).map(([one, other]) => {
    const [[x1, y1], [x2, y2]] = [spots[one], spots[other]];
    const long = Math.hypot(x2 - x1, y2 - y1);
    const aside = (player - 1.5) * 5;  // so that the lines of two players lie side by side
    const [dx, dy] = [(-(y2 - y1) / long) * aside, ((x2 - x1) / long) * aside];
    return makeSvg("path", {
      class: `link side-${player % 6}`, "stroke-dasharray": DASHES[player % DASHES.length],
      d: `M${(x1 + dx).toFixed(1)} ${(y1 + dy).toFixed(1)}L${(x2 + dx).toFixed(1)} ${(y2 + dy).toFixed(1)}`,
    });
  });
}

/** A player's loops: at each world in which he considers no other world possible. */
function loopsOf(player, mask, spots) {
  return worldsOf(mask).filter((world) => possibleWorlds(player, world, mask).length === 1).map((world) => {
    const [x, y] = spots[world];
    const colour = { class: `link loop side-${player % 6}`, "stroke-dasharray": DASHES[player % DASHES.length] };
    const along = 6 + (player - 2) * 12;
    if (Math.abs(x - 190) > 100) {  // outwards, where no line is in the way
      const out = Math.sign(x - 190);
      return makeSvg("path", { ...colour, d: `M${x + (out * BOX.wide) / 2} ${y + along - 5}c${out * 26} -5 ${out * 26} 15 0 10` });
    }
    const out = Math.sign(y - 162);
    return makeSvg("path", { ...colour, d: `M${x + along * 1.7 - 6} ${y + (out * BOX.high) / 2}c-5 ${out * 26} 17 ${out * 26} 12 0` });
  });
}

function worldBox(game, [x, y], world, { share, gone, now, truth, common }) {
  const box = makeSvg("g", { class: `world ${gone ? "gone" : ""} ${now ? "now-gone" : ""} ${truth ? "true" : ""}`, "data-world": world });
  box.append(
    makeSvg("rect", { x: x - BOX.wide / 2, y: y - BOX.high / 2, width: BOX.wide, height: BOX.high, rx: 7 }),
    makeSvg("text", { class: "who", x, y: y - 5, "text-anchor": "middle" }, worldName(game, world)),
    makeSvg("text", { class: "share", x, y: y + 16, "text-anchor": "middle" }, gone ? "✕" : `${percent(share)}\u00a0%`),
  );
  if (common && !gone) {
    const mark = makeSvg("g", { class: "common" });
    mark.append(
      makeSvg("circle", { cx: x + BOX.wide / 2 - 2, cy: y - BOX.high / 2 + 2, r: 10 }),
      makeSvg("text", { x: x + BOX.wide / 2 - 2, y: y - BOX.high / 2 + 6.5, "text-anchor": "middle" }, "C"),
    );
    box.append(mark);
  }
  return box;
}

/** Sentences with formulas about the card: common knowledge, who knows, and what counting gives. */
function knowledgeTexts(at, each, shares) {
  const { game } = at;
  const worlds = worldsOf(each.mask);
  const seats = game.bots.length;
  const names = (some) => listText(some.map((world) => worldName(game, world)));
  const gone = [...shares.keys()].filter((world) => world < seats && !isIn(each.mask, world));
  if (each.out) return [[say("kripke_out", { name: names(worlds) }), ""]];
  const holds = (world) => holdsFormula(game, world, each.card);
  const sentences = [];
  if (worlds.length === 1) sentences.push([say("kripke_common", { name: names(worlds) }), joinFormulas("C", worlds.map(holds), "and")]);
  else if (gone.length) sentences.push([say("kripke_common_not", { names: names(gone) }), joinFormulas("C", gone.map((world) => `not ${holds(world)}`), "and")]);
  else sentences.push([say("kripke_common_nothing"), joinFormulas("C", worlds.map(holds), "or")]);
  // In the view of one seat: the players who know in every world that the seat considers possible.
  const all = at.view === "all";
  const real = all ? [each.holder] : possibleWorlds(at.seat, each.holder, each.mask);
  const know = whoKnow(seats, each.mask, real);
  const knows = know.map((player) => joinFormulas("", real.map((world) => `K_${letterOf(game, player)} ${holds(world)}`), "or"));
  const eyes = all ? "" : `K_${letterOf(game, at.seat)}`;
  sentences.push(know.length ? [say("kripke_know", { names: names(know) }), joinFormulas(eyes, knows, "and")] : [say("kripke_know_none"), ""]);
  const sure = shares.indexOf(1);
  const knower = knowerAt(at);
  if (sure >= 0 && worlds.length > 1 && (knower === EVERYBODY || !know.includes(knower))) {
    const who = knower === EVERYBODY ? say("kripke_everybody") : placeName(game, knower);
    sentences.push([say("kripke_counts", { who, name: worldName(game, sure) }), ""]);
  }
  return sentences;
}

/** A seat in a formula: the first letter of its name, the same in all languages. */
const letterOf = (game, seat) => DATA.kinds[game.kind].places[seat]?.[0] ?? "?";
const holdsFormula = (game, world, card) => `holds(${letterOf(game, world)}, ${DATA.cards[card]})`;

/** Join formulas behind an operator. Empty if one of them names a seat without a name. */
function joinFormulas(operator, formulas, word) {
  const text = formulas.length > 1 ? `(${formulas.join(` ${word} `)})` : formulas[0];
  return text.includes("?") ? "" : `${operator} ${text}`.trim();
}

/** The model as a text, for a screen reader. */
function modelText(at, deal, each, shares, truth) {
  const { game } = at;
  const parts = [cardName(each.card)];
  for (const world of worldsOf(each.mask)) {
    parts.push(`${worldName(game, world)} ${percent(shares[world])}\u00a0%${world === truth ? `, ${say("kripke_true")}` : ""}`);
  }
  for (let player = 0; player < deal.seats; player += 1) {
    const alike = relation(player, each.mask);
    if (kripke.hidden.has(player) || !alike.length) continue;
    const worlds = [...new Set(alike.flat())].map((world) => worldName(game, world));
    parts.push(say("kripke_alike", { name: placeName(game, player), names: listText(worlds) }));
  }
  return parts.join(". ");
}

// Whose relations, and whose numbers

function drawPlayers(at) {
  rebuild("kripke-players", ...at.game.bots.map((_, player) => {
    const sample = makeSvg("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" });
    sample.append(makeSvg("path", { class: `link side-${player % 6}`, "stroke-dasharray": DASHES[player % DASHES.length], d: "M1 5H33" }));
    const button = make(
      "button", { type: "button", id: `kripke-player-${player}`, "aria-pressed": String(!kripke.hidden.has(player)), title: botName(at.game, player) },
      sample, make("bdi", {}, placeName(at.game, player)),
    );
    onClick(button, () => {
      if (!kripke.hidden.delete(player)) kripke.hidden.add(player);
      drawKripke(at);
    });
    return button;
  }));
}

function drawKnower(at) {
  const { game } = at;
  const open = at.view === "all";
  const seats = [...game.bots.keys()].filter((seat) => open || seat === at.seat);
  const options = [
    ...(open ? [[TO_MOVE, say("kripke_to_move")]] : []),
    ...seats.map((seat) => [seat, botName(game, seat)]), [EVERYBODY, say("kripke_everybody")],
  ];
  const choice = document.getElementById("kripke-knower");
  choice.replaceChildren(...options.map(([value, text]) => make("option", { value }, text.slice(0, 60))));
  choice.value = String(open ? kripke.knower : knowerAt(at));
}

// The map of all cards

function drawMap(at, deal, shares, knower) {
  const { game } = at;
  const worlds = [...deal.rooms.keys()].filter((world) => world < deal.seats || deal.cards.some((each) => isIn(each.mask, world)));
  const suits = new Map();
  deal.cards.forEach((each, index) => {
    const suit = partsOf(each.card)[0];
    suits.set(suit, [...(suits.get(suit) || []), index]);
  });
  const chosen = (each) => (each.card === kripke.card ? "chosen" : "");
  const tables = [...suits].map(([suit, indices]) => {
    const heads = indices.map((index) => make(
      "th", { scope: "col", class: chosen(deal.cards[index]), "data-card": deal.cards[index].card, title: cardName(deal.cards[index].card) }, partsOf(deal.cards[index].card)[1],
    ));
    const rows = worlds.map((world) => make(
      "tr", {}, make("th", { scope: "row", title: worldName(game, world) }, worldMark(game, world)),
      ...indices.map((index) => {
        const each = deal.cards[index];
        return mapCell(each, shares[index][world], world, chosen(each), trueWorld(at, deal, each) === world);
      }),
    ));
    const caption = make("caption", {}, suitSign(game, suit), make("span", { class: "unseen" }, suitName(game, suit)));
    return make("table", {}, caption, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows));
  });
  const who = knower === EVERYBODY ? say("kripke_everybody") : botName(game, knower);
  document.getElementById("kripke-whose").textContent = knower < 0 && kripke.knower === TO_MOVE ? "" : who;
  const wide = Math.max(...[...suits.values()].map((cards) => cards.length)) > 6;
  document.getElementById("kripke-tables").className = wide ? "wide-suits" : "";
  document.getElementById("kripke-tables").replaceChildren(...tables);
}

/** The name of a row. A narrow table shows only its first letter. */
function worldMark(game, world) {
  const name = worldName(game, world);
  if (world >= game.bots.length) return make("span", { class: "place", "aria-label": name, role: "img" }, "–");
  const [first, ...rest] = name;
  return make("span", { class: "place" }, first, make("span", { class: "rest" }, rest.join("")));
}

function mapCell(each, share, world, chosen, truth) {
  const heat = share === 1 ? "sure" : share ? `heat-${Math.ceil(share * 5)}` : "none";
  const classes = [chosen, each.out ? "out" : heat, truth && !each.out ? "true" : ""];
  const text = each.out ? (share ? "•" : "") : percent(share);
  const title = each.out && share ? say("kripke_played") : null;
  return make("td", { class: classes.filter(Boolean).join(" "), "data-card": each.card, title }, text);
}
