"""Where people sit. A person sees the cards of one seat, so a person plays one seat of a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from arena.common.errors import ArenaError
from arena.schedule.fixtures import Fixture
from Game.core.game import Game


class People(NamedTuple):
    """The persons among the bots of a run, by their numbers, and the bot that partners them."""

    persons: frozenset[int] = frozenset()
    partner: int | None = None  # None: a copy of the bot on another side

    def seating(self, game: Game, sides: Sequence[int]) -> list[int]:
        """The bot in each seat, given the bot of each side.

        A person takes the first seat of the side, because the side has the name of its first seat.
        The partner takes the others.
        """
        seats = game.bot_of_each_seat(sides)
        for bot, places in zip(sides, game.sides, strict=True):
            if bot in self.persons:
                for seat in places[1:]:
                    seats[seat] = self._partner(bot, sides)
        return seats

    def _partner(self, person: int, sides: Sequence[int]) -> int:
        if self.partner is not None:
            return self.partner
        return next((bot for bot in sides if bot not in self.persons), person)

    def check(self, game: Game, bots: int) -> None:
        """Refuse a partner that no person needs, and a table that needs a partner without one."""
        has_partners = any(len(seats) > 1 for seats in game.sides)
        if self.partner is not None and not self.persons:
            raise ArenaError("--partner is for a person, and only bots play: leave out --partner")
        if self.partner is not None and not has_partners:
            raise ArenaError(f"In {game.title} nobody has a partner: leave out --partner")
        if self.partner is None and has_partners and len(self.persons) == bots:
            raise ArenaError("Only persons play, so say which bot partners them: --partner random")

    def one_side_each(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """The fixtures with each person on one side only. The bots share the other sides."""
        for fixture in fixtures:
            others = [bot for bot in fixture.sides if bot not in self.persons]
            spare, seen = cycle(dict.fromkeys(others)), set[int]()
            sides = []
            for bot in fixture.sides:
                sides.append(next(spare) if others and bot in seen else bot)
                seen |= {bot} & self.persons
            yield fixture._replace(sides=tuple(sides))


NO_PEOPLE = People()
