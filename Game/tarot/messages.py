"""The announcements at a table of French Tarot, move by move.

All announcements are public: they use only the parts of a view that are the same for all seats.
"""

from collections.abc import Sequence

from Game.core.picture import Fact
from Game.tarot.counting import DealResult
from Game.tarot.rules.deck import BID, CONTRACTS, FIRST_TRUMP, HANDFULS, SEATS, TEXTS
from Game.tarot.view import TarotView


def opening(view: TarotView) -> list[Fact]:
    """The start of a deal. Without an auction the taker is known at once."""
    facts = [Fact("say.deal", (view.deal + 1,), view.dealer)]
    if view.phase != BID:
        facts.append(Fact("say.takes_at", (CONTRACTS[view.contract].text,), view.taker))
    return facts


def latest(before: TarotView, view: TarotView, enough: Sequence[int]) -> list[Fact]:
    """The announcements between two positions of a deal. `enough` has the sizes of handfuls."""
    facts = []
    for place in range(len(before.bids), len(view.bids)):
        seat = (view.dealer + 1 + place) % SEATS
        facts.append(Fact("say.bid", (CONTRACTS[view.bids[place]].text,), seat))
    if before.phase == BID != view.phase:
        facts.append(Fact("say.takes_at", (CONTRACTS[view.contract].text,), view.taker))
        if view.dog:
            facts.append(Fact("say.dog", tuple([TEXTS[card] for card in view.dog])))
    if view.aside > before.aside and before.phase != BID:
        trumps = sorted({*view.known_aside} - {*before.known_aside})
        more = [card for card in trumps if card >= FIRST_TRUMP]
        facts += [Fact("say.lays_trump", (TEXTS[card],), view.taker) for card in more]
        facts += [] if more else [Fact("say.lays", (), view.taker)]
    if view.slam and not before.slam:
        facts.append(Fact("say.slam", (), view.taker))
    for seat in range(SEATS):
        if view.handfuls[seat] and not before.handfuls[seat]:
            facts.append(Fact("say.handful", handful(view.handfuls[seat], enough), seat))
    for card in view.played[len(before.played) :]:
        facts.append(Fact("say.plays", (TEXTS[card],), before.turn))
    if len(view.played) % SEATS == 0 and len(view.played) > len(before.played):
        facts.append(Fact("say.trick", (), view.leader))
    return facts


def handful(cards: bytes, enough: Sequence[int]) -> tuple[str, int]:
    """The name of the handful, and its number of trumps."""
    return HANDFULS[list(enough).index(len(cards))].text, len(cards)


def ending(result: DealResult, enough: Sequence[int]) -> list[Fact]:
    """The result of a deal, with everything that its score depends on."""
    view, number = result.view, result.view.deal + 1
    made = result.half_points >= result.half_points_needed
    terms = (
        CONTRACTS[view.contract].text,
        result.half_points / 2,
        result.half_points_needed / 2,
        result.bouts,
    )
    facts = [Fact("made" if made else "failed", (number, *terms), view.taker)]
    aside = tuple([TEXTS[card] for card in view.known_aside])
    facts.append(Fact("laid_was" if view.dog else "dog_was", aside))
    if result.petit >= 0:
        facts.append(Fact("petit", (number,), result.petit))
    for seat, shown in enumerate(view.handfuls):
        if shown:  # the winner of the deal gets the points, not the seat that showed it
            name, _ = handful(shown, enough)
            points = next(each.points for each in HANDFULS if each.text == name)
            key = "handful_for_taker" if made else "handful_for_defence"
            facts.append(Fact(key, (number, name, points), seat))
    if result.slam >= 0:
        facts.append(Fact("slam_suffered" if result.slam else "slam_made", (number,)))
    if view.slam and result.slam != 0:
        facts.append(Fact("slam_missed", (number,), view.taker))
    return facts
