"""The joint model: its worlds are whole deals, and each deal is as likely as the others.

A deal is possible if it agrees with all announcements and with the sizes of all hands. There are
far too many deals to list, but they can be counted. Cards that the same seats may hold form a kind,
and the cards of a kind are interchangeable. So it is enough to count the deals for each number of
cards of each kind in each seat. Counts are exact whole numbers, so the probabilities are exact too.

If some deal gives a card to a holder, the model of this card (`worlds.py`) has that world. The
converse is false: the model of a card may have a world that no deal has, because the sizes of the
hands do not allow it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial

from Game.boerenbridge.deck import RANKS
from Game.core.stream import Stream

HOLDERS = 5  # the four seats, and nobody
WORD = 64  # bits of a draw

Room = tuple[int, ...]  # how many cards each holder still gets
Kinds = tuple[
    tuple[tuple[int, ...], int], ...
]  # the possible holders of the cards of a kind, and the number of these cards


@dataclass(frozen=True)
class JointModel:
    """All deals of the cards in play that are possible for a seat, or for a spectator."""

    cards: tuple[int, ...]  # not yet played
    room: Room  # how many of them each of the five holders has
    barred: tuple[int, ...]  # for each holder a bit for each suit of which it has no card
    fixed: tuple[tuple[int, int], ...] = ()  # cards whose holder is known

    def for_seat(self, seat: int, hand: Iterable[int]) -> "JointModel":
        """The deals that are possible for a seat, which sees its own cards."""
        return self.with_holders(dict.fromkeys(hand, seat))

    def with_holders(self, holders: dict[int, int]) -> "JointModel":
        """The deals in which these cards are held by these holders."""
        fixed = dict(self.fixed)
        for card, holder in holders.items():
            if card not in self.cards or fixed.get(card, holder) != holder:
                return JointModel(self.cards, (-1,) * HOLDERS, self.barred)  # no deal at all
            fixed[card] = holder
        return JointModel(self.cards, self.room, self.barred, tuple(sorted(fixed.items())))

    def may_hold(self, holder: int, card: int) -> bool:
        """May the holder have cards of this card's suit?"""
        return not self.barred[holder] >> (card // RANKS) & 1

    def count(self) -> int:
        """How many deals there are."""
        kinds, _, room = self._kinds
        return 0 if min(room) < 0 else ways(kinds, room)

    def marginals(self) -> dict[int, tuple[float, ...]]:
        """For each card, the probability of each of the five holders."""
        kinds, members, room = self._kinds
        shares = {card: _certainty(holder) for card, holder in self.fixed}
        total = self.count()
        if total == 0:
            raise ValueError("no deal agrees with what was said and played")
        for (_, size), cards, counted in zip(
            kinds, members, _expected_numbers(kinds, room), strict=True
        ):
            share = tuple([number / (total * size) for number in counted])
            shares.update(dict.fromkeys(cards, share))
        return {card: shares[card] for card in self.cards}

    def deals(self) -> Iterator[dict[int, int]]:
        """All deals, as card -> holder. There may be very many: ask `count` first."""
        kinds, _, room = self._kinds
        if min(room) >= 0 and ways(kinds, room):
            yield from self._deal_on(dict(self.fixed), list(room), 0)

    def sample(self, number: int, stream: Stream) -> list[dict[int, int]]:
        """This number of deals, each drawn at random from all deals."""
        if self.count() == 0:
            raise ValueError("no deal agrees with what was said and played")
        return [self._draw(stream) for _ in range(number)]

    @cached_property
    def _kinds(self) -> tuple[Kinds, list[list[int]], Room]:
        """The kinds, those with fewest holders first; their cards; and the room that is left."""
        left = list(self.room)
        for card, holder in self.fixed:
            left[holder] -= 1 if self.may_hold(holder, card) else left[holder] + 1
        known = {card for card, _ in self.fixed}
        kinds: dict[tuple[int, ...], list[int]] = {}
        for card in self.cards:
            if card not in known:
                may = [h for h in range(HOLDERS) if left[h] > 0 and self.may_hold(h, card)]
                kinds.setdefault(tuple(may), []).append(card)
        order = sorted(kinds, key=lambda may: (len(may), may))
        return (
            tuple([(may, len(kinds[may])) for may in order]),
            [kinds[may] for may in order],
            tuple(left),
        )

    def _deal_on(
        self, deal: dict[int, int], room: list[int], place: int
    ) -> Iterator[dict[int, int]]:
        if place == len(self.cards):
            yield dict(deal)
            return
        card = self.cards[place]
        if card in deal:
            yield from self._deal_on(deal, room, place + 1)
            return
        for holder in range(HOLDERS):
            if room[holder] and self.may_hold(holder, card):
                room[holder] -= 1
                deal[card] = holder
                yield from self._deal_on(deal, room, place + 1)
                del deal[card]
                room[holder] += 1

    def _draw(self, stream: Stream) -> dict[int, int]:
        """Draw how many cards of each kind each holder gets, and then draw these cards."""
        kinds, members, room = self._kinds
        deal = dict(self.fixed)
        for level, cards in enumerate(members):
            goal = _below(stream, ways(kinds[level:], room))
            shuffled = list(cards)
            stream.shuffle(shuffled)
            for split, after, number in _gifts(kinds[level:], room):
                goal -= number
                if goal < 0:
                    for holder in range(HOLDERS):
                        for _ in range(split[holder]):
                            deal[shuffled.pop()] = holder
                    room = after
                    break
        return {card: deal[card] for card in self.cards}


@lru_cache(maxsize=1 << 16)
def ways(kinds: Kinds, room: Room) -> int:
    """The number of ways in which cards of these kinds can fill this room."""
    if not kinds:
        return 0 if any(room) else 1
    if len(kinds) == 1:
        may, size = kinds[0]
        if sum(room) != size or any(room[h] for h in range(HOLDERS) if h not in may):
            return 0
        return _arrangements(size, room)
    return sum([number for _, _, number in _gifts(kinds, room)])


@lru_cache(maxsize=1 << 12)
def _gifts(kinds: Kinds, room: Room) -> list[tuple[Room, Room, int]]:
    """All splits of the first kind: the split, the room after it, and its number of deals."""
    (may, size), rest = kinds[0], kinds[1:]
    gifts: list[tuple[Room, Room, int]] = []
    for split in _splits(may, size, room):
        a, b, c, d, e = split
        after = (room[0] - a, room[1] - b, room[2] - c, room[3] - d, room[4] - e)
        number = ways(rest, after)
        if number:
            gifts.append((split, after, number * _arrangements(size, split)))
    return gifts


def _splits(may: tuple[int, ...], size: int, room: Room) -> Iterator[Room]:
    """All ways to split this number of cards among these holders."""
    if not may:
        if size == 0:
            yield (0,) * HOLDERS
        return
    holder, others = may[0], may[1:]
    roomy = sum([room[other] for other in others])
    for count in range(max(0, size - roomy), min(size, room[holder]) + 1):
        for rest in _splits(others, size - count, room):
            yield (*rest[:holder], count, *rest[holder + 1 :])


def _expected_numbers(kinds: Kinds, room: Room) -> list[list[int]]:
    """For each kind, the sum over all deals of the number of its cards that each holder has."""
    before = {room: 1}  # the room before a kind -> the number of ways to come to it
    summed = []
    for level, (_, size) in enumerate(kinds):
        counted = [0] * HOLDERS
        reached: dict[Room, int] = {}
        for here, paths in before.items():
            for split, after, number in _gifts(kinds[level:], here):
                for holder in range(HOLDERS):
                    counted[holder] += split[holder] * number * paths
                reached[after] = reached.get(after, 0) + paths * _arrangements(size, split)
        summed.append(counted)
        before = reached
    return summed


@lru_cache(maxsize=1 << 14)
def _arrangements(size: int, split: Room) -> int:
    """The number of ways to hand out different cards in these numbers."""
    number = factorial(size)
    for count in split:
        number //= factorial(count)
    return number


def _certainty(holder: int) -> tuple[float, ...]:
    return tuple([1.0 if other == holder else 0.0 for other in range(HOLDERS)])


def _below(stream: Stream, number: int) -> int:
    """A number from 0 to `number` - 1, each equally likely, however large it is."""
    words = (number.bit_length() + WORD - 1) // WORD
    while True:
        drawn = 0
        for _ in range(words):
            drawn = drawn << WORD | stream.bits()
        drawn >>= words * WORD - number.bit_length()
        if drawn < number:
            return drawn
