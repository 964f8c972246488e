// The page of the game that is being shown: it keeps to the move of the moment, until somebody goes to
// another move. When the next game begins, the page is loaded again.
"use strict";
(() => {
  const box = document.getElementById("on-show");
  const again = box.querySelector("button");
  const LOOK = 200;
  let offset = 0;          // of the server's clock, in milliseconds
  let shown = null;        // the ply that this script has shown
  let isFollowing = true;
  let isOver = false;      // has the next game begun?
  let spread = 0;

  const begun = () => Date.parse(DATA.featured.started_at);
  const now = () => Math.max(0, Math.floor((Date.now() + offset - begun()) / 1000 / DATA.featured.pace));

  function tell() {
    const key = isOver ? "next" : isFollowing ? "following" : "away";
    if (box.dataset.state === key) return;
    box.dataset.state = key;
    box.querySelector("span").textContent = box.dataset[key];
    again.hidden = key === "following";
  }

  function look() {
    if (!at.game) return;
    if (shown !== null && (timer || at.ply !== shown)) isFollowing = false;
    if (isFollowing && Math.min(now(), whole.moves.length) !== shown) {
      goOnShow(now());
      shown = at.ply;
    }
    tell();
  }

  again.addEventListener("click", () => {
    if (isOver) location.reload();
    halt();
    isFollowing = true;
    shown = null;
    look();
  });

  /** Is another game on show? It also sets the clock by the server's. */
  async function check() {
    const answer = await fetch("live.json", { cache: "no-store" });
    if (answer.status === 404) location.replace("index.html");  // the phase is not shown any more
    if (!answer.ok) return;
    offset = Date.parse(answer.headers.get("date")) + 500 - Date.now();
    if (Math.abs(offset) < 1000) offset = 0;  // the header has whole seconds
    const game = await answer.json();
    if (!DATA || Date.parse(game.started_at) === begun()) return;
    isOver = true;
    if (isFollowing) location.reload();
    else tell();
  }

  const checkSoon = () => setTimeout(() => check().catch(() => {}), 1000 * spread * Math.random());
  document.addEventListener("arena:missed", ({ detail }) => {
    spread = detail.spread;
    checkSoon();
  });
  document.addEventListener("arena:news", ({ detail }) => {
    if (detail.kind === "site" || detail.data.begins) checkSoon();
  });
  setInterval(look, LOOK);
  openNews("../");
})();
