"""The speed of tree search, compared with OpenSpiel's in C++ and in Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from bench import openspiel
from bench.contest import Contest, cpu_side
from bench.rows import Row
from Game.boerenbridge.deck import BIDS, SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.stream import Stream
from Players.search import search

SEED = 1
BID = 1  # of each seat: four of them do not add up to five tricks
MANY = 10_000  # simulations of a search, on either side
FEW = 1_000  # the same for the peer in Python


def first_card() -> BoerenBridgeObservation:
    """The view of a seat that plays the first card of a round of five."""
    game = BoerenBridge(rounds="5")
    state = game.deal(Stream(SEED))
    for _ in range(SEATS):
        state.play(BIDS + BID)
    return BoerenBridgeObservation(game, state.view(state.turn), Stream(SEED))


def first_card_of_peer() -> Any:
    """The same in OpenSpiel: four players have bid, and five cards can be played."""
    state = openspiel.new_deal(SEED)
    for _ in range(SEATS):
        player = state.current_player()
        texts = {state.action_to_string(player, bid): bid for bid in state.legal_actions()}
        state.apply_action(texts[str(BID)])
    if len(state.legal_actions()) != 5:
        raise AssertionError(f"OpenSpiel has another decision here:\n{state}")
    return state


def simulate(observation: BoerenBridgeObservation, simulations: int, times: int) -> int:
    """Run searches; return the number of their simulations."""
    return sum(search(observation, simulations=simulations).simulations for _ in range(times))


def step(bot: Any, state: Any, simulations: int, times: int) -> int:
    for _ in range(times):
        bot.step(state)
    return times * simulations


@contextmanager
def ismcts_vs_openspiel_cpp() -> Iterator[Contest]:
    state = first_card_of_peer()
    bot = openspiel.searcher(MANY)
    yield Contest(
        ours=cpu_side(partial(simulate, first_card(), MANY)),
        peer=cpu_side(partial(step, bot, state, MANY)),
        peer_name="OpenSpiel oh_hell, its ISMCTSBot in C++",
    )


@contextmanager
def ismcts_vs_openspiel_py() -> Iterator[Contest]:
    state = first_card_of_peer()
    bot = openspiel.searcher_in_python(state.get_game(), FEW)
    yield Contest(
        ours=cpu_side(partial(simulate, first_card(), FEW)),
        peer=cpu_side(partial(step, bot, state, FEW)),
        peer_name="OpenSpiel oh_hell, its ISMCTSBot in Python",
    )


ROWS = [
    Row(
        "search.ismcts_vs_openspiel_cpp",
        "simulations/s",
        ismcts_vs_openspiel_cpp,
        floor=3,
        goal=10,
        note=f"{MANY} simulations a search, at the first card of a round of five cards",
    ),
    Row(
        "search.ismcts_vs_openspiel_py",
        "simulations/s",
        ismcts_vs_openspiel_py,
        floor=30,
        note=f"{FEW} simulations a search, at the same place",
    ),
]
