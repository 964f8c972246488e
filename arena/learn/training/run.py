"""A training run: its folder, its chapters, and its curve.

A run is a series of chapters. Each chapter plays new games, learns from them, measures the network,
and ends with a checkpoint. What happens in a chapter follows from the checkpoint before it, from
the seed and from the chapter's number. So a run that was stopped, at any moment, continues as if it
had never stopped: the same seed gives the same curve.
"""

import io
import shlex
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import time
from typing import Any, Protocol
from zipfile import BadZipFile

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.learn.batch import BatchEnv, the_game
from arena.learn.training.collecting import TARGETS, Collector
from arena.learn.training.curve import Point
from arena.learn.training.dmc import Dmc
from arena.learn.training.dqn import Dqn
from arena.learn.training.measuring import measure
from arena.learn.training.network import Adam, Network
from arena.learn.training.opponents import SELF, load_bot, try_bot
from arena.learn.training.ppo import Ppo
from arena.learn.training.tensorboard import EventFile
from arena.replay.files import make_folder, replace_file
from arena.store.lock import hold
from Game.core.encoder import Encoder
from Game.core.game import Game
from Game.core.keys import derive, master_key

SETTINGS = "settings.json"
CHECKPOINT = "checkpoint.npz"
LOCK = "lock"
PER_GAME = 400  # decisions of a chapter for each game that is played side by side
WIDEST = 4096  # of a layer
# What numpy and zipfile raise if they read a damaged file.
DAMAGED = (
    OSError, ValueError, TypeError, AttributeError, LookupError, EOFError, MemoryError,
    RuntimeError, SyntaxError, BadZipFile, struct.error, zlib.error,
)  # fmt: skip
ALGORITHMS: dict[str, type["Algorithm"]] = {"dmc": Dmc, "dqn": Dqn, "ppo": Ppo}


class Algorithm(Protocol):
    """What the files `dmc.py`, `dqn.py` and `ppo.py` have in common."""

    notes: int  # numbers noted with each choice
    hyperparameters: Any  # their class, a dataclass of the algorithm's file
    settings: Any  # one of these
    made: NDArray[np.int64]  # one number: the decisions from which it has learned
    policy: Network  # it gives a number for each action; the best legal one is played
    adam: Adam  # the optimiser of the network that learns to play

    def __init__(
        self, size: int, actions: int, dice: np.random.Generator, settings: Any
    ) -> None: ...

    def learn(
        self, games: Collector, seed: str, decisions: int, dice: np.random.Generator
    ) -> Iterator[dict[str, float]]: ...

    def arrays(self) -> dict[str, NDArray[Any]]: ...

    def restore(self, arrays: Any) -> None: ...


