// The first page: shows the next date that has not passed, and how long it is until then.
"use strict";
(() => {
  const { lang } = document.documentElement;
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: "always" });
  const numbers = new Intl.NumberFormat(lang, { useGrouping: "always" });
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

  /** "in 1,234 days". The number is written as in all pages, which `RelativeTimeFormat` does not do in Spanish. */
  function inTime(number, unit) {
    const parts = relative.formatToParts(number, unit);
    const isNumber = (part) => part && part.type !== "literal";
    return parts.map((part, i) => (
      !isNumber(part) ? part.value : isNumber(parts[i - 1]) ? "" : numbers.format(number)
    )).join("");
  }

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
    next.querySelector(".left").textContent = inTime(Math.max(1, Math.floor(left(next) / size)), unit);
  }

  show();
  document.addEventListener("arena:loaded", show);
  setInterval(show, 30000);
})();
