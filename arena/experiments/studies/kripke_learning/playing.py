"""Plays duplicate deals: a player in each of the four seats, and bots of one kind in the others."""

from typing import Any, NamedTuple, Protocol

import numpy as np

from arena.experiments.experiment import Json
from arena.experiments.studies.kripke_learning.tactics import TacticTally
from arena.learn.training.network import Network
from arena.learn.training.opponents import answer_of, load_bot, new_player
from arena.replay.result import credit
from Game.boerenbridge.game import BoerenBridge
from Game.core.encoder import Encoder
from Game.core.keys import derive
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

RIVALS = ("greedykripke", "kripke", "random")


class MeasuredPlayer(Protocol):
    """The player that is measured."""

    def begin(self, key: bytes, deal: int, seat: int) -> None: ...

    def act(self, state: State) -> int: ...


class NetworkPlayer(NamedTuple):
    network: Network
    encoder: Encoder

    def begin(self, key: bytes, deal: int, seat: int) -> None:
        """A network has no memory and no dice."""

    def act(self, state: State) -> int:
        row = np.frombuffer(self.encoder.row(state, state.turn), np.float32)
        mask = np.frombuffer(self.encoder.mask(state), np.bool_)
        scores = np.where(mask, self.network(row[np.newaxis])[0], -np.inf)
        return self.encoder.action(state, int(scores.argmax()))


class BotPlayer:
    """A house bot as the player that is measured."""

    def __init__(self, game: BoerenBridge, name: str) -> None:
        self.game, self.name = game, name
        self.bot = load_bot(name, game)

    def begin(self, key: bytes, deal: int, seat: int) -> None:
        self.player = new_player(self.bot, self.game, key, deal, seat)

    def act(self, state: State) -> int:
        return answer_of(self.player, state, self.name)


def play_deals(player: MeasuredPlayer, deals: int, key: bytes) -> Json:
    """The games of a player: for each kind of rivals and each deal, the means over the four seats
    of the share of wins and of the points ahead of the others; and what it did."""
    game, tally = BoerenBridge(), TacticTally()
    games: dict[str, list[list[float]]] = {}
    for rival in RIVALS:
        games[rival] = []
        for deal in range(deals):
            results = [
                play_game(game, player, rival, deal, seat, key, tally) for seat in range(game.seats)
            ]
            games[rival].append([sum(column) / game.seats for column in zip(*results, strict=True)])
    return {"games": games, "bids": tally.bids, "choices": tally.choices}


def play_game(
    game: BoerenBridge,
    player: MeasuredPlayer,
    rival: str,
    deal: int,
    seat: int,
    key: bytes,
    tally: TacticTally,
) -> tuple[float, float]:
    """The share of a win, and the points ahead of the mean of the others."""
    state: Any = game.deal_number(derive(key, "deals"), deal)
    state.chance = Stream(deal)
    bot = load_bot(rival, game)
    rivals = {
        other: new_player(bot, game, key, deal, other)
        for other in range(game.seats)
        if other != seat
    }
    player.begin(key, deal, seat)
    while state.turn != OVER:
        if state.turn == seat:
            action = player.act(state)
            tally.note(state, action)
        else:
            action = answer_of(rivals[state.turn], state, rival)
        state.play(action)
    outcome = game.outcome(state)
    own = outcome.scores[seat]
    others = (sum(outcome.scores) - own) / (game.seats - 1)
    return credit(outcome.ranks)[seat], own - others
