/* The current position, the controls that change it, and the address of it. */

const SPEEDS = [0.5, 1, 2, 4, 8];  // moves a second
const VIEWS = ["all", "seat", "given"];
const at = { number: 0, game: null, ply: 0, view: "all", seat: 0 };
let speed = 1;
let timer = 0;
let shownGame = -1;

const get = (id) => document.getElementById(id);
const last = () => at.game.moves.length;
const clampPly = (ply) => Math.max(0, Math.min(last(), ply));

/** Show a position. A screen reader reads `said`. */
function show(said = "") {
  if (shownGame !== at.number) enterGame();
  drawTable(at);
  drawScore(at);
  drawDecision(at);
  drawThoughts(at);
  drawSource(at);
  drawFacts(at);
  drawPiles(at);
  drawRounds(at);
  drawKripke(at);
  drawMessages(at);
  drawMoves(at);
  drawChart(at);
  get("ply").value = String(at.ply);
  get("ply").setAttribute("aria-valuetext", positionText());
  get("seat").value = String(at.seat);
  document.querySelector(`input[name=view][value=${at.view}]`).checked = true;
  get("game").value = String(at.number);
  for (const id of ["first", "before", "trick-before"]) get(id).disabled = at.ply === 0;
  for (const id of ["last", "after", "trick-after"]) get(id).disabled = at.ply === last();
  get("live").textContent = said;
  get("link").setAttribute("href", (DATA.page ?? "") + address());
  if (!timer) remember();
}

function enterGame() {
  shownGame = at.number;
  const { game } = at;
  const kind = DATA.kinds[game.kind];
  get("seat").replaceChildren(...game.bots.map((_, seat) => make("option", { value: seat }, `${seat}: ${botName(game, seat).slice(0, 40)}`)));
  const place = game.place ? [game.place[0], game.place[1], say("deal_number", { n: game.place[2] + 1 })] : [];
  const terms = [game.isolation, game.budget === null ? say("no_clock") : say("budget", { budget: duration(game.budget * 1e6) })];
  get("about").textContent = [kind.title, ...place, ...terms, game.id].filter(Boolean).join(" · ");
  get("remarks").hidden = !game.notes.length;
  get("notes").replaceChildren(...game.notes.map((note) => make("li", {}, make("bdi", {}, DATA.said[note]))));
  get("game-before").disabled = at.number === 0;
  get("game-after").disabled = at.number === DATA.games.length - 1;
  listMoves();
}

/** Make everything that depends on all moves of the game. */
function listMoves() {
  get("ply").max = String(last());
  makeMoves(at, go);
  makeChart(at, go);
  makeMarks(at);
}

/** Go to this ply of the game on show. The page knows nothing later. */
function goOnShow(ply) {
  openUntil(ply);
  at.game = openGame(at.number);
  listMoves();
  go(ply);
}

function positionText() {
  if (at.ply === last()) return `${say(isOver(at.game) ? "end" : "now")}: ${resultText(at.game)}`;
  const move = moveOf(at.game, at.ply);
  const where = placeText(at);
  return `${where}. ${botName(at.game, move.seat)} ${say("to_play")}`;
}

/** The move just played and its effect, for a screen reader. */
function moveText(ply) {
  const move = moveOf(at.game, ply);
  const announced = messagesAt(at.number, ply + 1);
  const parts = announced.length ? announced : [say("played", { n: ply, name: botName(at.game, move.seat), card: cardName(move.play) })];
  if (move.fault) parts.push(say("fault", { verdict: move.fault[0] }));
  const ended = announced.length ? null : trickEnded(at.number, ply + 1);
  if (ended?.winner >= 0) parts.push(say("takes", { name: botName(at.game, ended.winner), points: signedFigure(ended.points) }));
  if (ply + 1 === last()) parts.push(resultText(at.game));
  return parts.join(". ");
}

