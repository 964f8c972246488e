// The scenes of a show besides whole games: title, opening, next, counter, table, bracket, end.
"use strict";

const MOST_ROWS = 24;      // of a table
const COLUMN = 12;         // rows of a table in one column
const MOST_BOXES = 8;      // of a bracket, one above the other
const COUNTED = .75;       // the part of a counter's time in which it counts
const LOOK_LIVE = 2000; // milliseconds between two looks at a phase that is being played
const REST = 5000;      // milliseconds for which its result stays
const TURNS = 10000;    // milliseconds for each table, one after the other
const PODIUM = .8;         // the part of the end in which the places appear

const named = (name, classes = "name") => make("bdi", { class: classes }, name);

/** What stands there before there is anything to show. */
const soonPart = (texts) => make("div", { class: "middle" }, make("h1", {}, named(document.title)), make("p", { class: "under" }, texts.soon));

/** A scene that is built once and does not move. */
class StillScene {
  constructor(place, ...parts) {
    place.replaceChildren(...parts);
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

function tableScene({ shown }, texts, place) {
  const rows = shown.rows.slice(0, MOST_ROWS);
  const columns = [];
  for (let first = 0; first < rows.length; first += COLUMN) columns.push(rows.slice(first, first + COLUMN));
  const tables = columns.map((some) => make(
    "table", {},
    make("thead", {}, make("tr", {}, make("th", {}), make("th", { class: "left" }, texts.team), make("th", {}, texts.points), make("th", {}, texts.games))),
    make("tbody", {}, ...some.map((row) => make(
      "tr", { class: row.place <= 3 ? `place-${row.place}` : "" }, make("td", { class: "rank" }, String(row.place)), make("th", { class: "left" }, named(row.name)),
      make("td", { class: "credit" }, row.credit), make("td", {}, row.games),
    ))),
  ));
  return new StillScene(place, make("h2", {}, texts.table), make("div", { class: `tables columns-${columns.length}` }, ...tables));
}

function bracketScene({ shown }, texts, place) {
  const rounds = shown.rounds.filter((round) => round.length <= MOST_BOXES);
  const columns = rounds.map((round) => make("div", { class: "round" }, ...round.map((meeting) => {
    const parts = meeting.names.map((name, each) => make(
      "p", { class: name && name === meeting.winner ? "won" : name ? "" : "nobody" },
      name ? named(name) : make("span", { class: "name" }, meeting.by === "bye" ? texts.bye : "\u2026"),
      ...meeting.scores.map((both) => make("b", {}, both[each])),
    ));
    const by = { margin: texts.by_margin, seed: texts.by_seed }[meeting.by];
    return make("div", { class: "meeting" }, make("small", {}, by ? `${meeting.label} \u00b7 ${by}` : meeting.label), ...parts);
  })));
  return new StillScene(place, make("h2", {}, texts.bracket), make("div", { class: "bracket" }, ...columns));
}

/** The places, from the last to the first. */
class EndScene {
  constructor({ shown, seconds }, texts, place) {
    const places = shown.places.slice(0, 8);
    this.rows = places.map(({ first, last, names }) => make(
      "p", { class: `placed ${first === last ? `place-${first}` : ""}` },
      make("span", { class: "place" }, first === last ? String(first) : `${first}\u2013${last}`), make("span", { class: "names" }, ...names.map((name) => named(name))),
    ));
    this.step = (1000 * seconds * PODIUM) / Math.max(1, places.length);
    const seal = shown.seal ? [make("p", { class: "seal" }, texts.seal, " ", make("code", {}, shown.seal.slice(0, 16)))] : [];
    place.replaceChildren(make("h2", {}, texts.end), make("div", { class: "places" }, ...this.rows), ...seal);
  }

  draw(milliseconds) {
    const shown = 1 + Math.floor(milliseconds / this.step);
    this.rows.forEach((row, each) => row.classList.toggle("on", this.rows.length - each <= shown));
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
    const tables = [...(table ? ["table"] : []), ...(bracket ? ["bracket"] : [])];
    const kind = isOn ? "game" : tables[Math.floor(this.now() / TURNS) % (tables.length || 1)];
    const key = isOn ? `game ${game.starts}` : `${kind} ${JSON.stringify(this.known[kind])}`;
    if (!kind) return;
    if (this.shown !== key) {
      this.shown = key;
      document.getElementById("stage").dataset.kind = kind;
      this.scene = SCENES[kind]({ kind, shown: this.known[kind], before: null }, this.texts, this.place);
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
