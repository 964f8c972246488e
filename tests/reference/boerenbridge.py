"""BoerenBridge, slow and obvious, written from the rules without our code.

Cards are texts ("10H" is the ten of hearts), rows of cards are lists of texts. Nothing here is
imported from `Game`: the tests play this game and the real one side by side.
"""

from itertools import combinations

SUITS = ["C", "D", "H", "S"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit_of(card: str) -> str:
    return card[-1]


def rank_of(card: str) -> int:
    """The rank of a card: 0 for the two, 12 for the ace."""
    return RANKS.index(card[:-1])


def pack_of(cards: int, deck: str) -> list[str]:
    """The pack of a round: the top ranks, which are all dealt, or all 52 cards."""
    ranks = RANKS if deck == "full" else RANKS[13 - cards :]
    return [rank + suit for suit in SUITS for rank in ranks]


def value_in_trick(card: str, led: str, trump: str) -> int:
    value = rank_of(card)
    if suit_of(card) == led:
        value += 13
    if suit_of(card) == trump:
        value += 26
    return value


def round_score(bid: int, tricks: int, cards: int, zero_bonus: bool) -> int:
    if bid != tricks:
        return -2 * abs(bid - tricks)
    if bid == 0 and cards >= 6 and zero_bonus:
        return 20
    return 10 + 2 * tricks


class ReferenceBoerenBridge:
    """A game from the first bid to the last card.

    `deals` has the trump and the four hands of each round.
    """

    def __init__(
        self,
        deals: list[tuple[str, list[list[str]]]],
        dealer: int,
        *,
        opener: str = "left-of-dealer",
        rebid: str = "by-one",
        zero_bonus: bool = True,
    ) -> None:
        self.deals = deals
        self.opener_rule = opener
        self.rebid_rule = rebid
        self.zero_bonus = zero_bonus
        self.scores = [0, 0, 0, 0]
        self.round = -1
        self.over = False
        self.start_round((dealer + 1) % 4)

    def start_round(self, opener: int) -> None:
        self.round += 1
        self.trump, hands = self.deals[self.round]
        self.hands = [list(hand) for hand in hands]
        self.cards = len(hands[0])
        self.opener = opener
        self.dealer = (opener + 3) % 4
        self.leader = opener
        self.turn = opener
        self.bids: dict[int, int] = {}
        self.dealers_first_bid: int | None = None
        self.bidding = True
        self.table: list[str] = []
        self.tricks = [0, 0, 0, 0]
        self.shown: set[tuple[int, str]] = set()  # (seat, suit that it did not follow)

    def choices(self) -> list[str]:
        if self.over:
            return []
        if self.bidding:
            return [f"bid {bid}" for bid in self.possible_bids()]
        hand = self.hands[self.turn]
        if self.table:
            following = [card for card in hand if suit_of(card) == suit_of(self.table[0])]
            return following or hand
        return hand

    def possible_bids(self) -> list[int]:
        everything = list(range(self.cards + 1))
        if len(self.bids) < 4:
            return everything
        first = self.bids[self.dealer]
        if self.rebid_rule == "any":
            return [bid for bid in everything if bid != first]
        return [bid for bid in everything if abs(bid - first) == 1]

    def play(self, text: str) -> None:
        if text.startswith("bid "):
            self.bid(int(text.split()[1]))
        else:
            self.lay(text)

    def bid(self, wins: int) -> None:
        if len(self.bids) == 4:  # the dealer changes
            self.dealers_first_bid = self.bids[self.dealer]
            self.bids[self.dealer] = wins
            self.end_bidding()
            return
        self.bids[self.turn] = wins
        if len(self.bids) < 4:
            self.turn = (self.turn + 1) % 4
        elif sum(self.bids.values()) == self.cards:
            self.turn = self.dealer
        else:
            self.end_bidding()

    def end_bidding(self) -> None:
        self.bidding = False
        self.turn = self.opener

    def lay(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.table.append(card)
        if suit_of(card) != suit_of(self.table[0]):
            self.shown.add((self.turn, suit_of(self.table[0])))
        self.turn = (self.turn + 1) % 4
        if len(self.table) == 4:
            self.end_trick()

    def end_trick(self) -> None:
        led = suit_of(self.table[0])
        values = [value_in_trick(card, led, self.trump) for card in self.table]
        winner = (self.leader + values.index(max(values))) % 4
        self.tricks[winner] += 1
        self.table = []
        self.leader = self.turn = winner
        if not any(self.hands):
            self.end_round(winner)

    def end_round(self, last_winner: int) -> None:
        for seat in range(4):
            self.scores[seat] += round_score(
                self.bids[seat], self.tricks[seat], self.cards, self.zero_bonus
            )
        if self.round == len(self.deals) - 1:
            self.over = True
        elif self.opener_rule == "last-trick-winner":
            self.start_round(last_winner)
        else:
            self.start_round((self.opener + 1) % 4)

    def places(self) -> list[int]:
        """For each seat, the number of seats that have scored more."""
        return [sum(other > score for other in self.scores) for score in self.scores]


Hands = tuple[frozenset[str], ...]


def all_deals(cards: list[str], rooms: list[int], lacking: list[set[str]]) -> list[Hands]:
    """All ways to give these cards to holders with this room, without suits that a holder lacks."""
    if not rooms:
        return [()] if not cards else []
    results = []
    allowed = [card for card in cards if suit_of(card) not in lacking[0]]
    for hand in combinations(allowed, rooms[0]):
        rest = [card for card in cards if card not in hand]
        results += [
            (frozenset(hand), *others) for others in all_deals(rest, rooms[1:], lacking[1:])
        ]
    return results
