"""Random play to the end of a game of Brisca, from the start of a trick, as fast as it can be.

This is a second, deliberate copy of the rules in `rules.py`, with numbers alone. Tests compare the
two: `tests/game/test_brisca_playouts.py` plays the same positions with the generic
`State.playout`, and with all sequences of legal moves.
"""

from Game.brisca.deck import CARDS, HAND, NUMBERS, ROOM, SEATS, points_of, powers
from Game.brisca.rules import BriscaRules
from Game.core.stream import Stream
from Game.core.turn import OVER

LOW_HALF = 0xFFFFFFFF  # of a random word

MARKS = [0] * 16384  # (trump suit, card led, card), 64 apart -> strength and points in one number

# The ways in which four hands of equal size can each give one card: how many ways there are, and
# for each way three masks. The i-th mask covers the seats that give their i-th card.
WAYS = [0, 1, 16, 81]
WAYS_FROM = [0, 0, 3, 51]  # where in MASKS the ways for hands of this size begin
MASKS = [0] * 294

for _held in range(1, 4):
    for _way in range(WAYS[_held]):
        for _seat in range(4):
            _card = _way // _held**_seat % _held
            MASKS[WAYS_FROM[_held] + _way * 3 + _card] |= 0xFF << _seat * 8

_powers = powers()
for _suits in range(16):
    _row = _powers[_suits * CARDS : _suits * CARDS + CARDS]
    _ranks = sorted(set(_row))  # at most thirty, so that a mark has 16 bits
    for _card in range(CARDS):
        for _led in range(_suits % 4 * 10, _suits % 4 * 10 + 10):
            MARKS[_suits // 4 * 4096 + _led * 64 + _card] = _ranks.index(
                _row[_card]
            ) << 10 | points_of(NUMBERS[_card])


def is_even(position: BriscaRules) -> bool:
    """Is a trick about to start, with hands and a deck of sizes that the rules deal?"""
    if position.table_size:
        return False
    for seat in range(SEATS):
        if position.hand_size[seat] != position.hand_size[0] or position.hand_size[seat] > HAND:
            return False
    return (position.bottom - position.top) & 3 == 0


def race(position: BriscaRules, stream: Stream) -> None:
    """Play an even position to its end at random.

    The four hands are three words: byte `seat` of a word is one of that seat's cards. One choice
    decides what all four seats play; there are 81 ways if each holds three cards. A way is three
    masks. They take a card of each hand out of the words at once, and put the drawn cards into
    the places. Half a random word chooses the way. The error in its probability is below one in
    fifty million.
    """
    luck = [0] * 7  # enough for ten draws: a bot may imagine a deck of all cards
    scored = 0  # the points of each seat, in 16 bits; stays in a register, unlike a list
    taken = 0  # the cards that each seat takes, in 8 bits
    four = 4  # in C as wide as `taken`
    first = second = third = 0
    for seat in range(4):
        i = seat * ROOM
        first |= position.hand[i] << (seat << 3)
        second |= position.hand[i + 1] << (seat << 3)
        third |= position.hand[i + 2] << (seat << 3)
    held = position.hand_size[0]
    leader = position.leader << 3
    top = position.top
    trump = position.trump // 10 * 4096
    half = 0
    stream.fill(luck, (held + (position.bottom - top) // 4 + 1) // 2)
    while held:
        chosen = luck[half >> 1] >> ((half & 1) << 5) & LOW_HALF
        way = WAYS_FROM[held] + (chosen * WAYS[held] >> 32) * 3
        half += 1
        played = first & MASKS[way] | second & MASKS[way + 1] | third & MASKS[way + 2]

        row = trump + ((played >> leader & 0xFF) << 6)
        mark_0 = MARKS[row + (played & 0xFF)]
        mark_1 = MARKS[row + (played >> 8 & 0xFF)] + (1 << 8)
        mark_2 = MARKS[row + (played >> 16 & 0xFF)] + (2 << 8)
        mark_3 = MARKS[row + (played >> 24)] + (3 << 8)
        best = mark_0 if mark_0 > mark_1 else mark_1
        rest = mark_2 if mark_2 > mark_3 else mark_3
        seat = (best if best > rest else rest) >> 8 & 3
        leader = seat << 3
        won = mark_0 + mark_1 + mark_2 + mark_3 & 0xFF
        scored += won << (leader << 1)
        taken += four << leader

        if top < position.bottom:
            drawn = position.deck[top] | position.deck[top + 1] << 8
            drawn |= position.deck[top + 2] << 16 | position.deck[top + 3] << 24
            drawn = (drawn << leader | drawn >> (32 - leader & 31)) & LOW_HALF
            top += 4
        else:  # the last card of each hand takes the place of the one that was played
            drawn = third if held == 3 else second
            held -= 1
        change = played ^ drawn
        first ^= change & MASKS[way]
        second ^= change & MASKS[way + 1]
        third ^= change & MASKS[way + 2]
    for seat in range(4):
        position.score[seat] += scored >> (seat << 4) & 0xFFFF
        position.pile_size[seat] += taken >> (seat << 3) & 0xFF
        position.hand_size[seat] = 0
    position.top = top
    position.leader = leader >> 3
    position.turn = OVER
