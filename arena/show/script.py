"""The files of a show: the script, and a prepared file for each game that can be shown whole.

    Out/show/PHASE/script.json        the scenes in their order
    Out/show/PHASE/games/GAME.json    a game: its record, its curves, its comments

All are canonical JSON: the same records and the same minutes give the same bytes. A scene has
everything that its page shows, and nothing of what comes after it. So a server can send one scene
after the other, and the room learns nothing too early.

Scores are those of the entrants of the match, in the order of `names`, counted over the games that
the show has shown before.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.common.errors import ArenaError
from arena.replay.files import replace_file
from arena.replay.record import Record
from Game.core.picture import Fact, sentence
from Game.core.words import Texts

FORMAT = "card-arena-show-1"
GAME_FORMAT = "card-arena-shown-game-1"
FOLDER = "show"  # in Out
FILE, GAMES = "script.json", "games"

OPEN, TABLE = "open", "table"  # what the room sees: all cards, or what everybody at the table knows
WHOLE = 10_000  # the chances of all sides together

Seconds = Annotated[int, Meta(ge=1, le=36_000)]


class SceneHead(Struct, frozen=True, kw_only=True, tag_field="kind"):
    id: str  # unique in the script; it stays when the order changes
    seconds: Seconds  # the planned time, at speed 1


class TitleScene(SceneHead, frozen=True, kw_only=True, tag="title"):
    competition: str
    phase: str  # its title


class OpeningScene(SceneHead, frozen=True, kw_only=True, tag="opening"):
    """A match begins."""

    match: int  # its number in the phase, from 0
    label: str  # "final", "round 3 match 2"
    names: tuple[str, ...]  # of the entrants
    seats: tuple[str, ...]  # the name in each seat of the first game


class GameScene(SceneHead, frozen=True, kw_only=True, tag="game"):
    """A game that is shown whole, move by move."""

    match: int
    label: str
    game: str  # the id of its record, and the name of its prepared file
    number: int  # of the game in its match, from 1
    names: tuple[str, ...]  # of the entrants of the match
    seats: tuple[str, ...]  # the name in each seat
    before: tuple[float, ...]  # the score of the match
    after: tuple[float, ...]  # the score when this game is over: secret until then


class CountedGame(Struct, frozen=True):
    game: str
    number: int  # in its match, from 1
    credit: tuple[float, ...]  # of the entrants of the match: 1 for a win


class CounterScene(SceneHead, frozen=True, kw_only=True, tag="counter"):
    """Games that are only counted: how the score moves, game by game."""

    match: int
    label: str
    names: tuple[str, ...]
    games: tuple[CountedGame, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]


class TableRow(Struct, frozen=True):
    place: int  # from 1; rows with equal credit share it
    name: str
    credit: float
    games: int


class TableScene(SceneHead, frozen=True, kw_only=True, tag="table"):
    """The table after all games that were shown so far."""

    rows: tuple[TableRow, ...]
    matches: tuple[int, ...] = ()  # matches that are counted here, and have no scene of their own


class ShownMeeting(Struct, frozen=True):
    label: str
    names: tuple[str, str]  # empty: not known yet, or a bye
    scores: tuple[tuple[float, float], ...] = ()  # of the match, then of extra games
    winner: str = ""
    won_by: str = ""  # bye, games, extra games, margin, seed


class BracketScene(SceneHead, frozen=True, kw_only=True, tag="bracket"):
    """The bracket as far as it was shown."""

    rounds: tuple[tuple[ShownMeeting, ...], ...]
    pages: tuple[int, ...] = ()  # those with something new, if it has several; empty: all
    matches: tuple[int, ...] = ()  # as in a table


class NextScene(SceneHead, frozen=True, kw_only=True, tag="next"):
    """Which match comes next."""

    match: int
    label: str
    names: tuple[str, ...]


class ShownPlace(Struct, frozen=True):
    first: int
    last: int  # the same number, unless several teams share these places
    names: tuple[str, ...]


class EndScene(SceneHead, frozen=True, kw_only=True, tag="end"):
    places: tuple[ShownPlace, ...]  # from the first


Scene = (
    TitleScene
    | OpeningScene
    | GameScene
    | CounterScene
    | TableScene
    | BracketScene
    | NextScene
    | EndScene
)


class Script(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    phase: str
    game: str  # its name in the registry
    options: dict[str, str]
    seal: str  # the hash of the sealed results: it was made public before the show
    minutes: int  # the show is never longer
    cards: str = OPEN  # what the room sees
    comments: bool = True
    scenes: tuple[Scene, ...]


class Comment(Struct, frozen=True, omit_defaults=True):
    """A sentence about a position: a key of the game's words, and the values that fill it in.

    `comment_text` makes the text in a language.
    """

    at: int  # the number of moves that have been made: the sentence is true in that position
    key: str
    values: tuple[int | float | str, ...] = ()
    seat: int = -1  # whose name fills in {seat}


class Telling(Struct, frozen=True, kw_only=True):
    """How a game is told to a room that sees these cards."""

    turning: tuple[int, ...]  # the positions after moves that changed the chances the most
    hold: tuple[int, ...]  # for how many milliseconds each position is shown, at speed 1
    comments: tuple[Comment, ...]


class ShownGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game, ready to be shown. There is a position before each move, and one at the end."""

    format: str
    record: Record  # as everybody may see it
    open: tuple[tuple[int, ...], ...]  # position -> the chances of each side, if all cards are seen
    table: tuple[tuple[int, ...], ...]  # the same for what everybody at the table knows
    telling: dict[str, Telling]  # by what the room sees: OPEN, TABLE


