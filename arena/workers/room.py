"""Plays the games of a run, one after the other. Each worker has one room."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from arena.common.errors import Unavailable
from arena.guest.protocol.levels import LEVELS
from arena.match.play import Audience, Busy, GameSecrets, Seat, play_game
from arena.match.run import Run
from arena.replay.record import Record, SpoiledAttempt
from arena.sandbox.isolation import Isolation
from arena.sandbox.timing.busy_machine import wait_for_a_core
from arena.sandbox.timing.cores import own_core
from arena.sandbox.wirelog import WireLine, WireLog
from arena.schedule.fixtures import Fixture

TRIES = 3  # attempts at a game if a box fails through no fault of the bot


class Room:
    """Keeps the seats of a match's bots until the next match."""

    def __init__(
        self,
        run: Run,
        log: WireLog | None = None,
        audience: Audience | None = None,
    ) -> None:
        self._run = run
        self._audience = audience
        self._log = log
        self._isolation = Isolation(run.terms.packages)
        self._match: frozenset[int] = frozenset()
        self._seats: dict[tuple[int, int], Seat] = {}
        self._table: list[tuple[str, Seat]] = []  # the seats of the last game, with their bots
        self._lines: dict[tuple[int, int], WireLine] = {}  # the logs of the same seats
        self._leaving = ExitStack()
        if any(LEVELS[level].is_boxed for level in run.levels):
            self._leaving.enter_context(own_core())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._isolation.close()
        self._leaving.close()

    def play(self, fixture: Fixture, secrets: GameSecrets | None = None) -> Record:
        """Play the game. If a box fails through no fault of the bot, the game is played again."""
        if self._log is not None:
            self._log.begin(fixture.deal)
        replays: list[SpoiledAttempt] = []
        tries = 0
        while True:
            try:
                return self._play(fixture, replays, secrets)
            except Busy as busy:
                replays.append(busy.replay)
                wait_for_a_core(busy.replay.reason)
            except Unavailable:
                tries += 1
                if tries == TRIES:
                    raise
                self._isolation.close()
                self._match = frozenset()

    def outputs(self) -> list[tuple[str, int, str]]:
        """The bot, the seat and the text of each bot that printed something in the last game."""
        texts = [(name, seat, player.output()) for seat, (name, player) in enumerate(self._table)]
        return [each for each in texts if each[2]]

    def _play(
        self, fixture: Fixture, replays: Sequence[SpoiledAttempt], secrets: GameSecrets | None
    ) -> Record:
        run = self._run
        if self._match != frozenset(fixture.sides):
            self._match = frozenset(fixture.sides)
            self._isolation.clear()
            self._seats.clear()
            self._lines.clear()
        seats: list[Seat] = []
        seated = run.people.seating(run.game, fixture.sides)
        for seat, bot in enumerate(seated):
            nth = seated[:seat].count(bot)  # how many seats before this one the same bot has
            if (bot, nth) not in self._seats:
                tap = None
                if self._log is not None:
                    self._lines[bot, nth] = line = WireLine(self._log, run.entries[bot].name)
                    tap = line.tap
                self._seats[bot, nth] = self._isolation.seat(
                    run.levels[bot],
                    run.bots[bot],
                    run.game,
                    run.terms.budget,
                    run.terms.clock and bot not in run.untimed,
                    tap,
                )
            if self._log is not None:
                self._lines[bot, nth].seat = seat
            seats.append(self._seats[bot, nth])
        self._table = [(run.entries[bot].name, seats[i]) for i, bot in enumerate(seated)]
        return play_game(
            run.setup, fixture.sides, seats, fixture.deal, self._audience, replays, secrets
        )
