"""`arena export`: makes a bot of a trained network, as a package that can be handed in.

The bot needs numpy alone. Its weights have 16 bits, so they take half the room.
"""

import io
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arena.bots.archive import archive_of
from arena.bots.code import ARCHIVE
from arena.bots.tree import ENTRY
from arena.common.errors import ArenaError
from arena.common.sizes import size_text
from arena.learn.training.measuring import Share
from arena.learn.training.network import Floats
from arena.learn.training.run import Algorithm, Settings, Trainer
from arena.replay.files import make_folder, replace_file

WEIGHTS, ABOUT = "weights.npy", "about.json"
MOST = 256 * 1024  # bytes of weights

BOT = '''"""A bot that `arena train` has made. See about.json for the command and the curve."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported: a bot has one core

from pathlib import Path

import numpy as np

from Players.Player import Player

FEATURES = "@features"  # what the network sees
LAYERS = @layers  # inputs and outputs of each layer


def read_weights():
    """A matrix and a row of numbers for each layer."""
    flat = np.load(Path(__file__).with_name("@weights")).astype(np.float32)
    layers, start = [], 0
    for inputs, outputs in LAYERS:
        middle, end = start + inputs * outputs, start + (inputs + 1) * outputs
        layers.append((flat[start:middle].reshape(inputs, outputs), flat[middle:end]))
        start = end
    return layers


class LearnedBot(Player):
    games = ("@game",)

    def __init__(self):
        self.layers = read_weights()
        self.encoder = None

    def think(self, observation, budget):
        if self.encoder is None:
            self.encoder = observation.game.encoder(FEATURES)
        world = observation.world()
        row = np.frombuffer(self.encoder.row(world, observation.seat), np.float32)
        legal = np.frombuffer(self.encoder.mask(world), np.bool_)
        best = int(np.where(legal, self.scores(row), -np.inf).argmax())
        return observation.action(self.encoder.action(world, best))

    def scores(self, row):
        """The network's number for each action."""
        for number, (matrix, extra) in enumerate(self.layers):
            if number:
                row = np.maximum(row, 0)
            row = np.einsum("i,ij->j", row, matrix) + extra
        return row
'''


class About(Struct, frozen=True, kw_only=True):
    """Where the weights come from."""

    game: str
    features: str
    layers: list[tuple[int, int]]
    decisions: int
    command: str
    settings: Settings
    curve: list[tuple[int, dict[str, Share]]]  # decisions, and the shares against each bot


def export(trainer: Trainer, output: Path) -> int:
    """Write the package of a run's network. Return the number of bytes of its files."""
    weights = learned_weights(trainer.learner)
    files = {
        ENTRY: bot_text(trainer.game.name, trainer.settings.features, layers_of(weights)).encode(),
        WEIGHTS: weights_file(weights),
        ABOUT: msgspec.json.format(msgspec.json.encode(about(trainer))) + b"\n",
    }
    if len(files[WEIGHTS]) > MOST:
        raise ArenaError(
            f"The weights take {size_text(len(files[WEIGHTS]))}, and a bot may have "
            f"{size_text(MOST)}: train with fewer features or smaller layers"
        )
    if output.suffix.lower() == ARCHIVE:
        replace_file(output, archive_of(files))
    else:
        make_folder(output)
        for name, data in files.items():
            replace_file(output / name, data)
    return sum(map(len, files.values()))


def about(trainer: Trainer) -> About:
    """What the file about.json says."""
    settings = trainer.settings
    return About(
        game=trainer.game.name,
        features=settings.features,
        layers=layers_of(trainer.learner.policy.weights),
        decisions=trainer.decisions,
        command=settings.command(trainer.decisions),
        settings=settings,
        curve=[(point.decisions, point.shares) for point in trainer.curve],
    )


def bot_text(game: str, features: str, layers: Sequence[tuple[int, int]]) -> str:
    """The Python file of the bot."""
    text = BOT.replace("@game", game).replace("@features", features)
    return text.replace("@layers", repr(tuple(layers))).replace("@weights", WEIGHTS)


def learned_weights(learner: Algorithm) -> list[Floats]:
    """The weights of the network. Inputs and outputs that never occurred in the training get zeros.

    Their weights are still the random ones of the beginning, which say nothing and cannot be
    compressed.
    """
    weights = [each.copy() for each in learner.policy.weights]
    moved = learner.adam.squares
    weights[0][~moved[0].any(axis=1)] = 0
    weights[-2][:, ~moved[-2].any(axis=0)] = 0
    return weights


def layers_of(weights: Sequence[NDArray[np.float32]]) -> list[tuple[int, int]]:
    """The inputs and outputs of each layer."""
    return [(each.shape[0], each.shape[1]) for each in weights[::2]]


def weights_file(weights: Sequence[NDArray[np.float32]]) -> bytes:
    """All weights one behind the other, with 16 bits, as numpy's own file."""
    out = io.BytesIO()
    flat = np.concatenate([each.ravel() for each in weights])
    np.save(out, np.clip(flat, -65504, 65504).astype(np.float16))
    return out.getvalue()
