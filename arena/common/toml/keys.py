"""The keys of a file of settings: the values that each one takes, and its default."""

from collections.abc import Callable
from typing import Any, NamedTuple

from arena.common.errors import ArenaError
from Game.core.options import nearest

REQUIRED = object()


class Key(NamedTuple):
    read: Callable[[Any], Any]  # converts the value, or raises an ArenaError
    default: Any = REQUIRED


def impossible(value: Any, take: str) -> ArenaError:
    """The error about a value. `take` says which values are possible."""
    return ArenaError(f"{value_text(value)} is not possible here: {take}")


def value_text(value: Any) -> str:
    """A value as text for a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**18:  # Python refuses to write very long ones
        return "such a large number"
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:60] + "...")
    return str(value)


def text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise impossible(value, "write a text in quotation marks")
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise impossible(value, "write true or false")
    return value


def whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise impossible(value, f"take a whole number from {low} to {high:,}")
        return value

    return read


def one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            word = value[:60] if isinstance(value, str) else ""
            raise impossible(value, nearest(word, list(words)).rstrip("."))
        return str(value)

    return read


def texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise impossible(value, 'write a list of texts, such as ["one", "two"]')
    return tuple(value)


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise impossible(
            value, "this name is for a table: write it in brackets on a line of its own"
        )
    return value
