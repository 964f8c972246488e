"""Bots by name or by file: `random`, `montecarlo(worlds=200)`, `mine.py`, `mine.py:Best`.

A house bot is a file of `Players/` and goes by its name there without "Player". Any other bot is
a file that defines one subclass of `Player`, or one that is named like the file.
"""

import ast
import copy
import importlib
import importlib.util
import inspect
import linecache
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import Players
from arena.errors import BotError
from arena.tracebacks import describe, own_traceback, plain
from Game.core.options import nearest
from Game.core.stream import Stream
from Players.Player import Player

NAME_LENGTH = 32
# A path or a name, a class, arguments. A path may hold brackets of its own.
SPEC = re.compile(
    r"(?P<what>.*\.py|[^()]+?)(?P<variant>(:(?P<cls>[^\W\d]\w*))?(?P<args>\(.*\))?)", re.DOTALL
)


@dataclass(frozen=True)
class Bot:
    name: str  # as it says itself, fit to be printed
    spec: str  # how to find it again
    sha256: str  # of its source
    variant: str  # which class of the file, with which arguments
    make: Callable[[int], Any]  # a new player, whose luck begins with this seed
    is_file: bool  # somebody's own file, not one of the house's
    on_the_clock: bool = True

    def __reduce__(self) -> tuple[Any, ...]:
        # To another process goes the spec, not the code: there the bot is loaded anew.
        if not self.spec:
            raise BotError(f"{self.name} is an object of this process: play it with one worker")
        return load, (self.spec,)


def house_bots() -> dict[str, Path]:
    """The bots in the folder Players/, by name."""
    found: dict[str, Path] = {}
    for folder in Players.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            if path.stem != "Player" and not path.stem.startswith("_"):
                found.setdefault(path.stem.lower().removesuffix("player"), path)
    return found


def about(path: Path) -> str:
    """The first line of the docstring of a bot's class, read without running the file."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError) as error:
        return f"(cannot be read: {error})"
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return "(has no class)"


def load(spec: str) -> Bot:
    """The bot that `spec` names; a `BotError` says what is wrong with it."""
    match = SPEC.fullmatch(spec.strip())
    if match is None:
        raise BotError(f"{spec!r} names no bot: write osla, montecarlo(worlds=200) or path/bot.py")
    house = house_bots().get(match["what"].lower())
    path = house or _file(match["what"])
    source = _source(path)
    is_file = path.stem not in Players.HOUSE or house is None
    if is_file:
        code = _File(path, source)
        found = _player_class(code.run(), path, match["cls"])
    else:
        found = _player_class(importlib.import_module(f"Players.{path.stem}"), path, match["cls"])
    args, kwargs = _arguments(spec, match["args"])

    def make(seed: int) -> Any:
        # A file is run again for every player: what it keeps in its classes is its own.
        kind = _player_class(code.run(), path, match["cls"]) if is_file else found
        player = kind.__new__(kind, *args, **kwargs)
        if _takes_dice(kind):
            player.__dict__["dice"] = Stream(seed)
        player.__init__(*args, **kwargs)
        return player

    return Bot(
        name=_name(_first(make, spec)),
        spec=(str(path) if is_file else match["what"]) + match["variant"],
        sha256=sha256(source).hexdigest(),
        variant=match["variant"],
        make=make,
        is_file=is_file,
        on_the_clock=is_file or getattr(found, "on_the_clock", True),
    )


def of_instance(player: Any) -> Bot:
    """A bot from an object, as in the lists of `play_match.py`: each seat plays a copy of it."""
    if not isinstance(player, Player):
        raise BotError(f"{player!r:.60} is no Player: write RandomPlayer(), with the brackets")
    kind = type(player)
    path = Path(inspect.getfile(kind))

    def make(seed: int) -> Any:
        other = copy.deepcopy(player)
        if _takes_dice(kind):
            other.__dict__["dice"] = Stream(seed)
        return other

    return Bot(
        name=_name(player),
        spec="",
        sha256=sha256(path.read_bytes()).hexdigest(),
        variant=f":{kind.__name__}",
        make=make,
        is_file=path.stem not in Players.HOUSE,
        on_the_clock=getattr(kind, "on_the_clock", True),
    )


def _takes_dice(kind: type[Any]) -> bool:
    """Is its `dice` ours, and not something of its own by that name?"""
    return isinstance(getattr(kind, "dice", None), cached_property)


def with_distinct_names(bots: list[Bot]) -> list[str]:
    """A name for each bot; a second bot of the same name is called "name (2)"."""
    names: list[str] = []
    for bot in bots:
        name, n = bot.name, 2
        while name in names:
            name, n = f"{bot.name} ({n})", n + 1
        names.append(name)
    return names


def _file(what: str) -> Path:
    try:
        path = Path(what).expanduser()
        is_file, exists = path.is_file(), path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise BotError(f"{plain(what)!r:.80} is no path of a file: {error}") from None
    if path.suffix != ".py" and not exists:
        raise BotError(
            f"There is no bot {what!r}. "
            + nearest(what, list(house_bots()))
            + " Or name a .py file."
        )
    if path.is_dir():
        raise BotError(f"{what} is a folder: name the bot's file in it")
    if not is_file:
        raise BotError(f"{what}: there is no such file. Is the path right, seen from {Path.cwd()}?")
    if path.suffix != ".py":
        raise BotError(f"{what}: a bot is a Python file, its name ends in .py")
    return path.resolve()


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror or error}") from None


class _File(InspectLoader):
    """Runs exactly the source that was hashed: no file of compiled code is read or written."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path = path
        self.source = source
        self.name = f"bot_{sha256(bytes(path)).hexdigest()[:12]}_{path.stem}"
        self._code: CodeType | None = None

    def get_source(self, fullname: str) -> str:
        return importlib.util.decode_source(self.source)

    def get_code(self, fullname: str) -> CodeType:
        if self._code is None:
            linecache.checkcache(str(self.path))
            self._code = self.source_to_code(self.source, str(self.path))
        return self._code

    def run(self) -> ModuleType:
        """A new module, with everything in it new."""
        spec = importlib.util.spec_from_loader(self.name, self, origin=str(self.path))
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        module.__file__ = str(self.path)
        sys.modules[self.name] = module
        try:
            self.exec_module(module)
        except SyntaxError as error:
            line = f", line {error.lineno}" if error.lineno else ""
            text = f": {plain(error.text)}" if error.text else ""
            raise BotError(f"{self.path}{line}: {error.msg}{text}") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotError(
                f"{self.path}: importing it raised {describe(error)}\n{own_traceback(error)}"
            ) from None
        return module


