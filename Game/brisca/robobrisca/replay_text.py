"""The lines of RoboBrisca's replay text; `arena/replay/text48.py` describes and reads them."""

from collections.abc import Iterable, Mapping
from typing import Any


def compose(
    names: str,
    deal: Mapping[str, Any],
    moves: Iterable[tuple[int, str, float]],
    points: Iterable[float],
) -> str:
    """The text of a game: its line of names, its deal as `Brisca.write_deal` gives it, its moves
    with their rewards, and the points of the seats."""
    return "\n".join(
        (
            names,
            str(deal["first"]),
            _row(deal["deck"]),
            *(_row(hand) for hand in deal["hands"]),
            *(f"{seat} {card} {reward}" for seat, card, reward in moves),
            _row(f"{score:g}" for score in points),
        )
    )


def _row(words: Iterable[str]) -> str:
    return "".join(f"{word} " for word in words)
