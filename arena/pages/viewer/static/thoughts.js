/* The bot's thoughts: how often it tried each action, and the result that it expected. */

const SHARE = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });
const within = (value) => Math.max(0, Math.min(1, value || 0));

function drawThoughts(at) {
  const move = moveOf(at.game, at.ply);
  const hidden = !move?.thoughts || !mayWatch(at, move.seat);
  document.getElementById("thoughts").hidden = hidden;
  if (hidden) return;
  const all = move.thoughts.reduce((sum, [, visits]) => sum + visits, 0);
  const most = Math.max(...move.thoughts.map(([, visits]) => visits));
  const rows = move.thoughts.map(([card, visits, ...worth]) => {
    const played = card === move.play;
    const name = make("th", { scope: "row" }, chip(card));
    if (played) name.append(make("span", { class: "unseen" }, ` (${say("thought_played")})`));
    const bar = make("span", { class: "tried", "aria-hidden": "true" });
    bar.style.width = `${most ? (100 * visits) / most : 0}%`;
    const share = make("span", { class: "share", title: figure(visits) }, all ? SHARE.format(visits / all) : figure(0));
    return make(
      "tr", { class: played ? "played" : "" }, name,
      make("td", {}, make("span", { class: "trial" }, share, make("span", { class: "rail" }, bar))),
      make("td", {}, visits ? worthElement(...worth.map(within)) : "–"),
    );
  });
  const heads = ["thought_action", "thought_tried", "thought_worth"].map((key) => make("th", { scope: "col" }, say(key)));
  const table = document.getElementById("thoughts-rows");
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  showPlayed(table);
}

/** The expected result on a scale from a lost game to a won one, with its interval. */
function worthElement(mean, low, high) {
  const x = (value) => 3 + 94 * value;
  const picture = makeSvg(
    "svg", { class: "worth", viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" },
    makeSvg("path", { class: "scale-line", d: "M3 13.5H97M3 11V16M50 11V16M97 11V16" }),
    makeSvg("path", { class: "interval", d: `M${x(low)} 6H${x(high)}M${x(low)} 2V10M${x(high)} 2V10` }),
    makeSvg("path", { class: "mean", d: `M${x(mean)} 0V12` }),
  );
  const between = say("thought_between", { mean: SHARE.format(mean), low: SHARE.format(low), high: SHARE.format(high) });
  return make(
    "span", { class: "expected", title: between },
    make("span", { "aria-hidden": "true" }, SHARE.format(mean)), make("span", { class: "unseen" }, between), picture,
  );
}

/** Scroll the table to the action that was played. The page itself must not jump. */
function showPlayed(table) {
  const row = table.querySelector(".played");
  const wide = table.parentElement;
  wide.scrollTop = row ? row.offsetTop - wide.clientHeight / 2 : 0;
}
