"""The models of a round of BoerenBridge, made from what a seat or a spectator sees of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from Game.boerenbridge.deck import CARDS, SEATS, cards_in_play
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.view import BoerenBridgeView
from Players.kripke.announcements import announced
from Players.kripke.joint import JointModel
from Players.kripke.worlds import Models, first_models

if TYPE_CHECKING:
    from Game.boerenbridge.observation import BoerenBridgeObservation


@dataclass(frozen=True)
class RoundModel:
    models: Models  # of each card: what everybody knows
    joint: JointModel  # the deals that everybody holds possible
    seat: int | None = None  # who looks; None: somebody who sees no hand
    mine: JointModel | None = None  # the deals that this seat holds possible


def model_of(observation: "BoerenBridgeObservation") -> RoundModel:
    """What the seat of an observation knows."""
    return model_of_view(observation.now(), observation.game.full)


def model_of_view(view: BoerenBridgeView, full: bool = False) -> RoundModel:
    """What a seat knows that sees this; `full`: is the whole pack in play, not all of it dealt?"""
    everybody = _public(view, full)
    mine = everybody.joint.seen_by(view.seat, view.hand)
    return RoundModel(everybody.models, everybody.joint, view.seat, mine)


def model_of_state(state: BoerenBridgeState) -> RoundModel:
    """What everybody knows, who sees no hand at all."""
    return _public(state.view(0), bool(state.full))


def _public(view: BoerenBridgeView, full: bool) -> RoundModel:
    pack = cards_in_play(view.cards, full)
    heard = announced(view.played, view.opener, view.trump)
    aside = CARDS - SEATS * view.cards if full else 0
    joint = JointModel(
        cards=tuple([card for card in pack if card not in view.played]),
        room=(*view.held, aside),
        barred=(*view.voids, 0 if aside else 0b1111),
    )
    return RoundModel(first_models(pack, bool(aside)).after(*heard), joint)
