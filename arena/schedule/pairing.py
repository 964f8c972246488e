"""Who of a table meets whom: neighbours, and nobody twice if it can be avoided.

`nearest` does it exactly: the first of the table meets the nearest opponent that leaves the others
with no more rematches than there must be, then the first of the rest, and so on. What there must be
is found by matching as many as possible of those who have not met (Edmonds' blossom algorithm);
the ones left over cannot do without a rematch.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

Met = Mapping[int, AbstractSet[int]]  # whom each has met


def nearest(order: Sequence[int], met: Met) -> list[tuple[int, int]]:
    """All of them in pairs. `order` is the table, of an even number."""
    free, pairs = list(order), []
    partner = most_pairs(free, met)
    rematches = len(free) - len(partner)  # of both players, so twice as many as there are matches
    while free:
        first = free.pop(0)
        for other in free:
            again = 2 * (other in met[first])
            if again > rematches:
                continue  # spares the search: it would be one too many
            rest = [one for one in free if one != other]
            kept = most_pairs(rest, met, _without(first, other, partner))
            if len(rest) - len(kept) + again == rematches:
                break
        pairs.append((first, other))
        free, partner, rematches = rest, kept, rematches - again
    return pairs


def least_rematches(players: Sequence[int], met: Met) -> int:
    """How many matches cannot but be rematches when these are paired."""
    return (len(players) - len(most_pairs(players, met))) // 2


def most_pairs(
    players: Sequence[int], met: Met, partner: Mapping[int, int] | None = None
) -> dict[int, int]:
    """The partner of each, in as many pairs of those who have not met as there can be.

    It goes on from the pairs in `partner`, which need not stay, but their players stay paired.
    """
    found = dict(partner or {})
    for one in players:
        if one not in found:
            _pair_directly(one, players, met, found)
    for one in players:
        if one not in found:
            _Search(one, players, met, found).run()
    return found


def _without(one: int, other: int, partner: Mapping[int, int]) -> dict[int, int]:
    """The pairs that neither is in."""
    kept = dict(partner)
    for gone in (one, other):
        if gone in kept:
            del kept[kept.pop(gone)]
    return kept


def _pair_directly(one: int, players: Sequence[int], met: Met, partner: dict[int, int]) -> None:
    """With the first who is free as well; this settles nearly all."""
    for other in players:
        if other not in partner and other != one and other not in met[one]:
            partner[one], partner[other] = other, one
            return


class _Search:
    """Pairs one more player, by changing the partners of others along a path, if there is a way.

    The path alternates between a new pair and an old one, which is given up. Players reached by an
    old pair may begin a new one: they are the `outer` ones. Where two of them could be paired, they
    and the way between them form a ring of odd length, a blossom, all of which may then be taken
    for one outer player: its `base`.
    """

    def __init__(
        self, root: int, players: Sequence[int], met: Met, partner: dict[int, int]
    ) -> None:
        self.root, self.met, self.partner = root, met, partner
        self.players = players
        self.free = [one for one in players if one not in partner and one != root]
        self.before: dict[int, int] = {}  # who would be the new partner of whom
        self.base = {one: one for one in players}
        self.outer: list[int] = []
        self.is_outer: set[int] = set()
        self.end: int | None = None  # a free player that the way has come to

    def run(self) -> None:
        self._reach(self.root)
        for one in self.outer:  # it grows on the way
            for other in self.players:
                if self.end is not None:
                    self._change_partners(self.end)
                    return
                if (
                    self.base[one] == self.base[other]
                    or other in self.met[one]
                    or self.partner.get(one) == other
                ):
                    continue
                if other in self.is_outer:
                    self._close_ring(one, other)
                elif other not in self.before:
                    self.before[other] = one
                    self._reach(self.partner[other])

    def _reach(self, one: int) -> None:
        """It may begin a new pair; with a free player, if there is one that it has not met."""
        if one in self.is_outer:
            return
        self.is_outer.add(one)
        self.outer.append(one)
        for other in self.free:
            if other not in self.met[one]:
                self.before[other], self.end = one, other
                return

    def _close_ring(self, one: int, other: int) -> None:
        base = self._where_ways_join(one, other)
        ring: set[int] = set()
        self._mark_way(one, base, other, ring)
        self._mark_way(other, base, one, ring)
        for member in self.players:
            if self.base[member] in ring:
                self.base[member] = base
                self._reach(member)

    def _where_ways_join(self, one: int, other: int) -> int:
        """The first base on both ways back to the root."""
        here = self.base[one]
        passed = {here}
        while here != self.root:
            here = self.base[self.before[self.partner[here]]]
            passed.add(here)
        here = self.base[other]
        while here not in passed:
            here = self.base[self.before[self.partner[here]]]
        return here

    def _mark_way(self, one: int, base: int, neighbour: int, ring: set[int]) -> None:
        """Note the bases between here and there, and how to go round the ring the other way."""
        while self.base[one] != base:
            mate = self.partner[one]
            ring |= {self.base[one], self.base[mate]}
            self.before[one] = neighbour
            neighbour = mate
            one = self.before[mate]

    def _change_partners(self, last: int) -> None:
        here: int | None = last
        while here is not None:
            one = self.before[here]
            left = self.partner.get(one)  # the root has none to leave
            self.partner[one], self.partner[here] = here, one
            here = left
