"""A ladder: neighbours meet, and the winner stands above.

The rule: the entrants begin in the order of their seeds. A newcomer has the last number, so it
enters at the bottom. In odd rounds places 1 and 2 meet, 3 and 4, and so on; in even rounds 2 and 3,
4 and 5. The winner takes the upper of the two places. A tied match changes nothing. An entrant
without a neighbour in a round rests. If there are only two entrants, they meet every round.

`climb` computes the ladder after a round.
"""

from collections.abc import Iterable, Sequence

from arena.schedule.match import Match, MatchScore, Schedule


def ladder(entrants: int, rounds: int, games: int) -> Schedule:
    """The rounds of a ladder, each on new deals."""
    if entrants < 2:
        return
    order, first = list(range(entrants)), 0
    for number in range(1, rounds + 1):
        top = (number - 1) % 2 if entrants > 2 else 0
        matches = [
            Match(f"round {number}", (upper, lower), first, games)
            for upper, lower in zip(order[top::2], order[top + 1 :: 2], strict=False)
        ]
        order = climb(order, matches, (yield matches))
        first += matches[0].deals


def ladder_order(
    entrants: int, rounds: Sequence[Sequence[Match]], scores: Iterable[Iterable[MatchScore]]
) -> list[int]:
    """The entrants on the ladder after these rounds, the highest first."""
    order = list(range(entrants))
    for matches, played in zip(rounds, scores, strict=False):
        order = climb(order, matches, played)
    return order


def climb(
    order: Sequence[int], matches: Iterable[Match], scores: Iterable[MatchScore]
) -> list[int]:
    """The ladder after these matches, in each of which the upper of the two is named first."""
    after = list(order)
    for match, score in zip(matches, scores, strict=True):
        upper, lower = match.entrants
        if score.credit[1] > score.credit[0]:
            place = after.index(upper)
            after[place : place + 2] = lower, upper
    return after
