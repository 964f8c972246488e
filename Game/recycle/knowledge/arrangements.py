"""Draws arrangements of the hidden cards. All arrangements that agree with the claims are equally
likely.

Claims that say which cards may lie in a spot become masks (see `masked`), and so do claims that
such masks hold in one of several cases. Other formulas are tested afterwards, and an arrangement in
which one fails is thrown away. If all are thrown away, cards of the last one are exchanged until
the formulas hold: then the arrangements are only nearly equally likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from Game.core.stream import Stream
from Game.recycle.knowledge.card_counts import cases_of_sum
from Game.recycle.knowledge.masked import AnyOfMasks
from Game.recycle.knowledge.values.formulas import (
    Formula,
    distance,
    holds,
    is_in,
    replace,
    size_of,
)
from Game.recycle.knowledge.values.work_limit import MOST_STEPS_OF_WORLD, OutOfSteps, StepLimit

TRIES = 200  # arrangements to draw before cards of one are exchanged
EXCHANGES = 1000  # to try before the oldest condition is dropped
MOST_TESTED = 50_000  # parts of formulas in all these tries
MIXING = 3  # exchanges for each card, after the formulas hold
MOST_CASES = 60  # of masks; claims that need more are tested afterwards
MOST_STEPS_OF_CASES = 200_000  # to combine them; likewise

Masks = dict[int, int]  # of some spots


@dataclass
class ImaginedCounts:
    """How many worlds were imagined that had to agree with something, and how many worlds may not
    agree with all that their seat knows: conditions were dropped, or no formula expresses them."""

    worlds: int = 0
    relaxed: int = 0


class Arrangements:
    """What a seat can imagine: the hidden cards in the spots where they may lie."""

    def __init__(
        self,
        cards: Sequence[int],
        faces: Sequence[int],
        claims: Sequence[Formula],
        counts: ImaginedCounts,
    ) -> None:
        self.counts = counts
        self.cards = list(cards)
        self.spots = {card: spot for spot, card in enumerate(cards)}
        self.faces = faces
        self.masks_of: dict[int, int] = {}  # of some faces: the hidden cards that have one
        self.every = (1 << len(cards)) - 1
        # Masks and formulas of each claim, from the oldest to the latest.
        self.masks: list[Masks] = []
        self.formulas: list[Formula] = []
        # Of each claim, the formulas that say: one of several sets of masks.
        self.choices: list[list[tuple[Formula, list[Masks]]]] = []
        for claim in claims:
            self.add_claim(claim)
        self.first = 0  # claims before this one cannot all be kept
        self.kept: dict[int, tuple[AnyOfMasks, list[Formula], int]] = {}

    @property
    def is_free(self) -> bool:
        """Can every card lie in every spot?"""
        return not self.masks

    def add_claim(self, claim: Formula) -> None:
        formula = replace(claim, self.in_spot)
        if isinstance(formula, bool):
            return
        masks: Masks = {}
        rest, choices = [], []
        for part in formula[1] if formula[0] == "and" else (formula,):
            if part[0] == "in":
                masks[part[1]] = masks.get(part[1], self.every) & part[2]
            elif (card := single_card(part)) is not None:
                inside = {one[1] for one in part[1]}
                for spot in range(len(self.cards)):
                    if spot not in inside:
                        masks[spot] = masks.get(spot, self.every) & ~card
            elif cases := mask_cases(part, self.every):
                choices.append((part, cases))
            else:
                rest.append(part)
        self.masks.append(masks)
        self.choices.append(choices)
        self.formulas.append(("and", tuple(rest)) if rest else True)

    def in_spot(self, card: int, faces: int) -> Formula:
        """The same for the number of the spot and for the hidden cards that have these faces."""
        spot = self.spots.get(card)
        if spot is None:
            return bool(faces >> self.faces[card] & 1)
        mask = self.masks_of.get(faces)
        if mask is None:
            mask = sum([
                1 << number for number, one in enumerate(self.cards) if faces >> self.faces[one] & 1
            ])  # fmt: skip
            self.masks_of[faces] = mask
        return is_in(spot, mask, self.every)

    def arrangements_from(self, oldest: int) -> tuple[AnyOfMasks, list[Formula], int]:
        """The arrangements that keep the masks of all claims from this one on, the formulas that
        must be tested, and the steps that it took to find them."""
        arrangements = self.kept.get(oldest)
        if arrangements is None:
            arrangements = self.kept[oldest] = self.combine(oldest)
        return arrangements

    def combine(self, oldest: int) -> tuple[AnyOfMasks, list[Formula], int]:
        steps = len(self.cards) + sum(map(len, self.masks[oldest:]))
        masks = [self.every] * len(self.cards)
        for claim in self.masks[oldest:]:
            for spot, mask in claim.items():
                masks[spot] &= mask
        tests = [formula for formula in self.formulas[oldest:] if formula is not True]
        cases = [tuple(masks)]
        arrangements = AnyOfMasks(cases)
        choices = [choice for some in self.choices[oldest:] for choice in some]
        for formula, alternatives in sorted(choices, key=lambda choice: len(choice[1])):
            steps += len(cases) * len(alternatives) * len(masks)
            if steps > MOST_STEPS_OF_CASES:
                tests.append(formula)
                continue
            more = dict.fromkeys(narrowed(one, alternative) for one in cases
                                 for alternative in alternatives)  # fmt: skip
            tried = AnyOfMasks(list(more)) if len(more) <= MOST_CASES else None
            if tried is None or not tried.is_small:
                tests.append(formula)
                continue
            arrangements, cases = tried, list(more)
        return arrangements, tests, steps + arrangements.steps

    def draw(self, stream: Stream) -> list[int]:
        """The card in each spot.

        If no arrangement is found in some tries, the oldest claim is dropped. If the steps of a
        world are used up, all claims are dropped.
        """
        self.counts.worlds += 1
        limit = StepLimit(MOST_STEPS_OF_WORLD)
        try:
            for oldest in range(self.first, len(self.masks)):
                arrangements, tests, steps = self.arrangements_from(oldest)
                limit.take(steps)
                if not arrangements.is_possible:
                    self.first = oldest + 1
                    continue
                numbers = one_of(arrangements, tests, stream, limit, exchanges=oldest == self.first)
                if numbers is not None:
                    self.counts.relaxed += oldest > 0
                    return [self.cards[number] for number in numbers]
        except OutOfSteps:
            pass
        self.counts.relaxed += bool(self.masks)
        numbers = self.arrangements_from(len(self.masks))[0].draw(stream)
        assert numbers is not None, "an arrangement without conditions is always possible"
        return [self.cards[number] for number in numbers]


def one_of(
    arrangements: AnyOfMasks,
    tests: Sequence[Formula],
    stream: Stream,
    limit: StepLimit,
    exchanges: bool,
) -> list[int] | None:
    """An arrangement in which the formulas hold, or None if none is found in some tries."""
    last, steps = None, arrangements.steps_of_draw + sum(map(size_of, tests))
    for _ in range(TRIES):
        limit.take(steps)
        numbers = arrangements.draw(stream)
        if numbers is not None and all(holds(formula, numbers) for formula in tests):
            return numbers
        last = numbers or last
    if last is None or not exchanges:
        return None
    return exchanged(arrangements, last, tests, stream, limit)


def exchanged(
    arrangements: AnyOfMasks,
    numbers: list[int],
    tests: Sequence[Formula],
    stream: Stream,
    limit: StepLimit,
) -> list[int] | None:
    """The arrangement after exchanges of two cards, none of which takes it farther from the
    formulas. None if they do not hold in the end."""

    def far() -> int:
        return sum([distance(formula, numbers) for formula in tests])

    many, mixing, left = len(numbers), 0, far()
    size = sum(map(size_of, tests))
    for _ in range(min(EXCHANGES, MOST_TESTED // (1 + size))):
        limit.take(size + many + len(arrangements.cases))
        if left == 0:
            mixing += 1
            if mixing > MIXING * many:
                break
        one, other = stream.below(many), stream.below(many)
        numbers[one], numbers[other] = numbers[other], numbers[one]
        now = far() if arrangements.has(numbers) else left + 1
        if now <= left:
            left = now
        else:
            numbers[one], numbers[other] = numbers[other], numbers[one]
    return numbers if left == 0 else None


def narrowed(masks: Sequence[int], more: Masks) -> tuple[int, ...]:
    return tuple([mask & more[spot] if spot in more else mask for spot, mask in enumerate(masks)])


def mask_cases(formula: Formula, every: int) -> list[Masks]:
    """If the formula says that one of several sets of masks holds: these sets."""
    cases: list[Masks] = []
    if formula[0] == "sum":
        return [dict(masks) for masks in cases_of_sum(formula, every, MOST_CASES) or ()]
    for case in formula[1] if formula[0] == "or" else ():
        parts = case[1] if case[0] == "and" else (case,)
        if any(part[0] != "in" for part in parts):
            return []
        cases.append({spot: mask for _, spot, mask in parts})
    return cases


def single_card(formula: Formula) -> int | None:
    """If the formula says that one card lies in one of some spots: this card, as a bit."""
    if formula[0] != "or" or any(part[0] != "in" for part in formula[1]):
        return None
    masks = {part[2] for part in formula[1]}
    mask: int = masks.pop()
    return mask if not masks and mask & (mask - 1) == 0 else None
