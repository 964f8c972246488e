"""Bazas as a registered game: how it is dealt, imagined and written."""

from collections.abc import Mapping
from typing import Any

from Game.core.cards import FRENCH, CardError
from Game.core.game import DealError, Game
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words
from tenth_game.state import HAND, PACK, SEATS, BazasState, moves
from tenth_game.view import BazasView


class Bazas(Game):
    name = "bazas"
    title = "Bazas"
    about = "Three players, twelve cards, four tricks; the player with the most tricks wins."
    view_type = BazasView
    seats = SEATS
    sides = tuple((seat,) for seat in range(SEATS))

    def words(self, language: str) -> Texts:
        return {**super().words(language), **read_words("tenth_game", language)}

    def picture(self) -> Picture:
        from tenth_game.picture import BazasPicture

        return BazasPicture(self)

    def deal(self, stream: Stream) -> BazasState:
        pack = list(PACK)
        stream.shuffle(pack)
        state = BazasState()
        state.hands = [sorted(pack[seat::SEATS]) for seat in range(SEATS)]
        return state

    def determinise(self, view: BazasView, stream: Stream) -> BazasState:
        state = BazasState()
        state.turn, state.leader = view.turn, view.leader
        state.played, state.tricks = list(view.played), list(view.tricks)
        hidden = [card for card in PACK if card not in (*view.hand, *view.played)]
        counts = [HAND] * SEATS
        for seat, _, _ in moves(view.played):
            counts[seat] -= 1
        for seat in range(SEATS):
            own = seat == view.seat
            state.hands[seat] = (
                list(view.hand) if own else [hidden.pop() for _ in range(counts[seat])]
            )
        state.redeal(view.seat, stream)
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, BazasState)
        return {"hands": [[FRENCH.text(card) for card in hand] for hand in state.hands]}

    def read_deal(self, deal: Mapping[str, Any]) -> BazasState:
        state = BazasState()
        try:
            state.hands = [sorted(FRENCH.parse_line(hand)) for hand in deal["hands"]]
        except CardError as error:
            raise DealError(str(error)) from None
        except (KeyError, TypeError, AttributeError):
            raise DealError("The deal needs three 'hands'.") from None
        if [len(hand) for hand in state.hands] != [HAND] * SEATS:
            raise DealError(f"A deal has {SEATS} hands of {HAND} cards.")
        if sorted(self.cards(state)) != sorted(PACK):
            raise DealError("A deal has each of the twelve cards once.")
        return state

    def action_text(self, state: State, action: int) -> str:
        return FRENCH.text(action)

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, BazasState)
        return [*sum(state.hands, []), *state.played]
