"""How BoerenBridge is drawn: hands, trick, cards played, bids, and the possible holders of cards.

Everything comes from the views of the seats. So the picture cannot show a hidden card as known.
"""

from Game.boerenbridge.deck import (
    CARDS,
    RANKS,
    SEATS,
    SUITS,
    TEXTS,
    best_place,
    cards_in_play,
    players,
)
from Game.boerenbridge.messages import PLACES, latest
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.view import BoerenBridgeView
from Game.core import picture
from Game.core.cards import FRENCH
from Game.core.game import Game
from Game.core.picture import Fact, Line, Picture, PicturePosition, Zone
from Game.core.state import State


class BoerenBridgePicture(Picture):
    deck = "french"
    places = PLACES
    foot = PLACES.index("South")  # so that North is on top
    columns = ("column.bid", "column.tricks")

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.zones = (
            *(Zone("hand", picture.HAND, picture.OWN, seat) for seat in range(SEATS)),
            Zone("trick", picture.TRICK, picture.ALL),
            Zone("played", picture.PILE, picture.SEEN_BEFORE),
        )

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, BoerenBridgeState)
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
            taker = players(last.played, last.opener, last.trump)[-1]
        pack, holders = pack_of(state)
        return PicturePosition(
            cards=tuple([tuple([TEXTS[card] for card in row]) for row in rows]),
            leader=view.leader,
            trick=before + over // SEATS,
            facts=tuple(_facts(view)),
            taker=taker,
            best=best_place(table, view.trump) if table else -1,
            labels=tuple([_label(view, seat) for seat in range(SEATS)]),
            messages=latest(view),
            rounds=_lines(view),
            pack=tuple([TEXTS[card] for card in pack]),
            holders=tuple(holders),
        )


def pack_of(state: BoerenBridgeState) -> tuple[list[int], list[int]]:
    """The cards that were dealt, and for each card the seats that may hold it (see `holders`).

    A seat that did not follow a suit has no card of it. A card that was played had one holder: its
    player.
    """
    view = state.view(0)
    pack = cards_in_play(view.cards, state.full)
    seats = players(view.played, view.opener, view.trump)
    nobody = 1 << SEATS if state.full and SEATS * view.cards < CARDS else 0
    open_to = [
        nobody | sum(1 << seat for seat in range(SEATS) if not view.voids[seat] >> suit & 1)
        for suit in range(SUITS)
    ]
    played_by = {card: 1 << seat for card, seat in zip(view.played, seats, strict=False)}
    return pack, [played_by.get(card, open_to[card // RANKS]) for card in pack]


def _bids(calls: bytes, opener: int) -> dict[int, int]:
    """The bid of each seat, after the dealer's change."""
    bids = {(opener + place) % SEATS: bid for place, bid in enumerate(calls[:SEATS])}
    if len(calls) > SEATS:
        bids[(opener + SEATS - 1) % SEATS] = calls[SEATS]
    return bids


def _label(view: BoerenBridgeView, seat: int) -> Fact | str:
    """The label beside a seat: its bid and its tricks."""
    bid = _bids(view.bids, view.opener).get(seat)
    if bid is None:
        return ""
    return Fact("label.bid", (bid,)) if view.calling else Fact("label.taken", (bid, view.won[seat]))


def _line(number: int, cards: int, bids: dict[int, int], won: bytes) -> Line:
    begun = len(bids) == SEATS
    cells = tuple([(bids.get(seat), won[seat] if begun else None) for seat in range(SEATS)])
    return Line("line", (number + 1, cards), cells)


def _lines(view: BoerenBridgeView) -> tuple[Line, ...]:
    """The rounds so far, with bids and tricks."""
    over = [
        _line(number, past.cards, _bids(past.bids, past.opener), past.won)
        for number, past in enumerate(view.past)
    ]
    return (*over, _line(view.round, view.cards, _bids(view.bids, view.opener), view.won))


def _facts(view: BoerenBridgeView) -> list[Fact]:
    facts = [
        Fact("round", (view.round + 1, view.cards)),
        Fact("trump", (FRENCH.suits[view.trump].name,)),
    ]
    bids = _bids(view.bids, view.opener)
    for seat in range(SEATS):
        if seat in bids:
            facts.append(Fact("bid", (bids[seat], view.won[seat]), seat))
        else:
            facts.append(Fact("no_bid", (), seat))
    for seat in range(SEATS):
        for suit, its in enumerate(FRENCH.suits):
            if view.voids[seat] >> suit & 1:
                facts.append(Fact("void", (its.name,), seat))
    return facts
