// The pages of a team: drop a file on the form, and follow an examination while it goes on.
"use strict";
(() => {
  const drop = document.getElementById("drop");
  if (drop) {
    const said = document.getElementById("drop-said");
    const over = (on) => (event) => {
      event.preventDefault();
      drop.classList.toggle("over", on);
    };
    drop.addEventListener("dragover", over(true));
    drop.addEventListener("dragleave", over(false));
    drop.addEventListener("drop", (event) => {
      over(false)(event);
      const item = event.dataTransfer.items[0];
      const entry = item && item.webkitGetAsEntry && item.webkitGetAsEntry();
      said.hidden = !(entry && entry.isDirectory);
      said.textContent = drop.dataset.folder;
      if (!said.hidden || !event.dataTransfer.files.length) return;
      document.getElementById("bot").files = event.dataTransfer.files;
      drop.requestSubmit();
    });
  }

  // Without events, the page is fetched again each second while somebody looks at it.
  const PAUSE = 1000;
  async function look() {
    const here = document.getElementById("state");
    if (!here || !("waits" in here.dataset)) return;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { cache: "no-store" });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const now = page.getElementById("state");
        if (now) {
          const title = page.querySelector("h1");
          document.querySelector("h1").textContent = title.textContent;
          if (now.innerHTML !== here.innerHTML) here.replaceChildren(...now.childNodes);
          if (!("waits" in now.dataset)) delete here.dataset.waits;
        }
      } catch (error) {
        // The server is away: the next look may find it.
      }
    }
    setTimeout(look, PAUSE);
  }
  setTimeout(look, PAUSE);
})();