function go(ply) {
  const before = at.ply;
  at.ply = clampPly(ply);
  show(at.ply === before + 1 ? moveText(before) : positionText());
  if (at.ply === last()) halt();
}

/** Go to the start of the next trick, or back to the start of this trick or the one before. */
function goTrick(direction) {
  const { ticks } = at.game;
  if (direction > 0) go(ticks.find((tick) => tick > at.ply) ?? last());
  else go(ticks.findLast((tick) => tick < at.ply) ?? 0);
}

function goGame(number, ply = 0) {
  if (!DATA.games[number]) return;
  halt();
  at.number = number;
  at.game = openGame(number);
  at.ply = clampPly(ply);
  at.seat %= at.game.bots.length;
  show(`${say("game")} ${gameNumber(at.game, number)}. ${positionText()}`);
}

function look(view, seat = at.seat) {
  at.view = view;
  at.seat = seat;
  show(`${say(`view_${view}_more`)}. ${say("seat_number", { n: seat })}, ${botName(at.game, seat)}`);
}

function play() {
  if (at.ply === last()) at.ply = 0;
  timer = window.setInterval(() => go(at.ply + 1), 1000 / speed);
  showPlaying();
}

function halt() {
  if (!timer) return;
  window.clearInterval(timer);
  timer = 0;
  showPlaying();
  remember();
}

/** Go one move forward, and stop playing. */
function step() {
  halt();
  go(at.ply + 1);
}

function showPlaying() {
  get("play").setAttribute("aria-pressed", String(Boolean(timer)));
  get("speed").textContent = `${figure(speed)}×`;
}

function changeSpeed(steps) {
  const place = SPEEDS.indexOf(speed) + steps;
  speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
  if (timer) {
    window.clearInterval(timer);
    play();
  }
  showPlaying();
  get("live").textContent = say("speed_now", { n: figure(speed) });
}

const isEmbedded = () => (
  document.documentElement.hasAttribute("data-embed") || new URLSearchParams(location.search).has("embed")
  || new URLSearchParams(location.hash.slice(1)).has("embed")
);

/** The number of a game: in a site in its phase, otherwise on the page. */
const gameNumber = (game, index) => game.number ?? index + 1;

function address() {
  const match = at.game.match ? { match: at.game.match } : {};
  const parts = { ...match, game: at.game.id, ply: at.ply, seat: at.seat };
  if (at.view !== "all") parts.view = at.view;
  if (hasWorlds(at.number) && cardInAddress()) parts.card = cardInAddress();
  const embed = new URLSearchParams(location.hash.slice(1)).has("embed");
  return `#${new URLSearchParams(parts)}${embed ? "&embed" : ""}`;
}

/** Update the address. A page inside another page, or of the game on show, has none of its own. */
function remember() {
  if (location.protocol !== "about:" && !DATA.page) history.replaceState(null, "", address());
}

/** Go to the position in the address. In a site, load its match first. */
async function followAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (isSite()) {
    const ready = await openMatch(Number(wanted.get("match")));
    if (!ready) return;
    halt();
    shownGame = -1;
    enterMatch();
  }
  const named = wanted.get("game") || "";
  const index = DATA.games.findIndex((game, place) => game.id === named || String(gameNumber(game, place)) === named);
  at.number = Math.max(0, index);
  at.game = openGame(at.number);
  at.ply = clampPly(Number.parseInt(wanted.get("ply"), 10) || (isOver(at.game) || DATA.featured ? 0 : last()));
  const { foot } = DATA.kinds[at.game.kind];
  const seat = wanted.has("seat") ? Number.parseInt(wanted.get("seat"), 10) || 0 : foot;
  at.seat = seat >= 0 && seat < at.game.bots.length ? seat : foot;
  at.view = VIEWS.includes(wanted.get("view")) ? wanted.get("view") : "all";
  cardFromAddress(wanted.get("card"));
  document.documentElement.classList.toggle("embedded", isEmbedded());
  show(positionText());
}

