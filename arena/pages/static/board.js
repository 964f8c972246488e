// The leaderboard: sorting by any column and searching by name, both by mouse and by keyboard.
"use strict";
(() => {
  const board = document.getElementById("board");
  const body = board.tBodies[0];
  const rows = Array.from(body.rows);
  const heads = Array.from(board.tHead.rows[0].cells);
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const tidy = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const names = new Map(rows.map((row) => [row, tidy(row.cells[1].dataset.value)]));
  const FIRST_UP = 2; // rank and name begin with the smallest, all other columns with the largest

  function sort(column, kind) {
    const head = heads[column];
    const was = head.getAttribute("aria-sort");
    const up = was === "none" ? column < FIRST_UP : was === "descending";
    const value = (row) => row.cells[column].dataset.value;
    const empty = (row) => value(row) === "";
    const compare = kind === "text"
      ? (a, b) => value(a).localeCompare(value(b))
      : (a, b) => Number(value(a)) - Number(value(b));
    const place = new Map(rows.map((row, i) => [row, i]));
    // What has no value comes last either way; equal rows stay in the order of the table.
    const sorted = rows.slice().sort((a, b) =>
      empty(a) - empty(b) || (up ? 1 : -1) * compare(a, b) || place.get(a) - place.get(b));
    heads.forEach((each) => each.hasAttribute("aria-sort") && each.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...sorted);
  }

  function filter() {
    const wanted = tidy(search.value.trim());
    let shown = 0;
    for (const row of rows) {
      row.hidden = !names.get(row).includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    found.textContent = wanted ? `${shown} / ${found.dataset.of}` : "";
  }

  board.tHead.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) sort(heads.indexOf(button.closest("th")), button.dataset.sort);
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
  filter();
})();
