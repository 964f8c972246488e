"""Draws arrangements of the hidden cards. All arrangements that agree with the known facts are
equally likely.

Cards and spots are numbered. A mask says which cards may lie in a spot. Spots with equal masks form
a room, and cards that may go to the same rooms form a kind. First it is drawn how many cards of
each kind go to each room, with the number of arrangements of such a split as its weight; then the
cards themselves are drawn. Formulas that no mask expresses are tested afterwards, and an
arrangement in which one fails is thrown away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from Game.core.stream import Stream
from Game.recycle.knowledge.formulas import Formula, holds, is_in, replace

TRIES = 200  # arrangements to draw before the oldest condition is dropped
MOST_STATES = 20_000  # of the room that may be left; with more, the draw is only nearly uniform
MOST_CARDS = 150  # likewise
SAMPLES = 12  # arrangements of which one is taken, if there are too many states

Split = tuple[int, ...]  # how many cards of a kind go to each room

INVERSE = [1.0]  # k -> 1 / k!
for _k in range(1, MOST_CARDS + 1):
    INVERSE.append(INVERSE[-1] / _k)


@dataclass
class ImaginedCounts:
    """How many worlds were imagined that had to agree with something, and how many of them do not
    agree with all of it."""

    worlds: int = 0
    relaxed: int = 0


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
        self.is_small = states * len(self.kinds) <= MOST_STATES and len(masks) <= MOST_CARDS
        if self.is_small:
            self.is_possible = self.weigh(0, self.left) > 0
        else:
            self.is_possible = self.place_one_by_one(Stream(1)) is not None

    def weigh(self, level: int, left: Split) -> float:
        """The weight of all ways to place the kinds from this level on, with this room left."""
        if level == len(self.kinds):
            return 1.0
        found = self.states.get((level, left))
        if found is None:
            rooms, cards = self.kinds[level]
            total, ways = 0.0, []
            for split in splits(len(cards), [left[room] for room in rooms]):
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
            found = self.states[level, left] = (total, ways)
        return found[0]

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
        found = [0] * len(self.masks)
        for spots, cards in zip(self.rooms, inside, strict=True):
            if len(cards) > 1:
                stream.shuffle(cards)
            for spot, card in zip(spots, cards, strict=True):
                found[spot] = card
        return found

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
            found = self.place_one_by_one(Stream(1))  # it was possible before
            assert found is not None
            return found[1]
        goal = stream.random() * total
        return next((sample for most, sample in samples if goal < most), samples[-1][1])

    def place_one_by_one(self, stream: Stream) -> tuple[float, list[int]] | None:
        """An arrangement and its weight, or None if this try came to a dead end."""
        left = [spots[:] for spots in self.rooms]
        found, weight = [0] * len(self.masks), 1.0
        for rooms, cards in self.kinds:
            for card in cards:
                free = sum(len(left[room]) for room in rooms)
                if not free:
                    return None
                weight *= free / len(self.masks)
                place = stream.below(free)
                for room in rooms:
                    if place < len(left[room]):
                        found[left[room].pop(place)] = card
                        break
                    place -= len(left[room])
        return weight, found


def splits(many: int, most: Sequence[int]) -> list[Split]:
    """Every way to split so many cards among rooms that take at most these numbers."""
    if len(most) == 1:
        return [(many,)] if many <= most[0] else []
    return [
        (first, *rest)
        for first in range(min(many, most[0]) + 1)
        for rest in splits(many - first, most[1:])
    ]


class Arrangements:
    """What a seat can imagine: the hidden cards in the spots where they may lie."""

    def __init__(
        self,
        cards: Sequence[int],
        faces: Sequence[int],
        claims: Sequence[Formula],
        lost: Sequence[tuple[Sequence[int], Sequence[int]]],
        counts: ImaginedCounts,
    ) -> None:
        self.counts = counts
        self.cards = list(cards)
        self.spots = {card: spot for spot, card in enumerate(cards)}
        self.faces = faces
        self.every = (1 << len(cards)) - 1
        # Masks and formulas of each claim, from the oldest to the latest.
        self.masks: list[dict[int, int]] = []
        self.formulas: list[Formula] = []
        for some, among in lost:
            self.add_lost_cards(some, among)
        for claim in claims:
            self.add_claim(claim)
        self.first = 0  # claims before this one cannot all be kept
        self.masked: dict[int, MaskedArrangements] = {}

    @property
    def is_free(self) -> bool:
        """Can every card lie in every spot?"""
        return not self.masks

    def add_lost_cards(self, some: Sequence[int], among: Sequence[int]) -> None:
        """These cards lie among those spots only."""
        mask = sum(1 << self.spots[card] for card in some if card in self.spots)
        outside = [spot for card, spot in self.spots.items() if card not in among]
        if mask and outside:
            self.masks.append(dict.fromkeys(outside, self.every & ~mask))
            self.formulas.append(True)

    def add_claim(self, claim: Formula) -> None:
        formula = replace(claim, self.in_spot)
        if isinstance(formula, bool):
            return
        masks: dict[int, int] = {}
        rest = []
        for part in formula[1] if formula[0] == "and" else (formula,):
            if part[0] == "in":
                masks[part[1]] = masks.get(part[1], self.every) & part[2]
            elif (card := single_card(part)) is not None:
                inside = {one[1] for one in part[1]}
                for spot in range(len(self.cards)):
                    if spot not in inside:
                        masks[spot] = masks.get(spot, self.every) & ~card
            else:
                rest.append(part)
        self.masks.append(masks)
        self.formulas.append(("and", tuple(rest)) if rest else True)

    def in_spot(self, card: int, faces: int) -> Formula:
        """The same for the number of the spot and for the hidden cards that have these faces."""
        spot = self.spots.get(card)
        if spot is None:
            return bool(faces >> self.faces[card] & 1)
        mask = 0
        for number, one in enumerate(self.cards):
            if faces >> self.faces[one] & 1:
                mask |= 1 << number
        return is_in(spot, mask, self.every)

    def arrangements_from(self, oldest: int) -> MaskedArrangements:
        """The arrangements that keep the masks of all claims from this one on."""
        found = self.masked.get(oldest)
        if found is None:
            masks = [self.every] * len(self.cards)
            for claim in self.masks[oldest:]:
                for spot, mask in claim.items():
                    masks[spot] &= mask
            found = self.masked[oldest] = MaskedArrangements(masks)
        return found

    def draw(self, stream: Stream) -> list[int]:
        """The card in each spot.

        If no arrangement is found in so many tries, the oldest claim is dropped.
        """
        self.counts.worlds += 1
        for oldest in range(self.first, len(self.masks) + 1):
            masked = self.arrangements_from(oldest)
            if not masked.is_possible:
                self.first = oldest + 1
                continue
            formulas = [formula for formula in self.formulas[oldest:] if formula is not True]
            for _ in range(TRIES):
                numbers = masked.draw(stream)
                if not formulas or all(holds(formula, numbers) for formula in formulas):
                    self.counts.relaxed += oldest > 0
                    return [self.cards[number] for number in numbers]
        raise AssertionError("an arrangement without conditions is always possible")


def single_card(formula: Formula) -> int | None:
    """If the formula says that one card lies in one of some spots: this card, as a bit."""
    if formula[0] != "or" or any(part[0] != "in" for part in formula[1]):
        return None
    masks = {part[2] for part in formula[1]}
    mask: int = masks.pop()
    return mask if not masks and mask & (mask - 1) == 0 else None