_script = msgspec.json.Decoder(Script, strict=True)
_game = msgspec.json.Decoder(ShownGame, strict=True)


def show_folder(out: Path, phase: str) -> Path:
    """The folder of the show of this phase. `out` is the folder `Out` of the competition."""
    return out / FOLDER / phase


def game_file(folder: Path, game: str) -> Path:
    return folder / GAMES / f"{game}.json"


def script_bytes(script: Script) -> bytes:
    """The file, with a line for each scene field, so that people can edit it."""
    return msgspec.json.format(msgspec.json.encode(script), indent=2) + b"\n"


def read_script(folder: Path) -> Script:
    """The script in the folder of a show."""
    path = folder / FILE
    advice = f"Make it again: arena show COMPETITION {folder.name} --again"
    try:
        script = _script.decode(path.read_bytes())
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror or error}. {advice}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path} is not the script of a show: {error}. {advice}") from None
    if script.format != FORMAT:
        raise ArenaError(f"{path} was written by another version of Card Arena. {advice}")
    return script


def read_game(folder: Path, game: str) -> ShownGame:
    """The prepared game with this id."""
    path = game_file(folder, game)
    try:
        shown = _game.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = error.strerror or error if isinstance(error, OSError) else error
        raise ArenaError(
            f"{path} cannot be read: {reason}. "
            f"Make it again: arena show COMPETITION {folder.name} --again"
        ) from None
    if shown.format != GAME_FORMAT:
        raise ArenaError(
            f"{path} was written by another version of Card Arena. "
            f"Make it again: arena show COMPETITION {folder.name} --again"
        )
    return shown


def save_script(folder: Path, script: Script) -> None:
    replace_file(folder / FILE, script_bytes(script), makes_folder=True)


def save_game(folder: Path, shown: ShownGame) -> None:
    path = game_file(folder, shown.record.id)
    replace_file(path, msgspec.json.encode(shown) + b"\n", makes_folder=True)


def comment_text(
    comment: Comment, words: Texts, names: Sequence[str], number: Callable[[float], str]
) -> str:
    """The comment as a sentence. `names` has the name in each seat, and `number` writes a number
    as the language does."""
    values = [each if isinstance(each, str) else number(each) for each in comment.values]
    return sentence(words, Fact(comment.key, tuple(values), comment.seat), names)