const KEYS = {
  " ": (shift) => (shift ? step() : timer ? halt() : inPanel(document.activeElement) ? step() : play()),
  k: () => get("kripke").focus(),
  ArrowRight: (shift) => (shift ? goTrick(1) : go(at.ply + 1)),
  ArrowLeft: (shift) => (shift ? goTrick(-1) : go(at.ply - 1)),
  Home: () => go(0),
  End: () => go(last()),
  "+": () => changeSpeed(1),
  "=": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
  f: () => look(at.view, (at.seat + 1) % at.game.bots.length),
  h: () => look(VIEWS[(VIEWS.indexOf(at.view) + 1) % VIEWS.length]),
  n: () => goGame(at.number + 1),
  p: () => goGame(at.number - 1),
  "?": () => get("help").showModal(),
};

/** Does the focused element use this key itself? */
function isTaken(target, key) {
  if (get("help").open || target.closest("select, pre")) return true;
  if (key === " ") return target.matches("button, summary, a") && target.matches(":focus-visible");
  return key.startsWith("Arrow") && target.matches("input[type=radio]");
}

const CLICKS = {
  first: () => go(0), "trick-before": () => goTrick(-1), before: () => go(at.ply - 1),
  play: () => (timer ? halt() : play()), after: () => go(at.ply + 1),
  "trick-after": () => goTrick(1), last: () => go(last()),
  slower: () => changeSpeed(-1), faster: () => changeSpeed(1),
  "game-before": () => goGame(at.number - 1), "game-after": () => goGame(at.number + 1),
  ask: () => get("help").showModal(),
};

/** Listen to keys, buttons and the address. */
function listen() {
  document.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, key)) return;
    if (isTaken(event.target, key)) return;
    event.preventDefault();
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) halt();
    KEYS[key](event.shiftKey);
  });
  for (const [id, act] of Object.entries(CLICKS)) {
    get(id).addEventListener("click", () => {
      if (!["play", "slower", "faster", "ask"].includes(id)) halt();
      act();
    });
  }
  get("ply").addEventListener("input", (event) => {
    halt();
    go(Number(event.target.value));
  });
  get("seat").addEventListener("change", (event) => look(at.view, Number(event.target.value)));
  get("game").addEventListener("change", (event) => goGame(Number(event.target.value)));
  for (const radio of document.querySelectorAll("input[name=view]")) {
    radio.addEventListener("change", () => look(radio.value));
  }
  get("kripke-knower").addEventListener("change", (event) => chooseKnower(at, event.target.value));
  chooseByClick(at);
  window.addEventListener("hashchange", followAddress);
}

/** List the games of the page or, in a site, of the match. */
function enterMatch() {
  get("game").replaceChildren(...DATA.games.map((game, index) => (
    make("option", { value: index }, `${gameNumber(game, index)}: ${resultText(game).slice(0, 60)}`)
  )));
  get("games").hidden = DATA.games.length === 1;
  if (!isSite()) return;
  const [game] = DATA.games;
  const names = [...new Set(game.bots.map((bot) => DATA.said[bot]))].join(" \u2013 ");
  get("title").textContent = names;
  document.title = `${names} \u00b7 ${game.place?.[0] ?? ""}`;
  get("match").setAttribute("href", `matches/${fileOf(game.match)}.html#match-${game.match}`);
}

/** Show the first position. The page is invisible until then, so nothing jumps. */
async function start() {
  if (DATA.featured) openUntil(0);  // `featured.js` goes on
  if (!isSite()) enterMatch();
  showPlaying();
  await followAddress();
  if (!at.game) {
    window.addEventListener("hashchange", () => location.reload());
    return;
  }
  listen();
  document.documentElement.classList.add("ready");
}

if (window.DecompressionStream) {
  unpackData(get("data").textContent).then((data) => {
    DATA = data;
    return start();
  });
} else {
  get("old").hidden = false;
}
