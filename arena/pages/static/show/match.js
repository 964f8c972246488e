// A whole game on stage: the table, the score, the curve, and one line of commentary.
"use strict";

const CURVE = { wide: 560, high: 250 };  // units of the drawing
const SPOKEN = 9000;                     // milliseconds for which a comment stays, at most
const APART = 3000;                      // milliseconds of real time between two comments, at least
const LEAST = 24;                        // positions that the curve has room for from the beginning

/**
 * A game of the show. `draw` brings it to a moment, `milliseconds` after its beginning at speed 1.
 * `before` is the score of the match; without it, only the points of the game are shown.
 */
class MatchScene {
  constructor({ shown, before }, texts, place) {
    this.shown = shown;
    this.before = before?.length ? before : shown.names.map(() => 0);
    this.hasScore = Boolean(before);
    this.texts = texts;
    this.ply = -1;
    this.said = -1;
    DATA = shown.data;
    shownBefore = null;
    lying = new Map();
    homes = new Map();
    document.getElementById("drawings").innerHTML = shown.symbols;  // ours: no text from outside
    const game = openGame(0);
    this.at = { number: 0, game, ply: 0, view: shown.view, seat: DATA.kinds[game.kind].foot };
    this.begins = [];
    let sum = 0;
    for (const hold of shown.hold) {
      this.begins.push(sum);
      sum += hold;
    }
    this.build(place);
  }

  build(place) {
    const { shown, texts } = this;
    const { game } = this.at;
    this.points = game.sides.map(() => make("strong", { class: "points" }, "0"));
    this.scores = shown.names.map((_, entrant) => make("b", {}, shortScore(this.before[entrant])));
    const rows = game.sides.map((_, side) => {
      const entrant = shown.sides[side];
      return make(
        "div", { class: "contender" }, sideMark(side), make("bdi", { class: "name" }, shown.names[entrant]),
        this.points[side], make("span", { class: "won" }, this.scores[entrant]),
      );
    });
    this.curves = shown.curves.map((curve) => this.makeCurve(curve));
    this.comment = make("p", { id: "comment", "aria-live": "polite" });
    this.turn = make("p", { class: "turning" }, texts.turning);
    place.replaceChildren(
      make("p", { class: "top-line" }, make("span", { class: "what" }, shown.label), make("span", { class: "which" }, shown.number)),
      make("div", { class: "felt" }, make("section", { id: "table" })),
      make(
        "div", { class: "beside" },
        make("div", { class: `contenders ${this.hasScore ? "" : "without-score"}` }, make("p", { class: "heads" }, make("span", {}, texts.points), make("span", {}, texts.match)), ...rows),
        make("figure", { class: "tension", hidden: !this.curves.length }, make("figcaption", {}, make("span", {}, texts.chance), this.turn), ...this.curves.map(({ box }) => box)),
      ),
      this.comment,
    );
  }

  makeCurve({ name, chances }) {
    const { wide, high } = CURVE;
    const svg = makeSvg("svg", { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const part of [0, .25, .5, .75, 1]) svg.append(makeSvg("path", { class: `grid ${part === .5 ? "half" : ""}`, d: `M0 ${high * part}H${wide}` }));
    const lines = this.at.game.sides.map((_, side) => makeSvg("path", { class: `line side-${side % 6}` }));
    svg.append(...lines);
    const heads = this.at.game.sides.map((_, side) => make("span", { class: `head side-${side % 6}` }));
    const box = make("div", { class: "view" }, make("p", {}, name), make("div", { class: "curve" }, svg, ...heads));
    return { chances, lines, heads, box };
  }

  /** The position at this time: the last one that has begun. */
  plyAt(milliseconds) {
    let low = 0;
    let high = this.begins.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.begins[middle] <= milliseconds) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, this.at.game.moves.length);
  }

  draw(milliseconds, { comments, speed }) {
    const ply = this.plyAt(milliseconds);
    if (ply !== this.ply) this.goTo(ply, speed);
    this.speak(milliseconds, comments, speed);
  }

  goTo(ply, speed) {
    const { at, shown } = this;
    const { game } = at;
    at.ply = ply;
    this.ply = ply;
    const stage = document.getElementById("stage");
    stage.dataset.ply = ply;
    stage.style.setProperty("--pace", `${Math.min(400, 1000 / speed)}ms`);
    drawTable(at);
    const frame = framesOf(0)[ply];
    game.sides.forEach((_, side) => {
      setText(this.points[side], figure(sidePoints(game, frame, side)));
      this.points[side].classList.toggle("long", this.points[side].textContent.length > 3);
    });
    const isOver = ply === game.moves.length;
    const credits = shown.names.map(() => 0);
    if (isOver) {
      const first = game.ranks.filter((rank) => rank === 0).length;
      game.ranks.forEach((rank, side) => { if (rank === 0) credits[shown.sides[side]] += 1 / first; });
    }
    this.scores.forEach((score, entrant) => setText(score, shortScore(this.before[entrant] + credits[entrant])));
    this.turn.classList.toggle("on", shown.turning.includes(ply));
    for (const curve of this.curves) this.drawCurve(curve, ply);
  }

  /** The curve so far. It gets narrower as the game goes on, so it does not tell how long that is. */
  drawCurve({ chances, lines, heads }, ply) {
    const { wide, high } = CURVE;
    const room = Math.max(LEAST, ply);
    lines.forEach((line, side) => {
      let path = "";
      for (let each = 0; each <= ply; each += 1) {
        const x = ((wide * each) / room).toFixed(1);
        const y = (high * (1 - chances[each][side])).toFixed(1);
        path += each ? `L${x} ${y}` : `M${x} ${y}`;
      }
      line.setAttribute("d", path);
      heads[side].style.transform = `translate(${(100 * ply) / room}cqw, ${100 * (1 - chances[ply][side])}cqh)`;
    });
  }

  /** The last comment so far. One that comes too soon after another is left out. */
  spokenAt(speed) {
    let spoken = -1;
    this.shown.comments.forEach(([at], each) => {
      const last = spoken < 0 ? -Infinity : this.begins[this.shown.comments[spoken][0]];
      if (at <= this.ply && this.begins[at] - last >= APART * speed) spoken = each;
    });
    return spoken;
  }

  speak(milliseconds, comments, speed) {
    const spoken = this.spokenAt(speed);
    const isFresh = spoken >= 0 && milliseconds - this.begins[this.shown.comments[spoken][0]] < SPOKEN;
    const now = comments && isFresh ? spoken : -1;
    if (now === this.said) return;
    this.said = now;
    if (now >= 0) setText(this.comment, this.shown.comments[now][1]);
    this.comment.classList.toggle("on", now >= 0);
  }
}

/** Change a text only if it is another one, so that nothing is drawn again for nothing. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const SCORES = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2, useGrouping: "always" });
const shortScore = (value) => SCORES.format(value);
