"""The plan of a show: which games are shown whole, which only count, in which order, how long.

A plan names things and knows no results. `scenes` makes the script from it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from arena.common.errors import ArenaError
from arena.show.interest import deciding_games, value
from arena.show.pages import bracket_pages, page_with, seconds_with, table_pages
from arena.show.results import GameResult, ShowResults
from arena.show.telling import seconds_of

TITLE, OPENING, GAME, COUNTER, TABLE, BRACKET, NEXT, END = (
    "title", "opening", "game", "counter", "table", "bracket", "next", "end",
)  # fmt: skip
SECONDS = {TITLE: 8, OPENING: 8, TABLE: 10, BRACKET: 10, NEXT: 6, END: 20}  # of its first page
COUNT = 2  # seconds of a counter before it moves
EACH, OF = 2, 5  # seconds for so many games that it counts
MOST_COUNT = 30  # seconds for all of them
FRAME = 3  # at most this part of the time is for counters, tables and openings
LATER = 150  # how much more interesting a game is in each later round


@dataclass
class PlannedScene:
    """A scene of the plan."""

    kind: str
    match: int = -1  # of an opening, a game, a counter, and of what comes next
    games: tuple[str, ...] = ()  # one of a game, several of a counter
    matches: tuple[int, ...] = ()  # that a table or a bracket counts without a scene
    seconds: int = field(default=0)

    def __post_init__(self) -> None:
        if not self.seconds:
            self.seconds = SECONDS.get(self.kind, 0) or counter_seconds(len(self.games))


def counter_seconds(games: int) -> int:
    return COUNT + min(MOST_COUNT, -(-games * EACH // OF))


def total_seconds(steps: Iterable[PlannedScene]) -> int:
    return sum([step.seconds for step in steps])


def make_plan(results: ShowResults, found: Mapping[str, int], minutes: int) -> list[PlannedScene]:
    """The plan that fills so many minutes, and never more.

    `found` has the interest of the games that can be shown whole. Most of the time is for them. If
    it is short, the first matches have no scenes of their own: the next table or bracket counts
    them.
    """
    limit = 60 * minutes
    order = match_order(results)

    def is_short(folded: int) -> bool:
        own = order[folded:]
        return total_seconds(lay_out(results, order, own, frozenset())) <= limit / FRAME

    # The last match has scenes of its own, also if they take more than that part.
    own = order[bisect_left(range(len(order) - 1), True, key=is_short) :]
    if total_seconds(lay_out(results, order, own, frozenset())) > limit:
        own = []
    least = total_seconds(lay_out(results, order, own, frozenset()))
    if least > limit:
        raise ArenaError(
            f"A show of {results.phase} takes at least {least} seconds: give it "
            f"--minutes {-(-least // 60)}"
        )
    whole: set[str] = set()
    for game in _wishes(results, found, own):
        steps = lay_out(results, order, own, frozenset(whole | {game.id}))
        if total_seconds(steps) <= limit:
            whole.add(game.id)
    return lay_out(results, order, own, frozenset(whole))


def match_order(results: ShowResults) -> list[int]:
    """The matches in the order of the show: round by round, the final at the very end."""
    numbers = range(len(results.matches))
    if results.bracket is None:
        return list(numbers)
    final = results.bracket.rounds[-1][0].label if results.bracket.rounds else ""

    def key(number: int) -> tuple[int, bool, str, int]:
        meeting = results.matches[number].meeting
        place, _ = results.meetings[meeting]
        rounds = [each.label for each in results.bracket.rounds[place]] if results.bracket else []
        return place, meeting == final, f"{rounds.index(meeting):06}", number

    return sorted(numbers, key=key)


def lay_out(
    results: ShowResults, order: Sequence[int], own: Sequence[int], whole: frozenset[str]
) -> list[PlannedScene]:
    """The steps, if these matches have scenes of their own, and these games are shown whole."""
    board = BRACKET if results.bracket is not None else TABLE
    steps = [PlannedScene(TITLE)]
    shown = set(own)
    folded = tuple([match for match in order if match not in shown])
    if folded:
        steps.append(PlannedScene(board, matches=folded, seconds=_board_seconds(results, None)))
    for place, match in enumerate(own):
        if place:
            steps.append(PlannedScene(NEXT, match))
        steps += [PlannedScene(OPENING, match), *_games(results, match, whole)]
        news = [match] if place or folded else None
        steps.append(PlannedScene(board, seconds=_board_seconds(results, news)))
    places = table_pages([name for place in results.places for name in place.names])
    steps.append(PlannedScene(END, seconds=seconds_with(len(places), SECONDS[END])))
    return steps


def _board_seconds(results: ShowResults, matches: Sequence[int] | None) -> int:
    """The time for a table, or for a bracket with the news of these matches; None: for all."""
    if results.bracket is None:
        return seconds_with(len(table_pages(results.teams)), SECONDS[TABLE])
    return seconds_with(len(pages_with_news(results, matches)), SECONDS[BRACKET])


def pages_with_news(results: ShowResults, matches: Sequence[int] | None) -> list[int]:
    """The pages of the bracket that show these matches, and the last one; None: all pages."""
    assert results.bracket is not None
    rounds = results.bracket.rounds
    pages = bracket_pages(rounds)
    if matches is None:
        return list(range(len(pages)))
    news = {len(pages) - 1}
    for match in matches:
        round, meeting = results.meetings[results.matches[match].meeting]
        place = next(n for n, each in enumerate(rounds[round]) if each is meeting)
        news.add(page_with(pages, round, place))
    return sorted(news)


def _games(results: ShowResults, match: int, whole: frozenset[str]) -> Iterator[PlannedScene]:
    games = results.matches[match].games
    for is_whole, some in groupby(games, key=lambda game: game.id in whole):
        if is_whole:
            for game in some:
                yield PlannedScene(GAME, match, (game.id,), seconds=seconds_of(game.moves))
        else:
            yield PlannedScene(COUNTER, match, tuple([game.id for game in some]))


def _wishes(
    results: ShowResults, found: Mapping[str, int], own: Sequence[int]
) -> Iterator[GameResult]:
    """The games in the order in which time is given to them.

    First the best game of each match, from the final backwards, then the best of all that are left.
    """
    values: dict[str, int] = {}
    best: list[GameResult] = []
    for number in own:
        match = results.matches[number]
        deciders = deciding_games(match)
        later = LATER * results.meetings[match.meeting][0] if results.bracket else 0
        games = [game for game in match.games if game.id in found]
        for game in games:
            values[game.id] = value(game, found[game.id], deciders) + later
        best += sorted(games, key=lambda game: (-values[game.id], game.number))[:1]
    yield from reversed(best)
    for id in sorted(values, key=lambda id: (-values[id], id)):
        if results.games[id] not in best:
            yield results.games[id]
