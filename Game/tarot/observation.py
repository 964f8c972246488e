"""The observation of a bot in French Tarot: its view in words, and an imagined world.

Everything describes the current position of the world; `ForwardModel().play` plays a move in it.
Cards are texts (`RH`, `A21`, `EX`), and points are counted as on paper.
"""

from typing import Any

from Game.core.observation import GameObservation
from Game.tarot.rules.deck import (
    BID,
    CONTRACTS,
    DISCARD,
    PHASES,
    PLAY,
    SEATS,
    SHOW,
    TEXTS,
    half_points_of,
)
from Game.tarot.rules.masks import group_of
from Game.tarot.rules.score import half_points
from Game.tarot.state import TarotState
from Game.tarot.view import TarotView

# The question to the seat to act in each phase.
ASKED = dict(
    zip(
        PHASES,
        (
            "What do you bid?",
            "Which card do you lay away?",
            "You lead if you announce a slam: do you?",
            "Do you show a handful?",
            "Which card do you play?",
        ),
        strict=True,
    )
)


def texts(cards: Any) -> list[str]:
    return [TEXTS[card] for card in cards]


class TarotObservation(GameObservation):
    def now(self) -> TarotView:
        """What the seat knows, as numbers."""
        view: TarotView = self.position().view(self.seat)
        return view

    def position(self) -> TarotState:
        """The imagined world."""
        world = self.world()
        assert isinstance(world, TarotState)
        return world

    @property
    def phase(self) -> str:
        """The choice now: `bid`, `discard`, `slam`, `handful` or `play`."""
        return PHASES[self.position().phase]

    @property
    def hand(self) -> list[str]:
        """The seat's own cards."""
        return texts(self.now().hand)

    @property
    def hands(self) -> list[list[str]]:
        """The cards of all seats; those of the others are imagined."""
        return [texts(self.position().hand_of(seat)) for seat in range(SEATS)]

    @property
    def table(self) -> list[str]:
        """The trick so far; `leader` has played the first of these cards."""
        return texts(self.position().on_table())

    @property
    def leader(self) -> int:
        return self.position().leader

    @property
    def cards_played(self) -> list[str]:
        """Every card played in this deal, in order."""
        return texts(self.now().played)

    @property
    def dealer(self) -> int:
        return self.position().dealer

    @property
    def bids(self) -> list[str]:
        """The bids so far, from the seat after the dealer on."""
        return [CONTRACTS[bid].text for bid in self.now().bids]

    @property
    def contract(self) -> str:
        """The highest bid so far."""
        return CONTRACTS[self.position().contract].text

    @property
    def taker(self) -> int:
        """The seat with the highest bid, -1 if there is none."""
        return self.position().taker

    def allies(self, seat: int) -> list[int]:
        """The seats that play this deal together with a seat, itself among them."""
        return self.position().allies(seat)

    @property
    def dog(self) -> list[str]:
        """The dog once it was shown."""
        return texts(self.now().dog)

    @property
    def discard(self) -> list[str]:
        """The discard, as far as the seat knows it."""
        return texts(self.now().known_aside)

    @property
    def handfuls(self) -> list[list[str]]:
        """The trumps that each seat has shown."""
        return [texts(row) for row in self.now().handfuls]

    @property
    def slam(self) -> bool:
        """Did the taker announce a slam?"""
        return self.now().slam

    @property
    def scores(self) -> list[int]:
        """The score of each seat in the deals before."""
        return list(self.now().scores)

    def trick_points(self) -> tuple[float, float]:
        """The points in the tricks of the taker and of the defence."""
        world = self.position()
        return half_points(world, 0) / 2, half_points(world, 1) / 2

    def lacks(self, seat: int) -> list[str]:
        """Cards that the seat has shown not to hold, by playing or by laying a trump away."""
        return texts(self.position().lacks(seat))

    @staticmethod
    def worth(card: str) -> float:
        """The points that a card counts."""
        return half_points_of(TEXTS.index(card)) / 2

    def table_text(self) -> str:
        return _table_text(self)


# The position in words, as a person at the seat reads it


def _table_text(seen: TarotObservation) -> str:
    """The bids, the table, the own hand, and the question."""
    now = seen.now()
    deals = seen.game.chosen["deals"]
    scores = " ".join(map(str, now.scores))
    lines = [f"Deal {now.deal + 1} of {deals}, dealt by seat {now.dealer}; scores {scores}"]
    if now.bids:
        first = now.dealer + 1
        bids = [f"seat {(first + i) % SEATS} {bid}" for i, bid in enumerate(seen.bids)]
        lines.append(f"Bids: {', '.join(bids)}")
    if now.phase != BID:
        announced = "; a slam is announced" if now.slam else ""
        lines.append(f"{_who(now.taker, now.seat)} at {seen.contract}{announced}")
    if now.dog:
        lines.append(f"The dog was {_row(now.dog)}")
    if now.known_aside:
        lines.append(f"Laid away: {_row(now.known_aside)}")
    for seat, row in enumerate(seen.handfuls):
        if row:
            lines.append(f"Seat {seat} has shown {' '.join(row)}")
    if now.phase == PLAY:
        lines += _of_the_play(seen)
    lines.append(f"You are seat {now.seat} and hold {_row(now.hand)}".rstrip())
    if now.turn == now.seat:
        lines.append(_question(seen))
    return "\n".join(lines)


def _who(taker: int, seat: int) -> str:
    return "You play alone" if taker == seat else f"Seat {taker} plays alone against you"


def _of_the_play(seen: TarotObservation) -> list[str]:
    now = seen.now()
    taker, defence = seen.trick_points()
    lines = [f"Points in tricks: {taker:g} for the taker, {defence:g} for the defence"]
    if now.debt >= 0:
        lines.append(f"Seat {now.debt} owes a card for the excuse")
    before = len(now.played) - len(seen.table)
    if before:
        last = " ".join(seen.cards_played[before - SEATS : before])
        lines.append(f"Last trick: {last}, taken by seat {now.leader}")
    table = [f"seat {(now.leader + i) % SEATS} played {card}" for i, card in enumerate(seen.table)]
    lines.append(f"Table: {', '.join(table) or f'empty, seat {now.leader} leads'}")
    return lines


def _question(seen: TarotObservation) -> str:
    now = seen.now()
    if now.phase == SHOW and len(seen.position().legal()) == 1:
        return "You have too few trumps to show a handful."
    if now.phase == DISCARD:
        return f"{ASKED[seen.phase]} It is number {now.aside + 1} of {len(now.dog)}."
    return ASKED[seen.phase]


def _row(cards: bytes) -> str:
    """Cards with a wider gap between suits."""
    text, before = "", -1
    for card in cards:
        gap = "" if not text else " " if group_of(card) == before else "   "
        text += gap + TEXTS[card]
        before = group_of(card)
    return text
