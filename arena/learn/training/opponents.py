"""The bots that play against the learner, and what they choose in a batch of games."""

from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from arena.bots.bot import Bot, check_plays, load
from arena.common.errors import ArenaError
from arena.learn.batch import BatchEnv
from arena.sandbox.inprocess import InProcessSeat
from Game.core.encoder import Encoder
from Game.core.game import Game
from Game.core.keys import derive, seed_number
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

SELF = "self"
BUDGET = 1.0  # seconds for a move, as a bot from a file is told; nobody measures its time


def load_bot(name: str, game: Game) -> Bot:
    """The bot with this name, if it plays the game, and can play many games alone."""
    bot = load(name, game.name)
    check_plays(bot, game.name)
    if not bot.on_the_clock:
        raise ArenaError(f"{name} is a person, and thousands of games are played. Choose a bot")
    return bot


def try_bot(name: str, game: Game) -> None:
    """Refuse a bot that cannot play the first move of a game."""
    bot, state = load_bot(name, game), game.deal(Stream(1))
    if state.turn != OVER:
        answer_of(new_player(bot, game, b""), state, name)


def new_player(bot: Bot, game: Game, key: bytes, *number: int) -> InProcessSeat:
    """A fresh player for one game. Its dice follow from the key and the numbers.

    House bots have no time limit, so they play the same on a busy machine. A bot from a file may
    work until its time is up, so it needs a limit.
    """
    player = InProcessSeat(bot, game, BUDGET if bot.is_file else inf, clock=False)
    player.new_game(seed_number(derive(key, "bot", *number)))
    return player


def answer_of(player: InProcessSeat, state: State, name: str) -> int:
    """What a bot plays for the seat to act. A bot that fails stops the training."""
    answer = player.ask(state.view(state.turn), 0)
    if answer.fault is not None:
        raise ArenaError(
            f"The bot {name} failed: {answer.fault.reason}. Correct it, or choose another bot"
        )
    return answer.action


class Opponents:
    """Who plays which seat in each game of a batch.

    Game `i` has the opponent `i` modulo their number. At a table with a bot, the learner plays one
    side, and the next side in the next game. At a table with `self` it plays all sides.
    """

    def __init__(self, env: BatchEnv, names: Sequence[str]) -> None:
        self.env, self.names = env, tuple(names)
        self._bots = {name: load_bot(name, env.game) for name in names if name != SELF}
        self.begin(b"")

    def begin(self, key: bytes) -> None:
        """Seat everybody for the first games of a chapter."""
        games, seats = self.env.games, self.env.seats
        self._key, self._played = key, np.zeros(games, np.int64)
        self.is_bot = np.zeros((games, seats), np.bool_)
        self._players: list[list[InProcessSeat | None]] = [[None] * seats for _ in range(games)]
        if self._bots:
            for number in range(games):
                self._seat(number)

    def next_games(self, ended: NDArray[np.intp]) -> None:
        """Seat everybody again in the games that have just begun."""
        if not self._bots:
            return
        for number in ended:
            self._played[number] += 1
            self._seat(int(number))

    def _seat(self, number: int) -> None:
        name = self.names[number % len(self.names)]
        if name == SELF:
            return
        env, played = self.env, int(self._played[number])
        own = (number // len(self.names) + played) % len(env.game.sides)
        for seat in range(env.seats):
            is_bot = env.state(number).side(seat) != own
            self.is_bot[number, seat] = is_bot
            self._players[number][seat] = (
                new_player(self._bots[name], env.game, self._key, number, played, seat)
                if is_bot
                else None
            )

    def choose(self, actions: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Write the actions of the bots. Return for which games they are the learner's."""
        env = self.env
        acting = self.is_bot[np.arange(env.games), env.turns]
        for number in np.flatnonzero(acting):
            state = env.state(int(number))
            player = self._players[number][state.turn]
            assert player is not None
            name = self.names[number % len(self.names)]
            action = answer_of(player, state, name)
            actions[number] = place_of(env.encoder, state, env.masks[number], action)
        return ~acting


def place_of(encoder: Encoder, state: State, mask: NDArray[np.uint8], action: int) -> int:
    """The place of an action of the state in the row of legal actions."""
    for place in np.flatnonzero(mask):
        if encoder.action(state, int(place)) == action:
            return int(place)
    raise ArenaError(f"A bot played an action that is not legal here: {action}")
