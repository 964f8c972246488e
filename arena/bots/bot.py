"""Bots by name or by path: `random`, `montecarlo(worlds=200)`, `mine.py`, `mine.py:Best`, `mine/`.

A house bot comes with the arena. Its name is that of its file in `Players/` without "Player". Any
other bot is a file that defines one subclass of `Player`, or several of which one is named like the
file; or a package with such a file (`code.py`). A user's own bot in `Players/` has a name, too, but
it plays in a box like any other file.
Finding a bot runs none of its code. Loading it does, so bots of strangers are loaded in boxes.
"""

import ast
import copy
import inspect
import re
import shutil
import weakref
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unicodedata import normalize

import Players
from arena.bots.code import ARCHIVE, BotCode, check_suffix, here, player_classes, read_code
from arena.bots.tree import ENTRY, PLAYER, write_tree
from arena.common.errors import ArenaError, BotError
from arena.common.input_files import read_input
from arena.common.name_looks import look, why_unreadable
from arena.guest.bot.exits import refuse_exits
from arena.guest.bot.loading import (
    BotFile,
    LoadError,
    check_game,
    first_player,
    house_class,
    house_maker,
    maker,
    name_of,
    takes_dice,
)
from arena.guest.bot.package import PackageFinder, PackageMaker, active
from arena.guest.bot.tracebacks import describe
from arena.guest.protocol.safe_text import plain
from Game.core.options import nearest
from Game.core.stream import Stream
from Players.Player import Player

# A path or a name, a class, arguments. A path may hold brackets of its own.
SPEC = re.compile(
    r"(?P<what>.*\.(?:py|zip)|[^()]+?)(?P<variant>(:(?P<cls>[^\W\d]\w*))?(?P<args>\(.*\))?)",
    re.DOTALL,
)
UNTIMED = ("HumanPlayer",)  # house bots without a clock: a person may think without a limit


@dataclass(frozen=True)
class Bot:
    spec: str  # what `find` needs to find it again
    path: Path
    sha256: str  # of its source
    variant: str  # which class of the file, with which arguments
    is_file: bool  # a user's file or package, not a house bot
    code: BotCode = field(repr=False)
    cls: str | None = None
    arguments: str = ""
    name: str = ""  # its own name, known after loading; printable
    player: Any = None  # the object, if the bot is an object of this process

    @property
    def on_the_clock(self) -> bool:
        return self.is_file or self.path.stem not in UNTIMED

    @property
    def file(self) -> Path:
        """The file that has the Player; for a package in an archive, a path in the archive."""
        return self.path / self.code.entry if self.code.is_package else self.path

    @property
    def make(self) -> Callable[[int], Any]:
        """A function that makes a new player in this process from a seed.

        A package gets a new function for each seat, because each has modules of its own.
        """
        if self.is_file:
            refuse_exits()
        if self.player is not None:
            return self._copy
        if self.code.is_package:
            return PackageMaker(self._finder, self.cls, self.arguments)
        return self._maker

    @cached_property
    def _maker(self) -> Callable[[int], Any]:
        if self.is_file:
            return maker(BotFile(str(self.path), self.code.source), self.cls, self.arguments)
        return house_maker(self.path.stem, str(self.path), self.cls, self.arguments)

    @cached_property
    def _finder(self) -> PackageFinder:
        """Finds the modules of the package. Its data is in its folder, or unpacked for it."""
        folder = self.path if self.path.is_dir() else Path(mkdtemp(), self.path.stem)
        files = self.code.files
        finder = PackageFinder(folder, self.path, self.code.entry, files, files.__getitem__)
        if folder != self.path:
            weakref.finalize(finder, shutil.rmtree, folder.parent, ignore_errors=True)
            write_tree(folder, files)
        return finder

    def _copy(self, seed: int) -> Any:
        other = copy.deepcopy(self.player)
        if takes_dice(type(other)):
            other.__dict__["dice"] = Stream(seed)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process gets the spec and not the code, and finds the bot itself.
        if self.player is not None:
            raise BotError(f"{self.name} is an object of this process: play it with one worker")
        return _find_again, (self.spec, self.name)


