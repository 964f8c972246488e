"""The running order of a show: its cues, in the order in which they come on stage.

Every game of a match has a cue. Those that are counted have no scene of their own: the counter of
their match shows their results.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from arena.common.errors import ArenaError

# Kinds of cues, as scripts have them (`arena/show/script.py`).
TITLE = "title"
OPENING = "opening"  # a match begins
GAME = "game"  # a whole game, move by move
COUNTER = "counter"  # the other games of the match
TABLE = "table"
BRACKET = "bracket"
NEXT = "next"  # which match comes
END = "end"  # the reveal: the places of all teams
LIVE = "live"  # in place of a script: the games of a phase while it is played

OF_MATCH = (OPENING, GAME, COUNTER)
FIXED = (TITLE, COUNTER, END, LIVE)  # they cannot be left out
STEP, HOLD = 0.3, 4.0  # seconds of a counted game, and of the end of a counter without a plan

Credits = tuple[float, ...]  # of a game, for each entrant of the match


class CueError(ArenaError):
    """The organiser's command cannot be obeyed."""


class Cue(Struct, frozen=True, omit_defaults=True):
    id: str  # names its file; it is random, so that it tells nobody the order
    kind: str
    seconds: float  # at speed 1
    source: str = ""  # the id of its scene in the script
    match: int = -1  # the number of its match in the phase
    matches: tuple[int, ...] = ()  # others that are counted in this scene
    label: str = ""  # for the organiser
    waits: bool = False  # does the show stop at its end, until the organiser goes on?
    skipped: bool = False
    # Of a game.
    counted: bool = False  # it has no scene of its own
    whole: bool = False  # it can have one
    credits: Credits = ()
    # Of a counter.
    planned: int = 0  # games for which `seconds` are planned


def on_stage(cues: Sequence[Cue]) -> Iterator[Cue]:
    """The cues that have a scene, with the seconds that it takes."""
    for cue in cues:
        if cue.skipped or cue.counted:
            continue
        if cue.kind != COUNTER:
            yield cue
        elif games := len(counted_games(cues, cue.id)):
            plan = cue.seconds / cue.planned if cue.planned else STEP + HOLD / games
            yield replace(cue, seconds=max(HOLD, plan * games))


def counted_games(cues: Sequence[Cue], counter: str) -> list[Credits]:
    """The credits of the games that this counter shows: those of its match since the last one."""
    here, games = find(cues, counter), list[Credits]()
    for cue in cues:
        if cue.id == counter:
            break
        if cue.match == here.match and cue.kind == COUNTER:
            games.clear()
        elif cue.match == here.match and cue.counted:
            games.append(cue.credits)
    return games


def score_before(cues: Sequence[Cue], id: str) -> list[float]:
    """The score of the match when the scene of this cue begins: of its games on stage before."""
    here, known, waiting = find(cues, id), list[Credits](), list[Credits]()
    for cue in cues:
        if cue.id == id:
            break
        if cue.match == here.match and cue.kind == COUNTER:
            known += waiting
            waiting.clear()
        elif cue.match == here.match and cue.kind == GAME:
            (waiting if cue.counted else known).append(cue.credits)
    return [sum(column) for column in zip(*known, strict=True)]


def told_by(cues: Sequence[Cue], id: str) -> set[int]:
    """The matches whose results the room knows when the scene of this cue begins.

    A match is over with its last game: scenes of another one may stand between its games.
    """
    here = cues.index(find(cues, id))
    before, later = cues[: here + 1], cues[here + 1 :]
    told = {match for cue in before if cue.kind != NEXT for match in (*cue.matches, cue.match)}
    left = {cue.match for cue in later if cue.kind in (GAME, COUNTER)}
    return told - left - {-1, *([cues[here].match] if cues[here].kind in OF_MATCH else [])}


def games_before(cues: Sequence[Cue], id: str) -> list[tuple[str, bool]]:
    """The games before this cue, in their order, each with whether it is only counted.

    The score that the room sees comes from them.
    """
    before = cues[: cues.index(find(cues, id))]
    return [(cue.id, cue.counted) for cue in before if cue.kind == GAME]


def with_game_whole(cues: Sequence[Cue], id: str, is_whole: bool) -> tuple[Cue, ...]:
    """Show this game as a whole, or only count it."""
    cue = find(cues, id)
    if is_whole and not cue.whole:
        raise CueError("This game was not prepared to be shown whole: choose another game")
    return tuple(replace(each, counted=not is_whole) if each is cue else each for each in cues)


def with_skipped(cues: Sequence[Cue], id: str, is_skipped: bool) -> tuple[Cue, ...]:
    """Leave this scene out, or take it in again. A game is counted instead."""
    cue = find(cues, id)
    if cue.kind == GAME:
        return with_game_whole(cues, id, not is_skipped)
    if cue.kind in FIXED:
        raise CueError("The title, counters and the end cannot be left out: choose another scene")
    return tuple(replace(each, skipped=is_skipped) if each is cue else each for each in cues)


def with_moved(cues: Sequence[Cue], id: str, place: int) -> tuple[Cue, ...]:
    """Show this game at that place, from 0, among the whole games of its match."""
    cue = find(cues, id)
    if cue.kind != GAME or cue.counted:
        raise CueError("Only a game that is shown whole can be moved: choose one")
    places = [
        number
        for number, each in enumerate(cues)
        if each.kind == GAME and each.match == cue.match and not each.counted
    ]
    if not 0 <= place < len(places):
        raise CueError("The game would leave its match: it can be moved only inside of it")
    games = [cues[number] for number in places if cues[number] is not cue]
    games.insert(place, cue)
    moved = list(cues)
    for number, game in zip(places, games, strict=True):
        moved[number] = game
    return tuple(moved)


def find(cues: Sequence[Cue], id: str) -> Cue:
    cue = next((each for each in cues if each.id == id), None)
    if cue is None:
        raise CueError("This scene is not in the show any more: load the page again")
    return cue
