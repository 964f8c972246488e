"""Draws arrangements in which every spot has a card of its mask, all equally likely.

Cards and spots are numbered. A mask says which cards may lie in a spot. Spots with equal masks form
a room, and cards that may go to the same rooms form a kind. First it is drawn how many cards of
each kind go to each room, with the number of arrangements of such a split as its weight; then the
cards themselves are drawn.
"""

from collections.abc import Sequence
from functools import cached_property
from math import exp, lgamma, log
from typing import Any

from Game.core.stream import Stream

MOST_STATES = 20_000  # of the room that may be left; with more, the draw is only nearly uniform
MOST_CARDS = 150  # likewise
MOST_SPLITS = 100_000  # of the cards among rooms, in all states; likewise
SAMPLES = 12  # arrangements of which one is taken, if there are too many states

Split = tuple[int, ...]  # how many cards of a kind go to each room

INVERSE = [1.0]  # k -> 1 / k!
for _k in range(1, MOST_CARDS + 1):
    INVERSE.append(INVERSE[-1] / _k)


class TooManySplits(Exception):
    """It is too much work to count all arrangements."""


class MaskedArrangements:
    """Arrangements in which every spot has a card of its mask."""

    def __init__(self, masks: Sequence[int]) -> None:
        self.masks = masks
        rooms: dict[int, list[int]] = {}
        for spot, mask in enumerate(masks):
            rooms.setdefault(mask, []).append(spot)
        # The largest room is last: the remaining cards go there, so it needs no states.
        self.rooms = sorted(rooms.values(), key=len)
        allowed = [masks[room[0]] for room in self.rooms]
        kinds: dict[Split, list[int]] = {}
        for card in range(len(masks)):
            row = tuple([number for number, mask in enumerate(allowed) if mask >> card & 1])
            kinds.setdefault(row, []).append(card)
        # The kinds with the fewest rooms come first.
        self.kinds = sorted(kinds.items(), key=lambda item: (len(item[0]), item[0]))
        self.states: dict[tuple[int, Split], tuple[float, list[Any]]] = {}
        self.left = tuple([len(room) for room in self.rooms])
        states = 1
        for size in self.left[:-1]:
            states *= size + 1
        self.work = states * len(self.kinds)
        self.splits = 0  # that were weighed
        self.is_small = self.work <= MOST_STATES and len(masks) <= MOST_CARDS

    @cached_property
    def is_possible(self) -> bool:
        if self.is_small:
            try:
                return self.weigh(0, self.left) > 0
            except TooManySplits:
                self.is_small = False
        return self.place_one_by_one(Stream(1)) is not None

    @property
    def steps_of_draw(self) -> int:
        return len(self.masks) * (1 if self.is_small else SAMPLES)

    @cached_property
    def log_count(self) -> float:
        """The logarithm of the number of arrangements. Only if it `is_small` and possible."""
        sizes = [*self.left, *[len(cards) for _, cards in self.kinds]]
        return log(self.weigh(0, self.left)) + sum([lgamma(size + 1) for size in sizes])

    def weigh(self, level: int, left: Split) -> float:
        """The weight of all ways to place the kinds from this level on, with this room left."""
        if level == len(self.kinds):
            return 1.0
        entry = self.states.get((level, left))
        if entry is None:
            rooms, cards = self.kinds[level]
            total, ways = 0.0, []
            for split in splits(len(cards), [left[room] for room in rooms]):
                self.splits += 1
                if self.splits > MOST_SPLITS:
                    raise TooManySplits
                rest = list(left)
                weight = 1.0
                for room, many in zip(rooms, split, strict=True):
                    rest[room] -= many
                    weight *= INVERSE[many]
                after = tuple(rest)
                weight *= self.weigh(level + 1, after)
                if weight:
                    total += weight
                    ways.append((total, split, after))
            entry = self.states[level, left] = (total, ways)
        return entry[0]

    def draw(self, stream: Stream) -> list[int]:
        """A card for each spot."""
        if not self.is_small:
            return self.sample(stream)
        inside: list[list[int]] = [[] for _ in self.rooms]
        left = self.left
        for level, (rooms, cards) in enumerate(self.kinds):
            if len(rooms) == 1:
                inside[rooms[0]] += cards
                _, _, left = self.states[level, left][1][0]
                continue
            total, ways = self.states[level, left]
            goal = stream.random() * total
            for most, split, after in ways:
                if goal < most:
                    break
            left = after
            mixed = cards[:]
            stream.shuffle(mixed)
            start = 0
            for room, many in zip(rooms, split, strict=True):
                inside[room] += mixed[start : start + many]
                start += many
        arrangement = [0] * len(self.masks)
        for spots, cards in zip(self.rooms, inside, strict=True):
            if len(cards) > 1:
                stream.shuffle(cards)
            for spot, card in zip(spots, cards, strict=True):
                arrangement[spot] = card
        return arrangement

    def sample(self, stream: Stream) -> list[int]:
        """One of several arrangements, with weights that make up for how they were drawn."""
        samples = []
        total = 0.0
        for _ in range(SAMPLES):
            sample = self.place_one_by_one(stream)
            if sample is not None:
                total += sample[0]
                samples.append((total, sample[1]))
        if not samples:
            attempt = self.place_one_by_one(Stream(1))  # it was possible before
            assert attempt is not None
            return attempt[1]
        goal = stream.random() * total
        return next((sample for most, sample in samples if goal < most), samples[-1][1])

    def place_one_by_one(self, stream: Stream) -> tuple[float, list[int]] | None:
        """An arrangement and its weight, or None if this try came to a dead end."""
        left = [spots[:] for spots in self.rooms]
        arrangement, weight = [0] * len(self.masks), 1.0
        for rooms, cards in self.kinds:
            for card in cards:
                free = sum(len(left[room]) for room in rooms)
                if not free:
                    return None
                weight *= free / len(self.masks)
                place = stream.below(free)
                for room in rooms:
                    if place < len(left[room]):
                        arrangement[left[room].pop(place)] = card
                        break
                    place -= len(left[room])
        return weight, arrangement


