"""RoboBrisca's main class: one game of Brisca between two bots, here in this process.

It is for `play_match.py`, and for scripts that were written for RoboBrisca. Competitions are
played by `arena/match/play.py`, which isolates bots, counts faults and keeps records.
"""

import copy
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from Game.brisca.cards import ACTIONS, CARDS, Action, CardCollection, number_of
from Game.brisca.deck import SEATS
from Game.brisca.observation import Observation
from Game.brisca.robobrisca.game_state import GameState
from Game.brisca.robobrisca.replay_text import compose
from Game.core import Refusal
from Game.core.stream import Stream


class BriscaGame:
    def __init__(self) -> None:
        self.save_game = False
        self.save_file = ""

    def save_game_on(self, filename: str) -> None:
        """Save each game that is run from now on in this file. A game overwrites the one before."""
        self.save_game = True
        self.save_file = filename

    def create_main_deck(self, collection: CardCollection) -> None:
        """Fill the collection with the forty cards, in order."""
        collection.clear()
        collection.add_cards(CARDS)

    def reset(self, state: GameState, first: int = 0) -> None:
        """Deal a new game; seat `first` starts."""
        if first not in range(SEATS):
            raise Refusal(f"Seat {first!r} cannot start: the seats are 0 to 3")
        state.lay_out(state.game.deal(Stream(), int(first)))

    def run(
        self,
        state: GameState,
        fm: Any,
        heuristic: Any,
        players: list[Any],
        budget: float,
        verbose: bool = False,
        controlling_time: bool = True,
    ) -> int:
        """Play the game to its end. Return the side that won.

        `players[0]` has seats 0 and 2, `players[1]` has seats 1 and 3. A copy of the bot plays the
        second seat of its side, so that partners share no memory. With four players, each has a
        seat of its own.
        """
        if state.is_terminal():
            raise Refusal("There are no cards to play. Deal first, with reset(state, first)")
        if controlling_time and not (isinstance(budget, int | float) and budget > 0):
            raise Refusal(f"A budget of {budget!r} seconds is not possible: give more than 0")
        seats = _players_of_seats(players)
        deal = state.game.write_deal(state.world())
        moves = []
        while not state.is_terminal():
            seat = state.turn
            card, reward = self.player_turn(
                state, fm, heuristic, seats[seat], budget, verbose, controlling_time
            )
            moves.append((seat, str(card), reward))
        winner: int = fm.check_winner(state)
        points = [fm.get_points_player(seat, state) for seat in range(SEATS)]
        if verbose:
            print(f"Points of seats 0 to 3: {points}. {_name(seats[winner])} wins.")
        if self.save_game:
            path = Path(self.save_file)
            path.parent.mkdir(parents=True, exist_ok=True)
            names = "".join(f"{_name(player)} " for player in seats)
            text = compose(names, deal, moves, points)
            path.write_bytes(text.encode())
        return winner

    def player_turn(
        self,
        state: GameState,
        fm: Any,
        heuristic: Any,
        player: Any,
        budget: float,
        verbose: bool = False,
        controlling_time: bool = True,
    ) -> tuple[Any, float]:
        """Play one move. Return the card and its reward."""
        seat = state.turn
        observation = state.get_observation()
        action = self.player_thinking(player, observation, budget, controlling_time, verbose)
        reward = fm.play(state, action, heuristic)
        if verbose:
            print(f"Seat {seat} ({_name(player)}) plays {action}, reward {reward}")
        return action.get_card(), reward

    def player_thinking(
        self,
        player: Any,
        observation: Observation,
        budget: float,
        controlling_time: bool = True,
        verbose: bool = False,
    ) -> Action:
        """The player's action, or a random one if it was late, illegal or raised an exception."""
        on_the_clock = controlling_time and getattr(player, "on_the_clock", True)
        if on_the_clock:
            # The only place where `Game` uses the arena, because only the arena has a clock.
            run_within = import_module("arena.sandbox.inprocess").run_within

        hand = [number_of(action.get_card()) for action in observation.get_list_actions()]
        action: Any
        try:
            if on_the_clock:
                think = partial(player.think, observation, budget)
                action, error, _, _ = run_within(think, budget)
                if error is not None:
                    raise error
            else:
                action = player.think(observation, budget)
            card = number_of(action.get_card())
            if card not in hand:
                raise ValueError(f"it played {action}, which it does not hold")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if verbose:
                what = f"{type(error).__name__}: {error}"
                print(f"{_name(player)}: {what}. A random card is played.")
            card = Stream().choice(hand)
        return ACTIONS[card]

    def get_random_action(self, obs: Observation) -> Action:
        """A random action."""
        return Stream().choice(obs.get_list_actions())


def _players_of_seats(players: list[Any]) -> list[Any]:
    """The players of seats 0 to 3."""
    if len(players) == SEATS:
        return list(players)
    if len(players) != 2:
        raise Refusal(f"A game is between two players, not {len(players)}")
    try:
        return [*players, *(copy.deepcopy(player) for player in players)]
    except Exception as error:
        raise Refusal(
            f"A player cannot be copied for its partner's seat ({type(error).__name__}: {error}): "
            f"give run() four players, or keep no open files, locks or generators in self"
        ) from None


def _name(player: Any) -> str:
    """The bot's own name, on one line."""
    try:
        name = str(player)
    except Exception:  # a bot's __str__ may do anything
        name = ""
    return " ".join(name.splitlines()) or type(player).__name__
