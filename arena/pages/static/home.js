// The first page: shows the next date that has not passed, and how long it is until then.
"use strict";
(() => {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

  function show() {
    const box = document.getElementById("next");
    if (!box) return;
    const dates = Array.from(box.querySelectorAll("li"));
    const left = (each) => (Date.parse(each.dataset.time) - Date.now()) / 1000;
    const next = dates.find((each) => left(each) > 0);
    for (const each of dates) each.hidden = each !== next;
    box.hidden = !next;
    if (!next) return;
    // Two of the largest unit are clearer than one of the next: 36 hours, and not one day.
    const [unit, size] = UNITS.find(([, each]) => left(next) >= 2 * each) || UNITS[2];
    next.querySelector(".left").textContent =
      relative.format(Math.max(1, Math.floor(left(next) / size)), unit);
  }

  show();
  document.addEventListener("arena:loaded", show);
  setInterval(show, 30000);
})();