def _player_class(module: ModuleType, path: Path, wanted: str | None) -> type[Any]:
    classes = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Player)
        and value.__module__ == module.__name__
    }
    if wanted is not None:
        if wanted not in classes:
            raise BotError(f"{path} has no Player {wanted!r}. " + nearest(wanted, list(classes)))
        return classes[wanted]
    if not classes:
        raise BotError(
            f"{path} has no bot: it needs a class that inherits from Player. "
            f"`arena new my_bot` writes one to start from."
        )
    if len(classes) == 1:
        return next(iter(classes.values()))
    stem = path.stem.replace("_", "").lower()
    named_alike = [value for name, value in classes.items() if name.lower() == stem]
    if len(named_alike) == 1:
        return named_alike[0]
    names = ", ".join(classes)
    raise BotError(
        f"{path} has several bots ({names}) and none is named like the file. "
        f"Choose one: {path.name}:{next(iter(classes))}"
    )


def _arguments(spec: str, text: str | None) -> tuple[list[Any], dict[str, Any]]:
    if text is None:
        return [], {}
    try:
        call = ast.parse(f"bot{text}", mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        args = [ast.literal_eval(arg) for arg in call.args]
        kwargs = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, TypeError, AssertionError, MemoryError, RecursionError):
        raise BotError(
            f"{spec!r}: the arguments must be plain values, as in montecarlo(worlds=200)"
        ) from None
    return args, kwargs


def _first(make: Callable[[int], Any], spec: str) -> Any:
    try:
        return make(0)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError(
            f"{spec}: its constructor raised {describe(error)}\n{own_traceback(error)}"
        ) from None


def _name(player: Any) -> str:
    """What the bot calls itself, on one line and without anything that a terminal would obey."""
    try:
        name = plain(str(player))
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever a bot does when it is asked
        name = ""
    return name[:NAME_LENGTH].rstrip() or type(player).__name__
