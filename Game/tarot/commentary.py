"""What can be said about a game of French Tarot: the auction, the bouts, the contract."""

from collections.abc import Iterator
from typing import ClassVar

from Game.core.commentary import (
    FINAL,
    GREAT,
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
from Game.tarot.counting import end_of_deal, result_of
from Game.tarot.rules.deck import (
    BID,
    CONTRACTS,
    EXCUSE,
    FIRST_TRUMP,
    NEEDED,
    PETIT,
    PLAY,
    SEATS,
    half_points_of,
)
from Game.tarot.rules.score import bouts_of, half_points
from Game.tarot.state import TarotState

RICH = 18  # half points: two kings, two bouts, or one of each
TRUMPS = frozenset(range(FIRST_TRUMP, FIRST_TRUMP + 21))  # without the excuse


def is_same_deal(moment: Moment) -> bool:
    before, after = moment.states(TarotState)
    return after.turn != OVER and before.deal == after.deal


def is_trick_over(moment: Moment) -> bool:
    """Has this move completed a trick, which is not the last one of its deal?"""
    before, after = moment.states(TarotState)
    return is_same_deal(moment) and before.phase == PLAY and not after.on_table()


def auction(moment: Moment) -> Iterator[Sentence]:
    """The auction is over."""
    before, after = moment.states(TarotState)
    if before.phase == BID and is_same_deal(moment) and after.phase != BID:
        contract = CONTRACTS[after.contract].text
        yield Sentence(Fact("remark.takes", (contract,), after.taker), GREAT)
    elif before.phase == BID and not is_same_deal(moment):
        yield Sentence(Fact("remark.passed"), STRONG)


def announcements(moment: Moment) -> Iterator[Sentence]:
    """A slam is announced, or a handful is shown."""
    before, after = moment.states(TarotState)
    if not is_same_deal(moment):
        return
    if after.slam and not before.slam:
        yield Sentence(Fact("remark.slam", (), after.taker), GREAT)
    shown = after.view(moment.seat).handfuls[moment.seat]
    if shown and not before.view(moment.seat).handfuls[moment.seat]:
        yield Sentence(Fact("remark.handful", (len(shown),), moment.seat), STRONG)


def trick(moment: Moment) -> Iterator[Sentence]:
    """A trick with many points. The excuse makes it hard to say for whom, so it has no sentence."""
    if is_trick_over(moment):
        cards = last_trick(moment)
        worth = sum([half_points_of(card) for card in cards])
        if worth >= RICH and EXCUSE not in cards:
            seat = moment.states(TarotState)[1].leader
            yield Sentence(Fact("remark.trick", (worth / 2,), seat), SMALL + worth)


def last_trick(moment: Moment) -> list[int]:
    """The cards of the trick that this move completed."""
    return moment.states(TarotState)[1].cards_played()[-SEATS:]


def bouts(moment: Moment) -> Iterator[Sentence]:
    """The taker wins a bout, and needs fewer points; or the defence wins one."""
    before, after = moment.states(TarotState)
    if is_trick_over(moment):
        won = bouts_of(after, 0)
        if won > bouts_of(before, 0):
            needs = NEEDED[won] // 2
            yield Sentence(Fact("remark.bouts", (won, needs), after.taker), STRONG)
        elif bouts_of(after, 1) > bouts_of(before, 1):
            yield Sentence(Fact("remark.bout_of_defence"), STRONG)


def petit(moment: Moment) -> Iterator[Sentence]:
    """The petit goes to the other camp than that of its player."""
    before, after = moment.states(TarotState)
    if is_trick_over(moment) and PETIT in last_trick(moment):
        seat = (before.leader + last_trick(moment).index(PETIT)) % SEATS
        if (seat == after.taker) != (after.leader == after.taker):
            yield Sentence(Fact("remark.petit_lost", (), seat), GREAT)


def enough(moment: Moment) -> Iterator[Sentence]:
    """The taker's tricks have as many points as the bouts in them demand."""
    before, after = moment.states(TarotState)
    if is_trick_over(moment) and _has_enough(after) and not _has_enough(before):
        points = half_points(after, 0) / 2
        yield Sentence(Fact("remark.enough", (points, bouts_of(after, 0)), after.taker), GREAT)


def _has_enough(state: TarotState) -> bool:
    return half_points(state, 0) >= NEEDED[bouts_of(state, 0)]


def contract(moment: Moment) -> Iterator[Sentence]:
    """The deal is over: the contract is made or lost, and by how much."""
    before, _ = moment.states(TarotState)
    if before.phase != PLAY or is_same_deal(moment):
        return
    result = result_of(end_of_deal(before))
    over = (result.half_points - result.half_points_needed) / 2
    name = CONTRACTS[before.contract].text
    key = "remark.made" if over >= 0 else "remark.failed"
    yield Sentence(Fact(key, (name, abs(over)), before.taker), GREAT + SMALL)


def defence(moment: Moment) -> Iterator[Sentence]:
    """In a game of one deal, both defenders win together."""
    before, after = moment.states(TarotState)
    if after.turn == OVER and before.deals == 1:
        ranks = moment.game.outcome(after).ranks
        if [rank > 0 for rank in ranks] == [seat == before.taker for seat in range(SEATS)]:
            yield Sentence(Fact("remark.defence_won"), FINAL + SMALL)


def last_trump(moment: Moment) -> Iterator[Sentence]:
    """All trumps were played."""
    before, after = moment.states(TarotState)
    if before.phase == PLAY and is_same_deal(moment):
        is_out = TRUMPS.issubset(after.cards_played())
        if is_out and not TRUMPS.issubset(before.cards_played()):
            yield Sentence(Fact("remark.last_trump"), USEFUL + SMALL)


class TarotCommentary(Commentary):
    playouts: ClassVar[int] = 512
    subjects: ClassVar[tuple[Subject, ...]] = (
        auction,
        announcements,
        trick,
        bouts,
        petit,
        enough,
        contract,
        defence,
        last_trump,
    )
