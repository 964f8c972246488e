"""A game of the arena as a Python game of OpenSpiel: its states, and what players see of them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from arena.learn.openspiel.options import chosen_options, specification
from arena.learn.openspiel.position import Position, SeenGame
from Game.core.game import Game
from Game.core.state import State
from Game.core.turn import OVER
from Game.registry import GameMaker

MOST_RESULTS = 10_000  # of one draw of chance
LONGEST = 100_000  # actions of a game. No game is nearly as long
FAR = 1e9  # points; games do not say how many points they can give
MOST_SEATS = 12

Kind = pyspiel.GameType


def game_type(name: str, maker: GameMaker, game: Game | None = None) -> Any:
    """What OpenSpiel must know of a game. Without its options, how many play is not known."""
    return Kind(
        short_name=name,
        long_name=maker.title,
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Kind.Information.IMPERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM if is_zero_sum(game) else Kind.Utility.GENERAL_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=game.seats if game else MOST_SEATS,
        min_num_players=game.seats if game else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(maker),
    )


def is_zero_sum(game: Game | None) -> bool:
    """The values of all sides have the same sum in every game. With equal sides, seats too."""
    return game is not None and len(game.sides) > 1 and len({len(one) for one in game.sides}) == 1


class ArenaGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options. `utility` is `value` (-1 for a loss, 1 for a win) or `points`."""

    def __init__(self, name: str, maker: GameMaker, params: Mapping[str, Any]) -> None:
        options, features, self.by_points = chosen_options(maker, params)
        self.shared = SeenGame(maker(**options), features)
        most = FAR if self.by_points else 1.0
        kind = game_type(name, maker, self.shared.game)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.shared.encoder.actions,
            max_chance_outcomes=MOST_RESULTS,
            num_players=self.shared.game.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum(self.shared.game) else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, facts, dict(params))

    def new_initial_state(self) -> "ArenaState":
        return ArenaState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer":
        return Observer(self, kind, params)


class ArenaState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: ArenaGame) -> None:
        super().__init__(game)
        self.by_points = game.by_points
        self.position = Position.of_deal(game.shared)

    def current_player(self) -> int:
        if self.position.bound:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn == OVER else turn

    def is_terminal(self) -> bool:
        return not self.position.bound and self.position.turn == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each number that the game can draw now is equally likely."""
        bound = self.position.bound
        if bound > MOST_RESULTS:
            name = self.position.shared.game.name
            raise ValueError(f"{name} draws below {bound}, and OpenSpiel lists {MOST_RESULTS}")
        return [(number, 1.0 / bound) for number in range(bound)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"draw {action}"
        position = self.position
        assert position.state is not None
        number = position.shared.encoder.action(position.state, action)
        return position.shared.game.action_text(position.state, number)

    def returns(self) -> list[float]:
        position = self.position
        if not self.is_terminal():
            return [0.0] * position.shared.game.seats
        assert position.state is not None
        return utilities(position.shared.game, position.state, self.by_points)

    def __str__(self) -> str:
        return "\n\n".join(
            self.position.text(seat) for seat in range(self.position.shared.game.seats)
        )


def utilities(game: Game, state: State, by_points: bool) -> list[float]:
    """What a finished game is worth for each seat: from -1 to 1, or points above the mean."""
    seats = range(game.seats)
    if not by_points:
        return [2.0 * state.value(state.side(seat)) - 1.0 for seat in seats]
    points = [state.points(seat) for seat in seats]
    mean = sum(points) / len(points)
    sign = 1.0 if game.most_points_win else -1.0
    return [sign * (one - mean) for one in points]


class Observer:
    """What a seat sees: its features as a tensor, and its table as a string.

    With perfect recall, the string ends with a digest of all that the seat has seen and done. The
    tensor has the same features as without: they are made for learners and summarise the past.
    """

    def __init__(self, game: ArenaGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations, such as {params}")
        self.perfect_recall = kind is not None and kind.perfect_recall
        if kind is not None and (
            not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            raise ValueError("The arena does not split what is public from what a seat knows")
        seats, encoder = game.shared.game.seats, game.shared.encoder
        self.tensor = np.zeros(seats + encoder.size, np.float32)
        self.dict = {"seat": self.tensor[:seats]}
        at = seats
        for block in encoder.blocks:
            self.dict[block.name] = self.tensor[at : at + block.size]
            at += block.size

    def set_from(self, state: ArenaState, player: int) -> None:
        position = state.position
        self.tensor.fill(0.0)
        self.dict["seat"][player] = 1.0
        if position.state is not None:
            position.shared.encoder.write(
                position.state, player, self.tensor, position.shared.game.seats
            )

    def string_from(self, state: ArenaState, player: int) -> str:
        text = state.position.text(player)
        return f"{text}\n{state.position.recalled(player).hex()}" if self.perfect_recall else text
