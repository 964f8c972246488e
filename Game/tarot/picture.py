"""How French Tarot is drawn: hands, dog, discard, trick, and the cards of both camps.

A position does not say how the deals before it ended. So a picture follows its game from the first
position to the last, and keeps the results.
"""

from collections.abc import Sequence

from Game.core import picture
from Game.core.cards import TAROT
from Game.core.game import Game
from Game.core.picture import Fact, Line, Picture, PicturePosition, Zone
from Game.core.state import State
from Game.core.turn import OVER
from Game.tarot import messages
from Game.tarot.counting import DealResult, end_of_deal, piles_of, result_of
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import (
    BID,
    CONTRACTS,
    DISCARD,
    FIRST_TRUMP,
    KING,
    NEEDED,
    NOBODY,
    PLAY,
    SEATS,
    SUIT,
    TEXTS,
)
from Game.tarot.rules.score import bouts_of, half_points
from Game.tarot.rules.tricks import best_place
from Game.tarot.state import TarotState
from Game.tarot.view import TarotView

PARTS = {BID: "part.auction", DISCARD: "part.discard", PLAY: "part.tricks"}
ANNOUNCEMENTS = "part.announcements"
TRUMPS = range(FIRST_TRUMP, FIRST_TRUMP + 21)  # without the excuse


class TarotPicture(Picture):
    deck = "tarot"
    anticlockwise = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Tarot)
        self.zones = (
            *(Zone("hand", picture.HAND, picture.OWN, seat) for seat in range(SEATS)),
            Zone("trick", picture.TRICK, picture.ALL),
            Zone("taker", picture.PILE, picture.SEEN_BEFORE),
            Zone("defence", picture.PILE, picture.SEEN_BEFORE),
            Zone("dog", picture.SPREAD, picture.NONE),
            Zone("laid", picture.SPREAD, picture.NONE),
        )
        self._deals = int(game.chosen["deals"])
        self._last_card = SEATS * game.pack.hand - 1
        self._enough = game.pack.handfuls
        self._before: TarotView | None = None
        self._row = 0  # the number of the trick, or of another part of the game
        self.results: dict[int, DealResult] = {}  # of the deals that were played

    def position(self, state: State) -> PicturePosition:
        assert isinstance(state, TarotState)
        views: list[TarotView] = [state.view(seat) for seat in range(SEATS)]
        view = views[0]
        announcements = self._follow(state, view)
        hands = [state.hand_of(seat) for seat in range(SEATS)]
        aside = state.cards_aside()
        piles = piles_of(view, state.turn == OVER)
        shown = _dog_on_the_table(view)
        rows = [
            *([card for card in hand if card not in shown] for hand in hands),
            state.on_table(),
            *piles,
            shown if view.dog else aside,
            aside if view.dog else (),
        ]
        return PicturePosition(
            cards=tuple(map(_texts, rows)),
            leader=view.leader,
            trick=self._row,
            facts=tuple(self._facts(state, view)),
            known=_texts(_publicly_known_cards(view, hands)),
            known_to=tuple([_texts(each.known_aside) for each in views]),
            taker=self._taker_of_trick(view),
            best=best_place(state.on_table()),
            part=Fact(_part(view), (view.deal + 1,)),
            labels=tuple([self._label(view, seat) for seat in range(SEATS)]),
            messages=tuple(announcements),
            rounds=tuple(self._lines(view)),
        )

    def _follow(self, state: TarotState, view: TarotView) -> list[Fact]:
        """Remember the position, and return its announcements."""
        if len(view.played) == self._last_card:
            self.results[view.deal] = result_of(end_of_deal(state))
        before, self._before = self._before, view
        if before is None:
            return messages.opening(view)
        self._row += _place(before) != _place(view)
        if view.deal == before.deal and state.turn != OVER:
            return messages.latest(before, view, self._enough)
        result = self.results.get(before.deal)
        if result:
            announcements = messages.latest(before, result.view, self._enough) + messages.ending(
                result, self._enough
            )
        else:
            announcements = [Fact("say.void")]
        if state.turn != OVER:
            announcements += messages.opening(view)
        return announcements

    def _taker_of_trick(self, view: TarotView) -> int:
        """The seat that took the last complete trick."""
        if len(view.played) >= SEATS:
            return view.leader
        ended = [result.view.leader for result in self.results.values()]
        return ended[-1] if ended else NOBODY

    def _facts(self, state: TarotState, view: TarotView) -> list[Fact]:
        facts = [Fact("deal", (view.deal + 1, self._deals), view.dealer)]
        if view.phase == BID:
            facts += _bids(view)
        else:
            facts += _contract(view)
        for seat, shown in enumerate(view.handfuls):
            if shown:
                name, size = messages.handful(shown, self._enough)
                facts.append(Fact("handful", (name, size, TEXTS[min(shown)]), seat))
        if state.turn == OVER:
            result = self.results.get(view.deal)
            if result is None:
                return [*facts, Fact("passed", (view.deal + 1,))]
            return facts + messages.ending(result, self._enough)
        if view.phase == PLAY:
            bouts = bouts_of(state, 0)
            points = [half_points(state, camp) / 2 for camp in range(2)]
            facts.append(Fact("count", (points[0], NEEDED[bouts] / 2, bouts)))
            facts.append(Fact("count_defence", (points[1],)))
        if view.debt != NOBODY:
            facts.append(Fact("owes", (), view.debt))
        for seat in range(SEATS):
            facts += _lacks(seat, set(state.lacks(seat)))
        return facts

    def _label(self, view: TarotView, seat: int) -> str:
        """The seat's bids and announcements."""
        if view.phase == BID:
            place = (seat - view.dealer - 1) % SEATS
            return CONTRACTS[view.bids[place]].text if place < len(view.bids) else ""
        texts = []
        if seat == view.taker:
            texts.append(CONTRACTS[view.contract].text)
            if view.slam:
                texts.append("chelem")
        if view.handfuls[seat]:
            texts.append(messages.handful(view.handfuls[seat], self._enough)[0])
        return ", ".join(texts)

    def _lines(self, view: TarotView) -> list[Line]:
        """A line for each deal so far, with its contract."""
        lines = []
        for deal in range(view.deal + 1):
            result = self.results.get(deal)
            contract = result.view.contract if result else view.contract if deal == view.deal else 0
            text = CONTRACTS[contract].text
            known = contract or deal < view.deal
            lines.append(
                Line("line.taken", (deal + 1, text), _NO_CELLS)
                if known
                else Line("line.begun", (deal + 1,), _NO_CELLS)
            )
        return lines


