"""The place of each choice in its trick: 0 for the leader, 1 for the next player, and so on.

If a game has a picture, the picture shows the trick. In other games only the turns are known. Such
a game counts as a game of tricks if its choices go round the table again and again, in the order of
the seats, and if the seat that begins changes. In a described game, only the choices at one place
of its text must do so: the place with the most choices. The others may be bids, for example, or
cards that are passed on.
"""

from collections import Counter
from collections.abc import Sequence

from Game.core.game import Game
from Game.core.picture import TRICK
from Game.core.state import State

TrickPlace = tuple[int, int]  # the trick in the game, the card in the trick, both from 0


class TrickTable:
    """Counts the cards in the tricks of a game. `drawn` is False if its picture has no tricks."""

    def __init__(self, game: Game) -> None:
        self._picture = game.picture()
        zones = self._picture.zones if self._picture is not None else ()
        self._tricks = [number for number, zone in enumerate(zones) if zone.kind == TRICK]
        self.drawn = bool(self._tricks)

    def trick_length(self, state: State) -> int:
        """How many cards lie in the trick."""
        assert self._picture is not None
        cards = self._picture.position(state).cards
        return sum([len(cards[zone]) for zone in self._tricks])


def by_choices(
    turns: Sequence[int], choices: Sequence[int], seats: int
) -> tuple[list[TrickPlace | None], bool] | None:
    """The places in the tricks, and whether the lead moves; None if there can be no tricks.

    A choice that belongs to no trick has the place None.
    """
    most = Counter(choices).most_common(1)[0][0] if choices else 0
    for among in ([i for i, one in enumerate(choices) if one == most], range(len(turns))):
        chosen = [turns[i] for i in among]
        places = by_turns(chosen, seats)
        if places is not None:
            in_tricks: list[TrickPlace | None] = [None] * len(turns)
            for i, place in zip(among, places, strict=True):
                in_tricks[i] = place
            return in_tricks, lead_moves(chosen, seats)
    return None


def by_turns(turns: Sequence[int], seats: int) -> list[TrickPlace] | None:
    """The places in the tricks, known from the turns; None if there can be no tricks."""
    if seats < 2 or not turns or len(turns) % seats:
        return None
    for start in range(0, len(turns), seats):
        leader = turns[start]
        around = turns[start : start + seats]
        if all(seat == (leader + i) % seats for i, seat in enumerate(around)):
            continue
        if all(seat == (leader - i) % seats for i, seat in enumerate(around)):
            continue
        return None
    return [divmod(i, seats) for i in range(len(turns))]


def lead_moves(turns: Sequence[int], seats: int) -> bool:
    """Do different seats begin the rounds?"""
    leaders = turns[::seats]
    return any(leader != leaders[0] for leader in leaders)
