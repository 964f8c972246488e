"""Random play of the rounds of BoerenBridge, as fast as it can be.

`race` is a second, deliberate copy of the rules of play in `rules.py`, with numbers alone. Tests
compare the two: `tests/game/test_boerenbridge_playouts.py` plays the same positions with the
generic `State.playout`, and with all sequences of legal moves.
"""

from Game.boerenbridge.deck import (
    CARDS,
    HOW_MANY,
    LANE,
    NO_SUIT,
    RANKS,
    SEATS,
    SUITS,
    THE_LOWEST,
    worths,
)
from Game.boerenbridge.masks import count_of, pick
from Game.boerenbridge.rules import BoerenBridgeRules
from Game.core.stream import Stream
from Game.core.turn import OVER

COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
WORTH = [0] * 1300  # (trump, suit led, card) -> what the card is worth in the trick

for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]
for _place, _worth in enumerate(worths()):
    WORTH[_place] = _worth


def play_rounds(position: BoerenBridgeRules, stream: Stream) -> bool:
    """Play all rounds that are left at random.

    Return False for a position that `race` cannot play. No deal leads to such a position, but a bot
    may imagine one.
    """
    while position.turn != OVER and position.played_count & 3:
        playable = position.playable(position.turn)
        if not playable:
            return True
        position.step(pick(playable, stream), stream)
    while position.turn != OVER:
        if not is_even(position):
            return False
        while position.calling:
            position.call(random_bid(position, stream))
        race(position, stream)
        position.count_round()
        position.round += 1
        if position.round < len(position.schedule):
            position.begin_round(position.next_opener())
            position.deal_round(stream)
        else:
            position.turn = OVER
    return True


def is_even(position: BoerenBridgeRules) -> bool:
    """Is a trick about to start, and do all hands have the same size?"""
    held = count_of(position.hand[0])
    for seat in range(1, SEATS):
        if count_of(position.hand[seat]) != held:
            return False
    return held > 0 and position.played_count + SEATS * held <= CARDS


def random_bid(position: BoerenBridgeRules, stream: Stream) -> int:
    """Any bid that the seat to act may make."""
    if position.bid_count < SEATS:
        return stream.below(position.cards + 1)
    first = position.bids[3]
    if position.any_change:
        bid = stream.below(position.cards)
        return bid if bid < first else bid + 1
    if first == 0:
        return 1
    if first == position.cards:
        return first - 1
    return first - 1 if stream.below(2) == 0 else first + 1


def race(position: BoerenBridgeRules, stream: Stream) -> None:
    """Play an even position to the end of the round at random. The score is not counted.

    Each hand is four lanes of bits, one for each suit.
    """
    lanes = [0] * 16
    for i in range(16):
        lanes[i] = position.hand[i >> 2] >> ((i & 3) * RANKS) & LANE
    left = count_of(position.hand[0])
    leader = position.leader
    trump = position.trump
    while left:
        led = NO_SUIT
        row = 0
        highest = -1
        winner = 0
        for i in range(SEATS):
            seat = (leader + i) & 3
            here = seat << 2
            suit = led
            if i and lanes[here + led]:
                choices = COUNT[lanes[here + led]]
                chosen = stream.below(choices) if choices > 1 else 0
            else:
                chosen = stream.below(left) if left > 1 else 0
                suit = 0
                while chosen >= COUNT[lanes[here + suit]]:
                    chosen -= COUNT[lanes[here + suit]]
                    suit += 1
                if i == 0:
                    led = suit
                    row = (trump * (SUITS + 1) + led) * CARDS
            lane = lanes[here + suit]
            while chosen:
                lane &= lane - 1
                chosen -= 1
            value = WORTH[row + suit * RANKS + LOWEST[lane]]
            lanes[here + suit] ^= lane & -lane
            if value > highest:
                highest = value
                winner = seat
        position.won[winner] += 1
        leader = winner
        left -= 1
    position.leader = leader
    for seat in range(SEATS):
        position.hand[seat] = 0
