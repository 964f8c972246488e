"""Prepares a bot as far as possible before any of its code runs.

A slot does this once for all games of a bot. So each of its boxes has less to do, and writes to
less memory. The bot's source is not needed here: the arena sends it to each box.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from arena.guest.alarmed_runner import AlarmedRunner, alarm
from arena.guest.bot.imports import AllowedOnly, NoHelper
from arena.guest.bot.loading import BotFile, first_player, house_maker, maker
from arena.guest.bot.package import PackageFinder
from arena.guest.protocol import wire
from Game.core.game import Game
from Game.registry import find


class Prepared(NamedTuple):
    """The objects that depend on the game only. All boxes of a slot share them."""

    game: Game
    read_question: Callable[[memoryview], wire.Act[Any] | wire.Examine]


_prepared: dict[str, Prepared] = {}  # by the game with its options


def prepare(name: str, options: dict[str, str]) -> Prepared:
    """Prepare a game. The slot does it once, so that its boxes need not do it."""
    key = f"{name} {options}"
    if key not in _prepared:
        game = find(name)(**options)
        alarm.set()
        _prepared[key] = Prepared(game, wire.question_reader(game.view_type))
    return _prepared[key]


class Template:
    """A bot and its game, ready to begin. A process has one, and its box plays one game with it."""

    def __init__(self, load: wire.Load) -> None:
        self.load = load
        self.error: Exception | None = None  # the box reports it when its game begins
        self.source: BotFile | PackageFinder | None = None  # None: it is a house bot
        self._finders = list(sys.meta_path)
        try:
            self.prepared = prepare(load.game, load.options)
            self.runner = AlarmedRunner(self._maker(), True, load.draws)
        except Exception as error:
            self.error = error

    def remove(self) -> None:
        """Undo its changes to this process, before there is another template."""
        sys.meta_path[:] = self._finders
        if isinstance(self.source, BotFile):
            sys.modules.pop(self.source.name, None)

    def _maker(self) -> Callable[[int], Any]:
        """A function that makes a player of the bot. The bot's code runs when it is called."""
        load = self.load
        path = load.path
        if load.house:
            make = house_maker(load.house, path, load.cls, load.arguments)
        else:
            package = _package(load) if load.folder else None
            if package is None:
                file = BotFile(path, b"")
                file.prepare()
            self.source = package or file
            make = maker(self.source, load.cls, load.arguments)
            sys.meta_path.insert(0, AllowedOnly(load.packages))
            sys.meta_path.append(NoHelper(load.packages))
            if package is not None:
                sys.meta_path.insert(0, package)
        return lambda seed: first_player(make, path, load.game, seed)


def _package(load: wire.Load) -> PackageFinder:
    path, folder = Path(load.path), Path(load.folder)
    return PackageFinder(
        folder, path.parent, path.name, load.files, lambda file: (folder / file).read_bytes()
    )
