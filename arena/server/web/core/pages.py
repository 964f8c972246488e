"""Renders the pages that web makes itself: sign-in, and the pages of teams."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.pages.site.data.scene import display_name
from arena.pages.site.render import Nav, Pages
from arena.pages.words import Words
from arena.server.facts import SiteFacts

# For the page itself, as the other pages have it. The header has the same, and forbids frames.
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)
NO_STORE = {"Cache-Control": "no-store"}
SEE_OTHER = 303  # after a form: fetch this page


@cache
def _words(language: str) -> Words:
    return Words(language)


def words_of(facts: SiteFacts) -> Words:
    return _words(facts.language)


def html(
    facts: SiteFacts,
    template: str,
    title: str,
    *,
    status: int = 200,
    nav: Sequence[Nav] = (),
    script: str = "",
    **shown: Any,
) -> Response:
    """The answer with this page, which nobody stores. `script` is a file of /assets."""
    pages = Pages(words_of(facts), display_name(facts.name))
    text = pages.page(
        f"area/{template}",
        title,
        "/",
        nav,
        f"assets/{script}" if script else "",
        POLICY,
        **shown,
    )
    return HTMLResponse(text, status, NO_STORE)


def go_to(request: Request, path: str) -> Response:
    """Fetch this page of the site next."""
    return RedirectResponse(path, SEE_OTHER, NO_STORE)
