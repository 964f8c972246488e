"""What can be said about a game of BoerenBridge: the bids, and who can still make them."""

from collections.abc import Iterator
from typing import ClassVar

from Game.boerenbridge.deck import RANKS, SEATS, cards_in_play
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.commentary import (
    SMALL,
    STRONG,
    USEFUL,
    Commentary,
    Moment,
    Sentence,
    Subject,
)
from Game.core.picture import Fact
from Game.core.turn import OVER


def is_same_round(moment: Moment) -> bool:
    before, after = moment.states(BoerenBridgeState)
    return after.turn != OVER and before.round == after.round


def tricks_left(state: BoerenBridgeState) -> int:
    """The tricks of the round that are not complete."""
    return state.cards - len(state.cards_played()) // SEATS


def is_trick_over(moment: Moment) -> bool:
    """Has this move completed a trick, which is not the last one of its round?"""
    before, after = moment.states(BoerenBridgeState)
    return is_same_round(moment) and tricks_left(after) < tricks_left(before)


def all_bids(moment: Moment) -> Iterator[Sentence]:
    """The bids are made. They never add up to the number of tricks, so somebody is wrong."""
    before, after = moment.states(BoerenBridgeState)
    if before.calling and not after.calling:
        total = sum([after.bid_of(seat) for seat in range(SEATS)])
        key = "remark.too_many_bid" if total > after.cards else "remark.too_few_bid"
        yield Sentence(Fact(key, (total, after.cards)), STRONG)


def has_bid(moment: Moment) -> Iterator[Sentence]:
    """The seat that took the trick has as many as it bid, or one too many."""
    _, after = moment.states(BoerenBridgeState)
    if is_trick_over(moment):
        seat = after.leader
        bid = after.bid_of(seat)
        if after.tricks_of(seat) == bid:
            yield Sentence(Fact("remark.has_bid", (bid,), seat), USEFUL)
        elif after.tricks_of(seat) == bid + 1:
            yield Sentence(Fact("remark.one_too_many", (bid,), seat), STRONG)


def out_of_reach(moment: Moment) -> Iterator[Sentence]:
    """A seat needs more tricks than there are."""
    before, after = moment.states(BoerenBridgeState)
    if is_trick_over(moment):
        for seat in range(SEATS):
            bid = after.bid_of(seat)
            was_possible = bid - before.tricks_of(seat) <= tricks_left(before)
            if was_possible and bid - after.tricks_of(seat) > tricks_left(after):
                yield Sentence(Fact("remark.out_of_reach", (bid,), seat), STRONG)


def needs_all(moment: Moment) -> Iterator[Sentence]:
    """A seat needs all tricks that are left."""
    _, after = moment.states(BoerenBridgeState)
    if is_trick_over(moment):
        left = tricks_left(after)
        for seat in range(SEATS):
            if after.bid_of(seat) - after.tricks_of(seat) == left:
                if left == 1:
                    yield Sentence(Fact("remark.needs_last", (), seat), USEFUL + SMALL)
                else:
                    yield Sentence(Fact("remark.needs_all", (left,), seat), USEFUL - SMALL + left)


def round_over(moment: Moment) -> Iterator[Sentence]:
    """How many bids of the round were right. Only a right bid scores."""
    before, after = moment.states(BoerenBridgeState)
    if not is_same_round(moment):
        right = sum([after.points(seat) > before.points(seat) for seat in range(SEATS)])
        yield Sentence(Fact("remark.right_bids", (before.round + 1, right, SEATS)), STRONG + SMALL)


def last_trump(moment: Moment) -> Iterator[Sentence]:
    """The last trump of the pack was played."""
    before, after = moment.states(BoerenBridgeState)
    if is_same_round(moment) and not after.calling:
        pack = cards_in_play(after.cards, after.full)
        trumps = {card for card in pack if card // RANKS == after.trump}
        if trumps <= {*after.cards_played()} and not trumps <= {*before.cards_played()}:
            yield Sentence(Fact("remark.last_trump"), USEFUL + SMALL)


class BoerenBridgeCommentary(Commentary):
    playouts: ClassVar[int] = 512
    subjects: ClassVar[tuple[Subject, ...]] = (
        all_bids,
        has_bid,
        out_of_reach,
        needs_all,
        round_over,
        last_trump,
    )
