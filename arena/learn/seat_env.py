"""Gymnasium: one side of a game against bots, which play the other sides.

    env = gymnasium.make("CardArena/brisca-v0", opponents=["osla"])

The learner plays each side in turn, one game after the other. If its side has two seats, it plays
both. The bots play in this process and without a clock. As in the arena, a random legal action is
played in place of an illegal one.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from arena.bots.bot import Bot, check_plays, load
from arena.learn.batch import deal_stream, the_game
from arena.learn.rendering import MODES, EnvGame, check_mode
from arena.sandbox.inprocess import InProcessSeat
from Game.core import Refusal
from Game.core.game import Game
from Game.core.turn import OVER

BUDGET = 1.0  # seconds for a move, as the bots are told; nobody measures their time
MOST = 100  # games in a row in which the learner has no turn

Seen = NDArray[np.float32]


class GameStart(NamedTuple):
    """The moment before a game is dealt."""

    games: int  # before this one
    luck: Any  # the state of the random numbers


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """Rewards come at the end: the value of the game for the learner's side, 1 for a win."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as gymnasium wants

    def __init__(
        self,
        game: Game | str,
        opponents: str | Sequence[str] = "random",
        features: str = "raw",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.game = the_game(game, options)
        self.encoder = self.game.encoder(features)
        self.render_mode = check_mode(render_mode)
        others = len(self.game.sides) - 1
        opponents = [opponents] if isinstance(opponents, str) else opponents
        if len(opponents) not in (1, others):
            wanted = "1 opponent" if others == 1 else f"1 opponent or {others}"
            raise Refusal(f"{self.game.title} needs {wanted}, and {len(opponents)} are given")
        bots = [load(name, self.game.name) for name in opponents]
        for bot in bots:
            check_plays(bot, self.game.name)
        self._bots = bots * others if len(bots) == 1 else bots
        self._made = (opponents, features, render_mode)
        self.observation_space = Box(-np.inf, np.inf, (self.encoder.size,), np.float32)
        self.action_space = Discrete(self.encoder.actions)
        self._games, self._side = 0, 0
        self._seats: list[InProcessSeat | None] = []
        self._ply = 0
        self._start: GameStart | None = None
        self._actions: list[int] = []

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `deepcopy`. Bots cannot be written, so the copy plays the same game
        again up to here: it makes the same choices with the same random numbers."""
        own = {"spec": self.spec}
        return rebuild, (self.game, self._made, self._start, self._actions[:]), own

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game. The same seed gives the same games, one reset after the other.

        A game that ends before the learner has a turn is left out.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        for _ in range(MOST):
            self._begin_game(GameStart(self._games, self.np_random.bit_generator.state))
            if self._state.turn != OVER:
                return self._seen(), self._info()
        raise Refusal(
            f"{self.game.title}: the learner had no turn in {MOST} games, so there is nothing to "
            "learn"
        )

    def _begin_game(self, start: "GameStart") -> None:
        self._start, self._actions = start, []
        self._games = start.games
        self._side = self._games % len(self.game.sides)
        self._games += 1
        stream = deal_stream(int(self.np_random.integers(2**63)), 0)
        self._played = EnvGame(self.game, stream, self._names(), self.render_mode)
        self._state = self._played.state
        self._begin()
        self._let_bots_play()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if self._start is None or self._state.turn == OVER:
            raise ValueError("no game is being played: call reset() before step()")
        if action not in self.action_space:
            raise ValueError(
                f"{action!r} is not an action: give a number below {self.encoder.actions}"
            )
        state, number = self._state, int(action)
        legal = bool(self.action_masks()[number])
        self._actions.append(number)
        if not legal:
            number = int(self.np_random.choice(np.flatnonzero(self.action_masks())))
        self._play(self.encoder.action(state, number))
        self._let_bots_play()
        over = state.turn == OVER
        reward = state.value(self._side) if over else 0.0
        return self._seen(), reward, over, False, {**self._info(), "illegal": not legal}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal. `MaskablePPO` of sb3-contrib calls this after `reset`."""
        return np.frombuffer(self.encoder.mask(self._state), np.bool_)

    def render(self) -> Any:
        """The position as text, or the game so far as a page, with all cards open."""
        return self._played.render()

    def _bot_of_side(self) -> dict[int, Bot]:
        """The bot of each side but the learner's."""
        others = [side for side in range(len(self.game.sides)) if side != self._side]
        return dict(zip(others, self._bots, strict=True))

    def _names(self) -> list[str]:
        """The player in each seat."""
        names = {side: bot.name for side, bot in self._bot_of_side().items()}
        sides = {seat: side for side, seats in enumerate(self.game.sides) for seat in seats}
        return [names.get(sides[seat], "learner") for seat in range(self.game.seats)]

    def _begin(self) -> None:
        """Give each opponent's seats a fresh player."""
        bot_of = self._bot_of_side()
        self._seats = [None] * self.game.seats
        for seat in range(self.game.seats):
            side = self._state.side(seat)
            if side != self._side:
                player = InProcessSeat(bot_of[side], self.game, BUDGET, clock=False)
                player.new_game(int(self.np_random.integers(2**63)))
                self._seats[seat] = player
        self._ply = 0

    def _let_bots_play(self) -> None:
        """Play on until it is the learner's turn, or the game is over."""
        state = self._state
        while state.turn != OVER and (seat := self._seats[state.turn]) is not None:
            answer = seat.ask(state.view(state.turn), self._ply)
            legal = state.legal()
            action = answer.action
            if answer.fault is not None or action not in legal:
                action = legal[int(self.np_random.integers(len(legal)))]
            self._play(action)

    def _play(self, action: int) -> None:
        self._played.play(action)
        self._ply += 1

    def _seen(self) -> Seen:
        state = self._state
        seat = state.turn if state.turn != OVER else self.game.sides[self._side][0]
        return np.frombuffer(self.encoder.row(state, seat), np.float32)

    def _info(self) -> dict[str, Any]:
        return {"seat": self._state.turn, "action_mask": self.action_masks().astype(np.int8)}


def rebuild(
    game: Game,
    made: tuple[Sequence[str], str, str | None],
    start: GameStart | None,
    actions: Sequence[int],
) -> SeatEnv:
    """The environment that was copied, after the same actions of the learner."""
    opponents, features, render_mode = made
    env = SeatEnv(game, opponents, features, render_mode)
    if start is not None:
        env.np_random.bit_generator.state = start.luck
        env._begin_game(start)
        for action in actions:
            env.step(action)
    return env
