"""French Tarot for three, slow and obvious, written from the rules without our code.

Cards are texts, hands and piles are lists. The tests compare this game with the real one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

SUITS = "CDHS"
RANKS = "1 2 3 4 5 6 7 8 9 10 V C D R".split()
TRUMPS = [f"A{n}" for n in range(1, 22)]
PACK = [*(rank + suit for suit in SUITS for rank in RANKS), *TRUMPS, "EX"]
BIDS = ["passe", "petite", "garde", "garde sans", "garde contre"]
MULTIPLE = {"petite": 1, "garde": 2, "garde sans": 4, "garde contre": 6}
HANDFULS = {"poignée": 20, "double poignée": 30, "triple poignée": 40}
NEEDED = {3: 36, 2: 41, 1: 51, 0: 56}


def is_trump(card: str) -> bool:
    return card in TRUMPS


def suit(card: str) -> str:
    """The suit of a card: C, D, H or S, A for a trump, and an empty text for the excuse."""
    if card == "EX":
        return ""
    return "A" if is_trump(card) else card[-1]


def height(card: str) -> int:
    return TRUMPS.index(card) if is_trump(card) else RANKS.index(card[:-1])


def is_bout(card: str) -> bool:
    return card in ("A1", "A21", "EX")


def is_plain(card: str) -> bool:
    return suit(card) in tuple(SUITS) and card[:-1] != "R"


def points(card: str) -> Fraction:
    if is_bout(card):
        return Fraction(9, 2)
    if is_trump(card):
        return Fraction(1, 2)
    court = {"R": Fraction(9, 2), "D": Fraction(7, 2), "C": Fraction(5, 2), "V": Fraction(3, 2)}
    return court.get(card[:-1], Fraction(1, 2))


def sorted_hand(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


def has_petit_alone(hand: Sequence[str]) -> bool:
    return [card for card in hand if is_trump(card) or card == "EX"] == ["A1"]


def playable(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """The cards of a hand that may be played to this trick."""
    suited = [card for card in trick if card != "EX"]
    if not suited:
        return list(hand)
    asked = suit(suited[0])
    excuse = [card for card in hand if card == "EX"]
    if asked != "A":
        following = [card for card in hand if suit(card) == asked]
        if following:
            return following + excuse
    trumps = [card for card in hand if is_trump(card)]
    if not trumps:
        return list(hand)
    lying = [height(card) for card in trick if is_trump(card)]
    higher = [card for card in trumps if not lying or height(card) > max(lying)]
    return (higher or trumps) + excuse


def best_of(trick: Sequence[str]) -> str:
    """The card that takes the trick, if it is not the excuse."""
    trumps = [card for card in trick if is_trump(card)]
    if trumps:
        return max(trumps, key=height)
    suited = [card for card in trick if card != "EX"]
    return max((card for card in suited if suit(card) == suit(suited[0])), key=height)


def layable(hand: Sequence[str]) -> list[str]:
    """The cards of a hand that may be discarded."""
    plain = [card for card in hand if is_plain(card)]
    return plain or [card for card in hand if is_trump(card) and not is_bout(card)]


def shown_for(hand: Sequence[str], n: int) -> list[str]:
    """The trumps shown for a handful of n: the highest, and the excuse if one is missing."""
    trumps = [card for card in sorted_hand(hand) if is_trump(card)]
    return trumps[-n:] if len(trumps) >= n else [*trumps, "EX"]


class ReferenceTarot:
    def __init__(
        self,
        packs: Iterator[Sequence[str]],
        *,
        dealer: int = 2,
        contract: str = "auction",
        deals: int = 3,
        handfuls: bool = True,
        slams: bool = True,
        hand: int = 24,
        enough: Sequence[int] = (13, 15, 18),
    ) -> None:
        self.packs = packs
        self.dealer = dealer
        self.fixed = contract == "fixed"
        self.left = deals
        self.with_handfuls = handfuls
        self.with_slams = slams
        self.size = hand
        self.enough = dict(zip(HANDFULS, enough, strict=True))
        self.scores = [0, 0, 0]
        self.turn: int | None = None
        self.deal()

    def deal(self) -> None:
        self.hands: list[list[str]] = [["A1"], [], []]
        while any(has_petit_alone(hand) for hand in self.hands):
            pack = list(next(self.packs))
            self.hands = [[], [], []]
            seat = self.dealer
            for start in range(0, 3 * self.size, 4):
                seat = (seat + 1) % 3
                self.hands[seat] += pack[start : start + 4]
            self.dog = pack[3 * self.size :]
        self.first = (self.dealer + 1) % 3
        self.taker: int | None = None
        self.contract = "passe"
        self.bids: list[str] = []
        self.aside = list(self.dog)
        self.dog_shown = False
        self.slam = False
        self.handfuls: list[list[str]] = [[], [], []]
        self.bonus = 0
        self.trick: list[str] = []
        self.played: list[str] = []
        self.tricks: list[tuple[int, list[str]]] = []  # who took it, and its cards
        self.piles: dict[str, list[str]] = {"taker": [], "defence": []}
        self.owed_by: str | None = None
        self.turn = self.first
        self.phase = "bid"
        if self.fixed:
            self.taker, self.contract = 0, "petite"
            self.after_dog()

    def side(self, seat: int) -> str:
        return "taker" if seat == self.taker else "defence"

    # Before the first card

    def after_dog(self) -> None:
        if self.with_slams:
            self.phase, self.turn = "slam", self.taker
        else:
            self.after_slam()

    def after_slam(self) -> None:
        self.leader = self.taker if self.slam else self.first
        self.turn = self.leader
        self.phase = "handful" if self.with_handfuls else "play"
        self.asked = 0

    def choices(self) -> list[str]:
        if self.turn is None:
            return []
        hand = sorted_hand(self.hands[self.turn])
        if self.phase == "bid":
            return ["passe", *BIDS[BIDS.index(self.contract) + 1 :]]
        if self.phase == "discard":
            return sorted_hand(layable(hand))
        if self.phase == "slam":
            return ["pas de chelem", "chelem"]
        if self.phase == "handful":
            trumps = sum(is_trump(card) or card == "EX" for card in hand)
            return ["pas de poignée", *(h for h in HANDFULS if trumps >= self.enough[h])]
        return sorted_hand(playable(hand, self.trick))

    def play(self, action: str) -> None:
        getattr(self, f"do_{self.phase}")(action)

    def do_bid(self, bid: str) -> None:
        self.bids.append(bid)
        if bid != "passe":
            self.taker, self.contract = self.turn, bid
        self.turn = (self.turn + 1) % 3
        if len(self.bids) < 3:
            return
        if self.taker is None:
            self.end_deal()
        elif self.contract in ("petite", "garde"):
            self.dog_shown = True
            self.hands[self.taker] += self.dog
            self.aside = []
            self.phase, self.turn = "discard", self.taker
        else:
            self.after_dog()

    def do_discard(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.aside.append(card)
        if len(self.aside) == len(self.dog):
            self.after_dog()

    def do_slam(self, word: str) -> None:
        self.slam = word == "chelem"
        self.after_slam()

    def do_handful(self, word: str) -> None:
        if word in HANDFULS:
            self.handfuls[self.turn] = shown_for(self.hands[self.turn], self.enough[word])
            self.bonus += HANDFULS[word]
        self.asked += 1
        self.turn = (self.turn + 1) % 3
        if self.asked == 3:
            self.phase = "play"

    # Play

    def do_play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.played.append(card)
        self.turn = (self.turn + 1) % 3
        if len(self.trick) == 3:
            self.end_trick()

    def end_trick(self) -> None:
        trick, last = self.trick, not any(self.hands)
        seats = [(self.leader + i) % 3 for i in range(3)]
        winner = seats[trick.index(best_of(trick))]
        if "EX" in trick:
            owner = seats[trick.index("EX")]
            theirs = [who for who, _ in self.tricks if self.side(who) == self.side(owner)]
            if last and len(theirs) == len(self.tricks):
                winner = owner
        self.tricks.append((winner, trick))
        self.piles[self.side(winner)] += [card for card in trick if card != "EX"]
        if "EX" in trick:
            keeps = self.side(owner)
            if last and winner != owner:
                keeps = "defence" if keeps == "taker" else "taker"
            elif self.side(winner) != keeps:
                self.owed_by = keeps
            self.piles[keeps].append("EX")
        self.pay_debt()
        self.trick = []
        self.leader = self.turn = winner
        if last:
            self.count()

    def pay_debt(self) -> None:
        """Pay a card of half a point for the excuse, as soon as the side has one."""
        if self.owed_by is None:
            return
        pile = self.piles[self.owed_by]
        other = self.piles["defence" if self.owed_by == "taker" else "taker"]
        small = [card for card in pile if points(card) == Fraction(1, 2)]
        if small:
            pile.remove(small[0])
            other.append(small[0])
            self.owed_by = None

    # Counting

    def count(self) -> None:
        self.piles["defence" if self.contract == "garde contre" else "taker"] += self.aside
        self.pay_debt()
        if self.owed_by is not None:  # nothing to give: the excuse itself
            self.piles[self.owed_by].remove("EX")
            self.piles["defence" if self.owed_by == "taker" else "taker"].append("EX")
        mine = self.piles["taker"]
        total = sum(map(points, mine))
        assert total + sum(map(points, self.piles["defence"])) == sum(
            map(points, self.played + self.aside)
        )
        difference = total - NEEDED[sum(map(is_bout, mine))]
        winner = "taker" if difference >= 0 else "defence"
        rounded = -(-abs(difference) // 1)
        worth = (25 + rounded + self.petit(winner)) * MULTIPLE[self.contract] + self.bonus
        pay = worth if winner == "taker" else -worth
        takers = [self.side(who) for who, _ in self.tricks].count("taker")
        if takers == len(self.tricks):
            pay += 400 if self.slam else 200
        elif self.slam:
            pay -= 200
        if takers == 0:
            pay -= 200
        for seat in range(3):
            self.scores[seat] += 2 * int(pay) if seat == self.taker else -int(pay)
        self.end_deal()

    def petit(self, winner: str) -> int:
        """The points of the petit in the last trick, for the side that has won the deal."""
        who, trick = self.tricks[-1]
        is_slam = len({self.side(taker) for taker, _ in self.tricks}) == 1
        before = self.tricks[-2][1] if is_slam and len(self.tricks) > 1 else []
        seat_took_with_excuse = "EX" in trick and is_slam and self.excuse_was_theirs()
        if "A1" in trick or (seat_took_with_excuse and "A1" in before):
            return 10 if self.side(who) == winner else -10
        return 0

    def excuse_was_theirs(self) -> bool:
        """Was the excuse of the last trick played by the side that has taken everything?"""
        led_by = self.tricks[-2][0] if len(self.tricks) > 1 else self.first_leader()
        seat = (led_by + self.tricks[-1][1].index("EX")) % 3
        return self.side(seat) == self.side(self.tricks[-1][0])

    def first_leader(self) -> int:
        return self.taker if self.slam else self.first

    def end_deal(self) -> None:
        self.left -= 1
        if not self.left:
            self.turn = None
            return
        self.dealer = (self.dealer + 1) % 3
        self.deal()