_NO_CELLS: tuple[tuple[int | None, ...], ...] = ((),) * SEATS


def _texts(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple([TEXTS[card] for card in cards])


def _part(view: TarotView) -> str:
    return PARTS.get(view.phase, ANNOUNCEMENTS)


def _place(view: TarotView) -> tuple[int, str, int]:
    """The row of the moves that the position is in: a trick, or a part without tricks."""
    return view.deal, _part(view), len(view.played) // SEATS


def _dog_on_the_table(view: TarotView) -> bytes:
    """The dog while it is on the table. With the first discarded card it is in the taker's hand."""
    return view.dog if view.phase == DISCARD and not view.aside else b""


def _publicly_known_cards(view: TarotView, hands: Sequence[Sequence[int]]) -> list[int]:
    """The cards that everybody can locate: the dog on the table, cards of the dog that cannot have
    been discarded unseen, and handfuls until they are played."""
    known = list(_dog_on_the_table(view))
    for seat, hand in enumerate(hands):
        bound_cards = [card for card in view.dog if card >= FIRST_TRUMP or card % SUIT == KING]
        public = {*view.handfuls[seat], *(bound_cards if seat == view.taker else ())}
        known += [card for card in hand if card in public and card not in known]
    return known


def _bids(view: TarotView) -> list[Fact]:
    seats = [(view.dealer + 1 + place) % SEATS for place in range(SEATS)]
    bids = [
        Fact("bid", (CONTRACTS[bid].text,), seat)
        for seat, bid in zip(seats, view.bids, strict=False)
    ]
    return bids + [Fact("to_bid", (), seat) for seat in seats[len(view.bids) :]]


def _contract(view: TarotView) -> list[Fact]:
    """The taker, the contract and the dog."""
    contract = CONTRACTS[view.contract]
    facts = [Fact("takes_at", (contract.text, contract.times), view.taker)]
    if view.slam:
        facts.append(Fact("slam_said", (), view.taker))
    if view.dog:
        facts.append(Fact("dog_was", _texts(view.dog)))
        shown = [card for card in view.known_aside if card >= FIRST_TRUMP]
        facts += [Fact("trump_laid", (TEXTS[card],)) for card in shown]
    else:
        facts.append(Fact("dog_for_defence" if contract.dog_counts else "dog_for_taker"))
    return facts


def _lacks(seat: int, lacked: set[int]) -> list[Fact]:
    """The suits and trumps that a seat has shown not to have."""
    facts = []
    for number, suit in enumerate(TAROT.suits):
        if lacked.issuperset(range(number * SUIT, (number + 1) * SUIT)):
            facts.append(Fact("void", (suit.name,), seat))
    highest = next((card for card in reversed(TRUMPS) if card not in lacked), NOBODY)
    if highest == NOBODY:
        facts.append(Fact("no_trump", (), seat))
    elif highest != TRUMPS[-1]:
        facts.append(Fact("no_trump_above", (TEXTS[highest],), seat))
    return facts
