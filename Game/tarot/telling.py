"""A position of French Tarot in words, as a person at a seat reads it. Cards are texts.

Not here: how it is drawn (`picture.py`).
"""

from typing import TYPE_CHECKING

from Game.tarot.deck import BID, DISCARD, PHASES, PLAY, SEATS, SHOW, TEXTS
from Game.tarot.masks import group_of

if TYPE_CHECKING:
    from Game.tarot.observation import TarotObservation

# What the seat to act is asked, phase by phase.
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


def table_text(seen: "TarotObservation") -> str:
    """What has been said, what lies on the table, the own hand, and what is asked."""
    now = seen.now()
    deals = seen.game.chosen["deals"]
    scores = " ".join(map(str, now.scores))
    lines = [f"Deal {now.deal + 1} of {deals}, dealt by seat {now.dealer}; scores {scores}"]
    if now.bids:
        first = now.dealer + 1
        said = [f"seat {(first + i) % SEATS} {bid}" for i, bid in enumerate(seen.bids)]
        lines.append(f"Bids: {', '.join(said)}")
    if now.phase != BID:
        announced = "; a slam is announced" if now.slam else ""
        lines.append(f"{_who(now.taker, now.seat)} at {seen.contract}{announced}")
    if now.dog:
        lines.append(f"The dog was {_row(now.dog)}")
    if now.laid:
        lines.append(f"Laid away: {_row(now.laid)}")
    for seat, row in enumerate(seen.handfuls):
        if row:
            lines.append(f"Seat {seat} has shown {' '.join(row)}")
    if now.phase == PLAY:
        lines += _of_the_play(seen)
    lines.append(f"You are seat {now.seat} and hold {_row(now.hand)}".rstrip())
    if now.turn == now.seat:
        lines.append(_asked(seen))
    return "\n".join(lines)


def _who(taker: int, seat: int) -> str:
    return "You play alone" if taker == seat else f"Seat {taker} plays alone against you"


def _of_the_play(seen: "TarotObservation") -> list[str]:
    now = seen.now()
    taker, defence = seen.counted()
    lines = [f"Points in tricks: {taker:g} for the taker, {defence:g} for the defence"]
    if now.debt >= 0:
        lines.append(f"Seat {now.debt} owes a card for the excuse")
    before = len(now.played) - len(seen.table)
    if before:
        last = " ".join(seen.played[before - SEATS : before])
        lines.append(f"Last trick: {last}, taken by seat {now.leader}")
    table = [f"seat {(now.leader + i) % SEATS} played {card}" for i, card in enumerate(seen.table)]
    lines.append(f"Table: {', '.join(table) or f'empty, seat {now.leader} leads'}")
    return lines


def _asked(seen: "TarotObservation") -> str:
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
