"""The bids, announcements and discards of imagined players of French Tarot.

They bid by the worth of the hand (`estimate.py`), discard short suits, announce no slam and show no
handful. The bot `greedy` bids in the same way.
"""

from Game.tarot.playouts.estimate import HIGH, LEAST, LONG, NOTHING, WORTHS
from Game.tarot.rules.auction import announce, bid, lay_away, layable, show_handful
from Game.tarot.rules.deck import (
    ALL_TRUMPS,
    ANNOUNCE,
    BID,
    CONTRACTS,
    DISCARD,
    GROUPS,
    KING,
    NOBODY,
    PLAIN,
    SUIT,
    THE_21,
    THE_EXCUSE,
    THE_PETIT,
    TRUMPS,
)
from Game.tarot.rules.masks import count, nth
from Game.tarot.rules.position import TarotPosition

HIGH_TRUMPS = ALL_TRUMPS - ((1 << (HIGH - 1)) - 1)

# The table of `estimate.py` in quarters of a point, so that sums are whole numbers.
FEATURES = 9
IN_QUARTERS = [0] * 9
BASE_WORTH = round(4 * NOTHING)
LEAST_WORTH = [0] * 5  # contract -> what a hand must be worth for it

for _n, _name in enumerate(WORTHS):
    IN_QUARTERS[_n] = round(4 * WORTHS[_name])
for _n in range(1, 5):
    LEAST_WORTH[_n] = round(4 * LEAST[CONTRACTS[_n].text])


def speak_by_habit(position: TarotPosition) -> None:
    """Bid, discard a card, or say no to a slam or a handful."""
    if position.phase == BID:
        bid(position, habitual_bid(position))
    elif position.phase == DISCARD:
        lay_away(position, habitual_discard(position))
    elif position.phase == ANNOUNCE:
        announce(position, 0)
    else:
        show_handful(position, 0)


# Bidding


def habitual_bid(position: TarotPosition) -> int:
    """The highest contract that the hand is worth and that is above the bids so far; 0 is passe."""
    worth = worth_of_hand(position, position.turn)
    highest = 0
    for contract in range(position.contract + 1, 5):
        if worth >= LEAST_WORTH[contract]:
            highest = contract
    return highest


def worth_of_hand(position: TarotPosition, seat: int) -> int:
    """What a hand is worth, in quarters of a point."""
    features = [0] * 9
    count_features(position, seat, features)
    worth = BASE_WORTH
    for i in range(FEATURES):
        worth += IN_QUARTERS[i] * features[i]
    return worth


def features_of_hand(position: TarotPosition, seat: int) -> list[int]:
    """How often each feature of `estimate.WORTHS` is in a hand."""
    features = [0] * 9
    count_features(position, seat, features)
    return [features[i] for i in range(FEATURES)]


def count_features(position: TarotPosition, seat: int, features: list[int]) -> None:
    """Count the features of a hand, which are 0 so far, in the order of `estimate.WORTHS`."""
    base = seat * GROUPS
    trumps = position.hand[base + TRUMPS]
    features[0] = 1 if trumps & THE_PETIT else 0
    features[1] = 1 if trumps & THE_21 else 0
    features[2] = 1 if trumps & THE_EXCUSE else 0
    features[3] = count(trumps & ALL_TRUMPS)
    features[4] = count(trumps & HIGH_TRUMPS)
    for group in range(TRUMPS):
        suit = position.hand[base + group]
        for i in range(3):  # king, queen, cavalier
            features[5 + i] += suit >> (KING - i) & 1
        features[8] += max(0, count(suit) + 1 - LONG)


# The discard


def habitual_discard(position: TarotPosition) -> int:
    """The richest plain card of the shortest suit; suits with their king come last.

    The queen beside her king is the last card to go. This is a fast copy of the rule that the bot
    `greedy` follows (`Players/tarot/discarding.py`), with other ties; a test compares the two.
    """
    base = position.turn * GROUPS
    best = NOBODY
    least = 1000
    for group in range(TRUMPS):
        suit = position.hand[base + group]
        plain = suit & PLAIN
        if plain:
            length = count(suit)
            if suit != plain:
                length += 100
                if plain == 1 << (KING - 1):
                    length += 100
            if length < least:
                least = length
                best = group
    if best == NOBODY:
        return layable(position)[0]
    suit = position.hand[base + best]
    plain = suit & PLAIN
    if suit != plain and plain != 1 << (KING - 1):
        plain &= ~(1 << (KING - 1))
    return best * SUIT + nth(plain, count(plain) - 1)
