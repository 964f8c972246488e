"""Brisca: deals the unseen cards again, as far as every player can know."""

import random
from typing import Any

from conformance.written_games import Replays

from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.game import Game
from Game.core.state import State


def another_world(game: Game, state: State, seat: int, dice: random.Random) -> State:
    assert isinstance(state, BriscaState)
    hands = [state.hand_of(other) for other in range(4)]
    piles = [state.pile_of(other) for other in range(4)]
    deck, table = state.deck_left(), state.on_table()

    # All have seen the cards played and the trump card, which lies under the deck and then goes
    # to the last who draws. The other cards may be anywhere.
    seen = {state.trump, *hands[seat], *table, *sum(piles, [])}
    unseen = [card for card in SPANISH if card not in seen]
    dice.shuffle(unseen)

    other_world = BriscaState()
    other_world.trump, other_world.tie = state.trump, state.tie
    other_world.set_table(table)
    other_world.set_piles(piles)
    other_world.set_deck([card if card == state.trump else unseen.pop() for card in deck])
    for other in range(4):
        if other == seat:
            other_world.set_hand(seat, hands[seat])
        else:
            places = len(hands[other]) - (state.trump in hands[other])
            dealt = [unseen.pop() for _ in range(places)]
            if state.trump in hands[other]:
                assert not deck, "the trump card is drawn last"
                dealt.append(state.trump)
            other_world.set_hand(other, dealt)
    assert not unseen, "every card has its place"
    other_world.turn, other_world.leader = state.turn, state.leader
    return other_world


def rows(state: BriscaState) -> list[list[int]]:
    return [*[state.hand_of(seat) for seat in range(4)], state.deck_left()]


def deal_of(
    game: Game, first: BriscaState, state: BriscaState, world: list[list[int]]
) -> dict[str, Any]:
    """The deal with the cards of the world in place of those that lie there now."""
    instead = {}
    for real, other in zip(rows(state), world, strict=True):
        gone = [card for card in real if card not in other]
        instead |= dict(zip(gone, [card for card in other if card not in real], strict=True))
    deal = game.write_deal(first)

    def changed(row: list[str]) -> list[str]:
        cards = SPANISH.parse_line(row)
        return [SPANISH.text(instead.get(card, card)) for card in cards]

    return {
        **deal,
        "hands": [changed(hand) for hand in deal["hands"]],
        "deck": changed(deal["deck"]),
    }


REPLAYS = Replays(rows, deal_of, SPANISH.texts)