def _find_again(spec: str, name: str) -> Bot:
    return replace(find(spec), name=name)


def name_in_players(stem: str) -> str:
    """The name of a bot in the folder Players/: that of its file without "Player"."""
    return stem.lower().removesuffix("player")


def house_bots() -> dict[str, Path]:
    """The bots that come with the arena, by name."""
    folder = Path(Players.__file__).parent
    return {
        name_in_players(name): folder / Players.IN_ROOMS.get(name, "") / f"{name}.py"
        for name in Players.HOUSE
    }


def own_bots() -> dict[str, Path]:
    """The user's own bots in the folder Players/, by name."""
    by_name: dict[str, Path] = {}
    for folder in map(Path, Players.__path__):
        files = sorted((*folder.glob("*.py"), *folder.glob(f"*/{ENTRY}")))
        for file in files:
            path = file if file.parent == folder else file.parent  # of a package
            ours = Players.comes_with_the_arena(file.relative_to(folder))
            if not ours and not path.stem.startswith("_"):
                by_name.setdefault(name_in_players(path.stem), path)
    return {name: path for name, path in by_name.items() if name not in house_bots()}


def bots_in(folder: Path) -> list[Path]:
    """The files and packages in a folder that have a Player, by the look of their text."""
    if str(folder.resolve()) in Players.__path__:
        return []  # they are among `house_bots` and `own_bots`
    paths = []
    for path in sorted((*folder.glob("*.py"), *folder.glob(f"*/{ENTRY}"))):
        with suppress(ArenaError, OSError):
            if PLAYER.search(read_input(path, "a bot")):
                paths.append(path if path.parent == folder else path.parent)
    return paths


def about(path: Path) -> str:
    """The first line of the docstring of a bot's class. The file is parsed and not run."""
    try:
        tree = ast.parse(read_code(path).source)
    except (SyntaxError, ValueError, BotError) as error:
        return f"(cannot be read: {error})"
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    if not classes:
        return "(has no class)"
    node = (player_classes(tree) or classes)[0]
    says = (ast.get_docstring(node) or "").partition("\n")[0]
    games = _games_attribute(node)
    says = says or "(has no docstring)"
    return f"{says} (only {', '.join(games)})" if games else says


def _games_attribute(node: ast.ClassDef) -> list[str]:
    """The games that a class says it plays; empty if it does not say."""
    for line in node.body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Tuple):
            names = [target.id for target in line.targets if isinstance(target, ast.Name)]
            if "games" in names:
                return [
                    str(each.value) for each in line.value.elts if isinstance(each, ast.Constant)
                ]
    return []


def find(spec: str) -> Bot:
    """The bot that `spec` names, not loaded yet. Raises `BotError` if there is none."""
    what, variant, cls, arguments = _parts(spec.strip())
    house = house_bots().get(what.lower())
    path = house or own_bots().get(what.lower()) or _path(what)
    is_file = house is None
    code = read_code(path)
    return Bot(
        spec=(str(path) if is_file else what) + variant,
        path=path,
        sha256=code.sha256,
        variant=variant,
        is_file=is_file,
        code=code,
        cls=cls,
        arguments=arguments,
    )


def _parts(spec: str) -> tuple[str, str, str | None, str]:
    """A path or a name, the text after it, and the class and the arguments in this text."""
    with suppress(OSError, RuntimeError, ValueError):  # it may not be possible as a path
        if spec and Path(spec).expanduser().is_dir():  # its path may hold brackets
            return spec, "", None, ""
    match = SPEC.fullmatch(spec)
    if match is None:
        raise BotError(f"{spec!r} names no bot: write osla, montecarlo(worlds=200) or path/bot.py")
    return match["what"], match["variant"], match["cls"], match["args"] or ""


def load(spec: str, game: str = "") -> Bot:
    """Load the bot that `spec` names in this process.

    With a game, a bot that does not play it is refused.
    """
    bot = find(spec)
    try:
        make = bot.make
        player = first_player(make, str(bot.file), game)
        with active(make):
            return replace(bot, name=readable_name(name_of(player)))
    except (LoadError, BotError) as error:
        raise BotError(load_sentence(bot, str(error))) from None


