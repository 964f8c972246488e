"""How players of Brisca are thought to play on, when a search judges a position.

The rule of thumb is close to the one of the bot `greedy` (`Players/greedy/brisca.py`), but it is
not the same: it takes the first of several cards that cost the same, where the bot takes the
lowest number, and the last player of a trick counts differently what the trick brings. Both are
kept as they are, because search results and games of `greedy` must not change. A test
(`tests/game/test_brisca_habit.py`) holds the two together in all other cases.
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
    """Take the trick if it is worth it, with the cheapest card that does, else throw little."""
    start = position.turn * ROOM
    row = best = stake = leading = 0
    # This finds the winning card as `BriscaRules.best_place` does, but in the loop that counts the
    # stake: a call of it makes this function a tenth slower.
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
    most = -1000  # what the richest card that takes the trick brings home
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
