"""The rule of thumb by which searches play imagined games of Brisca to the end.

It is close to the rule of the bot `greedy` (`Players/greedy/brisca.py`), but there are two
differences. Of several cards with the same cost it takes the first, and the bot takes the lowest
number. And the last player of a trick computes the gain of the trick in another way. We keep both
rules, because search results and games of `greedy` must not change. A test
(`tests/game/test_brisca_habit.py`) compares the two in all other cases.
"""

from Game.brisca.deck import CARDS, NUMBERS, ROOM, SEATS, TRUMP_COST, points_of, powers
from Game.brisca.rules import BriscaRules

POINTS = [0] * 40  # card -> its points
POWERS = [0] * 640  # (trump suit, led suit, card) -> its strength

for _card in range(CARDS):
    POINTS[_card] = points_of(NUMBERS[_card])
for _place, _power in enumerate(powers()):
    POWERS[_place] = _power


def habitual_card(position: BriscaRules) -> int:
    """Take the trick with the cheapest winning card if it is worth it, else play a cheap card."""
    start = position.turn * ROOM
    row = best = stake = leading = 0
    # This loop finds the winning card like `BriscaRules.best_place`, and adds up the stake at the
    # same time. A call of that function would make this one a tenth slower.
    if position.table_size:
        row = (position.trump // 10 * 4 + position.table[0] // 10) * 40
    for i in range(position.table_size):
        stake += POINTS[position.table[i]]
        if POWERS[row + position.table[i]] > best:
            best = POWERS[row + position.table[i]]
            leading = i
    is_last = position.table_size == SEATS - 1
    cheapest = richest = taker = position.hand[start]
    least = price = 1000  # the cost of the cheapest card, and of the cheapest that takes the trick
    most = -1000  # the points of the richest card that takes the trick
    for i in range(start, start + position.hand_size[position.turn]):
        card = position.hand[i]
        cost = POINTS[card] + (TRUMP_COST if card // 10 == position.trump // 10 else 0)
        if cost < least:
            least = cost
            cheapest = card
        if position.table_size and POWERS[row + card] > best:
            if cost < price:
                price = cost
                taker = card
            if 2 * POINTS[card] - cost > most:
                most = 2 * POINTS[card] - cost
                richest = card
    if position.table_size > 1 and leading == position.table_size - 2:  # the trick is the partner's
        return richest_plain_card(position, cheapest) if is_last else cheapest
    if price == 1000:
        return cheapest
    if is_last:
        return richest if stake + most > -least else cheapest
    return taker if stake > price else cheapest


def richest_plain_card(position: BriscaRules, otherwise: int) -> int:
    """The card with the most points that is not a trump; `otherwise` if there is none."""
    most = -1
    start = position.turn * ROOM
    for i in range(start, start + position.hand_size[position.turn]):
        card = position.hand[i]
        if card // 10 != position.trump // 10 and POINTS[card] > most:
            most = POINTS[card]
            otherwise = card
    return otherwise
