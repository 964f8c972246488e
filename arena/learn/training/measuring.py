"""Measures how well a network plays against a bot, on duplicate deals.

Each deal is played once from every side, so the luck of the cards cancels.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.bots.bot import Bot
from arena.learn.training.network import Floats, legal_best
from arena.learn.training.opponents import answer_of, new_player
from arena.replay.result import credit
from arena.sandbox.inprocess import InProcessSeat
from arena.standings.interval import student
from Game.core.encoder import Encoder
from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

Scores = Callable[[Floats], Floats]  # observations -> a number for each action


class Share(NamedTuple):
    """A share of wins with its 95 % interval, and the mean of the points ahead of the others."""

    share: float
    low: float
    high: float
    margin: float


def measure(scores: Scores, game: Game, features: str, bot: Bot, deals: int, key: bytes) -> Share:
    """The share of wins of a network that plays one side against a bot on all others."""
    sides = len(game.sides)
    encoder = game.encoder(features)
    numbers = [(deal, side) for deal in range(deals) for side in range(sides)]
    states = [game.deal_number(key, deal) for deal, _ in numbers]
    for (deal, _), state in zip(numbers, states, strict=True):
        state.chance = Stream(deal)
    players = [
        {
            seat: new_player(bot, game, key, deal, seat)
            for seat in range(game.seats)
            if state.side(seat) != side
        }
        for (deal, side), state in zip(numbers, states, strict=True)
    ]
    _play_on(states, players, scores, encoder, bot.name)
    wins, margins = np.zeros((deals, sides)), np.zeros((deals, sides))
    for (deal, side), state in zip(numbers, states, strict=True):
        outcome = game.outcome(state)
        wins[deal, side] = credit(outcome.ranks)[side]
        own = [score for seat, score in enumerate(outcome.scores) if state.side(seat) == side]
        margins[deal, side] = sum(own) - (sum(outcome.scores) - sum(own)) / max(1, sides - 1)
    low, high = interval(wins.mean(axis=1))
    return Share(float(wins.mean()), low, high, float(margins.mean()))


def _play_on(
    states: Sequence[State],
    players: Sequence[dict[int, InProcessSeat]],
    scores: Scores,
    encoder: Encoder,
    name: str,
) -> None:
    """Play all states to the end. The network moves for the seats that have no player.

    Its moves in all states are computed together. `name` is that of the players' bot.
    """
    going = list(range(len(states)))
    while going:
        waiting = []
        for number in going:
            state = states[number]
            while state.turn in players[number]:
                state.play(answer_of(players[number][state.turn], state, name))
            if state.turn != OVER:
                waiting.append(number)
        if waiting:
            observations = np.zeros((len(waiting), encoder.size), np.float32)
            masks = np.zeros((len(waiting), encoder.actions), np.uint8)
            for row, number in enumerate(waiting):
                encoder.write(states[number], states[number].turn, observations[row], 0)
                encoder.mark(states[number], masks[row], 0)
            for number, place in zip(waiting, legal_best(scores(observations), masks), strict=True):
                states[number].play(encoder.action(states[number], int(place)))
        going = waiting


def interval(shares: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval of the mean of a number for each deal."""
    mean = float(shares.mean())
    if len(shares) < 2:
        return 0.0, 1.0
    half = student(len(shares) - 1) * float(shares.std(ddof=1)) / len(shares) ** 0.5
    return max(0.0, mean - half), min(1.0, mean + half)
