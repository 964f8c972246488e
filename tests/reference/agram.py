"""Agram, slow and obvious, written from the rules without our code.

Thirty-five cards: three to ten of hearts, diamonds, spades and clubs, and the aces but that of
spades. Six cards each, five when six play. Follow suit if you can; the highest card of the suit led
takes the trick, and its player leads the next. The player that takes the last trick wins.
"""

RANKS = "THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ACE".split()
SUITS = "HEARTS DIAMONDS SPADES CLUBS".split()
PACK = [f"{rank} {suit}" for rank in RANKS for suit in SUITS if (rank, suit) != ("ACE", "SPADES")]


def suit(card: str) -> str:
    return card.split()[1]


def rank(card: str) -> int:
    return RANKS.index(card.split()[0])


class ReferenceAgram:
    """`pack` is dealt from its end: all cards of a player, then those of the next."""

    def __init__(self, pack: list[str], players: int) -> None:
        assert sorted(pack) == sorted(PACK)
        pack = list(pack)
        self.players = players
        each = 6 if players < 6 else 5
        self.hands = [[pack.pop() for _ in range(each)] for _ in range(players)]
        self.trick: list[tuple[int, str]] = []
        self.turn = 0
        self.winner: int | None = None

    def choices(self) -> list[str]:
        if self.winner is not None:
            return []
        hand = self.hands[self.turn]
        if not self.trick:
            return list(hand)
        led = suit(self.trick[0][1])
        following = [card for card in hand if suit(card) == led]
        return following or list(hand)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) < self.players:
            return
        led = suit(self.trick[0][1])
        taker = max((rank(card), seat) for seat, card in self.trick if suit(card) == led)[1]
        self.trick = []
        self.turn = taker
        if not any(self.hands):
            self.winner = taker

    def points(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(self.players)]
