"""The models of a round of BoerenBridge, as a seat or a spectator sees it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from Game.boerenbridge.deck import CARDS, SEATS, cards_in_play
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.view import BoerenBridgeView
from Players.kripke.announcements import announcements_of
from Players.kripke.joint import JointModel
from Players.kripke.worlds import Models, first_models

if TYPE_CHECKING:
    from Game.boerenbridge.observation import BoerenBridgeObservation


@dataclass(frozen=True)
class RoundModel:
    models: Models  # of each card: what everybody knows
    joint: JointModel  # the deals that everybody holds possible
    seat: int | None = None  # the player whose knowledge it is; None: a spectator
    mine: JointModel | None = None  # the deals that this seat holds possible


def model_of(observation: "BoerenBridgeObservation") -> RoundModel:
    """The knowledge of the seat of an observation."""
    return model_of_view(observation.now(), observation.game.full)


def model_of_view(view: BoerenBridgeView, full: bool = False) -> RoundModel:
    """The knowledge of the seat of a view. `full`: is the game played with `deck=full`?"""
    everybody = _public(view, full)
    mine = everybody.joint.for_seat(view.seat, view.hand)
    return RoundModel(everybody.models, everybody.joint, view.seat, mine)


def model_of_state(state: BoerenBridgeState) -> RoundModel:
    """The knowledge of a spectator. A spectator sees no hand."""
    return _public(state.view(0), bool(state.full))


def _public(view: BoerenBridgeView, full: bool) -> RoundModel:
    pack = cards_in_play(view.cards, full)
    heard = announcements_of(view.played, view.opener, view.trump)
    aside = CARDS - SEATS * view.cards if full else 0
    joint = JointModel(
        cards=tuple([card for card in pack if card not in view.played]),
        room=(*view.hand_sizes, aside),
        barred=(*view.voids, 0 if aside else 0b1111),
    )
    return RoundModel(first_models(pack, bool(aside)).after(*heard), joint)
