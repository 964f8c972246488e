// Follow a team: its lines are marked on every page, and a note says where it stands and when it plays.
// The browser remembers the teams. The server never gets to know them.
"use strict";
(() => {
  const KEY = "arena.follow";
  const box = document.getElementById("live");
  const { live: phase, root } = document.body.dataset;
  let playing = [];  // the keys of the teams in the game on show

  function followed() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {};  // the browser remembers nothing
    }
  }

  const keyOf = (address) => decodeURIComponent(/teams\/([^/]+)\.html$/.exec(address)?.[1] ?? "");
  const fill = (text, name) => text.replace("{name}", name);
  const make = (tag, attributes, text) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.dataset.added = "";
    made.textContent = text;
    return made;
  };

  function toggle(key, name) {
    const teams = followed();
    if (key in teams) delete teams[key];
    else teams[key] = name;
    try {
      localStorage.setItem(KEY, JSON.stringify(teams));
    } catch {
      return;
    }
    show();
  }

  function addButton(place, key, name) {
    let button = place.querySelector(".follow");
    if (!button) {
      button = make("button", { type: "button", className: "follow", ariaLabel: fill(box.dataset.follow, name) }, "\u2606");
      button.title = button.ariaLabel;
      button.addEventListener("click", () => toggle(key, name));
      place.append(button);
    }
    const isOn = key in followed();
    button.ariaPressed = String(isOn);
    button.textContent = isOn ? "\u2605" : "\u2606";
  }

  function show() {
    const teams = followed();
    for (const link of document.querySelectorAll("main a[href*='teams/']")) {
      const line = link.closest("tr, li, .part");
      line?.classList.toggle("followed", keyOf(link.getAttribute("href")) in teams);
    }
    for (const place of document.querySelectorAll("#board tbody .name")) {
      const link = place.querySelector("a");
      addButton(place, keyOf(link.getAttribute("href")), link.textContent);
    }
    const own = keyOf(location.pathname);
    const title = document.querySelector("h1");
    if (own) addButton(title, own, title.querySelector("bdi").textContent);
    for (const note of box.querySelectorAll(".mine")) note.remove();
    for (const [key, name] of Object.entries(teams)) addNote(key, name);
  }

  function addNote(key, name) {
    const line = document.querySelector(`#board tr[id="team-${CSS.escape(key.replaceAll(" ", "-"))}"]`);
    const rank = line?.querySelector(".rank").textContent;
    const isPlaying = playing.includes(key) && phase !== "*";
    const text = isPlaying ? fill(box.dataset.watch, name) : rank ? `${name}: ${rank}` : name;
    const page = phase === "*" ? "" : `${root}${phase}/`;
    const href = isPlaying ? `${page}live.html` : line ? `#${line.id}` : page && `${page}teams/${encodeURIComponent(key)}.html`;
    box.append(make(href ? "a" : "span", { className: "mine", ...(href && { href }) }, `\u2605 ${text}`));
  }

  /** Is a team that is followed in the game that is being shown? Later, the news tell it. */
  async function findPlaying() {
    const hasShow = document.querySelector("header nav a[href$='live.html']");
    if (!hasShow || !Object.keys(followed()).length) return;
    const answer = await fetch(`${root}${phase}/live.json`, { cache: "no-cache" });
    const game = answer.ok ? await answer.json() : null;
    if (!game || Date.now() > Date.parse(game.started_at) + 1000 * game.pace * game.moves) return;
    playing = game.teams;
    show();
  }

  document.addEventListener("arena:loaded", show);
  document.addEventListener("arena:news", ({ detail }) => {
    if (detail.kind !== "replay" || !detail.data.teams) return;
    playing = detail.data.teams;
    show();
  });
  addEventListener("storage", show);
  show();
  findPlaying().catch(() => {});
})();
