"""Scores a deal of French Tarot: the cards that count for each side, and the payments."""

from Game.tarot.rules.deck import (
    BASE,
    BOUTS,
    CARDS,
    CONTRACTS,
    EXCUSE,
    GROUPS,
    HANDFULS,
    NEEDED,
    NOBODY,
    PETIT,
    PETIT_AT_THE_END,
    SEATS,
    SLAM,
    SUIT,
    half_points_of,
)
from Game.tarot.rules.masks import count, nth
from Game.tarot.rules.position import TarotPosition

COUNTS = [0] * 78  # card -> its half points
IS_BOUT = [0] * 78
TIMES = [0] * 5  # contract -> the factor of the points
DOG_COUNTS = [0] * 5  # contract -> the camp that the dog counts for
NEEDS = [0] * 4  # bouts -> half points that the taker needs
SHOWN_POINTS = [0] * 3  # handful -> its points

for _card in range(CARDS):
    COUNTS[_card] = half_points_of(_card)
    IS_BOUT[_card] = _card in BOUTS
for _n in range(5):
    TIMES[_n] = CONTRACTS[_n].times
    DOG_COUNTS[_n] = CONTRACTS[_n].dog_counts
for _n in range(4):
    NEEDS[_n] = NEEDED[_n]
for _n in range(3):
    SHOWN_POINTS[_n] = HANDFULS[_n].points


# While the deal is played


def gain(position: TarotPosition, camp: int, card: int) -> None:
    """Count a card for a camp."""
    position.won[camp] += COUNTS[card]
    position.bouts[camp] += IS_BOUT[card]
    position.small[camp] += COUNTS[card] == 1


def excuse_goes_to(camp: int, is_last: bool, is_best: bool) -> int:
    """The camp that wins the excuse which `camp` has played, to the last trick or before.

    It goes to the other side in the last trick, unless it takes that trick.
    """
    return 1 - camp if is_last and not is_best else camp


def tricks_of(position: TarotPosition, camp: int) -> int:
    """How many tricks a camp has taken."""
    all_tricks = position.tricks[0] + position.tricks[1] + position.tricks[2]
    taker = position.tricks[position.taker]
    return taker if camp == 0 else all_tricks - taker


def bouts_of(position: TarotPosition, camp: int) -> int:
    """How many bouts a camp has won; at the end of the deal those in the dog are among them."""
    return position.bouts[camp]


def half_points(position: TarotPosition, camp: int) -> int:
    """Half points in the tricks of the taker (0) or the defence (1), as everybody can count."""
    if position.debt != NOBODY and debtor(position) == NOBODY:
        return position.won[camp] + (-1 if camp == position.camp(position.debt) else 1)
    return position.won[camp]


def debtor(position: TarotPosition) -> int:
    """The seat that still owes a card for the excuse: its side has won no card of half a point."""
    if position.debt == NOBODY or position.small[position.camp(position.debt)]:
        return NOBODY
    return position.debt


# When it is over


def count_deal(position: TarotPosition, is_excuse_best: bool) -> None:
    """Count the deal after its last card, and add the payments to the scores."""
    for group in range(GROUPS):
        for i in range(count(position.aside[group])):
            card = group * SUIT + nth(position.aside[group], i)
            gain(position, DOG_COUNTS[position.contract], card)
    settle_debt(position)
    amount = payment(position, is_excuse_best)
    for seat in range(SEATS):
        position.score[seat] += 2 * amount if seat == position.taker else -amount


def settle_debt(position: TarotPosition) -> None:
    """Give a card of half a point for the excuse, or the excuse itself if there is none."""
    if position.debt == NOBODY:
        return
    camp = position.camp(position.debt)
    value = COUNTS[EXCUSE]
    if position.small[camp]:
        value = 1
    else:
        position.bouts[camp] -= 1
        position.bouts[1 - camp] += 1
    position.won[camp] -= value
    position.won[1 - camp] += value
    position.debt = NOBODY


def payment(position: TarotPosition, is_excuse_best: bool) -> int:
    """The payment of each defender to the taker. If it is negative, the taker pays."""
    over = position.won[0] - NEEDS[position.bouts[0]]
    winner = 0 if over >= 0 else 1
    sign = 1 - 2 * winner
    worth = BASE + (over * sign + 1) // 2
    if is_petit_at_the_end(position, is_excuse_best):
        is_winners = position.camp(position.leader) == winner
        worth += PETIT_AT_THE_END if is_winners else -PETIT_AT_THE_END
    worth *= TIMES[position.contract]
    for seat in range(SEATS):
        for n in range(3):
            if position.shown[seat] and count(position.shown[seat]) == position.enough[n]:
                worth += SHOWN_POINTS[n]
    amount = worth * sign
    tricks = position.tricks[position.taker]
    if tricks == position.size:
        amount += 2 * SLAM if position.slam else SLAM
    elif position.slam:
        amount -= SLAM
    if tricks == 0:
        amount -= SLAM
    return amount


def is_petit_at_the_end(position: TarotPosition, is_excuse_best: bool) -> bool:
    """After the last card: was the petit in the last trick? The leader has taken it then.

    If the excuse took the last trick, the petit may also have been in the one before.
    """
    first = position.played_count - SEATS
    if is_excuse_best and first > 0:
        first -= SEATS
    for i in range(first, position.played_count):
        card = position.played[i]
        if card == PETIT:
            return True
    return False
