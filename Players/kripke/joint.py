"""The model that counts: its worlds are whole deals, and each is as likely as the others.

A deal is possible when it agrees with all announcements and with how many cards everybody holds.
There are far too many to list, yet they can be counted: cards that the same seats may hold are
interchangeable, so what matters is how many of each such kind a seat gets, and how many deals go
with that. Counts are whole numbers and exact, and so are the probabilities made of them.

The models of single cards (`worlds.py`) are what is left of this one when it forgets the numbers:
every holder that some deal gives a card is a world of its card's model. The converse does not
hold: a deal must fit the hands' sizes, so counting may know that a world is impossible which the
model of the card still has.
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
]  # who may hold cards of a kind, and how many there are


@dataclass(frozen=True)
class JointModel:
    """All deals of the cards in play that somebody, who looks, holds possible."""

    cards: tuple[int, ...]  # not yet played
    room: Room  # how many of them each of the five holders has
    barred: tuple[int, ...]  # for each holder a bit for every suit it has none of
    fixed: tuple[tuple[int, int], ...] = ()  # cards whose holder is known to who looks

    def seen_by(self, seat: int, hand: Iterable[int]) -> "JointModel":
        """What a seat knows that sees its own cards."""
        return self.given(dict.fromkeys(hand, seat))

    def given(self, holders: dict[int, int]) -> "JointModel":
        """The deals in which these cards are held by these holders."""
        fixed = dict(self.fixed)
        for card, holder in holders.items():
            if card not in self.cards or fixed.get(card, holder) != holder:
                return JointModel(self.cards, (-1,) * HOLDERS, self.barred)  # no deal at all
            fixed[card] = holder
        return JointModel(self.cards, self.room, self.barred, tuple(sorted(fixed.items())))

    def may_hold(self, holder: int, card: int) -> bool:
        """Has the holder not shown to lack the card's suit?"""
        return not self.barred[holder] >> (card // RANKS) & 1

    def count(self) -> int:
        """How many deals there are."""
        kinds, _, room = self._kinds
        return 0 if min(room) < 0 else ways(kinds, room)

    def marginals(self) -> dict[int, tuple[float, ...]]:
        """For each card the probability that each of the five holders has it."""
        kinds, members, room = self._kinds
        shares = {card: _certain(holder) for card, holder in self.fixed}
        total = self.count()
        if total == 0:
            raise ValueError("no deal agrees with what was said and played")
        for (_, size), cards, counted in zip(kinds, members, _expected(kinds, room), strict=True):
            share = tuple([number / (total * size) for number in counted])
            shares.update(dict.fromkeys(cards, share))
        return {card: shares[card] for card in self.cards}

    def deals(self) -> Iterator[dict[int, int]]:
        """Every deal, as card -> holder. There may be very many: look at `count` first."""
        kinds, _, room = self._kinds
        if min(room) >= 0 and ways(kinds, room):
            yield from self._deal_on(dict(self.fixed), list(room), 0)

    def sample(self, number: int, stream: Stream) -> list[dict[int, int]]:
        """So many deals, each drawn from all of them."""
        if self.count() == 0:
            raise ValueError("no deal agrees with what was said and played")
        return [self._draw(stream) for _ in range(number)]

    @cached_property
    def _kinds(self) -> tuple[Kinds, list[list[int]], Room]:
        """The cards by who may hold them, the pickiest kind first, and the room that is left."""
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
        """How many of each kind everybody gets, by the number of deals; then which."""
        kinds, members, room = self._kinds
        deal = dict(self.fixed)
        for level, cards in enumerate(members):
            goal = _below(stream, ways(kinds[level:], room))
            shuffled = list(cards)
            stream.shuffle(shuffled)
            for given, after, number in _gifts(kinds[level:], room):
                goal -= number
                if goal < 0:
                    for holder in range(HOLDERS):
                        for _ in range(given[holder]):
                            deal[shuffled.pop()] = holder
                    room = after
                    break
        return {card: deal[card] for card in self.cards}


@lru_cache(maxsize=1 << 16)
def ways(kinds: Kinds, room: Room) -> int:
    """In how many ways cards of these kinds can fill this room."""
    if not kinds:
        return 0 if any(room) else 1
    if len(kinds) == 1:
        may, size = kinds[0]
        if sum(room) != size or any(room[h] for h in range(HOLDERS) if h not in may):
            return 0
        return _orders(size, room)
    return sum([number for _, _, number in _gifts(kinds, room)])


@lru_cache(maxsize=1 << 12)
def _gifts(kinds: Kinds, room: Room) -> list[tuple[Room, Room, int]]:
    """What all may get of the first kind: how many, the room after it, and in how many deals."""
    (may, size), rest = kinds[0], kinds[1:]
    found: list[tuple[Room, Room, int]] = []
    for given in _splits(may, size, room):
        a, b, c, d, e = given
        after = (room[0] - a, room[1] - b, room[2] - c, room[3] - d, room[4] - e)
        number = ways(rest, after)
        if number:
            found.append((given, after, number * _orders(size, given)))
    return found


def _splits(may: tuple[int, ...], size: int, room: Room) -> Iterator[Room]:
    """All ways to split so many cards among these holders, by numbers only."""
    if not may:
        if size == 0:
            yield (0,) * HOLDERS
        return
    holder, others = may[0], may[1:]
    roomy = sum([room[other] for other in others])
    for count in range(max(0, size - roomy), min(size, room[holder]) + 1):
        for rest in _splits(others, size - count, room):
            yield (*rest[:holder], count, *rest[holder + 1 :])


def _expected(kinds: Kinds, room: Room) -> list[list[int]]:
    """For each kind, how many of its cards each holder has in all deals together."""
    before = {room: 1}  # the room before a kind -> in how many ways one comes there
    summed = []
    for level, (_, size) in enumerate(kinds):
        counted = [0] * HOLDERS
        reached: dict[Room, int] = {}
        for here, paths in before.items():
            for given, after, number in _gifts(kinds[level:], here):
                for holder in range(HOLDERS):
                    counted[holder] += given[holder] * number * paths
                reached[after] = reached.get(after, 0) + paths * _orders(size, given)
        summed.append(counted)
        before = reached
    return summed


@lru_cache(maxsize=1 << 14)
def _orders(size: int, given: Room) -> int:
    """In how many ways so many different cards can be handed out in these numbers."""
    number = factorial(size)
    for count in given:
        number //= factorial(count)
    return number


def _certain(holder: int) -> tuple[float, ...]:
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
