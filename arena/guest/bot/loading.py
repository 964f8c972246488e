"""Loads a bot: makes a player from the source of its file."""

import ast
import binascii
import importlib
import importlib.util
import linecache
import marshal
import os
import sys
from collections.abc import Callable, Container
from functools import cached_property
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol

import Players
from arena.guest.bot.tracebacks import describe, line_in, own_traceback, place_of
from arena.guest.protocol.safe_text import plain
from Game.core.options import nearest
from Game.core.stream import Stream
from Players.Player import Player

NAME_LENGTH = 32
BUNDLE = "If it is your own file, `arena bundle BOT.py` makes a package with it"


class LoadError(Exception):
    """A bot that cannot be loaded.

    The first line says what is wrong, where, and what to do about it. The traceback of the error in
    the bot's file may follow.
    """


class BotSource(Protocol):
    """The code of a bot that is not a house bot: one file, or a package."""

    path: str  # of the file that has the player, as tracebacks name it
    names: frozenset[str]  # of its other modules

    def run(self) -> ModuleType:
        """Run the file as a new module."""


def maker(bot: BotSource, cls: str | None, arguments: str) -> Callable[[int], Any]:
    """A function that makes a new player of the bot from a seed.

    It runs the bot's code again for every player, so players share no classes and no module.
    """
    args, kwargs = parse_arguments(arguments)

    def make(seed: int) -> Any:
        kind = player_class(bot.run(), bot.path, cls, bot.names)
        return construct(kind, args, kwargs, seed)

    return make


def house_maker(module: str, path: str, cls: str | None, arguments: str) -> Callable[[int], Any]:
    """The same for a house bot, whose module is imported once."""
    kind = house_class(module, path, cls)
    args, kwargs = parse_arguments(arguments)
    return lambda seed: construct(kind, args, kwargs, seed)


def house_class(module: str, path: str, cls: str | None) -> type[Any]:
    """The class of a house bot."""
    return player_class(importlib.import_module(Players.module_of(module)), path, cls)


def construct(kind: type[Any], args: list[Any], kwargs: dict[str, Any], seed: int) -> Any:
    """A new player. It has its dice before its constructor runs."""
    player = kind.__new__(kind, *args, **kwargs)
    if takes_dice(kind):
        player.__dict__["dice"] = Stream(seed)
    player.__init__(*args, **kwargs)
    return player


def takes_dice(kind: type[Any]) -> bool:
    """Is `dice` the attribute of `Player`, and not an unrelated one with the same name?"""
    return isinstance(getattr(kind, "dice", None), cached_property)


def first_player(make: Callable[[int], Any], path: str, game: str = "", seed: int = 0) -> Any:
    """The first player. Refuses a bot whose constructor fails, or that does not play the game."""
    try:
        player = make(seed)
        kind = type(player)
        if hasattr(kind, "games"):
            check_game(kind, game)
        return player
    except (KeyboardInterrupt, LoadError):
        raise
    except BaseException as error:
        line = line_in(error, path)
        place = f"{path}, line {line}: " if line else ""
        raise LoadError(
            f"{place}its constructor raised {describe(error)}\n{own_traceback(error)}".rstrip()
        ) from None


def check_game(kind: type[Any], game: str) -> None:
    """Refuse a bot for a game that it does not play."""
    games = games_of(kind)
    if game and games and game not in games:
        raise LoadError(
            f"{kind.__name__} plays only {' and '.join(games)}, but the game is {game}. Choose a "
            f"bot for {game}: `arena bots` lists the games of each house bot"
        )


def games_of(kind: type[Any]) -> tuple[str, ...]:
    """The games that a bot says it can play; empty means any.

    An unrelated `games` attribute is ignored.
    """
    games = getattr(kind, "games", ())
    if isinstance(games, tuple) and all(isinstance(game, str) for game in games):
        return tuple([plain(game) for game in games])
    return ()


def name_of(player: Any) -> str:
    """The bot's own name, on one line and without control characters."""
    try:
        name = plain(str(player))
    except KeyboardInterrupt:
        raise
    except BaseException:  # its `__str__` may raise anything
        name = ""
    return name[:NAME_LENGTH].rstrip() or type(player).__name__


