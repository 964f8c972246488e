"""`max` and `min` of cards of which some are unknown: which card is the best one, and its score."""

from Game.recycle.knowledge.values.formulas import Formula, both, either
from Game.recycle.knowledge.values.partial_values import Case, PartialValues
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.machine.opcodes import LARGEST, NO_CARD
from Game.recycle.reading.nodes import Node


class CardRanking:
    """The cards of a `max` or `min`, and the scores that may win: a larger one is better."""

    def __init__(self, values: PartialValues, node: Node) -> None:
        self.cards = values.items(node.parts[0])
        points = values.points(node)
        self.sign = 1 if node.op == "max" else -1
        self.scores = [
            [(self.sign * worth, has) for worth, has in values.by_face(card, points)]
            for card, _ in self.cards
        ]
        worst = -1 if node.op == "max" else -LARGEST  # such a card does not win
        levels = {worth for row in self.scores for worth, _ in row if worth > worst}
        self.levels = [worst, *sorted(levels)]
        values.spend(len(self.cards) * len(self.levels))
        self.at_most = [
            [self.is_at_most(values, number, level) for number in range(len(self.cards))]
            for level in self.levels
        ]
        # Equal scores are impossible if only one card of the game has each.
        worths = [
            sum(values.pack.get(face, 0) for face in range(len(values.program.plan.faces))
                if some >> face & 1)
            for worth, some in values.sets(points)
            if self.sign * worth > worst
        ]  # fmt: skip
        self.may_tie = any(many > 1 for many in worths)

    def is_at_most(self, values: PartialValues, number: int, level: int) -> Formula:
        """Is this card absent, or not better than the level?"""
        low = either([has for worth, has in self.scores[number] if worth <= level])
        return either([values.opposite(self.cards[number][1]), low])

    def wins(self, number: int, is_first: bool) -> Formula:
        """Can this card win? If it `is_first`, it must be the first one of all that tie."""
        ways = []
        for level in range(1, len(self.levels)):
            has = either([has for worth, has in self.scores[number] if worth == self.levels[level]])
            if has is False:
                continue
            before = self.at_most[level - 1 if is_first else level][:number]
            after = self.at_most[level][number + 1 :]
            ways.append(both([has, *before, *after]))
        return both([self.cards[number][1], either(ways)])


def best_card_cases(values: PartialValues, node: Node) -> list[Case]:
    ranking = CardRanking(values, node)
    cards = [card for card, _ in ranking.cards]
    values.spend(len(cards) * len(ranking.levels))
    is_sure = values.first_wins or not ranking.may_tie
    wins = [ranking.wins(number, values.first_wins) for number in range(len(cards))]
    nothing = both(ranking.at_most[0])
    cases = [(card, win) for card, win in zip(cards, wins, strict=True) if win is not False]
    if nothing is not False:
        cases.append((NO_CARD, nothing))
    if is_sure:
        return cases
    results = [win for _, win in cases]
    return values.toss([card for card, _ in cases], results, values.real(node))


def end_of_sorted(
    values: PartialValues, node: Node, where: str, any_order: bool = False
) -> list[Case]:
    """The first or the last card of a `sort`. Cards with equal points keep their order.

    With `any_order`, the cards may have lain in any order: then each of several equal ones can be
    at the end.
    """
    cards, points = values.items(node.parts[0]), values.points(node)
    if not values.is_in_order(node.parts[0]):
        raise TooHard
    sign = 1 if where == "top" else -1
    rows = [(card, is_there, values.by_face(card, points)) for card, is_there in cards]
    if where == "bottom":
        rows.reverse()  # so that the last one of equal cards is at the end
    cases: list[Case] = []
    for number, (card, is_there, worths) in enumerate(rows):
        ways = []
        for worth, has_worth in worths:
            others = [
                either(
                    [values.opposite(other_there)]
                    + [
                        has
                        for one, has in other_worths
                        if sign * one < sign * worth
                        or (one == worth and (any_order or place < number))
                    ]
                )
                for place, (_, other_there, other_worths) in enumerate(rows)
                if place != number
            ]
            values.spend(len(rows))
            ways.append(both([has_worth, *others]))
        cases.append((card, both([is_there, either(ways)])))
    cases.append((NO_CARD, both([values.opposite(is_there) for _, is_there in cards])))
    return [case for case in cases if case[1] is not False]


def best_score_cases(values: PartialValues, node: Node) -> list[Case]:
    """The score of a `max` or `min`: it does not matter which card wins a tie."""
    ranking = CardRanking(values, node)
    cases: list[Case] = []
    before: Formula = False
    for level, all_at_most in zip(ranking.levels, map(both, ranking.at_most), strict=True):
        worth = ranking.sign * level if cases else 0
        cases.append((worth, both([all_at_most, values.opposite(before)])))
        before = all_at_most
    return [case for case in cases if case[1] is not False]
