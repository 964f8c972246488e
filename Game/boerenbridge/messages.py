"""The announcements at a table of BoerenBridge, move by move: the lines of its message box.

The English sentences and the names of the seats are those of the original program. All
announcements are public: they use only the parts of a view that are the same for all seats.
"""

from Game.boerenbridge.deck import RANKS, SEATS, players
from Game.boerenbridge.view import BoerenBridgeView, Past
from Game.core.cards import FRENCH
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
