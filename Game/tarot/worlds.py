"""Worlds that agree with what a seat knows in French Tarot: the hidden cards are dealt at random.

Every deal that is possible is equally likely. `unseen.py` shares the cards among the places where
they may be; this module finds these places.
"""

from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.rules.auction import note_handful, note_trump_laid_away
from Game.tarot.rules.deck import ASIDE, GROUPS, PLAIN, SEATS, SUIT, TRUMPS
from Game.tarot.rules.masks import bit_of, count, group_of, nth
from Game.tarot.rules.phases import begin, first_leader
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.tricks import play_card
from Game.tarot.unseen import TarotUnseen
from Game.tarot.view import TarotView

MOST_TRIES = 10_000  # to find a deal in which no hand has the petit alone; most deals are such


# From a view


def imagine(position: TarotPosition, view: TarotView, stream: Stream) -> None:
    """Turn a fresh position into one that agrees with the view; the hidden cards are random."""
    position.deal = position.deals - 1  # so that no deal follows while this one is played again
    position.dealer = view.dealer
    begin(position)
    position.bid_count = len(view.bids)
    for i in range(position.bid_count):
        position.bids[i] = view.bids[i]
    position.taker = view.taker
    position.contract = view.contract
    position.slam = 1 if view.slam else 0
    position.phase = view.phase
    for card in view.dog:
        position.dog[group_of(card)] |= bit_of(card)
    position.set_aside(view.known_aside)
    if position.has_dog() and position.aside[TRUMPS]:
        note_trump_laid_away(position)
    for seat in range(SEATS):
        position.set_hand(seat, view.hand if seat == view.seat else b"")
        shown = 0
        for card in view.handfuls[seat]:
            shown |= bit_of(card)
        if shown:
            note_handful(position, seat, shown)
    position.leader = first_leader(position.dealer, position.taker, position.slam)
    position.turn = position.leader
    for card in view.played:
        play_card(position, card)
    position.deal = view.deal
    position.score[:] = view.scores
    position.phase = view.phase
    position.turn = view.turn
    position.leader = view.leader
    deal_rest(position, view.seat, view.aside, stream)


def deal_rest(position: TarotPosition, seat: int, aside: int, stream: Stream) -> None:
    """Deal the cards that have no place yet. `aside` is the number of all cards aside."""
    rest = [0] * 5
    for group in range(GROUPS):
        mask = position.hand[seat * GROUPS + group] | position.aside[group]
        rest[group] = position.pack[group] & ~mask
    rooms = [position.size, position.size, position.size]
    if position.has_dog():
        rooms[position.taker] += position.spare - aside
    for i in range(position.played_count):
        card = position.played[i]
        rest[group_of(card)] &= ~bit_of(card)
    for i in range(SEATS):
        rooms[(position.leader + i) % SEATS] -= (position.played_count + SEATS - 1 - i) // SEATS
    deal_hidden(position, seat, rest, rooms, aside - position.count_aside(), stream)


# From a position


def deal_again(position: TarotPosition, seat: int, stream: Stream) -> None:
    """Take up all cards that the seat does not know, and deal them again."""
    if seat == OVER:
        return
    rest = [0] * 5
    rooms = [0] * 3
    room_aside = 0
    knows = position.sees_aside(seat)
    for group in range(GROUPS):
        for other in range(SEATS):
            mask = position.hand[other * GROUPS + group]
            rooms[other] += count(mask)
            if other != seat:
                rest[group] |= mask
                position.hand[other * GROUPS + group] = 0
        if not knows:
            mask = position.aside[group]
            if group == TRUMPS and position.has_dog():
                mask = 0  # trumps laid away were shown
            rest[group] |= mask
            room_aside += count(mask)
            position.aside[group] &= ~mask
    deal_hidden(position, seat, rest, rooms, room_aside, stream)


# Both ways


def deal_hidden(
    position: TarotPosition,
    seat: int,
    rest: list[int],
    rooms: list[int],
    aside: int,
    stream: Stream,
) -> None:
    """Deal `rest` to the other two hands and aside, only where the cards may be."""
    one = (seat + 1) % SEATS
    two = (seat + 2) % SEATS
    unseen = TarotUnseen()
    for group in range(GROUPS):
        in_one = possible_in_hand(position, one, two, group)
        in_two = possible_in_hand(position, two, one, group)
        in_aside = possible_aside(position, one, two, group) if aside else 0
        mask = rest[group]
        for i in range(count(mask)):
            place = nth(mask, i)
            kind = (in_one >> place & 1) + (in_two >> place & 1) * 2
            kind += (in_aside >> place & 1) * ASIDE
            unseen.add(group * SUIT + place, kind)
    for tries in range(MOST_TRIES):
        if not unseen.share(rooms[one], aside, stream):
            raise ValueError("no deal agrees with this view: a card has no place where it may be")
        for group in range(GROUPS):
            place_cards(position, one, two, group, rest[group], unseen)
        if not position.is_petit_alone():
            return
    raise ValueError("no deal agrees with this view: a hand has the petit as its only trump")


def possible_in_hand(position: TarotPosition, seat: int, other: int, group: int) -> int:
    """The cards that this hand may have, of the two that are hidden."""
    mask = ~position.barred[seat * GROUPS + group]
    if position.has_dog() and other == position.taker:
        mask &= ~position.dog[group]
    if group == TRUMPS:
        mask = (mask | position.shown[seat]) & ~position.shown[other]
    return mask


def possible_aside(position: TarotPosition, one: int, two: int, group: int) -> int:
    """The cards that may lie aside, where the two hands are hidden."""
    mask = -1
    if position.has_dog():
        mask = PLAIN if group != TRUMPS else 0  # trumps laid away were shown
    if group == TRUMPS:
        mask &= ~(position.shown[one] | position.shown[two])
    return mask


def place_cards(
    position: TarotPosition, one: int, two: int, group: int, mask: int, unseen: TarotUnseen
) -> None:
    """Put these cards of a group into the places that `unseen` has chosen."""
    position.hand[one * GROUPS + group] &= ~mask
    position.hand[two * GROUPS + group] &= ~mask
    position.aside[group] &= ~mask
    for i in range(count(mask)):
        place = nth(mask, i)
        where = unseen.place[group * SUIT + place]
        if where == ASIDE:
            position.aside[group] |= 1 << place
        elif where == 1:
            position.hand[one * GROUPS + group] |= 1 << place
        else:
            position.hand[two * GROUPS + group] |= 1 << place
