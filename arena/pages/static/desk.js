// The desk: its parts are fetched again when something has happened. A form that is open stays.
"use strict";
(() => {
  const PAUSE = 500;      // between news and the look at the page, because news come together
  const CLOCKS = 20000;   // between two looks without news: the times that are left change
  let waits = false;

  const isInUse = (part) => part.contains(document.activeElement) || part.querySelector("details[open]");

  async function renew() {
    waits = false;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of document.querySelectorAll("[data-live][id]")) {
        const now = page.getElementById(part.id);
        const isNew = now && now.innerHTML !== part.innerHTML;
        // What is shown once, such as a code, is not on the page that is fetched again.
        if (isNew && !isInUse(part) && !part.querySelector(".new-code")) part.replaceChildren(...now.childNodes);
      }
    } catch (error) {
      // The server is away: the next news comes when it is back.
    }
  }

  function renewSoon() {
    if (!waits) setTimeout(renew, PAUSE);
    waits = true;
  }

  document.addEventListener("arena:news", renewSoon);
  document.addEventListener("arena:missed", renewSoon);
  setInterval(() => document.hidden || renewSoon(), CLOCKS);
  openNews("/desk/");
})();
