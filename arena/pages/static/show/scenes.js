// The scenes of a show besides whole games: title, opening, next, counter, table, bracket, end.
"use strict";

const COLUMN = 12;       // rows of a table in one column
const COUNTED = .75;     // the part of a counter's time in which it counts
const LOOK_LIVE = 2000;  // milliseconds between two looks at a phase that is being played
const REST = 5000;       // milliseconds for which its result stays
const TURNS = 8000;      // milliseconds for each page of its tables, one after the other
const SMALLEST = .6;     // of a long name: a part of the usual size
const TURN = 250;        // milliseconds in which a page appears
const MOST_SCORES = 4;   // of a meeting: of more, because of extra games, the first ones and the last
const PODIUM = 3;        // the first places have as much time as so many pages of other places

const named = (name, classes = "name") => make("bdi", { class: classes }, name);

/** Make long names smaller, so that they are read to their end; only very long ones are cut. */
function fitNames(place) {
  for (const name of place.querySelectorAll(".name, .contestant")) {
    const room = name.closest(".left") ?? name;
    const part = room.clientWidth / room.scrollWidth;
    if (part < 1) name.style.fontSize = `${Math.max(SMALLEST, .98 * part)}em`;
  }
}

/** What stands there before there is anything to show. */
const soonPart = (texts) => make("div", { class: "middle" }, make("h1", {}, named(document.title)), make("p", { class: "under" }, texts.soon));

/** A scene that is built once and does not move. */
class StillScene {
  constructor(place, ...parts) {
    place.replaceChildren(...parts);
    fitNames(place);
  }

  draw() {}
}

function titleScene({ shown }, texts, place) {
  const seal = shown.seal ? [make("p", { class: "seal" }, texts.seal, " ", make("code", {}, shown.seal.slice(0, 16)))] : [];
  return new StillScene(
    place, make("div", { class: "middle" }, make("p", { class: "over" }, shown.game), make("h1", {}, named(shown.competition)), make("p", { class: "under" }, named(shown.phase))), ...seal,
  );
}

function versusScene({ kind, shown }, texts, place) {
  const names = shown.names.flatMap((name, each) => [...(each ? [make("span", { class: "versus" }, "\u2013")] : []), named(name, "contestant")]);
  const label = kind === "next" ? [make("p", { class: "over" }, texts.next)] : [];
  return new StillScene(place, make("div", { class: "middle" }, ...label, make("p", { class: "under" }, shown.label), make("p", { class: "pair" }, ...names)));
}

/** The games that are only counted: the score moves on game by game. */
class CounterScene {
  constructor({ shown, before, counted, seconds }, texts, place) {
    this.counted = counted;
    this.before = before.length ? before : shown.names.map(() => 0);
    this.step = (1000 * seconds * COUNTED) / counted.length;
    this.scores = shown.names.map(() => make("b", { class: "count" }));
    place.replaceChildren(
      make("p", { class: "top-line" }, make("span", { class: "what" }, shown.label)),
      make(
        "div", { class: "middle" }, make("p", { class: "over" }, texts.counting),
        make("div", { class: "counters" }, ...shown.names.map((name, each) => make("div", {}, sideMark(each), named(name), this.scores[each]))),
      ),
    );
    fitNames(place);
  }

  draw(milliseconds) {
    const done = Math.min(this.counted.length, Math.floor(milliseconds / this.step));
    if (done === this.done) return;
    const now = [...this.before];
    for (const credits of this.counted.slice(0, done)) credits.forEach((credit, each) => { now[each] += credit; });
    this.scores.forEach((score, each) => {
      const text = shortScore(now[each]);
      if (this.done !== undefined && score.textContent !== text && !STILL.matches) {
        score.animate([{ transform: "scale(1.12)" }, { transform: "none" }], { duration: 250, easing: "ease-out" });
      }
      setText(score, text);
    });
    this.done = done;
  }
}

/** One page after the other, for the same time. */
class PagedScene {
  constructor({ seconds }, place, heading, pages) {
    this.pages = pages;
    this.step = (1000 * (seconds ?? 1)) / pages.length;
    this.box = make("div", { class: "page" });
    this.which = make("span", { class: "which-page", hidden: pages.length < 2 });
    place.replaceChildren(make("h2", {}, heading, this.which), this.box);
  }

  draw(milliseconds) {
    this.show(Math.max(0, Math.min(this.pages.length - 1, Math.floor(milliseconds / this.step))));
  }

  show(page) {
    if (page === this.page) return;
    if (this.page !== undefined && !STILL.matches) this.box.animate([{ opacity: 0 }, { opacity: 1 }], TURN);
    this.page = page;
    this.box.replaceChildren(this.pages[page]);
    fitNames(this.box);
    setText(this.which, `${page + 1} / ${this.pages.length}`);
  }
}

/** Rows in columns, the second one beside the first. */
function inColumns(rows, head, row) {
  const columns = [];
  for (let first = 0; first < rows.length; first += COLUMN) columns.push(rows.slice(first, first + COLUMN));
  return make("div", { class: "tables" }, ...columns.map((some) => make("table", {}, ...head(), make("tbody", {}, ...some.map(row)))));
}

function tableScene(body, texts, place) {
  const head = () => [make("thead", {}, make("tr", {}, make("th", {}), make("th", { class: "left" }, texts.team), make("th", {}, texts.points), make("th", {}, texts.games)))];
  const row = (each) => make(
    "tr", { class: each.place <= 3 ? `place-${each.place}` : "" }, make("td", { class: "rank" }, String(each.place)), make("th", { class: "left" }, named(each.name)),
    make("td", { class: "credit" }, each.credit), make("td", {}, each.games),
  );
  return new PagedScene(body, place, texts.table, body.shown.pages.map((rows) => inColumns(rows, head, row)));
}

