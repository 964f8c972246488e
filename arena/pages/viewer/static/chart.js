/* The chart of the scores, and the marks above the slider. */

const WIDE = 320, HIGH = 110, LEFT = 36, BELOW = 14;

/** Make the chart. It is made once for each game; then only the line of the position moves. The chart of
 * the game on show is made again at each move. */
function makeChart(at, go) {
  const { game } = at;
  const frames = framesOf(at.number).slice(0, chartEnd(game) + 1);
  const lines = game.sides.map((_, side) => frames.map((frame) => sidePoints(game, frame, side)));
  const low = Math.min(0, ...lines.flat()), high = Math.max(1, ...lines.flat());
  const x = (ply) => LEFT + ((WIDE - LEFT - 4) * ply) / Math.max(1, frames.length - 1);
  const y = (value) => 6 + ((HIGH - BELOW - 6) * (high - value)) / (high - low);
  const summary = game.sides.map((_, side) => `${sideName(game, side)}: ${figure(lines[side].at(-1))}`).join("; ");
  const svg = makeSvg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${say("chart")}. ${summary}` });
  for (const value of [low, (low + high) / 2, high]) {
    svg.append(
      makeSvg("path", { class: "grid", d: `M${LEFT} ${y(value)}H${WIDE - 4}` }),
      makeSvg("text", { class: "scale", x: LEFT - 4, y: y(value) + 3.5, "text-anchor": "end" }, figure(Math.round(value))),
    );
  }
  game.ticks.forEach((tick, row) => {
    svg.append(makeSvg("path", { class: "tick", d: `M${x(tick)} ${HIGH - BELOW}v3` }));
    const text = scaleText(at.number, row);
    if (text) svg.append(makeSvg("text", { class: "scale", x: x(tick), y: HIGH - 1, "text-anchor": "middle" }, text));
  });
  lines.forEach((line, side) => {
    const path = line.map((value, ply) => (ply ? `H${x(ply)}V${y(value)}` : `M${x(0)} ${y(value)}`)).join("");
    svg.append(makeSvg("path", { class: `line side-${side % 6}`, d: path }));
  });
  for (const ply of Object.keys(game.faults)) svg.append(makeSvg("path", { class: "fault-mark", d: `M${x(+ply)} ${HIGH - BELOW}l-3 5h6z` }));
  svg.append(makeSvg("path", { class: "now", id: "chart-now" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const inside = ((event.clientX - box.left) / box.width) * WIDE;
    go(Math.round(((inside - LEFT) / (WIDE - LEFT - 4)) * (frames.length - 1)));
  });
  const legend = game.sides.map((_, side) => make("span", {}, sideMark(side), make("bdi", { class: "name" }, sideName(game, side))));
  document.getElementById("chart").replaceChildren(svg, make("p", { class: "legend", "aria-hidden": "true" }, ...legend));
  drawChart(at);
}

/** The last ply that the chart has. */
const chartEnd = (game) => game.drawn ?? game.moves.length;

function drawChart(at) {
  const plies = chartEnd(at.game);
  const place = LEFT + ((WIDE - LEFT - 4) * at.ply) / Math.max(1, plies);
  document.getElementById("chart-now")?.setAttribute("d", `M${place} 2V${HIGH - BELOW}`);
}

/** Make the marks above the slider: tricks, faults and changes of the lead. */
function makeMarks(at) {
  const { game } = at;
  const mark = (ply, what, title) => {
    const element = make("span", { class: what, title });
    element.style.left = `${(100 * ply) / game.moves.length}%`;
    return element;
  };
  document.getElementById("marks").replaceChildren(
    ...game.ticks.map((ply, row) => mark(ply, "tick", tickTitle(at.number, row))),
    ...game.leads.map((ply) => mark(ply, "lead", say("lead"))),
    ...Object.keys(game.faults).map((ply) => mark(+ply, "fault", say("fault", { verdict: DATA.said[game.faults[ply][0]] }))),
  );
}
