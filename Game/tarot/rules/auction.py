"""Everything before the first card of French Tarot: bids, discard, slam, handfuls."""

from Game.tarot.rules.deck import (
    ALL_TRUMPS,
    ANNOUNCE,
    BID,
    BIDS,
    BOUT_BITS,
    CONTRACTS,
    DISCARD,
    GROUPS,
    NO_HANDFUL,
    NO_SLAM,
    NOBODY,
    PLAIN,
    PLAY,
    SAY_SLAM,
    SEATS,
    THE_EXCUSE,
    TRUMPS,
)
from Game.tarot.rules.masks import bit_of, cards_in, count, group_of, nth
from Game.tarot.rules.phases import ask_for_handfuls, ask_for_slam, next_deal
from Game.tarot.rules.position import TarotPosition


def choices(position: TarotPosition) -> list[int]:
    """The legal actions before the first card."""
    if position.phase == BID:
        return [BIDS, *range(BIDS + position.contract + 1, BIDS + len(CONTRACTS))]
    if position.phase == DISCARD:
        return layable(position)
    if position.phase == ANNOUNCE:
        return [NO_SLAM, SAY_SLAM]
    trumps = count(position.hand[position.turn * GROUPS + TRUMPS])
    return [NO_HANDFUL, *[NO_HANDFUL + 1 + n for n in range(3) if trumps >= position.enough[n]]]


def carry_out(position: TarotPosition, action: int) -> None:
    """Carry out one of the `choices`."""
    if position.phase == BID:
        bid(position, action - BIDS)
    elif position.phase == DISCARD:
        lay_away(position, action)
    elif position.phase == ANNOUNCE:
        announce(position, action - NO_SLAM)
    else:
        show_handful(position, action - NO_HANDFUL)


# The auction


def bid(position: TarotPosition, contract: int) -> None:
    position.bids[position.bid_count] = contract
    position.bid_count += 1
    if contract > position.contract:
        position.contract = contract
        position.taker = position.turn
    if position.bid_count < SEATS:
        position.turn = (position.turn + 1) % SEATS
    elif position.taker == NOBODY:
        next_deal(position)
    else:
        position.turn = position.taker
        position.phase = DISCARD
        if position.has_dog():
            take_dog(position)
        else:
            ask_for_slam(position)


# The dog


def take_dog(position: TarotPosition) -> None:
    """Show the dog and put it into the taker's hand."""
    for group in range(GROUPS):
        position.dog[group] = position.aside[group]
        position.hand[position.taker * GROUPS + group] |= position.aside[group]
        position.aside[group] = 0


def layable(position: TarotPosition) -> list[int]:
    """The cards that the taker may discard now: plain cards, and trumps only if there are none."""
    base = position.turn * GROUPS
    cards = []
    for group in range(TRUMPS):
        cards += cards_in(position.hand[base + group] & PLAIN, group)
    return cards or cards_in(position.hand[base + TRUMPS] & ~BOUT_BITS, TRUMPS)


def lay_away(position: TarotPosition, card: int) -> None:
    base = position.turn * GROUPS
    position.hand[base + group_of(card)] &= ~bit_of(card)
    position.aside[group_of(card)] |= bit_of(card)
    if group_of(card) == TRUMPS:
        note_trump_laid_away(position)
    if position.count_aside() == position.spare:
        ask_for_slam(position)


def note_trump_laid_away(position: TarotPosition) -> None:
    """All seats see a trump that is laid away, and know that the taker had no plain card left."""
    for group in range(TRUMPS):
        position.barred[position.taker * GROUPS + group] |= PLAIN


# The slam and the handfuls


def announce(position: TarotPosition, slam: int) -> None:
    """The taker announces a slam (1) or not (0)."""
    position.slam = slam
    ask_for_handfuls(position)


def show_handful(position: TarotPosition, size: int) -> None:
    """Show the smallest handful (1), a larger one (2, 3) or none (0)."""
    if size:
        cards = handful(position, position.turn, position.enough[size - 1])
        note_handful(position, position.turn, cards)
    position.turn = (position.turn + 1) % SEATS
    if position.turn == position.leader:
        position.phase = PLAY


def handful(position: TarotPosition, seat: int, n: int) -> int:
    """The `n` highest trumps of the seat; the excuse is one of them only if they are too few."""
    trumps = position.hand[seat * GROUPS + TRUMPS] & ALL_TRUMPS
    hidden = count(trumps) - n
    if hidden < 0:
        return trumps | THE_EXCUSE
    return trumps & -(1 << nth(trumps, hidden))


def note_handful(position: TarotPosition, seat: int, cards: int) -> None:
    """The seat has shown these cards: its other trumps, if any, are lower."""
    position.shown[seat] = cards
    place = seat * GROUPS + TRUMPS
    if cards & THE_EXCUSE:
        position.barred[place] |= ALL_TRUMPS & ~cards
    else:
        position.barred[place] |= ALL_TRUMPS & ~cards & -(1 << nth(cards, 0))
