// News from the server: one event stream while the tab is visible, or polling where no stream passes.
// It tells the other scripts by events of the document:
//   arena:news    something has happened: { kind, phase, data }
//   arena:missed  news may have been missed: load again within `spread` seconds
//   arena:state   "on", "polled" or "off"
"use strict";
const openNews = (root) => {
  const BUFFERED = 8000;    // a proxy that holds the first event back for so long holds back all
  const SILENT = 40000;     // the server gives a sign of life every 15 seconds
  const POLL = 5000;        // between two loads without a stream
  const AGAIN = 300000;     // until the stream is tried again
  const RETRY = 5000;
  const KINDS = ["site", "table", "game", "replay", "upload", "desk"];

  let source = null;
  let last = "";            // the id of the last event
  let heard = 0;
  const timers = new Set();

  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`arena:${name}`, { detail }));
  const later = (act, time) => timers.add(setTimeout(act, time));

  function stop() {
    source?.close();
    source = null;
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  function listen() {
    stop();
    heard = 0;
    source = new EventSource(`${root}events${last && `?after=${last}`}`);
    source.addEventListener("hello", (event) => {
      const { resumed, spread } = JSON.parse(event.data);
      hear(event);
      if (!resumed) tell("missed", { spread });
    });
    source.addEventListener("beat", hear);
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        hear(event);
        tell("news", { kind, ...JSON.parse(event.data) });
      });
    }
    source.addEventListener("error", () => {
      tell("state", "off");
      if (source.readyState === EventSource.CLOSED) {  // the answer was no stream
        stop();
        tell("missed", { spread: 0 });
        later(listen, RETRY);
      }
    });
    later(() => heard || poll(), BUFFERED);
    watch();
  }

  function hear(event) {
    heard = Date.now();
    last = event.lastEventId || last;
    tell("state", "on");
  }

  function watch() {
    later(() => (heard && Date.now() - heard > SILENT ? listen() : watch()), RETRY);
  }

  function poll() {
    stop();
    const again = () => {
      tell("state", "polled");
      tell("missed", { spread: 0 });
      later(again, POLL);
    };
    again();
    later(listen, AGAIN);
  }

  const follow = () => (document.hidden ? stop() : listen());
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && follow());
  follow();
};
