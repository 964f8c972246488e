"""Bots by name or by file: `random`, `montecarlo(worlds=200)`, `mine.py`, `mine.py:Best`.

A house bot is a file of `Players/` and goes by its name there without "Player". Any other bot is
a file that defines one subclass of `Player`, or one that is named like the file.
"""

import ast
import copy
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import Players
from arena.errors import BotError
from arena.tracebacks import describe, own_traceback
from Game.core.options import nearest
from Players.Player import Player

NAME_LENGTH = 32
SPEC = re.compile(r"(?P<what>[^()]+?)(:(?P<cls>[^\W\d]\w*))?(?P<args>\(.*\))?", re.DOTALL)
BASES = {"Player"}  # modules of Players/ that are no bots


@dataclass(frozen=True)
class Bot:
    name: str  # as it says itself, fit to be printed
    spec: str  # how to find it again
    sha256: str  # of the source it was made from
    make: Callable[[], Any]
    is_file: bool  # a stranger's file, not one of the house
    on_the_clock: bool = True

    def __reduce__(self) -> tuple[Any, ...]:
        # To another process goes the spec, not the code: there the bot is loaded anew.
        if not self.spec:
            raise BotError(f"{self.name} is an object of this process: play it with one worker")
        return load, (self.spec,)


def house_bots() -> dict[str, Path]:
    """The bots of the house, by name."""
    found = {}
    for folder in Players.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            if path.stem not in BASES and not path.stem.startswith("_"):
                found[path.stem.lower().removesuffix("player")] = path
    return found


def about(path: Path) -> str:
    """The first line of the docstring of a bot's class, read without running the file."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return ""


def load(spec: str) -> Bot:
    """The bot that `spec` names; a `BotError` says what is wrong with it."""
    match = SPEC.fullmatch(spec.strip())
    if match is None:
        raise BotError(f"{spec!r} names no bot: write osla, montecarlo(worlds=200) or path/bot.py")
    what, wanted = match["what"], match["cls"]
    house = house_bots().get(what.lower())
    is_file = house is None
    if house is not None:
        path = house
        module = importlib.import_module(f"Players.{path.stem}")
    else:
        path = _file(what)
        module = _run(path)
    found = _player_class(module, path, wanted)
    args, kwargs = _arguments(spec, match["args"])

    def make() -> Any:
        return found(*args, **kwargs)

    return Bot(
        name=_name(_first(make, spec)),
        spec=spec if not is_file else spec.replace(what, str(path), 1),
        sha256=sha256(path.read_bytes()).hexdigest(),
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
    return Bot(
        name=_name(player),
        spec="",
        sha256=sha256(path.read_bytes()).hexdigest(),
        make=lambda: copy.deepcopy(player),
        is_file=path.parent not in [Path(folder) for folder in Players.__path__],
        on_the_clock=getattr(kind, "on_the_clock", True),
    )


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
    path = Path(what).expanduser()
    if path.suffix != ".py" and not path.exists():
        raise BotError(
            f"There is no bot {what!r}. "
            + nearest(what, list(house_bots()))
            + " Or name a .py file."
        )
    if not path.is_file():
        raise BotError(f"{what}: there is no such file. Is the path right, seen from {Path.cwd()}?")
    if path.suffix != ".py":
        raise BotError(f"{what}: a bot is a Python file, its name ends in .py")
    return path.resolve()


def _run(path: Path) -> ModuleType:
    """The module of a bot's file, loaded under a name of its own."""
    name = f"bot_{sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        text = f": {error.text.strip()}" if error.text else ""
        raise BotError(f"{path}{line}: {error.msg}{text}") from None
    except (Exception, SystemExit) as error:
        raise BotError(
            f"{path}: importing it raised {describe(error)}\n{own_traceback(error)}"
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
        args = [ast.literal_eval(arg) for arg in call.args]
        kwargs = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, AssertionError):
        raise BotError(
            f"{spec!r}: the arguments must be plain values, as in montecarlo(worlds=200)"
        ) from None
    return args, kwargs


def _first(make: Callable[[], Any], spec: str) -> Any:
    try:
        return make()
    except (Exception, SystemExit) as error:
        raise BotError(
            f"{spec}: its constructor raised {describe(error)}\n{own_traceback(error)}"
        ) from None


def _name(player: Any) -> str:
    """What the bot calls itself, on one line and without anything that a terminal would obey."""
    try:
        text = str(player)
    except Exception:
        text = ""
    text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())[:NAME_LENGTH] or type(player).__name__