class BotFile(InspectLoader):
    """Runs exactly the source that was hashed. It reads and writes no .pyc file."""

    names: frozenset[str] = frozenset()  # it has no other modules

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        stem = os.path.basename(path).removesuffix(".py")  # noqa: PTH119  # a Path takes 0.1 ms
        self.name = f"bot_{binascii.crc32(os.fsencode(path)):08x}_{stem}"
        self._code: CodeType | None = None
        self._module: ModuleType | None = None  # made already for `run`

    def get_source(self, fullname: str) -> str:
        return importlib.util.decode_source(self.source)

    def get_code(self, fullname: str) -> CodeType:
        if self._code is None:
            self._code = compile_source(self.source, self.path)
        return self._code

    def compile(self) -> bytes:
        """The compiled code as bytes, for `use` in another process. It does not run the file."""
        return marshal.dumps(self.get_code(self.name))

    def use(self, code: bytes) -> None:
        """Run this code, which `compile` made from the same source, instead of compiling it."""
        self._code = marshal.loads(code)

    def run(self) -> ModuleType:
        """Run the file as a new module."""
        module, self._module = self._module or self._new_module(), None
        try:
            code = self._code or self.get_code(self.name)
            exec(code, vars(module))  # noqa: S102  # as `exec_module` does
        except BaseException as error:
            raise error_of_import(error, self.path) from None
        return module

    def prepare(self) -> None:
        """Make the module for `run`."""
        self._module = self._new_module()

    def _new_module(self) -> ModuleType:
        # Does the same as `importlib.util.module_from_spec`, but faster.
        module = ModuleType(self.name)
        module.__spec__ = ModuleSpec(self.name, self, origin=self.path)
        module.__loader__ = self
        module.__package__ = ""
        module.__file__ = self.path
        sys.modules[self.name] = module
        return module


def compile_source(source: bytes, path: str) -> CodeType:
    """The code of a bot's file."""
    linecache.checkcache(path)
    if b"\0" in source:
        raise LoadError(
            f"{path} is not a Python file: it contains null bytes. Save it as text, in UTF-8"
        )
    try:
        return InspectLoader.source_to_code(source, path)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        text = f": {plain(error.text)}" if error.text else ""
        raise LoadError(f"{path}{line}: {error.msg}{text}") from None
    except Exception as error:  # nested too deep, or too large
        raise LoadError(f"{path}: compiling it raised {describe(error)}") from None


def error_of_import(error: BaseException, path: str, folder: str = "") -> BaseException:
    """The error to raise in place of `error`, which was raised while this file was imported.

    It names the line in this file, or in a file in the folder, that raised the error.
    """
    if isinstance(error, KeyboardInterrupt | LoadError):
        return error
    advice = ""
    if isinstance(error, ModuleNotFoundError) and str(error) == f"No module named {error.name!r}":
        advice = f". {BUNDLE}"
    return LoadError(
        f"{place_of(error, path, folder)}: importing it raised {describe(error)}{advice}\n"
        f"{own_traceback(error)}".rstrip()
    )


def player_class(
    module: ModuleType, path: str, wanted: str | None, helpers: Container[str] = ()
) -> type[Any]:
    """The bot's class in the file: the wanted one, the only one, or the one named like the file.

    If the file defines none, it may import the class from one of its helper modules.
    """
    players, classes = {}, {}
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, Player):
            players[name] = value
            if value.__module__ == module.__name__:
                classes[name] = value
    if not classes and players:
        classes = {name: kind for name, kind in players.items() if kind.__module__ in helpers}
    if wanted is not None:
        if wanted not in classes:
            raise LoadError(f"{path} has no Player {wanted!r}. " + nearest(wanted, list(classes)))
        return classes[wanted]
    if not classes:
        raise LoadError(
            f"{path} has no bot: it needs a class that inherits from Player. "
            f"`arena new my_bot` writes an example."
        )
    if len(classes) == 1:
        return next(iter(classes.values()))
    stem = Path(path).stem.replace("_", "").lower()
    named_alike = [
        value for name, value in classes.items() if name.replace("_", "").lower() == stem
    ]
    if len(named_alike) == 1:
        return named_alike[0]
    names = ", ".join(classes)
    raise LoadError(
        f"{path} has several bots ({names}) and none is named like the file. "
        f"Choose one: {Path(path).name}:{next(iter(classes))}"
    )


def parse_arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    """The arguments in a text such as "(worlds=200)". Only plain values are allowed."""
    if not text:
        return [], {}
    try:
        call = ast.parse(f"bot{text}", mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        args = [ast.literal_eval(arg) for arg in call.args]
        kwargs = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        assert len(kwargs) == len(call.keywords)  # no name twice
        assert all(keyword.arg for keyword in call.keywords)  # and no **
    except (SyntaxError, ValueError, TypeError, AssertionError, MemoryError, RecursionError):
        raise LoadError(
            f"{text!r}: the arguments must be plain values, as in montecarlo(worlds=200)"
        ) from None
    return args, kwargs
