"""Tables: games of three or more sides, round after round with other opponents.

Every round all entrants are divided into tables. Entrants that have met least come together: each
seat goes to the entrant that has met the others at the table least. Then pairs of entrants change
seats as long as this reduces the number of repeated meetings. Neither chance nor the standings play
a part.

If the last table would not be full, some entrants rest: those that have rested least. So after any
round, the numbers of rests of two entrants differ by at most one. A rest gives no points, so
entrants must be ranked by their share and not by their sum. If there are fewer entrants than sides,
they share one table and hold its sides in turn.
"""

from collections.abc import Sequence
from itertools import combinations

from arena.schedule.match import Match, Schedule

Met = list[list[int]]  # how often two entrants have met


def tables(entrants: int, sides: int, rounds: int, games: int) -> Schedule:
    """This many rounds, each on new deals."""
    if entrants < 2:
        return
    met = [[0] * entrants for _ in range(entrants)]
    rested = [0] * entrants
    first = 0
    for number in range(1, rounds + 1):
        playing = _choose_players(rested, sides) if entrants > sides else list(range(entrants))
        groups = split(playing, sides, met)
        matches = [
            Match(f"round {number}, table {place}", tuple(group), first, games, sides)
            for place, group in enumerate(groups, start=1)
        ]
        yield matches
        for group in groups:
            for one, other in combinations(group, 2):
                met[one][other] += 1
                met[other][one] += 1
        first += matches[0].deals


def split(players: Sequence[int], sides: int, met: Met) -> list[list[int]]:
    """Divide the players into tables. Players who have met least often sit together."""
    free, groups = list(players), []
    while free:
        group = [free.pop(0)]
        while free and len(group) < sides:
            newcomer = _least_known(free, group, met)
            free.remove(newcomer)
            group.append(newcomer)
        groups.append(group)
    _change_seats(groups, met)
    return sorted(sorted(group) for group in groups)


def _choose_players(rested: list[int], sides: int) -> list[int]:
    """The players of this round. Those whose turn it is to rest are left out and counted."""
    entrants = range(len(rested))
    # Of entrants that have rested equally often, the one with the highest number comes first.
    upwards = sorted(entrants, key=lambda one: (rested[one], -one))
    resting = upwards[: len(rested) % sides]
    for one in resting:
        rested[one] += 1
    return [one for one in entrants if one not in resting]


def _earlier_meetings(one: int, group: Sequence[int], met: Met) -> int:
    """How often this player has met the others of the group."""
    known = met[one]
    return sum(
        known[other] ** 2 for other in group
    )  # squared: two meetings with two players are better than three with one


def _least_known(free: Sequence[int], group: Sequence[int], met: Met) -> int:
    for one in free:
        if not _earlier_meetings(one, group, met):
            return one
    return min(free, key=lambda one: _earlier_meetings(one, group, met))


def _change_seats(groups: list[list[int]], met: Met) -> None:
    """Two players at different tables change seats, as long as that helps."""
    changed = True
    while changed:
        changed = any(
            _move(group, seat, groups, met)
            for group in groups
            for seat, one in enumerate(group)
            if _earlier_meetings(one, group, met)
        )


def _move(group: list[int], seat: int, groups: Sequence[list[int]], met: Met) -> bool:
    """Change seats with the first player at another table if that helps. Did it change?"""
    one = group[seat]
    for there in groups:
        if there is group:
            continue
        for place, other in enumerate(there):
            before = _earlier_meetings(one, group, met) + _earlier_meetings(other, there, met)
            group[seat], there[place] = other, one
            if _earlier_meetings(other, group, met) + _earlier_meetings(one, there, met) < before:
                return True
            group[seat], there[place] = one, other
    return False
