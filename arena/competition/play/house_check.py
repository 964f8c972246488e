"""Finds house bots that do not work, before they spoil games."""

from arena.common.errors import ArenaError
from arena.competition.play.phase_state import PhaseState
from arena.replay.result import Result
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.host.packages import installed_packages
from arena.sandbox.levels import boxes_at, is_strange, levels_for

BROKEN = ("forfeit", "load")  # verdicts of a bot that plays no more by itself


class BrokenHouse(ArenaError):
    """A house bot does not work, and every team would win against it."""


def check_house(state: PhaseState, trusted: bool) -> None:
    """Refuse if a house bot of the phase cannot be loaded. Our own bots always can."""
    settings, game = state.competition.settings, state.competition.game
    for entrant, named in zip(state.house, state.phase.house, strict=True):
        if not is_strange(entrant.bot):
            continue
        [level] = levels_for(settings.isolation, [entrant.bot], trusted)
        boxes = boxes_at(level, installed_packages(settings.packages))
        terms = SeatTerms(settings.budget, True, installed_packages(settings.packages))
        try:
            BoxedSeat(boxes, entrant.bot, game, terms).name()
        except ArenaError as error:
            raise BrokenHouse(
                f"{entrant.name} of {state.phase.name} ({named.written}) cannot be loaded: "
                f"{error}\n{_advice(state)}"
            ) from None
        finally:
            boxes.close()


def check_result(state: PhaseState, result: Result) -> None:
    """Refuse to go on if a house bot has given up in this game."""
    house = {
        entrant.name: named.written
        for entrant, named in zip(state.house, state.phase.house, strict=True)
    }
    for name, effort in zip(result.who, result.efforts, strict=True):
        verdict = next((each for each in BROKEN if each in effort.faults), "")
        if verdict and name in house:
            raise BrokenHouse(
                f"{name} of {state.phase.name} ({house[name]}) does not play any more: its verdict "
                f"is {verdict!r}. The games so far are saved. {_advice(state)}"
            )


def _advice(state: PhaseState) -> str:
    where = f"{state.competition.path} {state.phase.name}"
    return (
        f"Repair the file, or name another bot in competition.toml. If the phase has begun, accept "
        f"the change: arena replace-house {where} --reason ... Then: arena run {where}"
    )
