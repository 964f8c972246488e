"""`arena export`: makes a bot of a trained network, as a package that can be handed in.

The bot needs numpy alone. Its weights have 16 bits, so they take half the room. Inputs that never
occurred in the training are left out: their weights are still the random ones of the beginning. In
BoerenBridge, half of the inputs are cards that are never dealt.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
from arena.replay.files import UNFINISHED, replace_file, replace_files

WEIGHTS, INPUTS, ABOUT = "weights.npy", "inputs.npy", "about.json"
FILES = (ENTRY, WEIGHTS, INPUTS, ABOUT)
MOST = 256 * 1024  # bytes of weights
ROOM = 0.9  # more inputs may occur later in the training

BOT = '''"""A bot that `arena train` has made. See about.json for the command and the curve."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported: a bot has one core

from pathlib import Path

import numpy as np

from Players.Player import Player

FEATURES = "@features"  # what the network sees, of which inputs.npy has the places that it uses
LAYERS = @layers  # inputs and outputs of each layer
INPUTS = @inputs  # numbers of a whole row
TRAINED = @trained


def read_weights():
    """A matrix and a row of numbers for each layer."""
    flat = np.load(Path(__file__).with_name("weights.npy")).astype(np.float32)
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
        self.inputs = np.load(Path(__file__).with_name("inputs.npy"))
        self.encoder = None

    def think(self, observation, budget):
        if self.encoder is None:
            self.encoder = self.encoder_of(observation.game)
        world = observation.world()
        row = np.frombuffer(self.encoder.row(world, observation.seat), np.float32)
        legal = np.frombuffer(self.encoder.mask(world), np.bool_)
        best = int(np.where(legal, self.scores(row), -np.inf).argmax())
        return observation.action(self.encoder.action(world, best))

    def encoder_of(self, game):
        """The game's encoder, if it is the game of the training with the same options."""
        encoder = game.encoder(FEATURES)
        if (encoder.size, encoder.actions) != (INPUTS, LAYERS[-1][1]):
            raise ValueError(
                f"the network has learned {TRAINED}: {INPUTS} inputs, {LAYERS[-1][1]} actions. "
                f"This game has {encoder.size} and {encoder.actions}"
            )
        return encoder

    def scores(self, row):
        """The network's number for each action."""
        row = row[self.inputs]
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
    inputs: int = 0  # of the whole row; the first layer has those that it uses
    decisions: int
    command: str
    settings: Settings
    curve: list[tuple[int, dict[str, Share]]]  # decisions, and the shares against each bot


def export(trainer: Trainer, output: Path) -> int:
    """Write the package of a run's network. Return the number of bytes of its files."""
    if not trainer.curve:
        raise ArenaError("This network has not learned yet: let `arena train` end a chapter")
    inputs, weights = used(trainer.learner)
    origin = about(trainer)
    files = {
        ENTRY: bot_text(origin).encode(),
        WEIGHTS: array_file(half_precision(weights)),
        INPUTS: array_file(inputs.astype(np.uint16)),
        ABOUT: msgspec.json.format(msgspec.json.encode(origin)) + b"\n",
    }
    if sentence := too_large(trainer):
        raise ArenaError(sentence)
    if output.suffix.lower() == ARCHIVE:
        replace_file(output, archive_of(files))
    else:
        if output.is_dir() and any(output.iterdir()) and not is_unchanged_export(output):
            raise ArenaError(
                f"{output} has files that no export has written, or that were changed since. "
                f"Nothing was written: choose another folder"
            )
        replace_files(output, files)
    return sum(map(len, files.values()))


def is_unchanged_export(folder: Path) -> bool:
    """Has the folder only the files of an earlier export, and the bot as it was written?"""
    names = {path.name for path in folder.iterdir() if path.suffix != UNFINISHED}
    if not names <= {*FILES, "__pycache__"}:
        return False
    if not names:
        return True
    try:
        about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
        bot = (folder / ENTRY).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    return bot == bot_text(about)


def too_large(trainer: Trainer) -> str:
    """Why the network cannot be exported, and what to do; empty if it can."""
    _, weights = used(trainer.learner)
    size = len(array_file(half_precision(weights)))
    if size <= MOST:
        return ""
    shrink = ROOM * MOST / size
    widths = [max(8, int(width * shrink) // 8 * 8) for width in trainer.learner.settings.hidden]
    smaller = ",".join(map(str, widths))
    return (
        f"The weights take {size_text(size)}, and a bot may have {size_text(MOST)}: train with "
        f"fewer features, or with smaller layers (--hidden {smaller})"
    )


def about(trainer: Trainer) -> About:
    """What the file about.json says."""
    settings = trainer.settings
    _, weights = used(trainer.learner)
    return About(
        game=trainer.game.name,
        features=settings.features,
        layers=layers_of(weights),
        inputs=trainer.encoder.size,
        decisions=trainer.decisions,
        command=settings.command(trainer.decisions),
        settings=settings,
        curve=[(point.decisions, point.shares) for point in trainer.curve],
    )


def bot_text(about: About) -> str:
    """The Python file of the bot."""
    settings = about.settings
    options = "".join([f", {name}={value}" for name, value in settings.options.items()])
    text = BOT.replace("@game", about.game).replace("@features", about.features)
    text = text.replace("@layers", repr(tuple(about.layers))).replace("@inputs", str(about.inputs))
    return text.replace("@trained", repr(f"{settings.game}{options}"))


def used(learner: Algorithm) -> tuple[NDArray[np.intp], list[Floats]]:
    """The inputs that have occurred in the training, and the weights of the network for them."""
    first, *others = learner.policy.weights
    inputs = np.flatnonzero(learner.adam.squares[0].any(axis=1))
    return inputs, [first[inputs], *others]


def layers_of(weights: Sequence[NDArray[np.float32]]) -> list[tuple[int, int]]:
    """The inputs and outputs of each layer."""
    return [(each.shape[0], each.shape[1]) for each in weights[::2]]


def half_precision(weights: Sequence[NDArray[np.float32]]) -> NDArray[np.float16]:
    """All weights one behind the other, with 16 bits."""
    flat = np.concatenate([each.ravel() for each in weights])
    short: NDArray[np.float16] = np.clip(flat, -65504, 65504).astype(np.float16)
    return short


def array_file(array: NDArray[Any]) -> bytes:
    """The array as numpy's own file."""
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()
