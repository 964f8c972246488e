"""The viewer's pages: one that stands alone, to be mailed, and one for all games of a phase.

A page that stands alone has data, drawings, style and script inside. Its security policy allows
its style and its script by their hashes. The page of a phase has only the drawings inside. Its
style and script are files that the whole site shares, and each match has a file of games, which
the page loads when a reader opens the match. Its policy allows the files of the site.

So a browser runs nothing else, even if the name of a bot contains a script.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from arena.common.errors import ArenaError
from arena.pages.viewer.frames import play_record
from arena.pages.viewer.packing import PackedGames, Packer, encode
from arena.pages.words import Words
from arena.replay.record import Record

SCRIPTS = (  # in this order
    "frames.js", "table.js", "parts.js", "panels.js", "thoughts.js", "source.js", "messages.js",
    "worlds.js", "kripke.js", "chart.js", "tabs.js", "files.js", "controls.js",
)  # fmt: skip
STYLES = (
    "viewer.css", "parts.css", "thoughts.css", "source.css", "cards.css", "messages.css",
    "kripke.css",
)  # fmt: skip

STYLE, SCRIPT = "viewer.css", "viewer.js"  # in a site

HELPS = (  # keys of the keyboard, some by their names in [viewer.key], and the text about them
    (("{space}",), "help_play"),
    (("{shift} {space}",), "help_next"),
    (("←", "→"), "help_step"),
    (("{shift} ←", "{shift} →"), "help_trick"),
    (("{home}", "{end}"), "help_ends"),
    (("+", "-"), "help_speed"),
    (("f",), "help_seat"),
    (("h",), "help_hidden"),
    (("p", "n"), "help_game"),
    (("k",), "help_kripke"),
    (("?",), "help_help"),
)

LABELS = (  # the word of the page or the sign, and the key of the text about it
    ("verdict", "", "verdict"),
    ("time", "", "time"),
    ("cpu", "", "cpu"),
    ("reward", "", "reward"),
    ("view", "", "views"),
    ("", "\u25c6", "lead"),
    ("", "\u2502", "tick"),
    ("", "\u25bc", "fault"),
)


def page(
    records: Iterable[Record], language: str = "en", *, title: str = "", embedded: bool = False
) -> str:
    """A page that shows these games. An embedded page shows the table alone.

    The records are played again, and a record that breaks the rules raises a `Disagreement`.
    """
    words = Words(language)
    packer, games = Packer(words), PackedGames()
    for number, record in enumerate(records, start=1):
        packer.add(play_record(record), games, number)
    if not games:
        raise ArenaError("There is no game to be shown: give at least one record.")
    script, style = _text(SCRIPTS), _text(STYLES)
    policy = f"script-src {_hash(script)}; style-src {_hash(style)}"
    return _render(
        packer,
        policy,
        packer.shared_data() | games.data(),
        title=title or packer.title(games),
        embedded=embedded,
        script=script,
        style=style,
    )


@dataclass(frozen=True)
class SiteFrame:
    """What the page of a phase needs besides the games."""

    title: str
    root: str  # the way to the folder with the shared style and script
    links: Sequence[tuple[str, str]]  # the way back: text and address
    match: str  # the address of the list of matches
    scripts: Sequence[str] = ()  # besides the shared one, in the same folder


def phase_page(packer: Packer, files: Sequence[int], matches: int, frame: SiteFrame) -> str:
    """The page that shows the games of a phase. `files` has the first match of each file."""
    policy = "script-src 'self' file:; style-src 'self' file:"
    data = packer.shared_data() | {"files": files, "matches": matches, "said": [], "games": []}
    return _render(packer, policy, data, title=frame.title, embedded=False, site=frame)


def featured_page(
    packer: Packer, games: PackedGames, frame: SiteFrame, featured: Mapping[str, Any]
) -> str:
    """The page of the game that is being shown. `featured` says since when, and how fast.

    Its links lead to the page of the phase, because another game will take its place.
    """
    policy = "script-src 'self'; style-src 'self'; connect-src 'self'"
    data = packer.shared_data() | games.data() | {"featured": featured, "page": "replays.html"}
    return _render(packer, policy, data, title=frame.title, embedded=False, site=frame)


def games_file(number: int, games: PackedGames) -> str:
    """The file with these games: a script for `static/files.js`."""
    return f'takeGames({number}, "{encode(games.data())}");\n'


def viewer_files() -> Mapping[str, str]:
    """The style and the script that the pages of all phases share: name -> content."""
    return {STYLE: _text(STYLES), SCRIPT: _text(SCRIPTS)}


def _render(packer: Packer, policy: str, data: Mapping[str, Any], **shown: Any) -> str:
    """Fill in the template. The policy has the sources of script and style."""
    keys = packer.words.under("viewer.key")
    return _template().render(
        words=packer.words,
        policy=f"default-src 'none'; {policy}; img-src data:; base-uri 'none'; form-action 'none'",
        helps=[([key.format_map(keys) for key in each], text) for each, text in HELPS],
        labels=[(packer.words(f"viewer.{of}") if of else sign, key) for of, sign, key in LABELS],
        symbols=packer.symbols(),
        data=encode(data),
        shared=(STYLE, SCRIPT),
        **{"site": None} | shown,
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("arena.pages.viewer"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("viewer.html")


@cache
def _text(names: tuple[str, ...]) -> str:
    """The text of these static files, joined."""
    folder = files("arena.pages.viewer").joinpath("static")
    return "\n".join(folder.joinpath(name).read_text("utf-8") for name in names)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
