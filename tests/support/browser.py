"""Chromium for tests that open pages, with a log of what a page fetches, prints and asks."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
OF_COLOURS = ("color-contrast", "link-in-text-block")  # the rules of axe-core that ask for colours
OF_NAMES = ("label-content-name-mismatch",)  # of WCAG 2.5.3; axe-core leaves it out by default
PICTURES = [(PHONE, "light"), (WIDE, "dark")]


def _missing(why: str) -> NoReturn:
    """Skip the test, or fail it in CI, where there must be a browser."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def program() -> str:
    """The path of Chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return found or _missing("there is no Chromium here")


@contextmanager
def chromium(*args: str) -> Iterator[Any]:
    """Start Chromium, with these arguments."""
    path = program()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *args])
        try:
            yield opened
        finally:
            opened.close()


def shots(otherwise: Path) -> Path:
    """The folder for pictures of pages, for a person: `make test` names Out/screenshots."""
    folder = Path(os.environ.get("ARENA_SHOTS") or otherwise)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


BLANK = "about:blank"
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce"}  # tests wait for animations


def keep_pictures(tab: Any, folder: Path, name: str) -> Iterator[Path]:
    """Save a picture of the page for each of `PICTURES`."""
    for viewport, scheme in PICTURES:
        tab.set_viewport_size(viewport)
        tab.emulate_media(color_scheme=scheme)
        picture = folder / f"{name}-{scheme}-{viewport['width']}.png"
        tab.screenshot(path=str(picture), full_page=True)
        yield picture


def new_tab(browser: Any, viewport: dict[str, int] | None = None, **media: str) -> Any:
    """Get a tab in the context of this browser: an empty tab that is free, or a new one.

    `browser.new_page` makes a context and a process for each tab. That takes longer than opening
    a page. Our pages keep nothing in the browser, so they may share a context, and one tab may
    show one after the other.
    """
    context = browser.contexts[0] if browser.contexts else browser.new_context()
    free = (tab for tab in context.pages if tab.url == BLANK)
    tab = next(free, None) or context.new_page()
    tab.set_viewport_size(viewport or WIDE)
    tab.emulate_media(**(MEDIA | media))
    return tab


def listening_tab(browser: Any, viewport: dict[str, int]) -> tuple[Any, list[str]]:
    """A tab, and what it says from now on: messages of the console, and errors."""
    tab, said = new_tab(browser, viewport), list[str]()
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    return tab, said


def free_tab(tab: Any) -> None:
    """Empty the tab for the next test."""
    tab.goto(BLANK)


class Watched:
    """A tab that records its console messages, its dialogs and the addresses that it fetches."""

    def __init__(self, browser: Any, **terms: Any) -> None:
        self.tab = new_tab(browser, **terms)
        self.said: list[str] = []
        self.fetched: list[str] = []
        self._listeners = {
            "console": lambda message: self.said.append(message.text),
            "pageerror": lambda error: self.said.append(str(error)),
            "dialog": self._dialog,
            "request": lambda request: self.fetched.append(request.url),
        }
        for event, listener in self._listeners.items():
            self.tab.on(event, listener)

    def open(self, path: Path, more: str = "") -> Any:
        """Open the file, as a double click does, and return the tab."""
        self.fetched.clear()
        self.tab.goto(path.as_uri() + more)
        return self.tab

    def close(self) -> None:
        """Leave the tab to the next test."""
        for event, listener in self._listeners.items():
            self.tab.remove_listener(event, listener)
        free_tab(self.tab)

    @property
    def beyond(self) -> list[str]:
        """The addresses that the tab has fetched besides the opened file."""
        urls = (url for url in self.fetched if not url.startswith("data:"))
        return [url for url in urls if url.split("#")[0].split("?")[0] != self._file]

    @property
    def _file(self) -> str:
        return str(self.tab.url).split("#")[0].split("?")[0]

    def _dialog(self, dialog: Any) -> None:
        self.said.append(dialog.message)
        dialog.dismiss()


@contextmanager
def opening(
    browser: Any, file: Path, ready: str = "html.ready, iframe", **usual: Any
) -> Iterator[Callable[..., Any]]:
    """Opens pages of the viewer, with the usual settings. The default page is `page`.

    `ready` selects what there is in a page that is ready; a page without a script has it at once.

    At the end they must have said nothing and fetched nothing.
    """
    watched: list[Watched] = []

    def open_it(more: str = "", path: Path = file, **terms: Any) -> Any:
        watched.append(Watched(browser, **{"reduced_motion": "reduce"} | usual | terms))
        tab = watched[-1].open(path, more)
        tab.wait_for_selector(ready)
        return tab

    yield open_it
    for each in watched:
        assert each.said == []
        assert each.beyond == []
        each.close()


@contextmanager
def staying_open(browser: Any, file: Path, **usual: Any) -> Iterator[Callable[[str], Any]]:
    """Opens a page of the viewer once, and goes from place to place in it, by the end of a link.

    A link sets the game, the position, the seat and the point of view. Tests that change anything
    else, like the speed, open a page of their own.
    """
    with opening(browser, file, **usual) as open_it:
        tab = open_it()

        def go(link: str = "") -> Any:
            tab.evaluate(
                """link => {
                  document.activeElement.blur();
                  history.replaceState(null, "", link);
                  followAddress();
                }""",
                link or "#",
            )
            return tab

        yield go


def findings(tab: Any, rules: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """The findings of axe-core and their places. With `rules`, only these are checked.

    Without, all are checked that axe-core checks by default, and `OF_NAMES`.
    """
    from axe_playwright_python.sync_playwright import Axe

    also = {name: {"enabled": True} for name in OF_NAMES}
    options: dict[str, Any] = {"resultTypes": ["violations"], "rules": also}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(tab, options=options).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
