"""Random, Greedy, GreedyKripke and FullKripke: the agents of the original program.

They are functions of a position, so that a whole game of them is a single call. The bots with these
names (`Players/GreedyKripkePlayer.py`, ...) call the same functions. An agent reads only what the
seat to act may know: its own hand, the bids, the cards played, and the cards that are out. A card
is out if it was not played and is not the seat's own. `Players/kripke` computes the same answers
with possible worlds. This is a deliberate, faster copy, and tests compare the two (decision 25).

The description of the agents leaves some questions open. The answers here give the published scores
(`docs/kripke.md` lists them).
"""

from Game.boerenbridge.deck import (
    BIDS,
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
from Game.boerenbridge.masks import pick
from Game.boerenbridge.playout import random_bid
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.numbers import FULL_KRIPKE, GREEDY, RANDOM

NO_CARD = -1
TOP = 99  # more than any card is worth
TRUMP_BONUS = 13  # added to the value of a trump when bidding

COUNT = [0] * 8192  # thirteen bits -> how many of them are set
LOWEST = [0] * 8192  # the lowest that is set
HIGHEST = [0] * 8192  # the highest that is set; 0 if none is
SUIT_OF = [0] * 52
RANK_OF = [0] * 52
WORTH = [0] * 1300  # (trump, suit led, card) -> what the card is worth in the trick

for _card in range(CARDS):
    SUIT_OF[_card] = _card // RANKS
    RANK_OF[_card] = _card % RANKS
for _bits in range(1, 8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]
    HIGHEST[_bits] = _bits.bit_length() - 1
for _place, _worth in enumerate(worths()):
    WORTH[_place] = _worth


def choose(agent: int, state: BoerenBridgeState, stream: Stream) -> int:
    """The number of the action that the agent chooses for the seat to act."""
    if agent == RANDOM:
        return random_action(state, stream)
    if state.calling:
        if state.bid_count < SEATS:
            return BIDS + guess(state, state.turn)
        return random_action(state, stream)  # the dealer changes the bid to any that is legal
    led = led_suit(state)
    if agent == GREEDY:
        return highest_card(state.playable(state.turn), state.trump, led, stream)
    if agent == FULL_KRIPKE and state.won[state.turn] >= state.bid_of(state.turn):
        return lose(state, led, stream)
    if led == NO_SUIT:
        return open_to_win(state, stream)
    if state.hand[state.turn] >> (led * RANKS) & LANE:
        return follow_to_win(state, led)
    return discard_to_win(state, led, stream)


def play_on(state: BoerenBridgeState, agents: list[int], stream: Stream) -> None:
    """Play to the end of the game with an agent in each seat."""
    while state.turn != OVER:
        state.step(choose(agents[state.turn], state, stream), stream)


def random_action(state: BoerenBridgeState, stream: Stream) -> int:
    """Any action, each as likely as the others."""
    if state.calling:
        return BIDS + random_bid(state, stream)
    return pick(state.playable(state.turn), stream)


def guess(state: BoerenBridgeState, seat: int) -> int:
    """The number of tricks to bid, from the mean value of the hand and that of the pack.

    The value of a card is its rank, and 13 more if it is a trump.
    """
    hand = state.hand[seat]
    value = 0
    for suit in range(SUITS):
        lane = hand >> (suit * RANKS) & LANE
        while lane:
            value += LOWEST[lane]
            if suit == state.trump:
                value += TRUMP_BONUS
            lane &= lane - 1
    tricks = state.cards
    lowest = 0 if state.full else RANKS - tricks
    pack = (
        2 * (lowest + RANKS - 1) + TRUMP_BONUS
    ) * tricks  # four times the mean value of this number of cards
    if 40 * value < 8 * pack:
        return 0
    if 40 * value < 11 * pack:
        return tricks // 4
    if 40 * value < 13 * pack:
        return tricks // 2
    return tricks


# What a seat can know


def led_suit(state: BoerenBridgeState) -> int:
    """The suit led, or NO_SUIT."""
    return SUIT_OF[state.played[state.played_count & ~3]] if state.played_count & 3 else NO_SUIT


def winning_card(state: BoerenBridgeState) -> int:
    """The card that takes the trick so far."""
    first = state.played_count & ~3
    return state.played[first + state.best_place(first)]


def others_may_hold(state: BoerenBridgeState, suit: int) -> int:
    """The ranks of the suit that another seat may hold, as the seat to act knows."""
    seat = state.turn
    lane = 0
    barred = 1
    for other in range(SEATS):
        if other != seat:
            lane |= state.hand[other] >> (suit * RANKS) & LANE
            barred &= state.voids[other] >> suit
    if state.full and not barred:
        lane |= state.aside >> (suit * RANKS) & LANE
    return lane


def is_highest(lane: int, out: int) -> bool:
    """Does the highest of these ranks beat all ranks that are out?"""
    return lane != 0 and (out == 0 or HIGHEST[lane] > HIGHEST[out])


def lowest_card(hand: int, trump: int, stream: Stream) -> int:
    """The card that is worth least, a trump only if there is no other; any one of equals."""
    row = (trump * (SUITS + 1) + NO_SUIT) * CARDS
    card = NO_CARD
    least = TOP
    equals = 0
    for suit in range(SUITS):
        lane = hand >> (suit * RANKS) & LANE
        if lane:
            value = WORTH[row + suit * RANKS + LOWEST[lane]]
            if value < least:
                least = value
                equals = 0
            if value == least:
                equals += 1
                if equals == 1 or stream.below(equals) == 0:
                    card = suit * RANKS + LOWEST[lane]
    return card


def highest_card(hand: int, trump: int, led: int, stream: Stream) -> int:
    """The card that is worth most in the trick; any one of equals."""
    row = (trump * (SUITS + 1) + led) * CARDS
    card = NO_CARD
    most = -1
    equals = 0
    for suit in range(SUITS):
        lane = hand >> (suit * RANKS) & LANE
        if lane:
            value = WORTH[row + suit * RANKS + HIGHEST[lane]]
            if value > most:
                most = value
                equals = 0
            if value == most:
                equals += 1
                if equals == 1 or stream.below(equals) == 0:
                    card = suit * RANKS + HIGHEST[lane]
    return card


def lowest_of_long(hand: int, but: int, stream: Stream) -> int:
    """The lowest card of a suit of two cards or more, drawn from all suits except `but`."""
    card = NO_CARD
    suits = 0
    for suit in range(SUITS):
        lane = hand >> (suit * RANKS) & LANE
        if suit != but and COUNT[lane] > 1:
            suits += 1
            if suits == 1 or stream.below(suits) == 0:
                card = suit * RANKS + LOWEST[lane]
    return card


# Winning a trick


def open_to_win(state: BoerenBridgeState, stream: Stream) -> int:
    """Lead a card that cannot be beaten, else one that costs little."""
    hand = state.hand[state.turn]
    trump = state.trump
    trumps = hand >> (trump * RANKS) & LANE
    their_trumps = others_may_hold(state, trump)
    if their_trumps and is_highest(trumps, their_trumps):
        return trump * RANKS + HIGHEST[trumps]
    card = NO_CARD
    suits = 0
    only_to_be_ruffed = False
    for suit in range(SUITS):
        if suit == trump:
            continue
        lane = hand >> (suit * RANKS) & LANE
        out = others_may_hold(state, suit)
        if not is_highest(lane, out):
            continue
        if their_trumps and not out:
            only_to_be_ruffed = True
        else:
            suits += 1
            if suits == 1 or stream.below(suits) == 0:
                card = suit * RANKS + HIGHEST[lane]
    if card != NO_CARD:
        return card
    if only_to_be_ruffed:
        return lowest_card(hand, trump, stream)
    card = lowest_of_long(hand, trump if their_trumps else NO_SUIT, stream)
    return card if card != NO_CARD else lowest_card(hand, trump, stream)


def follow_to_win(state: BoerenBridgeState, led: int) -> int:
    """The highest card of the suit if no card on the table or out beats it; else the lowest."""
    lane = state.hand[state.turn] >> (led * RANKS) & LANE
    best = winning_card(state)
    beaten = SUIT_OF[best] != led or RANK_OF[best] > HIGHEST[lane]
    if not beaten and is_highest(lane, others_may_hold(state, led)):
        return led * RANKS + HIGHEST[lane]
    return led * RANKS + LOWEST[lane]


def discard_to_win(state: BoerenBridgeState, led: int, stream: Stream) -> int:
    """Play a trump. The last seat of a trick does so only to beat another trump."""
    hand = state.hand[state.turn]
    trump = state.trump
    trumps = hand >> (trump * RANKS) & LANE
    if not trumps:
        return lowest_card(hand, trump, stream)
    if state.played_count & 3 == 3:
        best = winning_card(state)
        if SUIT_OF[best] != trump:
            return lowest_card(hand, NO_SUIT, stream)  # by its rank, trump or not
        if HIGHEST[trumps] > RANK_OF[best]:
            return trump * RANKS + HIGHEST[trumps]
        return lowest_card(hand, trump, stream)
    if others_may_hold(state, led) and others_may_hold(state, trump):
        return trump * RANKS + HIGHEST[trumps]
    return trump * RANKS + LOWEST[trumps]


# Losing a trick


def lose(state: BoerenBridgeState, led: int, stream: Stream) -> int:
    """Get rid of high cards without taking the trick."""
    hand = state.hand[state.turn]
    if led == NO_SUIT:
        return lowest_card(hand, state.trump, stream)
    best = winning_card(state)
    lane = hand >> (led * RANKS) & LANE
    if not lane:
        return discard_to_lose(state, best, stream)
    if SUIT_OF[best] != led:
        return led * RANKS + HIGHEST[lane]
    below = lane & ((1 << RANK_OF[best]) - 1)
    return led * RANKS + (HIGHEST[below] if below else LOWEST[lane])


def discard_to_lose(state: BoerenBridgeState, best: int, stream: Stream) -> int:
    """The highest trump below the best; else the highest card that is not the best of its suit."""
    hand = state.hand[state.turn]
    trump = state.trump
    trumps = hand >> (trump * RANKS) & LANE
    if SUIT_OF[best] == trump:
        below = trumps & ((1 << RANK_OF[best]) - 1)
        if below:
            return trump * RANKS + HIGHEST[below]
    card = NO_CARD
    highest = -1
    suits = 0
    for suit in range(SUITS):
        if suit == trump:
            continue
        lane = hand >> (suit * RANKS) & LANE
        out = others_may_hold(state, suit)
        useless = lane & ((1 << HIGHEST[out]) - 1) if out else 0
        if useless:
            if HIGHEST[useless] > highest:
                highest = HIGHEST[useless]
                suits = 0
            if HIGHEST[useless] == highest:
                suits += 1
                if suits == 1 or stream.below(suits) == 0:
                    card = suit * RANKS + highest
    if card != NO_CARD:
        return card
    if trumps:
        return trump * RANKS + LOWEST[trumps]
    return lowest_card(hand, trump, stream)
