"""The numbers of French Tarot for three: cards, contracts, handfuls, and their points.

Points are counted in halves, so that they stay whole: a king counts 9 here and 4.5 on paper.
"""

from dataclasses import dataclass

from Game.core.cards import TAROT

SEATS = 3
NOBODY = -1  # in place of a seat, a card or a group
SUIT = 14  # cards of a suit: 1 to 10, valet, cavalier, dame, roi
KING = 13  # the place of the king in its suit
PETIT, TWENTY_ONE, EXCUSE = (TAROT.parse(text) for text in ("A1", "A21", "EX"))
BOUTS = (PETIT, TWENTY_ONE, EXCUSE)

# Hands are kept as five groups of cards, each a mask of bits: the four suits, and the trumps.
GROUPS = 5
TRUMPS = 4  # the group of the trumps; the excuse is in it too, above the 21
FIRST_TRUMP = TRUMPS * SUIT

# Masks of the group of trumps, and of a suit.
THE_PETIT = 1
THE_21 = 1 << 20
THE_EXCUSE = 1 << 21
BOUT_BITS = THE_PETIT | THE_21 | THE_EXCUSE
ALL_TRUMPS = (1 << 21) - 1  # without the excuse
WHOLE_SUIT = (1 << SUIT) - 1
PLAIN = WHOLE_SUIT - (1 << KING)  # what may be laid away

ASIDE = 4  # a place where a hidden card may be; 1 and 2 are the two other hands

HALF_POINTS = {"V": 3, "C": 5, "D": 7, "R": 9}  # by the letter of a court card
NEEDED = (112, 102, 82, 72)  # half points that the taker needs with 0, 1, 2, 3 bouts

# The value of a won or lost deal, in whole points.
BASE = 25
PETIT_AT_THE_END = 10
SLAM = 200  # twice that when it was announced; lost when it was announced and failed


@dataclass(frozen=True)
class Contract:
    text: str
    times: int  # the factor of the points
    takes_dog: bool  # is the dog shown and put into the taker's hand?
    dog_counts: int  # for the taker (0) or the defence (1)


CONTRACTS = (
    Contract("passe", 0, False, 0),
    Contract("petite", 1, True, 0),
    Contract("garde", 2, True, 0),
    Contract("garde sans", 4, False, 0),
    Contract("garde contre", 6, False, 1),
)


@dataclass(frozen=True)
class Handful:
    text: str
    points: int


HANDFULS = (Handful("poignée", 20), Handful("double poignée", 30), Handful("triple poignée", 40))


@dataclass(frozen=True)
class TarotPack:
    """The cards, and how they are dealt. Tests enumerate the deals of smaller packs."""

    cards: tuple[int, ...] = tuple(TAROT)
    hand: int = 24  # cards for each seat, dealt four at a time
    dog: int = 6
    handfuls: tuple[int, int, int] = (13, 15, 18)  # trumps that make one


# Actions. To discard or play a card, the action is its number. The other actions follow.
CARDS = len(TAROT)
BIDS = CARDS  # the first of five bids, in the order of CONTRACTS
NO_HANDFUL = BIDS + len(CONTRACTS)  # followed by the three handfuls
NO_SLAM = NO_HANDFUL + 1 + len(HANDFULS)
SAY_SLAM = NO_SLAM + 1

TEXTS = (
    *TAROT.texts,
    *(contract.text for contract in CONTRACTS),
    "pas de poignée",
    *(handful.text for handful in HANDFULS),
    "pas de chelem",
    "chelem",
)

# The phases of a deal, in order.
BID, DISCARD, ANNOUNCE, SHOW, PLAY = range(5)
PHASES = ("bid", "discard", "slam", "handful", "play")


def half_points_of(card: int) -> int:
    """The value of a card, in half points."""
    if card in BOUTS:
        return 9
    if card >= FIRST_TRUMP:
        return 1
    return HALF_POINTS.get(TAROT.text(card)[0], 1)
