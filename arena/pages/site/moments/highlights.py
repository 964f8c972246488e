"""The best moments of a phase, found in its games: each one leads to the replay of a game."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from arena.pages.site.data.digest import Digest
from arena.pages.site.data.facts import ShownPhase
from arena.pages.site.data.games import GameDigest, margins
from arena.pages.site.data.summary import Highlight
from arena.replay.result import WHOLE, credit_parts
from arena.schedule.knockout import is_extra

SHORTEST_RUN = 3  # games won in a row
LEAST_UPSET = 35.0  # of rating: the better team was expected to win at least 55 % of the games

Sums = dict[str, tuple[float, float]]  # entrant -> its credit and its margin


class Extreme(NamedTuple):
    """A team's game with the largest or the smallest margin."""

    margin: float
    match: int
    game: GameDigest


def highlights(phase: ShownPhase) -> list[Highlight]:
    """The moments of the teams. A kind that does not happen in the phase is left out."""
    teams = {team.name for team in phase.teams}
    candidates = [
        _closest(phase, teams),
        _comeback(phase.digest, teams),
        _deal(phase.digest, teams),
        _upset(phase, teams),
        _run(phase.digest, teams),
    ]
    return [each for each in candidates if each is not None]


def extremes(digest: Digest) -> dict[str, tuple[Extreme, Extreme]]:
    """Each player's best and worst game."""
    by_name: dict[str, tuple[Extreme, Extreme]] = {}
    for match, game in _games(digest):
        for name, margin in zip(game.names, margins(game), strict=True):
            this = Extreme(margin, match, game)
            best, worst = by_name.get(name, (this, this))
            by_name[name] = (
                this if margin > best.margin else best,
                this if margin < worst.margin else worst,
            )
    return by_name


def _games(digest: Digest) -> Iterator[tuple[int, GameDigest]]:
    for match, games in digest.games.items():
        for game in games:
            yield match, game


def _sums(games: Sequence[GameDigest]) -> Sums:
    """The credit and the margin of each entrant over these games."""
    parts: dict[str, int] = defaultdict(int)
    margin: dict[str, float] = defaultdict(float)
    for game in games:
        for name, part, more in zip(
            game.names, credit_parts(game.ranks), margins(game), strict=True
        ):
            parts[name] += part
            margin[name] += more
    return {name: (parts[name] / WHOLE, margin[name]) for name in parts}


def _others(names: Sequence[str], name: str) -> str:
    """The opponent, if there is only one."""
    others = dict.fromkeys(each for each in names if each != name)
    return next(iter(others)) if len(others) == 1 else ""


def _closest(phase: ShownPhase, teams: set[str]) -> Highlight | None:
    """The match between teams whose first two were nearest to each other.

    The extra games after a tie are no match of their own.
    """
    best: tuple[tuple[float, float], Highlight] | None = None
    for match, games in phase.digest.games.items():
        if is_extra(phase.matches[match].label):
            continue
        (first, (credit, margin)), (second, (less, behind)) = sorted(
            _sums(games).items(), key=lambda each: each[1], reverse=True
        )[:2]
        gap = ((credit - less) / len(games), abs(margin - behind) / len(games))
        if len(games) > 1 and {first, second} <= teams and (best is None or gap < best[0]):
            game = min(games, key=lambda each: max(margins(each)))
            best = gap, Highlight("closest", match, game.id, first, second, (credit, less))
    return best[1] if best else None


def _comeback(digest: Digest, teams: set[str]) -> Highlight | None:
    """The game whose winner was the most points behind."""
    best: Highlight | None = None
    for match, game in _games(digest):
        if game.comeback > (best.values[0] if best else 0):
            winner = game.names[game.ranks.index(0)]
            if winner in teams:
                loser = _others(game.names, winner)
                best = Highlight("comeback", match, game.id, winner, loser, (game.comeback,))
    return best


def _deal(digest: Digest, teams: set[str]) -> Highlight | None:
    """The deal on which a team had the most points more than the others."""
    best: Highlight | None = None
    for match, games in digest.games.items():
        by_deal: dict[int, list[GameDigest]] = defaultdict(list)
        for game in games:
            by_deal[game.deal].append(game)
        for deal, some in by_deal.items():
            for name, (_, margin) in _sums(some).items():
                if name in teams and margin > (best.values[0] if best else 0):
                    game = max(some, key=lambda each: _margin_of(each, name))
                    loser = _others(game.names, name)
                    best = Highlight("deal", match, game.id, name, loser, (margin, deal + 1))
    return best


def _margin_of(game: GameDigest, name: str) -> float:
    return max(more for each, more in zip(game.names, margins(game), strict=True) if each == name)


def _upset(phase: ShownPhase, teams: set[str]) -> Highlight | None:
    """The match that was won against the team whose rating is the most above the winner's."""
    ratings: Mapping[str, float] = {
        row.name: row.rating for row in phase.standings.rows if row.rating is not None
    }
    best: tuple[float, Highlight] | None = None
    for match, games in phase.digest.games.items():
        order = sorted(_sums(games).items(), key=lambda each: each[1][0], reverse=True)
        (winner, (credit, _)), (_, (second, _)) = order[:2]
        if credit == second or winner not in teams or winner not in ratings:
            continue
        for loser, (less, _) in order[1:]:
            surprise = ratings.get(loser, ratings[winner]) - ratings[winner]
            if surprise > (best[0] if best else LEAST_UPSET):
                game = max(games, key=lambda each: _margin_of(each, winner))
                values = (credit, less, ratings[winner], ratings[loser])
                best = surprise, Highlight("upset", match, game.id, winner, loser, values)
    return best[1] if best else None


def _run(digest: Digest, teams: set[str]) -> Highlight | None:
    """The most games that a team won one after the other."""
    best: Highlight | None = None
    lengths: dict[str, int] = defaultdict(int)
    for match, game in _games(digest):
        for name, rank in zip(game.names, game.ranks, strict=True):
            alone = rank == 0 and game.ranks.count(0) == 1
            lengths[name] = lengths[name] + 1 if alone else 0
            most = best.values[0] if best else SHORTEST_RUN - 1
            if lengths[name] > most and name in teams:
                loser = _others(game.names, name)
                best = Highlight("run", match, game.id, name, loser, (lengths[name],))
    return best
