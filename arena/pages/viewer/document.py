"""The viewer's page: data, drawings, style and script in one file.

The security policy of the page allows its style and its script by their hashes. So a browser runs
nothing else, even if the name of a bot contains a script.
"""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from arena.common.errors import ArenaError
from arena.pages.viewer.frames import play_record
from arena.pages.viewer.packing import Packer
from arena.pages.words import Words
from arena.replay.record import Record

SCRIPTS = (  # in this order
    "frames.js", "table.js", "parts.js", "panels.js", "thoughts.js", "source.js", "messages.js",
    "worlds.js", "kripke.js", "chart.js", "controls.js",
)  # fmt: skip
STYLES = (
    "viewer.css", "parts.css", "thoughts.css", "source.css", "cards.css", "messages.css",
    "kripke.css",
)  # fmt: skip

HELPS = (  # keys of the keyboard, and the key of the text about them
    (("Space",), "help_play"),
    (("←", "→"), "help_step"),
    (("Shift ←", "Shift →"), "help_trick"),
    (("Home", "End"), "help_ends"),
    (("+", "-"), "help_speed"),
    (("f",), "help_seat"),
    (("h",), "help_hidden"),
    (("p", "n"), "help_game"),
    (("k",), "help_kripke"),
    (("?",), "help_help"),
)


def page(
    records: Iterable[Record], language: str = "en", *, title: str = "", embedded: bool = False
) -> str:
    """A page that shows these games. An embedded page shows the table alone.

    The records are played again, and a record that breaks the rules raises a `Disagreement`.
    """
    words = Words(language)
    packer = Packer(words)
    for record in records:
        packer.add(play_record(record))
    if not packer.games:
        raise ArenaError("There is no game to be shown: give at least one record.")
    script, style = _text(SCRIPTS), _text(STYLES)
    return _template().render(
        title=title or packer.title(),
        embedded=embedded,
        words=words,
        policy="; ".join(
            (
                "default-src 'none'",
                f"script-src {_hash(script)}",
                f"style-src {_hash(style)}",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            )
        ),
        helps=HELPS,
        script=script,
        style=style,
        symbols=packer.symbols(),
        data=b64encode(packer.data()).decode(),
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