class Settings(Struct, frozen=True, kw_only=True):
    """All that the curve of a run depends on."""

    game: str
    options: dict[str, str] = {}
    features: str = "raw"
    algorithm: str = "dmc"
    target: str = "points"
    opponents: tuple[str, ...] = ("self",)
    against: tuple[str, ...] = ("random",)  # the bots that measure the network
    seed: str = "1"
    games: int = 256  # side by side, at most
    chapter: int = 250_000  # decisions
    deals: int = 100  # that measure the network, against each bot
    hidden: tuple[int, ...] = (128, 128)  # the sizes of the layers between input and output

    @property
    def side_by_side(self) -> int:
        """So many games, or fewer in a short chapter: most of them must end in it."""
        return max(1, min(self.games, self.chapter // PER_GAME))

    def command(self, decisions: int) -> str:
        """The command that makes a run of so many decisions with these settings."""
        words = ["arena", "train", self.game]
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"]
        for name, usual in msgspec.structs.asdict(Settings(game=self.game)).items():
            value = getattr(self, name)
            if value != usual and name not in ("game", "options", "games"):
                several = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
                words += [f"--{name}", several]
        return shlex.join([*words, "--decisions", str(decisions)])


@dataclass
class Trainer:
    """The state of a run between two chapters."""

    settings: Settings
    game: Game
    encoder: Encoder
    learner: Algorithm
    curve: list[Point]
    progress: Callable[[int], None] = lambda decisions: None  # hears of each update in a chapter

    @cached_property
    def collector(self) -> Collector:
        """The games of the training. Without them, a network can still be exported."""
        settings = self.settings
        check_bots(settings, self.game)
        env = BatchEnv(self.game, settings.side_by_side, features=settings.features)
        return Collector(env, settings.opponents, settings.target, self.learner.notes)

    @property
    def decisions(self) -> int:
        """How many decisions the learner has made so far."""
        return self.curve[-1].decisions if self.curve else 0

    def chapter(self) -> Point:
        """Play and learn one chapter, and measure the network.

        numpy uses one thread. More would be slower with matrices as small as these, and would add
        up in an order that depends on the machine.
        """
        with threadpool_limits(1):
            return self._chapter()

    def _chapter(self) -> Point:
        settings, number, began = self.settings, len(self.curve), time()
        key = master_key(settings.seed)
        dice = np.random.default_rng(list(derive(key, "chapter", number)))
        seen, made = list[dict[str, float]](), int(self.learner.made[0])
        for figures in self.learner.learn(
            self.collector, f"{settings.seed}/{number}", settings.chapter, dice
        ):
            seen.append(figures)
            before, made = made, int(self.learner.made[0])
            self.progress(made - before)
        seconds = time() - began
        shares = {
            name: measure(
                self.learner.policy,
                self.game,
                settings.features,
                load_bot(name, self.game),
                settings.deals,
                derive(key, "measure"),
            )
            for name in settings.against
        }
        means = {
            name: float(np.mean([figures[name] for figures in seen]))
            for name in (seen[-1] if seen else {})
        }
        decisions = (number + 1) * settings.chapter
        point = Point(decisions, shares, means, time(), seconds, settings.chapter)
        self.curve.append(point)
        return point

    def save(self, folder: Path) -> None:
        """Write the checkpoint, as a whole or not at all."""
        out = io.BytesIO()
        curve = np.frombuffer(msgspec.json.encode(self.curve), np.uint8)
        np.savez(out, curve=curve, **self.learner.arrays())  # type: ignore[arg-type]
        replace_file(folder / CHECKPOINT, out.getvalue())


def new_trainer(settings: Settings) -> Trainer:
    """A run that has not learned yet."""
    check(settings)
    game = the_game(settings.game, settings.options)
    encoder = game.encoder(settings.features)
    kind = ALGORITHMS[settings.algorithm]
    dice = np.random.default_rng(list(derive(master_key(settings.seed), "weights")))
    own = kind.hyperparameters(hidden=settings.hidden)
    learner = kind(encoder.size, encoder.actions, dice, own)
    return Trainer(settings, game, encoder, learner, [])


def open_run(folder: Path, settings: Settings | None = None) -> Trainer:
    """The run in this folder as its checkpoint has it. It needs settings if it has not begun.

    Before the first checkpoint nothing is lost with other settings, so they replace those of the
    folder.
    """
    saved, path = read_settings(folder), folder / CHECKPOINT
    if saved is None and settings is None:
        raise ArenaError(
            f"{folder} has no training run: `arena train GAME --out {folder}` makes one"
        )
    if saved is not None and settings is not None and saved != settings and path.exists():
        raise ArenaError(
            f"{folder} has a run with other settings: {differences(saved, settings)}. Use the "
            f"settings of {folder / SETTINGS} to continue it, or choose another --out"
        )
    trainer = new_trainer(settings or saved)  # type: ignore[arg-type]  # one of them is there
    if path.exists():
        try:
            with np.load(io.BytesIO(path.read_bytes())) as arrays:
                trainer.learner.restore(arrays)
                curve = arrays["curve"].tobytes()
            trainer.curve = msgspec.json.decode(curve, type=list[Point])
        except DAMAGED as error:
            raise ArenaError(
                f"{path} is damaged ({error}). Remove it to train from the beginning"
            ) from None
    return trainer


def differences(saved: Settings, wanted: Settings) -> str:
    """The settings that are not equal, as `seed (1, not 2)`."""

    def text(value: Any) -> str:
        if isinstance(value, dict):
            value = [f"{name}={choice}" for name, choice in value.items()]
        return plain(",".join(map(str, value)) if isinstance(value, list | tuple) else str(value))

    pairs = [
        (name, getattr(saved, name), getattr(wanted, name)) for name in saved.__struct_fields__
    ]
    return ", ".join(
        [f"{name} ({text(one) or 'none'}, not {text(two) or 'none'})"
         for name, one, two in pairs if one != two]
    )  # fmt: skip


def read_settings(folder: Path) -> Settings | None:
    """The settings of the run in this folder; None if it has none."""
    path = folder / SETTINGS
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError) as error:
        raise ArenaError(f"{path} cannot be read: {error}. Choose another folder") from None


def check(settings: Settings) -> None:
    """Refuse settings that no network has."""
    for name, value, known in (
        ("algorithm", settings.algorithm, ALGORITHMS),
        ("target", settings.target, TARGETS),
    ):
        if value not in known:
            raise ArenaError(
                f"There is no {name} {plain(value)!r} of training. Choose from: {', '.join(known)}"
            )
    if not all(1 <= size <= WIDEST for size in settings.hidden):
        sizes = ",".join(map(str, settings.hidden))
        raise ArenaError(
            f"There is no network with hidden layers of {sizes}: give sizes from 1 to {WIDEST:,}, "
            "as in 128,128"
        )
    for name, number, least in (
        ("chapter", settings.chapter, 1), ("deals", settings.deals, 2), ("games", settings.games, 1)
    ):  # fmt: skip
        if number < least:
            raise ArenaError(f"{name} is {number}, but must be at least {least}. Give a larger one")


def check_bots(settings: Settings, game: Game) -> None:
    """Refuse bots that cannot play in a training, or cannot measure it."""
    if SELF in settings.against:
        raise ArenaError(
            "The network cannot be measured against self, because both learn. Name bots that stay "
            "the same"
        )
    for name in dict.fromkeys((*settings.opponents, *settings.against)):
        if name != SELF:
            try_bot(name, game)


def train(
    settings: Settings,
    folder: Path,
    goes_on: Callable[[Trainer], bool],
    show: Callable[[Trainer], None] = lambda trainer: None,
    progress: Callable[[int], None] = lambda decisions: None,
) -> Trainer:
    """Train in this folder while `goes_on` says so, which is asked before each chapter.

    `show` is called after each chapter, and `progress` with the decisions of each update.
    """
    check_bots(settings, new_trainer(settings).game)
    make_folder(folder)
    with hold(folder / LOCK):
        trainer = open_run(folder, settings)
        replace_file(folder / SETTINGS, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
        trainer.progress = progress
        events = EventFile(folder, trainer.curve)
        while goes_on(trainer):
            point = trainer.chapter()
            trainer.save(folder)
            events.add(point)
            show(trainer)
    return trainer
