"""What is said about BoerenBridge, move by move: announcements at the table, and commentary.

The announcements are the lines of the message box. The commentary is for people who watch a show:
the bids, and who can still make them.

The English sentences and the names of the seats are those of the original program. All
announcements are public: they use only the parts of a view that are the same for all seats.
"""

from collections.abc import Iterator
from typing import ClassVar

from Game.boerenbridge.deck import RANKS, SEATS, cards_in_play
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.tricks import players
from Game.boerenbridge.view import BoerenBridgeView, Past
from Game.core.cards import FRENCH
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

PLACES = ("North", "East", "South", "West")  # the names of the seats, clockwise


def latest(view: BoerenBridgeView) -> tuple[Fact, ...]:
    """The announcements that lead to this position."""
    if not view.bids and view.past:
        before = _of_round(len(view.past) - 1, view.past[-1])
        return (*before[-1], *_of_round(view.round, _current(view))[0])
    facts = _of_round(view.round, _current(view))[-1]
    return (*facts, Fact("say.game_over")) if view.turn == OVER else facts


def announcements(view: BoerenBridgeView) -> list[Fact]:
    """All announcements since the start of the game."""
    rounds = [*view.past, _current(view)]
    facts = [
        fact
        for number, each in enumerate(rounds)
        for move in _of_round(number, each)
        for fact in move
    ]
    if view.turn == OVER:
        facts.append(Fact("say.game_over"))
    return facts


def _current(view: BoerenBridgeView) -> Past:
    """The current round in the form of a past one."""
    return Past(view.cards, view.trump, view.opener, view.bids, view.played, view.won)


def _of_round(number: int, this: Past) -> list[tuple[Fact, ...]]:
    """The announcements at the start of a round, and with each of its moves."""
    story: list[tuple[Fact, ...]] = [
        (
            Fact("say.round", (number + 1, this.cards)),
            Fact("say.trump", (_suit(this.trump),), this.opener),
        )
    ]
    for place, bid in enumerate(this.bids):
        changed = place == SEATS
        seat = (this.opener + min(place, SEATS - 1)) % SEATS
        story.append((Fact("say.change" if changed else "say.bid", (bid,), seat),))
    seats = players(this.played, this.opener, this.trump)
    for place, card in enumerate(this.played):
        seat, suit, rank = seats[place], card // RANKS, FRENCH.suits[0].ranks[card % RANKS]
        led = this.played[place - place % SEATS] // RANKS
        facts = [Fact("say.plays", (_rank(rank), _suit(suit)), seat)]
        if place % SEATS == 0:
            facts.append(Fact("say.suit", (_suit(suit),)))
        elif suit != led:
            facts.append(Fact("say.void", (_suit(led),), seat))
        if place % SEATS == SEATS - 1:
            facts.append(Fact("say.takes", (), seats[place + 1]))
        story.append(tuple(facts))
    if len(this.played) == SEATS * this.cards:
        story[-1] = (*story[-1], Fact("say.round_over", (number + 1,)))
    return story


def _suit(suit: int) -> str:
    return f"suit.{FRENCH.suits[suit].letter}"


def _rank(rank: str) -> str | int:
    """A rank as the key of its word, or as a number."""
    return int(rank) if rank.isdecimal() else f"rank.{rank}"


# Commentary


def states(moment: Moment) -> tuple[BoerenBridgeState, BoerenBridgeState]:
    before, after = moment.before, moment.after
    assert isinstance(before, BoerenBridgeState)
    assert isinstance(after, BoerenBridgeState)
    return before, after


def is_same_round(moment: Moment) -> bool:
    before, after = states(moment)
    return after.turn != OVER and before.round == after.round


def tricks_left(state: BoerenBridgeState) -> int:
    """The tricks of the round that are not complete."""
    return state.cards - len(state.cards_played()) // SEATS


def is_trick_over(moment: Moment) -> bool:
    """Has this move completed a trick, which is not the last one of its round?"""
    before, after = states(moment)
    return is_same_round(moment) and tricks_left(after) < tricks_left(before)


def all_bids(moment: Moment) -> Iterator[Sentence]:
    """The bids are made. They never add up to the number of tricks, so somebody is wrong."""
    before, after = states(moment)
    if before.calling and not after.calling:
        total = sum([after.bid_of(seat) for seat in range(SEATS)])
        key = "remark.too_many_bid" if total > after.cards else "remark.too_few_bid"
        yield Sentence(Fact(key, (total, after.cards)), STRONG)


def has_bid(moment: Moment) -> Iterator[Sentence]:
    """The seat that took the trick has as many as it bid, or one too many."""
    _, after = states(moment)
    if is_trick_over(moment):
        seat = after.leader
        bid = after.bid_of(seat)
        if after.tricks_of(seat) == bid:
            yield Sentence(Fact("remark.has_bid", (bid,), seat), USEFUL)
        elif after.tricks_of(seat) == bid + 1:
            yield Sentence(Fact("remark.one_too_many", (bid,), seat), STRONG)


def out_of_reach(moment: Moment) -> Iterator[Sentence]:
    """A seat needs more tricks than there are."""
    before, after = states(moment)
    if is_trick_over(moment):
        for seat in range(SEATS):
            bid = after.bid_of(seat)
            was_possible = bid - before.tricks_of(seat) <= tricks_left(before)
            if was_possible and bid - after.tricks_of(seat) > tricks_left(after):
                yield Sentence(Fact("remark.out_of_reach", (bid,), seat), STRONG)


def needs_all(moment: Moment) -> Iterator[Sentence]:
    """A seat needs all tricks that are left."""
    _, after = states(moment)
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
    before, after = states(moment)
    if not is_same_round(moment):
        right = sum([after.points(seat) > before.points(seat) for seat in range(SEATS)])
        yield Sentence(Fact("remark.right_bids", (before.round + 1, right, SEATS)), STRONG + SMALL)


def last_trump(moment: Moment) -> Iterator[Sentence]:
    """The last trump of the pack was played."""
    before, after = states(moment)
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
