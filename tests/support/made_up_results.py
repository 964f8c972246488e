"""Made-up results for tests of shows: a knockout or a league, without a game being played."""

from pathlib import Path

from arena.replay.result import credit
from arena.schedule.bracket import Bracket
from arena.schedule.knockout import knockout
from arena.schedule.match import MatchScore, Schedule
from arena.schedule.round_robin import round_robin
from arena.show.results import GameResult, MatchResult, ShowResults
from arena.show.script import ShownPlace
from Game.core.stream import Stream

MOVES = 40


def results_of(
    schedule: Schedule, names: tuple[str, ...], tree: Bracket | None, seed: int
) -> ShowResults:
    """The results of this schedule, with random winners."""
    stream, matches = Stream(seed), []
    due = next(schedule, None)
    while due is not None:
        scores = []
        for match in due:
            entrants = tuple([names[one] for one in match.entrants])
            games = []
            for number, _ in enumerate(match.fixtures(), start=1):
                won = credit([(0, 1), (1, 0), (0, 0)][stream.below(3)])
                id = f"{len(matches):04x}{number:04x}"
                games.append(
                    GameResult(
                        id, len(matches), number, MOVES, entrants * 2, won, stream.below(9) / 8
                    )
                )
            matches.append(MatchResult(match.label, entrants, tuple(games)))
            total = [sum(game.credit[side] for game in games) for side in (0, 1)]
            scores.append(MatchScore(tuple(total), (0.0, 0.0)))
        try:
            due = schedule.send(scores)
        except StopIteration:
            due = None
    if tree is not None:
        places = [
            ShownPlace(each.first, each.last, tuple([names[one] for one in each.entrants]))
            for each in tree.places()
        ]
    else:
        places = [ShownPlace(place, place, (name,)) for place, name in enumerate(names, start=1)]
    return ShowResults(
        "Cup", "final", "The final", "brisca", {}, Path(), "ab" * 32, b"key", names,
        tuple(matches), tree, tuple(places),
    )  # fmt: skip


def made_up_knockout(
    entrants: int = 6, games: int = 6, seed: int = 1, name: str = "Team"
) -> ShowResults:
    names = tuple([f"{name} {number}" for number in range(entrants)])
    tree = Bracket(entrants, third_place=True)
    return results_of(knockout(tree, games, "pairs"), names, tree, seed)


def made_up_league(
    entrants: int = 4, games: int = 4, seed: int = 1, name: str = "Team"
) -> ShowResults:
    names = tuple([f"{name} {number}" for number in range(entrants)])
    return results_of(round_robin(entrants, 2, games), names, None, seed)
