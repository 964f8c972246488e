"""A RoboBrisca position as plain lists, and how a move changes it. Slow, obvious, without our code.

A bot may have edited the lists in any way: hands of any size, any cards, a table laid by hand. A
move does to them what the interface promises, in its order: the card leaves the hand, it joins the
table, the reward is computed, and on the fourth card the trick is taken and cards are drawn.
"""

from dataclasses import dataclass, field

from reference.brisca import WORTH, number_of, points_in, suit_of


def strength(card: str, trump: str, led: str) -> tuple[bool, bool, int, int]:
    """A key that compares cards: trumps, then the led suit, then others; points; the number."""
    suit, number = suit_of(card), number_of(card)
    return suit == suit_of(trump), suit == suit_of(led), WORTH[number], number


def is_better(actual: str, previous: str, trump: str, led: str) -> bool:
    return strength(actual, trump, led) > strength(previous, trump, led)


def reward_of(table: list[str], trump: str) -> int:
    """The reward of RoboBrisca's heuristic for the last card."""
    *earlier, last = table
    if all(is_better(last, card, trump, table[0]) for card in earlier):
        return points_in(table)
    return -points_in(table)


@dataclass
class NaivePosition:
    hands: list[list[str]]
    deck: list[str]
    trump: str
    won: list[list[str]]
    turn: int
    table: list[str] = field(default_factory=list)

    def choices(self) -> list[str]:
        return self.hands[self.turn]

    def is_over(self) -> bool:
        """Has everybody played all cards?"""
        return all(not hand for hand in self.hands)

    def play(self, card: str) -> int:
        self.hands[self.turn].remove(card)
        self.table.append(card)
        reward = reward_of(self.table, self.trump)
        if len(self.table) == 4:
            self.finish_trick()
        else:
            self.turn = (self.turn + 1) % 4
        return reward

    def finish_trick(self) -> None:
        best = 0
        for place in (1, 2, 3):
            if is_better(self.table[place], self.table[best], self.trump, self.table[0]):
                best = place
        led_by = self.turn - 3  # who is to play has just laid the fourth card
        winner = (led_by + best) % 4
        self.won[winner].extend(self.table)
        self.table.clear()
        for step in range(4):
            if self.deck:
                self.hands[(winner + step) % 4].append(self.deck.pop(0))
        self.turn = winner

    def points(self) -> list[int]:
        return [points_in(pile) for pile in self.won]

    def winner(self) -> int:
        """The side with most points, or else most cards, or else side 1; -1 before the end."""
        if not self.is_over():
            return -1
        points, cards = self.points(), [len(pile) for pile in self.won]
        ahead = (points[0] + points[2], cards[0] + cards[2])
        behind = (points[1] + points[3], cards[1] + cards[3])
        return 0 if ahead > behind else 1
