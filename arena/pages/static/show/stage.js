// The stage: follows the state of the show on the server. The state says which scene is on, and how
// far it was at a moment of the server's clock. So the page finds its place again after a reload, and
// goes on to the end of its scene without a connection.
"use strict";
(() => {
  const stage = document.getElementById("stage");
  const place = document.getElementById("scene");
  const sign = document.getElementById("sign");
  const texts = JSON.parse(stage.dataset.texts);
  const token = location.hash.slice(1);
  const headers = token ? { Authorization: `Show ${token}` } : {};
  const LOOK = 40;       // milliseconds between two looks at the clock
  const LEAD = 900;      // milliseconds before the end of a scene at which the page asks for the next one
  const AGAIN = 1000;    // after a failed request
  const FADE = 350;
  const MISSED = 5000;   // without a connection for so long, a small sign is shown

  let show = null;       // the last state
  let offset = 0;        // of the server's clock
  let scene = null;      // that is drawn
  let drawn = "";        // its id
  let askAt = 0;         // when the page may ask for the next scene again
  let heard = Date.now();
  const loaded = new Map();  // id -> the answer, once it has come

  const pause = (time) => new Promise((done) => { setTimeout(done, time); });
  const now = () => Date.now() + offset;

  async function ask(path) {
    const answer = await fetch(path, { headers, cache: "no-store" });
    if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
    heard = Date.now();
    return { body: await answer.json() };
  }

  function take({ body }) {
    offset = body.now - Date.now();  // the server writes its time when it answers
    show = body;
    document.getElementById("rehearsal").hidden = !body.rehearsal;
    for (const each of [body.scene, body.next]) if (each) load(each.id);
  }

  async function load(id) {
    if (loaded.has(id)) return;
    loaded.set(id, null);
    try {
      loaded.set(id, (await ask(`/show/scenes/${id}`)).body);
    } catch {
      loaded.delete(id);
    }
  }

  /** Wait for commands for ever. */
  async function listen() {
    for (;;) {
      try {
        take(await ask(`/show/state${show ? `?after=${show.tag}` : ""}`));
        setSign("");
      } catch (problem) {
        if (problem.status === 404) setSign(texts.away);
        await pause(AGAIN);
      }
    }
  }

  const at = (timing) => {
    const passed = show.playing ? Math.max(0, now() - timing.since) * show.speed : 0;
    return Math.min(1000 * timing.seconds, 1000 * timing.at + passed);
  };

  function look() {
    if (Date.now() - heard > MISSED + 10000) setSign("\u2026");
    if (!show) return;
    if (!show.scene) {
      if (drawn !== "none") drawSoon();
      return;
    }
    let timing = show.scene;
    const left = show.playing ? (1000 * timing.seconds - at(timing)) / show.speed : Infinity;
    if (left <= 0 && show.next && loaded.get(show.next.id)) {
      // The next scene begins by itself, also if the server cannot be asked now.
      const ended = timing.since + (1000 * (timing.seconds - timing.at)) / show.speed;
      show = { ...show, scene: { ...show.next, at: 0, since: ended }, next: null };
      timing = show.scene;
    }
    if (left < LEAD && !show.next && Date.now() > askAt) {
      askAt = Date.now() + AGAIN / 2;
      ask("/show/state").then(take).catch(() => {});
    }
    if (left < LEAD && show.next && !loaded.has(show.next.id) && Date.now() > askAt) {
      askAt = Date.now() + AGAIN / 2;
      load(show.next.id);
    }
    const body = loaded.get(timing.id);
    if (drawn !== timing.id) {
      if (!body && Date.now() > askAt) {
        askAt = Date.now() + AGAIN / 2;
        load(timing.id);
      }
      if (!body || now() < timing.since) return;  // the scene before stays until this one begins
      begin(body);
    }
    scene.draw(at(timing), show);
  }

  function begin(body) {
    drawn = body.id;
    for (const id of loaded.keys()) if (id !== drawn && id !== show.next?.id) loaded.delete(id);
    stage.dataset.kind = body.kind;
    stage.dataset.scene = body.id;
    delete stage.dataset.ply;
    scene?.close?.();
    scene = SCENES[body.kind](body, texts, place, { ask, now });
    if (!STILL.matches) place.animate([{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  function drawSoon() {
    drawn = "none";
    stage.dataset.kind = "none";
    place.replaceChildren(soonPart(texts));
  }

  function setSign(text) {
    sign.hidden = !text;
    setText(sign, text);
  }

  addEventListener("keydown", (event) => {
    if (event.key === "f") document.documentElement.requestFullscreen?.();
  });
  addEventListener("hashchange", () => location.reload());
  setInterval(look, LOOK);
  listen();
})();
