"""Games and brackets as the projector page draws them."""

from collections.abc import Sequence
from typing import Any

from arena.pages.site.data.scene import player_name
from arena.pages.viewer.frames import DrawnGame
from arena.pages.viewer.packing import PackedGames, Packer
from arena.pages.words import Words
from arena.show.pages import bracket_pages
from arena.show.script import WHOLE

Shown = dict[str, Any]
Chances = Sequence[int]  # of each side, in parts of `WHOLE`


def on_pages(rounds: Sequence[Sequence[Shown]]) -> list[list[Sequence[Shown]]]:
    """The pages of a bracket with these meetings: page -> column -> meetings."""
    pages = bracket_pages(rounds)
    return [[rounds[part.round][part.first : part.end] for part in page] for page in pages]


def drawn_curves(
    words: Words, seen: Sequence[Chances] | None, known: Sequence[Chances]
) -> list[Shown]:
    """The curve of those who see all cards, if the room may see it, and that of the table."""
    curves = [("open", seen), ("table", known)]
    return [
        {
            "name": words(f"site.show.seen_{name}"),
            "chances": [[chance / WHOLE for chance in row] for row in chances],
        }
        for name, chances in curves
        if chances
    ]


def drawn_game(
    words: Words, phase: str, drawn: DrawnGame, number: int, names: Sequence[str]
) -> Shown:
    """The game with the drawings of its cards. `names` has the entrants of its match."""
    packer, games = Packer(words, phase), PackedGames()
    packer.add(drawn, games, number)
    record = drawn.record
    return {
        "names": [player_name(words, name) for name in names],
        "number": words("site.show.game", n=number),
        "sides": [list(names).index(record.name(side[0])) for side in record.sides],
        "data": packer.shared_data() | games.data(),
        "symbols": packer.symbols(),
    }
