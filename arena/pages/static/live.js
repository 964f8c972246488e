// A page that shows results so far: when there is news, it loads its new content and takes over what
// has changed. Scroll position, focus, open folds and inputs stay. `arena:loaded` tells other scripts.
"use strict";
(() => {
  const box = document.getElementById("live");
  const { live: phase, root } = document.body.dataset;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const AGAIN = 5000;
  let tag = null;
  let timer = 0;

  const concerns = (news) => (
    news.kind === "site" || (news.kind === "replay" ? phase === "*" && news.data.begins : true)
      && (phase === "*" || news.phase === phase)
  );

  function loadWithin(seconds) {
    timer ||= setTimeout(load, 1000 * seconds * Math.random());
  }

  async function load() {
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      timer = 0;
      if (answer.status === 404) location.reload();  // it is not shown any more
      if (!answer.ok) throw new Error(answer.status);
      if (answer.headers.get("etag") === tag) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      tag = answer.headers.get("etag");
      take(fresh);
    } catch {
      timer = setTimeout(load, AGAIN);
    }
  }

  function take(fresh) {
    const rows = new Map(Array.from(document.querySelectorAll("tr[id]"), (row) => [row, row.getBoundingClientRect().top]));
    const values = new Map(Array.from(document.querySelectorAll("td[data-value]"), (cell) => [cell, cell.dataset.value]));
    for (const part of ["main", "header nav"]) {
      const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
      if (old && now) takeOver(old, now);
    }
    document.title = fresh.title;
    document.dispatchEvent(new CustomEvent("arena:loaded"));
    if (isCalm.matches) return;
    for (const [row, top] of rows) {
      const moved = top - row.getBoundingClientRect().top;
      if (moved) row.animate([{ transform: `translateY(${moved}px)` }, {}], { duration: 700, easing: "ease" });
    }
    for (const [cell, value] of values) {
      if (cell.dataset.value !== value) cell.animate([{ backgroundColor: "var(--mark)" }, {}], 1500);
    }
  }

  const isAdded = (node) => node?.nodeType === Node.ELEMENT_NODE && "added" in node.dataset;  // by a script
  const past = (node) => {
    while (isAdded(node)) node = node.nextSibling;
    return node;
  };

  /** Make an element like another one. Children are the same if their ids are, or their places. */
  function takeOver(old, now) {
    if (old.isEqualNode(now)) return;
    for (const { name } of Array.from(old.attributes)) {
      if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    }
    for (const { name, value } of Array.from(now.attributes)) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const byId = new Map(Array.from(old.children).filter((each) => each.id).map((each) => [each.id, each]));
    let place = past(old.firstChild);
    for (const child of Array.from(now.childNodes)) {
      const same = child.id ? byId.get(child.id) : place?.nodeName === child.nodeName && !place.id ? place : null;
      if (!same) {
        old.insertBefore(document.importNode(child, true), place);
        continue;
      }
      if (same === place) place = past(place.nextSibling);
      else old.insertBefore(same, place);
      if (same.nodeType === Node.ELEMENT_NODE) takeOver(same, child);
      else if (same.data !== child.data) same.data = child.data;
    }
    while (place) {
      const next = past(place.nextSibling);
      place.remove();
      place = next;
    }
  }

  document.addEventListener("arena:state", ({ detail }) => {
    box.className = `live ${detail}`;
    box.querySelector(".said").textContent = box.dataset[detail];
  });
  document.addEventListener("arena:missed", ({ detail }) => loadWithin(detail.spread));
  document.addEventListener("arena:news", ({ detail }) => concerns(detail) && loadWithin(spread));
  let spread = 0;
  document.addEventListener("arena:missed", ({ detail }) => { spread = detail.spread; });
  openNews(root);
})();
