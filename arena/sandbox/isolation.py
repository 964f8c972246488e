"""Makes the seats of a run, starts the fork servers that they need, and closes all at the end."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Self

from arena.bots.bot import Bot, check_plays, load, load_sentence
from arena.common.errors import ArenaError, BotError
from arena.guest.protocol.levels import LEVELS
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.boxes.channels import HostChannel
from arena.sandbox.boxes.fork_server import Boxes
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.inprocess import InProcessSeat
from arena.sandbox.levels import boxes_at
from arena.sandbox.timing.cores import partners_share_a_core
from Game.core.game import Game


class Isolation:
    """Makes seats at any level. The first seat at a level starts its fork server."""

    def __init__(self, packages: Sequence[str] = ALLOWED) -> None:
        self._packages = tuple(packages)
        self._seats = ExitStack()
        self._at_table: list[BoxedSeat] = []
        self._names: list[str] = []  # of the bots at the table
        self._fork_servers: dict[tuple[str, int], Boxes] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def clear(self) -> None:
        """Close all seats. The next match gets new ones."""
        self._seats.close()
        self._at_table.clear()
        self._names.clear()

    def close(self) -> None:
        self.clear()
        for fork_server in self._fork_servers.values():
            fork_server.close()
        self._fork_servers.clear()

    def seat(
        self,
        level: str,
        bot: Bot,
        game: Game,
        budget: float,
        clock: bool,
        tap: Callable[[HostChannel], HostChannel] | None = None,
    ) -> InProcessSeat | BoxedSeat:
        """A seat for a match. A `tap` wraps its channel, for a log of the messages."""
        if not LEVELS[level].is_boxed:
            return InProcessSeat(bot, game, budget, clock)
        boxes, others = self._fork_server(level, self._family(bot, game)), self._at_table
        stops = self._shares_core_with_partner(level, bot, game)
        terms = SeatTerms(budget, clock, self._packages, stops)
        seat = BoxedSeat(boxes, bot, game, terms, others, tap)
        others.append(seat)
        self._names.append(bot.spec)
        self._seats.callback(seat.close)
        return seat

    def with_name(self, level: str, bot: Bot, game: Game) -> Bot:
        """The bot with its own name, which a seat at its isolation level asks for."""
        check_plays(bot, game.name)
        if bot.name:
            return bot
        if not LEVELS[level].is_boxed:
            return load(bot.spec, game.name)
        terms = SeatTerms(1.0, True, self._packages)
        seat = BoxedSeat(self._fork_server(level), bot, game, terms)
        try:
            return replace(bot, name=seat.name())
        except ArenaError as error:
            raise BotError(load_sentence(bot, str(error))) from None
        finally:
            seat.close()

    def _shares_core_with_partner(self, level: str, bot: Bot, game: Game) -> bool:
        """Could the bot send signals to its partner by computing while the partner thinks?

        At levels that do not isolate partners anyway, it does not matter.
        """
        has_partner = max(map(len, game.sides)) > 1
        return (
            LEVELS[level].filters_calls and bot.is_file and has_partner and partners_share_a_core()
        )

    def _family(self, bot: Bot, game: Game) -> int:
        """The number of the fork server for a bot's box. Partners get different numbers.

        Processes that are forked from one process share its memory until they write to it. Through
        the processor's cache, one bot could notice which part of it another bot has just used.
        House bots do not try this, so they share a fork server.
        """
        if not bot.is_file:
            return 0
        before = sum(name == bot.spec for name in self._names)
        return before % max(map(len, game.sides))

    def _fork_server(self, level: str, family: int = 0) -> Boxes:
        if not LEVELS[level].separates_partners:
            family = 0
        if (level, family) not in self._fork_servers:
            self._fork_servers[level, family] = boxes_at(level, self._packages, family)
        return self._fork_servers[level, family]