/** The scores that have room. Two bots that play the same may have tied fifty times. */
const scoresWithRoom = (scores) => (scores.length > MOST_SCORES ? [...scores.slice(0, MOST_SCORES - 2), null, scores.at(-1)] : scores);

function bracketScene(body, texts, place) {
  const box = (meeting) => {
    const parts = meeting.names.map((name, each) => make(
      "p", { class: name && name === meeting.winner ? "won" : name ? "" : "nobody" },
      name ? named(name) : make("span", { class: "name" }, meeting.by === "bye" ? texts.bye : "\u2026"),
      ...scoresWithRoom(meeting.scores).map((both) => make("b", {}, both ? both[each] : "\u2026")),
    ));
    const by = { margin: texts.by_margin, seed: texts.by_seed }[meeting.by];
    return make("div", { class: "meeting" }, make("small", {}, by ? `${meeting.label} \u00b7 ${by}` : meeting.label), ...parts);
  };
  const pages = body.shown.pages.map((columns) => make("div", { class: "bracket" }, ...columns.map((some) => make("div", { class: "round" }, ...some.map(box)))));
  return new PagedScene(body, place, texts.bracket, pages);
}

const rangeText = ({ first, last }) => (first === last ? String(first) : `${first}\u2013${last}`);

/** The places, from the last to the first: those of many on pages, then the first ones one by one. */
class EndScene {
  constructor({ shown, seconds }, texts, place) {
    const row = (each) => make("tr", {}, make("td", { class: "rank" }, rangeText(each)), make("th", { class: "left" }, named(each.name)));
    this.pages = shown.pages.map((rows) => inColumns(rows, () => [], row));
    this.rows = shown.podium.map((each) => make(
      "p", { class: `placed ${each.first === each.last ? `place-${each.first}` : ""}` },
      make("span", { class: "place" }, rangeText(each)), make("span", { class: "names" }, ...each.names.map((name) => named(name))),
    ));
    const one = (1000 * seconds) / (this.pages.length + PODIUM);
    this.begins = this.pages.length * one;  // of the first places
    this.page = one;
    this.step = (.8 * PODIUM * one) / Math.max(1, this.rows.length);
    this.box = make("div", { class: "page" });
    const seal = shown.seal ? [make("p", { class: "seal" }, texts.seal, " ", make("code", {}, shown.seal.slice(0, 16)))] : [];
    place.replaceChildren(make("h2", {}, texts.end), this.box, ...seal);
  }

  draw(milliseconds) {
    const isLast = milliseconds >= this.begins && this.rows.length;
    const page = isLast ? -1 : Math.min(this.pages.length - 1, Math.floor(milliseconds / this.page));
    if (page !== this.shown) {
      this.box.replaceChildren(isLast ? make("div", { class: "places" }, ...this.rows) : this.pages[page]);
      fitNames(this.box);
    }
    this.shown = page;
    const count = 1 + Math.floor((milliseconds - this.begins) / this.step);
    this.rows.forEach((each, place) => each.classList.toggle("on", this.rows.length - place <= count));
  }
}

/** A phase that is being played, without a script: a game, then the tables until the next one. */
class LiveScene {
  constructor(body, texts, place, { ask, now }) {
    Object.assign(this, { texts, place, now });
    this.known = { game: null, table: null, bracket: null };
    this.shown = "";
    const look = async () => {
      if (!place.isConnected || this.isOver) return;
      const starts = this.known.game?.starts;
      const answer = await ask(`/show/live${starts ? `?after=${starts}` : ""}`).catch(() => null);
      if (answer) this.known = { ...answer.body, game: answer.body.game?.data ? answer.body.game : answer.body.game && this.known.game };
      setTimeout(look, LOOK_LIVE);
    };
    place.replaceChildren(soonPart(texts));
    look();
  }

  draw(_, show) {
    const { game, table, bracket } = this.known;
    const passed = game ? this.now() - game.starts : Infinity;
    const length = game ? game.hold.reduce((sum, hold) => sum + hold, 0) : 0;
    const isOn = passed >= 0 && passed < length + REST;
    const pages = Object.entries({ table, bracket }).flatMap(([kind, tables]) => (tables ? tables.pages.map((page) => [kind, page]) : []));
    const [kind, page] = isOn ? ["game"] : pages[Math.floor(this.now() / TURNS) % (pages.length || 1)] ?? [];
    if (!kind) return;
    const key = isOn ? `game ${game.starts}` : `${kind} ${JSON.stringify(page)}`;
    if (this.shown !== key) {
      this.shown = key;
      document.getElementById("stage").dataset.kind = kind;
      this.scene = SCENES[kind]({ kind, shown: isOn ? game : { pages: [page] }, before: null }, this.texts, this.place);
    }
    this.scene.draw(passed, { ...show, speed: 1 });
  }

  close() {
    this.isOver = true;
  }
}

const SCENES = {
  live: (...given) => new LiveScene(...given),
  title: titleScene,
  opening: versusScene,
  next: versusScene,
  table: tableScene,
  bracket: bracketScene,
  game: (...given) => new MatchScene(...given),
  counter: (...given) => new CounterScene(...given),
  end: (...given) => new EndScene(...given),
};
