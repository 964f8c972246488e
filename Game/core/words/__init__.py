"""The texts of games and pages in each language.

A package keeps its texts in a folder `words`: `en.toml`, `es.toml` and `nl.toml`, all with the same
keys. A key inside a table is written with a dot: `bid` in the table `[say]` is the key `say.bid`.
A text has a place in braces for each value that is filled in: `{0}`, `{seat}`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "es", "nl")
Texts = Mapping[str, str]  # key -> text


@cache
def read_words(package: str, language: str) -> Texts:
    """The texts in this language from the folder `words` of a package."""
    file = files(package).joinpath("words", f"{language}.toml")
    return dict(_flat(tomllib.loads(file.read_text("utf-8")), ""))


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
