"""Renders templates, with the head, the navigation and the security policy of every page."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.common.version import __version__
from arena.pages.words import Words

STYLE = "site.css"
LIVE = ("stream.js", "live.js", "follow.js")  # the scripts of pages that are kept up to date
# Of the leaderboard, of the first page, of the game on show, and of all live pages.
SCRIPTS = ("board.js", "home.js", "featured.js", *LIVE)
FEATURED = "live.html"  # in the folder of a phase: the page of the game that is being shown
EVERYWHERE = "*"  # in place of a phase: the page shows all phases
# Only the site's own files are allowed. `file:` is there because browsers disagree about the origin
# of a page that was opened from a folder.
POLICY = (
    "default-src 'none'; style-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; "
    "form-action 'none'"
)
ALLOWED_SCRIPT = "; script-src 'self' file:"
ALLOWED_NEWS = "; connect-src 'self'"


@dataclass(frozen=True)
class Nav:
    text: str
    href: str
    here: bool


@dataclass(frozen=True)
class PageFrame:
    """Everything around the content of a page."""

    language: str
    title: str
    competition: str
    root: str  # the way from the page to the folder of the first page
    nav: Sequence[Nav]
    policy: str
    scripts: Sequence[str]
    version: str
    live: str  # the phase of which the page shows results so far, or `EVERYWHERE`


class Pages:
    """Renders pages in one language."""

    def __init__(self, words: Words, competition: str) -> None:
        self.words = words
        self.competition = competition
        self._words = words.under("site")

    def page(
        self,
        template: str,
        title: str,
        root: str = "",
        nav: Sequence[Nav] = (),
        script: str = "",
        policy: str = POLICY,
        live: str = "",
        **shown: Any,
    ) -> str:
        """The page as HTML. With `live`, the server keeps it up to date."""
        scripts = ([script] if script else []) + (list(LIVE) if live else [])
        frame = PageFrame(
            self.words.language,
            title,
            self.competition,
            root,
            nav,
            policy + (ALLOWED_SCRIPT if scripts else "") + (ALLOWED_NEWS if live else ""),
            scripts,
            __version__,
            live,
        )
        return self.bare(template, frame=frame, **shown)

    def alone(
        self, template: str, title: str, styles: Sequence[str] = (STYLE,), **shown: Any
    ) -> str:
        """A page with its style inside. The policy allows the style by its hash."""
        style = "".join(map(asset, styles))
        hashed = b64encode(sha256(style.encode()).digest()).decode()
        policy = POLICY.replace("style-src 'self' file:", f"style-src 'sha256-{hashed}'")
        policy = policy.replace("img-src 'self' file: data:", "img-src data:")
        return self.page(template, title, policy=policy, style=Markup(style), **shown)  # ours

    def bare(self, template: str, **shown: Any) -> str:
        """The template alone, without a frame."""
        return _environment().get_template(template).render(t=self._words, **shown)


def asset(name: str) -> str:
    """A file that the pages share."""
    return files("arena.pages").joinpath("static", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("arena.pages", "templates/site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
