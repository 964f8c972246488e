"""Labels of matches in the language of the pages, and how many teams go on.

Schedules write the labels in English.
"""

from arena.guest.protocol.safe_text import plain
from arena.pages.words import Words

PARTS = {  # part of a label -> key of its text
    "final": "final",
    "third place": "third",
    "semi-final": "semi",
    "quarter-final": "quarter",
    "round": "round",
    "table": "table",
    "house bot": "house",
    "match": "match",
    "sudden death": "sudden",
    "odd game": "odd",
}
ROUNDS = {"16": "eighth", "32": "sixteenth"}  # teams in a round of a bracket -> key of its text


def match_label(words: Words, label: str) -> str:
    """A match's label. Unknown parts stay as they are."""
    return ", ".join(_part(words, part) for part in label.split(", "))


def going_on(words: Words, first: int, teams: int) -> str:
    """How many of these teams go on to another phase. 0 teams: nobody knows yet."""
    return (
        words("site.home.all_go_on") if 0 < teams <= first else words.count("site.home.top", first)
    )


def _part(words: Words, part: str) -> str:
    teams, _, match = part.removeprefix("round of ").partition(" match ")
    if match:
        if teams in ROUNDS:
            return words(f"site.label.{ROUNDS[teams]}", n=match)
        return words("site.label.of", n=teams, m=match)
    kind, _, number = part.rpartition(" ")
    if part in PARTS:
        return words(f"site.label.{PARTS[part]}", n="").strip()
    if kind in PARTS and number.isdecimal():
        return words(f"site.label.{PARTS[kind]}", n=number)
    return plain(part)