def readable_name(name: str) -> str:
    """The own name of a bot. Refuses one that people cannot read."""
    if reason := why_unreadable(name):
        raise BotError(
            f"nobody can read the name of this bot: {reason}. Let __str__ return a name of letters "
            f"and digits"
        )
    return name


def check_plays(bot: Bot, game: str) -> None:
    """Refuse a house bot, or an object of this process, for a game that it does not play."""
    try:
        if bot.player is not None:
            check_game(type(bot.player), game)
        elif not bot.is_file:
            check_game(house_class(bot.path.stem, str(bot.path), bot.cls), game)
    except LoadError as error:
        raise BotError(load_sentence(bot, str(error))) from None


def load_sentence(bot: Bot, reason: str) -> str:
    """Why the bot cannot be loaded. The sentence begins with the bot's spec or path."""
    if not bot.spec or reason.startswith(str(bot.path)):
        return reason
    return f"{bot.spec}: {reason}"


def of_instance(player: Any) -> Bot:
    """A bot from an object, as in the lists of `play_match.py`: each seat plays a copy of it."""
    if not isinstance(player, Player):
        raise BotError(f"{player!r:.60} is not a Player: write RandomPlayer(), with the brackets")
    try:
        copy.deepcopy(player)
    except Exception as error:
        raise BotError(
            f"{name_of(player)} cannot be copied for each seat and game ({describe(error)}): keep "
            f"no open files, locks or generators in self, or name its file on the command line"
        ) from None
    try:
        name = readable_name(name_of(player))
    except BotError as error:
        raise BotError(f"{type(player).__name__!a}: {error}") from None
    path = Path(inspect.getfile(type(player)))
    code = read_code(path)
    return Bot(
        spec="",
        path=path,
        sha256=code.sha256,
        variant=f":{type(player).__name__}",
        is_file=path.stem not in Players.HOUSE,
        code=code,
        name=name,
        player=player,
    )


def with_distinct_names(bots: list[Bot]) -> list[str]:
    """A name for each bot; a second bot of the same name is called "name (2)".

    A file that calls itself like a house bot is called "name (file)".
    """
    names: list[str] = []
    for bot in bots:
        first = (
            f"{bot.name} (file)" if bot.is_file and _looks_like_house_bot(bot.name) else bot.name
        )
        name, n = first, 2
        while name in names:
            name, n = f"{first} ({n})", n + 1
        names.append(name)
    return names


def _looks_like_house_bot(name: str) -> bool:
    """Does it look like the name of a house bot, perhaps with a number or arguments behind it?"""
    looks = {look(each) for stem in Players.HOUSE for each in (stem, stem.removesuffix("Player"))}
    return look(re.sub(r"\(.*", "", normalize("NFKC", name))) in looks


def seed_labels(bots: list[Bot]) -> list[str]:
    """The seed label of each bot: its own name, which does not depend on the other bots.

    A second copy of the same bot gets a number. Otherwise both would draw the same random numbers.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    names = []
    for bot in bots:
        seen[bot.name, bot.sha256, bot.variant] += 1
        n = seen[bot.name, bot.sha256, bot.variant]
        names.append(bot.name if n == 1 else f"{bot.name} ({n})")
    return names


def _path(what: str) -> Path:
    try:
        path = Path(what).expanduser()
        exists = path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BotError(f"{plain(what)!r:.80} is not the path of a file: {why}") from None
    if path.suffix not in (".py", ARCHIVE) and not exists:
        raise BotError(
            f"There is no bot {what!r}. "
            + nearest(what, [*house_bots(), *own_bots()])
            + " Or name a .py file, or the folder of a package."
        )
    if "\\udc" in ascii(path.name):
        raise BotError(f"{path.name!a}: the name of this file is not text. Rename the file")
    if not exists:
        raise BotError(f"{what}: there is no such file. Is the path right, seen from {here()}?")
    check_suffix(path)
    return path.resolve()
