// The leaderboard: sorting by any column and searching by name, both by mouse and by keyboard.
"use strict";
(() => {
  const board = document.getElementById("board");
  const body = board.tBodies[0];
  const rows = () => Array.from(body.rows);
  const heads = () => Array.from(board.tHead.rows[0].cells);
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const tidy = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const nameOf = (row) => tidy(row.cells[1].dataset.value);
  const FIRST_UP = 2; // rank and name begin with the smallest, all other columns with the largest

  const places = () => new Map(rows().map((row, i) => [row, i]));
  let place = places(); // of each row in the table as it came
  let order = null; // the chosen column, its kind and its direction

  function choose(column, kind) {
    const was = heads()[column].getAttribute("aria-sort");
    order = { column, kind, up: was === "none" ? column < FIRST_UP : was === "descending" };
    sort();
  }

  function sort() {
    const { column, kind, up } = order;
    const value = (row) => row.cells[column].dataset.value;
    const empty = (row) => value(row) === "";
    const compare = kind === "text"
      ? (a, b) => value(a).localeCompare(value(b))
      : (a, b) => Number(value(a)) - Number(value(b));
    // What has no value comes last either way; equal rows stay in the order of the table.
    const sorted = rows().sort((a, b) =>
      empty(a) - empty(b) || (up ? 1 : -1) * compare(a, b) || place.get(a) - place.get(b));
    for (const each of heads()) if (each.hasAttribute("aria-sort")) each.setAttribute("aria-sort", "none");
    heads()[column].setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...sorted);
  }

  function filter() {
    const wanted = tidy(search.value.trim());
    let shown = 0;
    for (const row of rows()) {
      row.hidden = !nameOf(row).includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    found.textContent = wanted ? `${shown} / ${found.dataset.of}` : "";
  }

  board.tHead.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) choose(heads().indexOf(button.closest("th")), button.dataset.sort);
  });
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      filter();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    }
  });
  document.addEventListener("arena:loaded", () => {
    place = places();
    if (order) sort();
    filter();
  });
  filter();
})();
