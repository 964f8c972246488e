"""PettingZoo: every seat of a game is an agent, and they act in turn (AEC).

Agents are called `seat_0`, `seat_1`, ... The reward comes at the end of a game: its value for the
seat's side, 1 for a win and 0 for a loss. Partners get the same.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from arena.learn.batch import deal_stream, the_game
from arena.learn.rendering import MODES, EnvGame, check_mode
from Game.core.game import Game
from Game.core.turn import OVER


def aec_env(
    game: Game | str, features: str = "raw", render_mode: str | None = None, **options: str
) -> "GameEnv":
    """A PettingZoo environment of a game: its name, or a file in the RECYCLE language."""
    return GameEnv(the_game(game, options), features, render_mode)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    def __init__(self, game: Game, features: str = "raw", render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.encoder = game, game.encoder(features)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"{game.name}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self._seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
        size, actions = self.encoder.size, self.encoder.actions
        seen = Dict(
            {
                "observation": Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {name: Discrete(actions) for name in self.possible_agents}
        self._seed, self._games = 0, 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same games, one reset after the other."""
        if seed is not None:
            self._seed, self._games = seed, 0
        stream = deal_stream(self._seed, self._games)
        self._games += 1
        names, mode = self.possible_agents, self.render_mode
        self._played = EnvGame(self.game, stream, names, mode)
        self.state_of_game = self._played.state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat knows. The mask is empty when it is not the seat's turn."""
        seat, state = self._seat_of[agent], self.state_of_game
        numbers = np.frombuffer(self.encoder.row(state, seat), np.float32)
        mask = np.zeros(self.encoder.actions, np.int8)
        if state.turn == seat:
            self.encoder.mark(state, mask.view(np.uint8), 0)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        if not 0 <= action < self.encoder.actions or not self.encoder.mask(state)[action]:
            raise ValueError(f"{agent}: action {action} is not legal now; see the action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._played.play(self.encoder.action(state, int(action)))
        self._go_on()

    def _go_on(self) -> None:
        """Name the agent to act. At the end of the game, give the rewards."""
        state = self.state_of_game
        if state.turn != OVER:
            self.agent_selection = self.possible_agents[state.turn]
            return
        for name, seat in self._seat_of.items():
            self.rewards[name] = state.value(state.side(seat))
            self.terminations[name] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The position as text, or the game so far as a page, with all cards open."""
        return self._played.render()

    def close(self) -> None:
        """Nothing is open."""