def splits(many: int, most: Sequence[int]) -> list[Split]:
    """Every way to split so many cards among rooms that take at most these numbers."""
    if len(most) < 2:  # the rest goes to the last room
        return [(many,) * len(most)] if many <= sum(most) else []
    return [
        (first, *rest)
        for first in range(max(0, many - sum(most[1:])), min(many, most[0]) + 1)
        for rest in splits(many - first, most[1:])
    ]


class AnyOfMasks:
    """Arrangements in which the masks of at least one of several cases hold.

    A case is drawn with its number of arrangements as its weight, and then one of these. If it
    belongs to n cases, it is thrown away n - 1 times of n: so all are equally likely.
    """

    def __init__(self, cases: Sequence[Sequence[int]]) -> None:
        cases = [masks for masks in cases if all(masks)]
        made = [MaskedArrangements(masks) for masks in cases]
        # Is it few enough work to count them all?
        self.is_small = len(made) == 1 or (
            sum([one.work for one in made]) <= MOST_STATES and all(one.is_small for one in made)
        )
        self.cases = [one for one in made if one.is_possible] if self.is_small else []
        if len(made) > 1 and not all(one.is_small for one in made):
            self.is_small, self.cases = False, []
        # The work of making this, and of one draw.
        self.steps = sum([len(one.masks) + one.splits for one in made])
        self.steps_of_draw = max([one.steps_of_draw for one in self.cases], default=0)
        self.is_possible = bool(self.cases)
        self.goals: list[float] = []
        if len(self.cases) > 1:
            most = max([one.log_count for one in self.cases])
            total = 0.0
            for one in self.cases:
                total += exp(one.log_count - most)
                self.goals.append(total)
            spots = range(len(self.cases[0].masks))
            # The spots whose masks differ tell the cases apart.
            self.differing = [
                spot for spot in spots if len({one.masks[spot] for one in self.cases}) > 1
            ]

    def has(self, cards: Sequence[int]) -> bool:
        """Do the masks of a case hold for these cards in the spots?"""
        return any(
            all(mask >> card & 1 for mask, card in zip(one.masks, cards, strict=True))
            for one in self.cases
        )

    def draw(self, stream: Stream) -> list[int] | None:
        """A card for each spot, or None if this one was thrown away."""
        if len(self.cases) == 1:
            return self.cases[0].draw(stream)
        goal = stream.random() * self.goals[-1]
        number = next((n for n, most in enumerate(self.goals) if goal < most), len(self.goals) - 1)
        cards = self.cases[number].draw(stream)
        many = sum([
            all(one.masks[spot] >> cards[spot] & 1 for spot in self.differing)
            for one in self.cases
        ])  # fmt: skip
        return cards if many == 1 or stream.below(many) == 0 else None
