"""Finds house bots that do not work, before they spoil games."""

from arena.common.errors import ArenaError
from arena.competition.config.house import is_house_name
from arena.competition.play.phase_state import PhaseState
from arena.replay.result import Result
from arena.sandbox.box_seat import BoxedSeat
from arena.sandbox.host.packages import installed_packages
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import is_strange, levels_for

BROKEN = ("forfeit", "load")  # verdicts of a bot that does not play any more


class BrokenHouse(ArenaError):
    """A house bot does not work, and every team would win against it."""


def check_house(state: PhaseState, trusted: bool) -> None:
    """Refuse if a house bot of the phase cannot be loaded. Our own bots always can."""
    settings, game = state.competition.settings, state.competition.game
    with Isolation(installed_packages(settings.packages)) as place:
        for entrant, named in zip(state.house, state.phase.house, strict=True):
            if not is_strange(entrant.bot):
                continue
            [level] = levels_for(settings.isolation, [entrant.bot], trusted)
            seat = place.seat(level, entrant.bot, game, settings.budget, clock=True)
            assert isinstance(seat, BoxedSeat)
            try:
                seat.name()
            except ArenaError as error:
                raise BrokenHouse(
                    f"{entrant.name} of {state.phase.name} ({named.written}) cannot be loaded: "
                    f"{str(error).splitlines()[0].rstrip('.')}. {_advice(state)}"
                ) from None


def check_result(state: PhaseState, result: Result) -> None:
    """Refuse to go on if a house bot has given up in this game."""
    for name, effort in zip(result.who, result.efforts, strict=True):
        verdict = next((each for each in BROKEN if each in effort.faults), "")
        if verdict and is_house_name(name):
            names = [entrant.name for entrant in state.house]
            written = state.phase.house[names.index(name)].written
            raise BrokenHouse(
                f"{name} of {state.phase.name} ({written}) does not play any more: its verdict "
                f"is {verdict!r}. The games so far are saved. {_advice(state)}"
            )


def _advice(state: PhaseState) -> str:
    where = f"{state.competition.path} {state.phase.name}"
    return (
        f"Repair the file, or name another bot in competition.toml. If the phase has begun, accept "
        f"the change: arena replace-house {where} --reason ... Then: arena run {where}"
    )
