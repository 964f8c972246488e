"""Plays fixtures in this process, one after the other."""

from collections.abc import Generator, Iterable

from arena.replay.record import Record
from arena.run import Run
from arena.sandbox.inprocess import InProcessSeat
from arena.schedule.fixtures import Fixture
from arena.table import play_game
from Game.registry import observer


def play(run: Run, fixtures: Iterable[Fixture]) -> Generator[Record]:
    """The records of these fixtures, in their order."""
    watch = observer(run.game.name)
    chairs: dict[tuple[int, int], InProcessSeat] = {}
    for fixture in fixtures:
        seats = []
        for seat, bot in enumerate(run.game.seated(fixture.sides)):
            if (seat, bot) not in chairs:
                chairs[seat, bot] = InProcessSeat(
                    run.bots[bot], run.game, watch, run.terms.budget, run.terms.clock
                )
            seats.append(chairs[seat, bot])
        yield play_game(run.game, run.entries, fixture.sides, seats, fixture.deal, run.terms)
