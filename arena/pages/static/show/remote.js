// The organiser's remote. Buttons say what shall be, never "the other one", so two remotes that press
// the same button together do it once.
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const box = get("remote");
  const texts = JSON.parse(box.dataset.texts);
  const AGAIN = 1000;
  const SURE = 6000;  // milliseconds in which the second press reveals
  let show = null;
  let offset = 0;
  let listed = "";    // the running order that the page shows
  let opened = "";    // the scene whose buttons are open
  let unsure = 0;
  let jumpTo = "";    // the scene at which the organiser has pressed once, over matches that nobody saw

  const pause = (time) => new Promise((done) => { setTimeout(done, time); });
  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  /** Ask the server for the show. An answer that a later question has overtaken is old news. */
  let questions = 0;
  let answered = 0;

  async function ask(path, more = {}) {
    const question = ++questions;
    const answer = await fetch(path, { cache: "no-store", headers: { Accept: "application/json" }, ...more });
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      throw new Error(page.querySelector("main p")?.textContent ?? String(answer.status));
    }
    const state = await answer.json();
    if (question < answered) return;
    answered = question;
    take(state);
  }

  async function press(command) {
    say("");
    try {
      await ask("/desk/show/do", { method: "POST", body: new URLSearchParams(command) });
    } catch (problem) {
      say(problem.message);
      ask("/desk/show/state").catch(() => {});
    }
  }

  function say(text) {
    get("problem").hidden = !text;
    get("problem").textContent = text;
  }

  function take(state) {
    offset = state.now - Date.now();  // the server writes its time when it answers
    show = state;
    box.hidden = !state.scene;
    if (state.scene) draw();
  }

  const scenes = () => show.cues.filter((cue) => cue.on);
  const here = () => scenes().findIndex((cue) => cue.id === show.scene.id);
  const neighbour = (steps) => scenes()[here() + steps];
  const isEnd = (cue) => cue?.kind === "end";
  const seconds = () => {
    const passed = show.playing ? Math.max(0, Date.now() + offset - show.scene.since) / 1000 : 0;
    return Math.min(show.scene.seconds, show.scene.at + passed * show.speed);
  };

  function draw() {
    const now = scenes()[here()];
    const next = neighbour(1);
    get("on").textContent = now.label;
    get("previous").disabled = !neighbour(-1);
    get("next").disabled = !next || (isEnd(next) && !show.revealed);
    get("then").textContent = next?.label ?? "\u2013";
    get("comments").checked = show.comments;
    for (const input of document.getElementsByName("speed")) input.checked = Number(input.value) === show.speed;
    get("reveal").disabled = show.revealed || show.revealing;
    if (show.revealed) get("reveal").textContent = texts.revealed;
    else if (show.revealing) get("reveal").textContent = texts.revealing;
    else if (!get("reveal").classList.contains("sure")) get("reveal").textContent = get("reveal-title").textContent;
    get("refused").hidden = !show.refused;
    get("why").textContent = show.refused;
    get("rehearsal").hidden = !show.rehearsal;
    get("reveal-note").hidden = show.rehearsal;  // it says that results become public
    tick();
    const order = JSON.stringify([show.cues, show.scene.id, opened, jumpTo]);
    if (order !== listed) list();
    listed = order;
  }

  function tick() {
    if (!show?.scene) return;
    const at = seconds();
    const isOver = at >= show.scene.seconds;
    const state = isOver ? "waits" : show.playing ? "on" : "paused";
    get("state").textContent = texts[state];
    get("state").parentElement.className = `now ${state}`;
    get("passed").style.transform = `scaleX(${at / show.scene.seconds})`;
    get("at").textContent = clock(at);
    get("of").textContent = clock(show.scene.seconds);
    const plays = show.playing && !isOver;
    get("play").setAttribute("aria-pressed", String(plays));
    get("play").querySelector("span").textContent = plays ? texts.pause : texts.play;
  }

  function element(tag, attributes = {}, ...children) {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
  }

  const button = (text, command) => {
    const made = element("button", { type: "button" }, text);
    made.addEventListener("click", () => press(command));
    return made;
  };

  /** The room has seen it, or sees it now. */
  const isPast = (cue) => show.cues.indexOf(cue) <= show.cues.findIndex((each) => each.id === show.scene.id);

  function acts(cue) {
    if (cue.kind === "game" && isPast(cue)) return [];
    if (cue.kind === "game" && !cue.on) return cue.whole ? [button(texts.whole, { do: "skip", to: cue.id, value: 0 })] : [];
    if (cue.kind === "game") {
      const games = scenes().filter((each) => each.kind === "game" && each.match === cue.match);
      const place = games.indexOf(cue);
      return [
        button(texts.count, { do: "skip", to: cue.id, value: 1 }),
        ...(place > 0 && !isPast(games[place - 1]) ? [button(texts.earlier, { do: "move", to: cue.id, value: place - 1 })] : []),
        ...(place < games.length - 1 ? [button(texts.later, { do: "move", to: cue.id, value: place + 1 })] : []),
      ];
    }
    if (["title", "counter", "end", "live"].includes(cue.kind)) return [];
    return [cue.on ? button(texts.leave_out, { do: "skip", to: cue.id, value: 1 }) : button(texts.take_in, { do: "skip", to: cue.id, value: 0 })];
  }

  /** Go to the scene. If that tells results that nobody has seen, a second press is needed. */
  function goTo(cue) {
    const isSure = jumpTo === cue.id;
    jumpTo = cue.over && !isSure ? cue.id : "";
    if (jumpTo) {
      setTimeout(() => {
        if (jumpTo !== cue.id) return;
        jumpTo = "";
        draw();
      }, SURE);
      draw();
    } else {
      press({ do: "go", to: cue.id, seen: show.scene.id, value: Number(isSure) });
    }
  }

  function list() {
    get("cues").replaceChildren(...show.cues.filter((cue) => cue.on || cue.whole || cue.kind !== "counter" && cue.kind !== "game").map((cue) => {
      const isHere = cue.id === show.scene.id;
      const time = cue.on ? clock(cue.seconds) : cue.kind === "game" ? texts.counted : "";
      const jump = element("button", { type: "button", className: "jump", disabled: !cue.on || (isEnd(cue) && !show.revealed) }, element("span", { className: "label" }, cue.label), element("time", {}, time));
      jump.addEventListener("click", () => goTo(cue));
      const row = element("div", { className: "row" }, jump);
      const line = element("li", { className: `${isHere ? "here" : ""} ${cue.on || cue.kind === "game" ? "" : "off"}` }, row);
      if (isHere) line.setAttribute("aria-current", "true");
      if (jumpTo === cue.id) line.append(element("p", { className: "said bad", role: "alert" }, texts.unseen));
      const some = acts(cue);
      if (some.length) {
        const more = element("button", { type: "button", className: "more", ariaLabel: `${cue.label}: \u2026`, ariaExpanded: String(opened === cue.id) }, "\u22ef");
        more.addEventListener("click", () => {
          opened = opened === cue.id ? "" : cue.id;
          draw();
        });
        row.append(more);
        if (opened === cue.id) line.append(element("div", { className: "acts" }, ...some));
      }
      return line;
    }));
  }

  get("play").addEventListener("click", (event) => {
    press({ do: event.currentTarget.getAttribute("aria-pressed") === "true" ? "pause" : "play" });
  });
  get("previous").addEventListener("click", () => press({ do: "go", to: neighbour(-1).id, seen: show.scene.id }));
  get("next").addEventListener("click", () => press({ do: "go", to: neighbour(1).id, seen: show.scene.id }));
  get("comments").addEventListener("change", (event) => press({ do: "comments", value: Number(event.target.checked) }));
  for (const input of document.getElementsByName("speed")) {
    input.addEventListener("change", () => press({ do: "speed", value: input.value }));
  }
  get("reveal").addEventListener("click", () => {
    const isSure = Date.now() < unsure;
    unsure = isSure ? 0 : Date.now() + SURE;
    if (isSure) press({ do: "reveal" });
    else get("reveal").textContent = show.rehearsal ? texts.sure_rehearsal : texts.sure;
    get("reveal").classList.toggle("sure", !isSure);
    if (!isSure) {
      setTimeout(() => {
        get("reveal").classList.remove("sure");
        draw();
      }, SURE);
    }
  });
  get("end-rehearsal").addEventListener("click", () => press({ do: "end-rehearsal" }));

  /** A scene that goes on by itself changes nothing on the server: ask when it should have. */
  let askAt = 0;
  setInterval(() => {
    tick();
    if (show?.scene && show.playing && seconds() >= show.scene.seconds && Date.now() > askAt) {
      askAt = Date.now() + AGAIN;
      ask("/desk/show/state").catch(() => {});
    }
  }, 250);

  (async () => {
    for (;;) {
      try {
        await ask(`/desk/show/state${show ? `?after=${show.tag}` : ""}`);
        if (!show.scene) await pause(AGAIN);
      } catch {
        get("state").textContent = texts.away;
        await pause(AGAIN);
      }
    }
  })();
})();
