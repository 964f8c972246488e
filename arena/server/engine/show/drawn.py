"""A game as the projector page draws it."""

from collections.abc import Sequence
from typing import Any

from arena.pages.site.data.scene import player_name
from arena.pages.viewer.frames import DrawnGame
from arena.pages.viewer.packing import PackedGames, Packer
from arena.pages.words import Words

Shown = dict[str, Any]


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
