"""The pairs of a Swiss round: neighbours in the table, and no rematch if it can be avoided.

`nearest` does it exactly: the first of the table meets the nearest opponent that leaves the others
with as few rematches as possible, then the first of the rest, and so on. So there is exactly one
right answer, and it does not depend on the matchings that the search tries.

Networkx finds the largest matching of players that have not met, but it is slow for a thousand
players. Two quick tests avoid most calls. If each player can still meet at least half of the
others, a perfect matching exists. And the pairs of an earlier call may still be enough.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

Met = Mapping[int, AbstractSet[int]]  # the players that each has met
Partners = dict[int, int]  # both ways


def nearest(order: Sequence[int], met: Met) -> list[tuple[int, int]]:
    """The pairs of the round. `order` is the table; it has an even number of players."""
    free, pairs = list(order), []
    rematches = least_rematches(free, met)
    partner: Partners = {}
    while free:
        first = free.pop(0)
        for other in free:
            left = rematches - (other in met[first])
            rest = [one for one in free if one != other]
            if left < 0:
                continue
            if _has_room(rest, met):
                break
            paired = len(rest) - 2 * left
            partners = _new_pairs(rest, met, partner, paired)
            if len(partners) == paired:
                partner = partners
                break
        pairs.append((first, other))
        free, rematches = rest, left
    return pairs


def least_rematches(players: Sequence[int], met: Met) -> int:
    """The fewest rematches with which all of these can be paired; they are an even number."""
    if _has_room(players, met):
        return 0
    return (len(players) - len(_new_pairs(players, met, {}, len(players)))) // 2


def _has_room(players: Sequence[int], met: Met) -> bool:
    """Can each meet at least half of all? Then all can be paired (Dirac's theorem)."""
    others = len(players) - 1
    return all(2 * (others - len(met[one])) > others for one in players)


def _new_pairs(players: Sequence[int], met: Met, before: Partners, enough: int) -> Partners:
    """Partners that have not met, for as many players as possible, or for `enough` of them.

    It begins with the pairs of `before`, as far as both are still there.
    """
    here = set(players)
    partner = {one: other for one, other in before.items() if one in here and other in here}
    for one in players:
        if one not in partner:
            new = (each for each in players if each not in partner and each not in met[one])
            other = next((each for each in new if each != one), None)
            if other is not None:
                partner[one], partner[other] = other, one
    if len(partner) >= enough:
        return partner

    import networkx as nx  # late: it takes time to load, and most tables do not need it

    graph = nx.Graph()
    graph.add_edges_from(
        (one, other) for one, other in combinations(players, 2) if other not in met[one]
    )
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return {one: other for pair in matching for one, other in (pair, reversed(pair))}
