"""The keys of competition.toml that only decide how the pages and the certificates look.

They may change at any time: no game depends on them.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.common.toml.keys import Key, impossible, text
from arena.common.toml.mistakes import Mistakes
from arena.competition.config.fields import title
from arena.guest.protocol.safe_text import plain, plain_lines

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
LARGEST_LOGO = 1_000_000  # bytes
LONGEST_ABOUT = 4000  # characters
LONGEST_ADDRESS = 300
MOST_SIGNATURES = 4


@dataclass(frozen=True)
class Presentation:
    about: str = ""  # the organiser's text; an empty line begins a new paragraph
    logo: str = ""  # a picture in the competition's folder
    contact: str = ""  # a mail address, or a line of text
    stream: str = ""  # the address of a broadcast
    place: str = ""  # on the certificates, as the following two
    date: datetime.date | None = None
    signatures: Sequence[str] = ()


def _paragraphs(value: Any) -> str:
    written = "\n".join(text(value).splitlines())
    if plain_lines(value) != written or len(value) > LONGEST_ABOUT:
        raise impossible(value, f"take plain text, at most {LONGEST_ABOUT:,} characters")
    return written.strip()


def _web_address(value: Any) -> str:
    usable = plain(text(value)) == value and len(value) <= LONGEST_ADDRESS and " " not in value
    if not usable or not value.startswith(("https://", "http://")):
        raise impossible(value, 'write the address of a page, such as "https://example.org/live"')
    return str(value)


def _picture(value: Any) -> str:
    path = Path(text(value))
    if path.suffix.lower() not in PICTURES or path.is_absolute() or ".." in path.parts:
        raise impossible(value, f"name a picture in this folder that ends in {', '.join(PICTURES)}")
    return str(value)


def _day(value: Any) -> datetime.date:
    if isinstance(value, datetime.datetime) or not isinstance(value, datetime.date):
        raise impossible(value, "write a day, such as 2026-06-12, unquoted and without a time")
    return value


def _signatures(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_SIGNATURES:
        raise impossible(value, f"list the names of at most {MOST_SIGNATURES} persons who sign")
    return tuple([title(name) for name in value])


SITE: Mapping[str, Key] = {
    "about": Key(_paragraphs, ""),
    "logo": Key(_picture, ""),
    "contact": Key(title, ""),
    "stream": Key(_web_address, ""),
}
CERTIFICATE: Mapping[str, Key] = {
    "place": Key(title, ""),
    "date": Key(_day, None),
    "signatures": Key(_signatures, ()),
}


def check_logo(mistakes: Mistakes, logo: str) -> None:
    """Report a logo that is missing or too large."""
    path = mistakes.path.parent / logo
    if logo and not path.is_file():
        mistakes.add(("logo",), f"there is no file {path}: copy the picture there")
    elif logo and path.stat().st_size > LARGEST_LOGO:
        mistakes.add(("logo",), f"{path} is larger than 1 MB: take a smaller picture")
