"""Checks the plan of a show, which an organiser may have edited: the first mistake, as a sentence.

Each game is shown once, nothing is told too early, and the show is not longer than was asked for.
"""

from collections.abc import Sequence

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.show import plan
from arena.show.plan import PlannedScene, total_seconds
from arena.show.results import ShowResults

WITH_MATCH = (plan.OPENING, plan.GAME, plan.COUNTER, plan.NEXT)


def check_plan(results: ShowResults, steps: Sequence[PlannedScene], minutes: int) -> None:
    """Refuse a plan with a mistake."""
    for number, step in enumerate(steps, start=1):
        _check_step(results, step, f"Scene {number} ({step.kind})")
    _check_games(results, steps)
    _check_order(results, steps)
    _check_ends(results, steps)
    seconds = total_seconds(steps)
    if seconds > 60 * minutes:
        raise ArenaError(
            f"The scenes take {seconds:,} seconds, and the show has {60 * minutes:,}: let more "
            f"games only count, or give it more --minutes"
        )


def _check_step(results: ShowResults, step: PlannedScene, where: str) -> None:
    """Does everything exist that the scene names?"""
    boards = (plan.TABLE, plan.BRACKET)
    board = plan.BRACKET if results.bracket is not None else plan.TABLE
    if step.kind in boards and step.kind != board:
        raise ArenaError(f"{where}: this phase is shown with a {board}, so write kind {board}")
    named = [*step.matches, *([step.match] if step.kind in WITH_MATCH else [])]
    for match in named:
        if not 0 <= match < len(results.matches):
            last = len(results.matches) - 1
            raise ArenaError(f"{where}: there is no match {match}. The matches are 0 to {last}")
    for game in step.games:
        if game not in results.games:
            raise ArenaError(
                f"{where}: {results.phase} has no game {plain(game)!r:.40}. "
                f"Take the ids of the script that was made"
            )
        if results.games[game].match != step.match:
            label = results.matches[results.games[game].match].label
            raise ArenaError(
                f"{where}: the game {game} belongs to the match {label}: move it to a scene of "
                f"that match"
            )
    if step.kind in (plan.GAME, plan.COUNTER) and not step.games:
        raise ArenaError(f"{where}: it has no games. Name some, or remove the scene")


def _check_games(results: ShowResults, steps: Sequence[PlannedScene]) -> None:
    """Is each game shown once?"""
    seen: set[str] = set()
    for number, step in enumerate(steps, start=1):
        folded = [game.id for match in step.matches for game in results.matches[match].games]
        for game in (*step.games, *folded):
            if game in seen:
                raise ArenaError(
                    f"Scene {number} ({step.kind}): the game {game} is shown a second time. Remove "
                    f"it from one of the two scenes"
                )
            seen.add(game)
    missing = [game for game in results.games if game not in seen]
    if missing:
        played = results.games[missing[0]]
        label = results.matches[played.match].label
        raise ArenaError(
            f"The game {missing[0]} ({label}, game {played.number}) is in no scene, and "
            f"{len(missing) - 1:,} others are not: the scores would be wrong. Add it to a counter"
        )


def _check_order(results: ShowResults, steps: Sequence[PlannedScene]) -> None:
    """Does a match come only when the room knows who plays it?"""
    if results.bracket is None:
        return
    left = {
        number: {game.id for game in match.games} for number, match in enumerate(results.matches)
    }
    for number, step in enumerate(steps, start=1):
        for match in [*step.matches, *([step.match] if step.kind in WITH_MATCH else [])]:
            for early in needed_before(results, match):
                if left[early] and early not in step.matches:
                    raise ArenaError(
                        f"Scene {number} ({step.kind}): it names who plays in "
                        f"{results.matches[match].label}, before "
                        f"{results.matches[early].label} is over. Put it after that match"
                    )
        for game in step.games:
            left[step.match].discard(game)
        for match in step.matches:
            left[match].clear()


def needed_before(results: ShowResults, match: int) -> list[int]:
    """The matches that decide who plays in this one, and those that made its extra games
    necessary."""
    own = results.matches[match].meeting
    level, _ = results.meetings[own]
    return [
        number
        for number, each in enumerate(results.matches)
        if results.meetings[each.meeting][0] < level or (each.meeting == own and number < match)
    ]


def _check_ends(results: ShowResults, steps: Sequence[PlannedScene]) -> None:
    """Does the show end with the places?"""
    kinds = [step.kind for step in steps]
    if kinds.count(plan.END) != 1 or kinds[-1] != plan.END:
        raise ArenaError(
            "The scene with the final places (end) must be there once, as the last one: it tells "
            "who has won"
        )
