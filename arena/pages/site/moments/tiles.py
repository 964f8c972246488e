"""The best moments of a phase as tiles: a heading, a sentence, and links to replay and match."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.pages.site.data.scene import display_name, player_name, replay_link
from arena.pages.site.data.summary import Highlight
from arena.pages.words import Words


@dataclass(frozen=True)
class Tile:
    title: str
    number: str  # in large letters
    text: str
    href: str  # of the replay


def tiles(moments: Sequence[Highlight], words: Words, to_phase: str = "") -> list[Tile]:
    """The tiles. `to_phase` is the way from the page to the folder of the phase."""
    return [_tile(moment, words, to_phase) for moment in moments]


def _tile(moment: Highlight, words: Words, to_phase: str) -> Tile:
    values = [words.short(value) for value in moment.values]
    number = (
        f"{values[0]}\u2009:\u2009{values[1]}"
        if moment.kind in ("closest", "upset")
        else (words.number(moment.values[0], sign=moment.kind == "deal"))
    )
    if moment.kind == "upset":
        values[2:] = [words.number(value) for value in moment.values[2:]]
    key = f"site.highlight.{moment.kind}.text"
    if moment.kind in ("comeback", "deal"):  # the sentence goes on after a number of points
        form = "one" if abs(moment.values[0]) == 1 else "many"
        key = f"site.highlight.{moment.kind}.text.{form}"
    winner, loser = display_name(moment.winner), player_name(words, moment.loser)
    against = words("site.highlight.against", name=loser) if loser else ""
    return Tile(
        words(f"site.highlight.{moment.kind}.title"),
        number,
        words(
            key,
            winner=winner,
            loser=loser,
            against=against,
            values=values,
        ),
        replay_link(moment.match, moment.game, to_phase),
    )
