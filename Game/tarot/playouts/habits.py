"""Cards of imagined games of French Tarot as most people would play them.

A search learns little from a game in which a player puts a king under a trump. So seven cards of
eight follow these habits. The eighth is any legal card, so that every card is tried sometimes.

Imagined hands are open, so the habits can use which cards are gone.
"""

from Game.core.stream import Stream
from Game.tarot.playouts.random_cards import any_card
from Game.tarot.rules.deck import (
    ALL_TRUMPS,
    EXCUSE,
    GROUPS,
    KING,
    NOBODY,
    PETIT,
    SEATS,
    SUIT,
    THE_EXCUSE,
    THE_PETIT,
    TRUMPS,
)
from Game.tarot.rules.masks import count, nth
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.tricks import allowed_trumps, demanded_group, put_card

LOW_HALF = 0xFFFFFFFF  # of a random word
COURT = 10  # the place of the valet in its suit; it and higher cards count more than a half
PLENTY = 8  # trumps with which the taker hunts the petit
LATE = 3  # with so few cards left the excuse must be played


def play_by_habit(position: TarotPosition, stream: Stream) -> None:
    """Play to the end of the deal. Facts that the cards show about hands are not noted."""
    luck = [0] * 40
    left = SEATS * position.size - position.played_count
    stream.fill(luck, (left + 1) // 2)
    for i in range(left):
        chosen = luck[i >> 1] >> ((i & 1) << 5) & LOW_HALF
        card = NOBODY
        if chosen & 7:
            if position.led != NOBODY:
                card = habitual_card(position, chosen)
            else:
                card = habitual_lead(position, chosen >> 4 & 3)
        put_card(position, card if card != NOBODY else any_card(position, chosen))


# Leading


def habitual_lead(position: TarotPosition, first: int) -> int:
    """The card to lead, or NOBODY. `first` is the suit to consider first."""
    card = NOBODY
    if position.turn == position.taker:
        card = hunting_trump(position)
    if card == NOBODY:
        card = master(position, first)
    return card if card != NOBODY else low_of_longest(position, first)


def hunting_trump(position: TarotPosition) -> int:
    """A trump, if the taker has as many as the others, or enough to catch the petit; or NOBODY."""
    base = position.turn * GROUPS
    one = (position.turn + 1) % SEATS * GROUPS
    two = (position.turn + 2) % SEATS * GROUPS
    trumps = position.hand[base + TRUMPS] & ALL_TRUMPS & ~THE_PETIT
    out = (position.hand[one + TRUMPS] | position.hand[two + TRUMPS]) & ALL_TRUMPS
    if not trumps or not out:
        return NOBODY
    held = count(trumps)
    catches = out & THE_PETIT and held >= PLENTY and trumps > out
    if held < count(out) and not catches:
        return NOBODY
    return PETIT + nth(trumps, held - 1 if trumps > out else 0)


def master(position: TarotPosition, first: int) -> int:
    """The highest court card that no card of its suit and no enemy trump can beat."""
    base = position.turn * GROUPS
    one = (position.turn + 1) % SEATS * GROUPS
    two = (position.turn + 2) % SEATS * GROUPS
    card = NOBODY
    highest = COURT - 1
    for i in range(TRUMPS):
        group = (first + i) & 3
        mask = position.hand[base + group]
        if mask:
            place = nth(mask, count(mask) - 1)
            others = position.hand[one + group] | position.hand[two + group]
            if place > highest and others >> place == 0 and not is_ruffed(position, group):
                card = group * SUIT + place
                highest = place
    return card


def low_of_longest(position: TarotPosition, first: int) -> int:
    """The lowest card of the longest suit; a suit that costs the taker a trump comes first."""
    base = position.turn * GROUPS
    card = NOBODY
    longest = 0
    for i in range(TRUMPS):
        group = (first + i) & 3
        mask = position.hand[base + group]
        length = count(mask)
        if length and position.turn != position.taker and is_ruffed(position, group):
            length += SUIT
        if length > longest:
            longest = length
            card = group * SUIT + nth(mask, 0)
    return card


def is_ruffed(position: TarotPosition, group: int) -> bool:
    """Would a seat of the other side have to trump this suit?"""
    for other in range(SEATS):
        base = other * GROUPS
        has_to = position.hand[base + group] == 0 and position.hand[base + TRUMPS] & ALL_TRUMPS
        if has_to and position.camp(other) != position.camp(position.turn):
            return True
    return False


# Following


def habitual_card(position: TarotPosition, chosen: int) -> int:
    """The card to put on this trick. Random bits decide whether to try for an open trick."""
    base = position.turn * GROUPS
    group = demanded_group(position, base)
    is_last = position.played_count % SEATS == SEATS - 1
    is_ours = is_last and position.camp(position.best) == position.camp(position.turn)
    excuse = position.hand[base + TRUMPS] & THE_EXCUSE
    if excuse and position.size - position.played_count // SEATS <= LATE:
        return EXCUSE
    if group == TRUMPS:
        return habitual_trump(position, allowed_trumps(position, base), is_last, is_ours)
    if group == NOBODY:
        return unsuited_card(position, base, is_ours)
    mask = position.hand[base + group]
    low = nth(mask, 0)
    high = nth(mask, count(mask) - 1)
    if is_ours:
        return group * SUIT + high
    is_over = position.high == 0 and high + 1 > position.power
    if is_over and (is_last or high == KING or chosen & 8):
        return group * SUIT + high
    if excuse and low >= COURT:
        return EXCUSE
    return group * SUIT + low


def habitual_trump(position: TarotPosition, mask: int, is_last: bool, is_ours: bool) -> int:
    """The lowest trump that may be played; the petit only if its side wins the trick."""
    is_safe = is_ours or (is_last and position.high == 0)
    if mask != THE_PETIT and not is_safe:
        mask &= ~THE_PETIT
    return PETIT + nth(mask, 0)


def unsuited_card(position: TarotPosition, base: int, is_ours: bool) -> int:
    """A card that cannot win: the highest of all if the trick is ours, else the lowest."""
    best = NOBODY
    rank = 0
    for group in range(TRUMPS):
        mask = position.hand[base + group]
        if mask:
            place = nth(mask, count(mask) - 1 if is_ours else 0)
            if best == NOBODY or (place > rank if is_ours else place < rank):
                best = group
                rank = place
    return EXCUSE if best == NOBODY else best * SUIT + rank
