"""The tricks of French Tarot: which cards may be played, and which card takes the trick."""

from collections.abc import Sequence

from Game.tarot.rules.deck import (
    ALL_TRUMPS,
    CARDS,
    EXCUSE,
    GROUPS,
    NOBODY,
    SEATS,
    SUIT,
    THE_EXCUSE,
    TRUMPS,
    WHOLE_SUIT,
)
from Game.tarot.rules.masks import bit_of, cards_in, group_of
from Game.tarot.rules.phases import next_deal
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.score import count_deal, excuse_goes_to, gain, tricks_of

GROUP = [0] * 78  # card -> its group
BIT = [0] * 78  # card -> its bit there
POWER = [0] * 78  # card -> its strength, if it can win

for _card in range(CARDS):
    GROUP[_card] = group_of(_card)
    BIT[_card] = bit_of(_card)
    POWER[_card] = 0 if _card == EXCUSE else _card - GROUP[_card] * SUIT + 1
    if GROUP[_card] == TRUMPS and _card != EXCUSE:
        POWER[_card] += SUIT


# Who takes a trick


def strength(card: int, led: int) -> int:
    """The strength of a card if this group was led: the strongest card takes the trick.

    0: it cannot take it.
    """
    return POWER[card] if GROUP[card] == led or GROUP[card] == TRUMPS else 0


def beats(card: int, other: int) -> bool:
    """Does a card take the trick from another card, which wins so far?"""
    led = GROUP[other]  # or else `other` is a trump, and only trumps count
    return strength(card, led) > strength(other, led)


def best_place(cards: Sequence[int]) -> int:
    """The place of the card that wins so far, the first card being 0; -1 if none can win yet."""
    led = NOBODY
    best = -1
    power = 0
    for place in range(len(cards)):
        card = cards[place]
        if led == NOBODY and card != EXCUSE:
            led = GROUP[card]
        if strength(card, led) > power:
            power = strength(card, led)
            best = place
    return best


# Which cards may be played


def playable(position: TarotPosition) -> list[int]:
    """The legal cards of the seat to act."""
    base = position.turn * GROUPS
    group = demanded_group(position, base)
    if group == NOBODY:
        return position.hand_of(position.turn)
    excuse = position.hand[base + TRUMPS] & THE_EXCUSE
    if group == TRUMPS:
        return cards_in(allowed_trumps(position, base) | excuse, TRUMPS)
    cards = cards_in(position.hand[base + group], group)
    if excuse:
        cards.append(EXCUSE)
    return cards


def demanded_group(position: TarotPosition, base: int) -> int:
    """The group that must be played from the hand that begins at `base`; NOBODY: any card."""
    if position.led == NOBODY:
        return NOBODY
    if position.led != TRUMPS and position.hand[base + position.led]:
        return position.led
    return TRUMPS if position.hand[base + TRUMPS] & ALL_TRUMPS else NOBODY


def allowed_trumps(position: TarotPosition, base: int) -> int:
    """The trumps of a hand that are above the highest trump of the trick, or else all of them."""
    trumps = position.hand[base + TRUMPS] & ALL_TRUMPS
    over = trumps & -(position.high << 1)
    return over if over else trumps


# Playing a card


def play_card(position: TarotPosition, card: int) -> None:
    """Play a card, and note what it shows of the hand that it comes from."""
    group = GROUP[card]
    bit = BIT[card]
    base = position.turn * GROUPS
    led = position.led
    if card != EXCUSE and led != NOBODY:
        if group != led:
            position.barred[base + led] |= ALL_TRUMPS if led == TRUMPS else WHOLE_SUIT
            if group != TRUMPS:
                position.barred[base + TRUMPS] |= ALL_TRUMPS
        if group == TRUMPS and bit < position.high:
            position.barred[base + TRUMPS] |= ALL_TRUMPS & -(position.high << 1)
    put_card(position, card)


def put_card(position: TarotPosition, card: int) -> None:
    """Move a card from the hand to the trick. A full trick is taken."""
    group = GROUP[card]
    bit = BIT[card]
    position.hand[position.turn * GROUPS + group] &= ~bit
    position.played[position.played_count] = card
    position.played_count += 1
    if group == TRUMPS:
        position.spent[position.turn] |= bit
    if card != EXCUSE:
        if position.led == NOBODY:
            position.led = group
        if group == TRUMPS and bit > position.high:
            position.high = bit
        power = strength(card, position.led)
        if power > position.power:
            position.power = power
            position.best = position.turn
    if position.played_count % SEATS:
        position.turn = position.turn + 1 if position.turn < SEATS - 1 else 0
    else:
        take_trick(position)


def take_trick(position: TarotPosition) -> None:
    """Count a full trick. The seat that takes it leads; after the last trick the deal is paid."""
    is_last = position.played_count == SEATS * position.size
    winner = position.best
    excuse_seat = seat_of_excuse(position)
    if excuse_seat != NOBODY and is_last:
        others = tricks_of(position, position.camp(excuse_seat))
        if others == position.size - 1:
            winner = excuse_seat
    camp = position.camp(winner)
    for i in range(position.played_count - SEATS, position.played_count):
        card = position.played[i]
        if card != EXCUSE:
            gain(position, camp, card)
    if excuse_seat != NOBODY:
        owner = excuse_goes_to(position.camp(excuse_seat), is_last, winner == excuse_seat)
        if owner != camp and not is_last:
            position.debt = excuse_seat
        gain(position, owner, EXCUSE)
    position.tricks[winner] += 1
    position.turn = position.leader = winner
    position.led = NOBODY
    position.high = 0
    position.power = 0
    if is_last:
        count_deal(position, winner == excuse_seat)
        next_deal(position)


def seat_of_excuse(position: TarotPosition) -> int:
    """The seat that has played the excuse to the trick, which is full; NOBODY if none has."""
    for i in range(SEATS):
        if position.played[position.played_count - SEATS + i] == EXCUSE:
            return (position.leader + i) % SEATS
    return NOBODY
