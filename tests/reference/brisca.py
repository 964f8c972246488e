"""Brisca, slow and obvious, written from the rules without our code.

Cards are texts ("O11" is the knight of oros), rows of cards are lists of texts. Nothing here is
imported from `Game`: the tests play this game and the real one side by side.
"""

SUITS = ["O", "E", "C", "B"]
NUMBERS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
STRONGEST_FIRST = [1, 3, 12, 11, 10, 7, 6, 5, 4, 2]
WORTH = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2, 7: 0, 6: 0, 5: 0, 4: 0, 2: 0}

PACK = [f"{suit}{number}" for suit in SUITS for number in NUMBERS]


def suit_of(card: str) -> str:
    return card[0]


def number_of(card: str) -> int:
    return int(card[1:])


def points_in(cards: list[str]) -> int:
    return sum(WORTH[number_of(card)] for card in cards)


def winning_card(trick: list[str], trump: str) -> str:
    """The card that takes the trick: the highest trump, else the highest of the suit led."""
    trumps = [card for card in trick if suit_of(card) == suit_of(trump)]
    followers = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return min(trumps or followers, key=lambda card: STRONGEST_FIRST.index(number_of(card)))


class ReferenceBrisca:
    """A game from the first card to the last. Seats are 0 to 3; 0 and 2 play against 1 and 3."""

    def __init__(self, pack: list[str], first: int, deal: str = "page") -> None:
        """Deal the pack from its first card: one card at a time, three to each seat.

        The first card goes to the seat that starts or, with `deal="original"`, to seat 0.
        """
        rest = list(pack)
        self.hands: list[list[str]] = [[], [], [], []]
        seat = first if deal == "page" else 0
        for _ in range(12):
            self.hands[seat].append(rest.pop(0))
            seat = (seat + 1) % 4
        self.deck = rest
        self.trump = rest[-1]
        self.table: list[str] = []
        self.won: list[list[str]] = [[], [], [], []]
        self.turn = first
        self.leader = first

    def choices(self) -> list[str]:
        """The cards that may be played: all of the hand."""
        return self.hands[self.turn] if not self.is_over() else []

    def is_over(self) -> bool:
        return all(not hand for hand in self.hands)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.table.append(card)
        if len(self.table) < 4:
            self.turn = (self.turn + 1) % 4
        else:
            self.finish_trick()

    def finish_trick(self) -> None:
        place = self.table.index(winning_card(self.table, self.trump))
        winner = (self.leader + place) % 4
        self.won[winner] += self.table
        self.table = []
        for step in range(4):
            if self.deck:
                self.hands[(winner + step) % 4].append(self.deck.pop(0))
        self.leader = self.turn = winner

    def points(self) -> list[int]:
        return [points_in(pile) for pile in self.won]

    def winner(self, tie: str = "draw") -> int | None:
        """The side with the most points, else with the most cards; None is a drawn game.

        With `tie="original"` a complete tie goes to side 1.
        """
        points = self.points()
        cards = [len(pile) for pile in self.won]
        for count in (points, cards):
            if count[0] + count[2] > count[1] + count[3]:
                return 0
            if count[0] + count[2] < count[1] + count[3]:
                return 1
        return 1 if tie == "original" else None
