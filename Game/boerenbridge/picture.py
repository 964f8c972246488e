"""How BoerenBridge is drawn: four hands, the trick, the cards played in the round, and the bids.

All of it comes from the views of the seats, so that nothing is shown as known that is not.
"""

from typing import ClassVar

from Game.boerenbridge.deck import OF_THE_SUIT_LED, OF_TRUMP, RANKS, SEATS, TEXTS
from Game.boerenbridge.view import BoerenBridgeView
from Game.core import picture
from Game.core.cards import FRENCH
from Game.core.game import Game
from Game.core.picture import Fact, Picture, Position, Zone
from Game.core.state import State


class BoerenBridgePicture(Picture):
    deck = "french"
    words: ClassVar[dict[str, dict[str, str]]] = {
        "hand": {"en": "Hand", "es": "Mano", "nl": "Hand"},
        "trick": {"en": "Trick", "es": "Baza", "nl": "Slag"},
        "played": {"en": "Played in this round", "es": "Jugadas en esta ronda",
                   "nl": "Gespeeld in deze ronde"},
        "clubs": {"en": "clubs", "es": "tréboles", "nl": "klaveren"},
        "diamonds": {"en": "diamonds", "es": "diamantes", "nl": "ruiten"},
        "hearts": {"en": "hearts", "es": "corazones", "nl": "harten"},
        "spades": {"en": "spades", "es": "picas", "nl": "schoppen"},
        "round": {"en": "Round {0}, cards each: {1}", "es": "Ronda {0}, cartas por mano: {1}",
                  "nl": "Ronde {0}, kaarten per hand: {1}"},
        "trump": {"en": "Trump: {0}", "es": "Triunfo: {0}", "nl": "Troef: {0}"},
        "no bid": {"en": "{seat} has still to bid", "es": "{seat} aún debe apostar",
                   "nl": "{seat} moet nog bieden"},
        "bid": {"en": "{seat} bid {0} and has {1}", "es": "{seat} apostó {0} y lleva {1}",
                "nl": "{seat} bood {0} en heeft er {1}"},
        "void": {"en": "{seat} has no {0}", "es": "{seat} no tiene {0}",
                 "nl": "{seat} heeft geen {0}"},
    }  # fmt: skip

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.zones = (
            *(Zone("hand", picture.HAND, picture.OWN, seat) for seat in range(SEATS)),
            Zone("trick", picture.TRICK, picture.ALL),
            Zone("played", picture.PILE, picture.TOLD),
        )

    def position(self, state: State) -> Position:
        views: list[BoerenBridgeView] = [state.view(seat) for seat in range(SEATS)]
        view = views[0]
        over = len(view.played) - len(view.played) % SEATS  # the cards of tricks that are over
        table = view.played[over:]
        rows = [*(each.hand for each in views), table, view.played[:over]]
        before = sum(past.cards for past in view.past)
        taker = picture.NOBODY
        if over:
            taker = view.leader
        elif view.past:
            last = view.past[-1]
            taker = last_taker(last.played, last.opener, last.trump)
        return Position(
            cards=tuple([tuple([TEXTS[card] for card in row]) for row in rows]),
            leader=view.leader,
            trick=before + over // SEATS,
            facts=tuple(_facts(view)),
            taker=taker,
            best=best_place(table, view.trump) if table else -1,
        )


def best_place(table: bytes, trump: int) -> int:
    """Which of these cards wins, counted from the one that was led."""

    def worth(card: int) -> int:
        suit = card // RANKS
        more = OF_TRUMP if suit == trump else OF_THE_SUIT_LED if suit == table[0] // RANKS else 0
        return card % RANKS + more

    return max(range(len(table)), key=lambda place: worth(table[place]))


def last_taker(played: bytes, opener: int, trump: int) -> int:
    """Who took the last trick of a round."""
    leader = opener
    for start in range(0, len(played), SEATS):
        leader = (leader + best_place(played[start : start + SEATS], trump)) % SEATS
    return leader


def _facts(view: BoerenBridgeView) -> list[Fact]:
    facts = [
        Fact("round", (view.round + 1, view.cards)),
        Fact("trump", (FRENCH.suits[view.trump].name,)),
    ]
    bids = {(view.opener + place) % SEATS: bid for place, bid in enumerate(view.said[:SEATS])}
    if len(view.said) > SEATS:
        bids[(view.opener + SEATS - 1) % SEATS] = view.said[SEATS]
    for seat in range(SEATS):
        if seat in bids:
            facts.append(Fact("bid", (bids[seat], view.won[seat]), seat))
        else:
            facts.append(Fact("no bid", (), seat))
    for seat in range(SEATS):
        for suit, its in enumerate(FRENCH.suits):
            if view.voids[seat] >> suit & 1:
                facts.append(Fact("void", (its.name,), seat))
    return facts
