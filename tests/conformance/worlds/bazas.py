"""Bazas, the game of `tests/tenth_game`: how an imagined world was dealt."""

from typing import Any

from conformance.written_games import Replays
from tenth_game.state import BazasState, moves

from Game.core.cards import FRENCH
from Game.core.game import Game


def rows(state: BazasState) -> list[list[int]]:
    return [list(hand) for hand in state.hands]


def deal_of(
    game: Game, first: BazasState, state: BazasState, world: list[list[int]]
) -> dict[str, Any]:
    """Every seat was dealt what it holds in the world and what it has played."""
    dealt = BazasState()
    dealt.hands = [list(hand) for hand in world]
    for seat, card, _ in moves(state.played):
        dealt.hands[seat].append(card)
    return game.write_deal(dealt)


REPLAYS = Replays(rows, deal_of, FRENCH.texts)
