"""The rules of thumb of the bot `greedy` for French Tarot."""

from typing import Any

from Game.tarot.playouts.bidding import habitual_bid
from Game.tarot.rules.deck import ANNOUNCE, BID, BIDS, CARDS, DISCARD, NO_SLAM, SAY_SLAM, SHOW
from Players.Player import Player
from Players.tarot.discarding import lay_away
from Players.tarot.following import follow
from Players.tarot.knowledge import Known
from Players.tarot.leading import lead
from Players.tarot.slam import is_sure


class GreedyTarot(Player):
    """Bids by the worth of its hand, discards short suits, and wins tricks with cheap cards."""

    def think(self, observation, budget):
        actions = {observation.number(action): action for action in observation.get_list_actions()}
        if len(actions) == 1:
            return next(iter(actions.values()))
        return actions[choose(observation, list(actions))]


def choose(observation: Any, legal: list[int]) -> int:
    """The number of the action to take."""
    now = observation.now()
    if now.phase == BID:
        return BIDS + habitual_bid(observation.position())
    if now.phase == DISCARD:
        return lay_away(legal, list(now.hand))
    if now.phase == ANNOUNCE:
        out = set(range(CARDS)).difference(now.hand, now.known_aside)
        return SAY_SLAM if is_sure(list(now.hand), out) else NO_SLAM
    if now.phase == SHOW:
        return max(legal)  # it counts for the winner, and a seat with many trumps mostly wins
    known = Known(observation)
    return follow(known) if known.trick else lead(known)
