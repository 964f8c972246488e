"""The projector page in a browser, without a server: a test puts a scene on stage and draws it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from support.browser import free_tab, new_tab

from arena.pages.site.show import show_files, show_page
from arena.pages.words import Words

SCREEN = {"width": 1920, "height": 1080}
ADDRESS = "http://show.example.org/show"
BEGIN = """body => {
  const stage = document.getElementById("stage");
  stage.dataset.kind = body.kind;
  const texts = JSON.parse(stage.dataset.texts);
  window.staged = SCENES[body.kind](body, texts, document.getElementById("scene"), {});
}"""
DRAW = "at => window.staged.draw(1000 * at, { comments: true, speed: 1 })"
# The elements of the scene that are larger than their box, or leave the safe area.
OUTSIDE = """() => {
  const safe = document.getElementById("scene").getBoundingClientRect();
  const out = box => box.left < safe.left - 1 || box.right > safe.right + 1
    || box.top < safe.top - 1 || box.bottom > safe.bottom + 1;
  return [...document.querySelectorAll("#scene *")].filter(it => {
    const box = it.getBoundingClientRect();
    return box.width && box.height && !it.closest("#table, bdi") && out(box);
  }).map(it => `${it.className || it.tagName}: ${it.textContent.slice(0, 40)}`);
}"""


class StagePage:
    def __init__(self, browser: Any, language: str = "en") -> None:
        words = Words(language)
        files = {f"/assets/{name}": text for name, text in show_files().items()}
        self._files: Mapping[str, str] = files | {"/show": show_page(words, "Cup")}
        self.said: list[str] = []
        self.tab = new_tab(browser, SCREEN)
        self.tab.route("**/*", self._answer)
        self.tab.on("pageerror", self._hear)
        self.tab.goto(ADDRESS)

    def begin(self, kind: str, shown: Mapping[str, Any], **more: Any) -> None:
        """Put a scene of this kind on stage."""
        body = {"id": "x", "kind": kind, "seconds": 10, "before": [], "shown": shown} | more
        self.tab.evaluate(BEGIN, msgspec.json.decode(msgspec.json.encode(body)))

    def draw(self, seconds: float) -> None:
        """Draw the moment so many seconds after its beginning."""
        self.tab.evaluate(DRAW, seconds)

    def outside(self) -> list[str]:
        """What has no room in the safe area."""
        found: list[str] = self.tab.evaluate(OUTSIDE)
        return found

    def close(self) -> None:
        self.tab.unroute("**/*")
        self.tab.remove_listener("pageerror", self._hear)
        free_tab(self.tab)

    def _hear(self, error: object) -> None:
        self.said.append(str(error))

    def _answer(self, route: Any) -> None:
        path = urlsplit(route.request.url).path
        if path not in self._files:
            route.fulfill(status=404)
            return
        kinds = {"js": "text/javascript", "css": "text/css"}
        kind = kinds.get(path.rpartition(".")[2], "text/html")
        route.fulfill(body=self._files[path], content_type=kind)
