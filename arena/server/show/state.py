"""Where a show is, as a value. Nothing here reads a clock: the time is an argument.

The state says which scene is on stage, how many of its seconds had passed at a moment, and how fast
it goes. So every page finds the same place at the same time, also after it was loaded again.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from arena.server.show import cues as running_order
from arena.server.show.cues import (
    BRACKET,
    COUNTER,
    END,
    GAME,
    LIVE,
    OPENING,
    TABLE,
    Cue,
    CueError,
    games_before,
    on_stage,
    told_by,
)

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
LEAD = 1.0  # seconds before a scene begins, in which pages load it
FOREVER = 1e9  # seconds
TELLING = (GAME, COUNTER, TABLE, BRACKET)  # scenes that show results


class ShowState(Struct, frozen=True):
    phase: str
    edition: str  # the folder with the files of the scenes
    cues: tuple[Cue, ...]
    began: datetime
    cue: str  # the id of the one on stage
    since: datetime  # the moment to which `at` belongs; it may lie a little ahead
    at: float = 0.0  # seconds of the scene that had passed, at speed 1
    speed: float = 1.0
    playing: bool = False
    comments: bool = True
    told: tuple[int, ...] = ()  # the matches whose results the room knows, in their order
    revealed: bool = False
    revision: int = 0  # changes with every command
    seal: str = ""  # the hash of the results that it shows; empty: they were never sealed
    rehearsal: bool = False  # the site tells nothing of it
    revealing: int = 0  # the number of the action that publishes the phase; 0: nobody has asked
    refused: str = ""  # why the phase could not be published, the last time

    @property
    def is_live(self) -> bool:
        """Does it show a phase that is being played, without a script?"""
        return self.cues[0].kind == LIVE


class Command(Struct, frozen=True):
    """The wish of an organiser. The values are absolute: a command that comes twice is harmless."""

    do: str
    to: str = ""  # the id of a cue
    seen: str = ""  # the cue on stage when the organiser pressed the button
    value: float = 0.0  # also: 1 for a jump of which the organiser is sure, the action of a reveal


class ShowMoment(Struct, frozen=True):
    """The scene on stage, and its place in time."""

    cue: Cue
    at: float  # seconds of the scene, at speed 1
    left: float  # seconds of real time until it ends; `FOREVER` if the show is paused

    @property
    def is_over(self) -> bool:
        return self.at >= self.cue.seconds


def new_show(phase: str, edition: str, cues: Sequence[Cue], now: datetime) -> ShowState:
    """A show that stands at its first scene."""
    return ShowState(phase, edition, tuple(cues), now, next(on_stage(cues)).id, now)


def settled(state: ShowState, now: datetime) -> ShowState:
    """The state now. A scene that is over gives way to the next one, unless it waits."""
    while state.playing:
        follows = goes_on_to(state)
        ends = state.since + timedelta(seconds=_rest(state) / state.speed)
        if follows is None or now < ends:
            return state
        state = _with_scene(state, follows, ends)
    return state


def moment(state: ShowState, now: datetime) -> ShowMoment:
    """Where this state is now. It must be settled."""
    cue = scene(state)
    if not state.playing:
        return ShowMoment(cue, min(state.at, cue.seconds), FOREVER)
    passed = (now - state.since).total_seconds()
    at = min(cue.seconds, state.at + max(0.0, passed) * state.speed)
    return ShowMoment(cue, at, max(0.0, _rest(state) / state.speed - passed))


def scene(state: ShowState, steps: int = 0) -> Cue:
    """The scene on stage, or the one so many scenes after it. The first and the last stay."""
    scenes = list(on_stage(state.cues))
    place = next(n for n, cue in enumerate(scenes) if cue.id == state.cue)
    return scenes[max(0, min(len(scenes) - 1, place + steps))]


def goes_on_to(state: ShowState) -> Cue | None:
    """The scene that follows by itself. The reveal never does."""
    here, follows = scene(state), scene(state, 1)
    stops = here.waits or follows.id == here.id or follows.kind == END
    return None if stops else follows


def loadable(state: ShowState, now: datetime) -> list[tuple[Cue, datetime]]:
    """The scenes that pages may load, each with the moment from which they may.

    Besides the one on stage, this is the one that follows by itself, just before it begins. Nothing
    else of the show leaves the server.
    """
    here = moment(state, now)
    begins = [(here.cue, state.since - timedelta(seconds=LEAD))]
    follows = goes_on_to(state)
    if state.playing and follows is not None:
        begins.append((follows, now + timedelta(seconds=here.left - LEAD)))
    return begins


def obey(state: ShowState, command: Command, now: datetime) -> ShowState:
    """The state after this command. A `CueError` says why it cannot be obeyed."""
    before = settled(state, now)
    act = COMMANDS.get(command.do)
    if act is None:
        raise CueError("The server does not know this command: load the page again")
    after = act(before, command, now)
    return state if after == before else replace(after, revision=state.revision + 1)


def _play(state: ShowState, command: Command, now: datetime) -> ShowState:
    """Play. At the end of a scene that waits, the next one begins."""
    follows = scene(state, 1)
    if moment(state, now).is_over and follows.kind != END and follows.id != state.cue:
        return _with_scene(replace(state, playing=True), follows, _soon(now))
    return state if state.playing else replace(state, playing=True, since=now)


def _pause(state: ShowState, command: Command, now: datetime) -> ShowState:
    if not state.playing:
        return state
    return replace(state, playing=False, at=moment(state, now).at, since=now)


def _speed(state: ShowState, command: Command, now: datetime) -> ShowState:
    if command.value not in SPEEDS:
        raise CueError(f"The speeds are {', '.join(f'{speed:g}' for speed in SPEEDS)}: take one")
    if command.value == state.speed:
        return state
    at = moment(state, now).at
    return replace(state, at=at, since=max(now, state.since), speed=command.value)


def _go(state: ShowState, command: Command, now: datetime) -> ShowState:
    """Go to a scene, from the one that the organiser has seen."""
    if command.seen != state.cue:
        if command.to == state.cue:
            return state  # another remote was faster
        raise CueError("The show has moved on meanwhile: look where it is, and press again")
    to = next((cue for cue in on_stage(state.cues) if cue.id == command.to), None)
    if to is None:
        raise CueError("This scene is not in the show any more: load the page again")
    if to.kind == END and not state.revealed:
        raise CueError("The end shows all results, so it has a button of its own: press Reveal")
    over = unseen_matches(state, to)
    if over and not command.value:
        labels = "; ".join(
            cue.label for cue in state.cues if cue.kind == OPENING and cue.match in over
        )
        matches = "1 match" if len(over) == 1 else f"{len(over)} matches"
        raise CueError(
            f"The results of {matches} would be public at once, and the room has not seen them: "
            f"{labels}. If you are sure, press again (arena remote go: --sure)"
        )
    return _with_scene(state, to, _soon(now) if state.playing else now)


def _reveal(state: ShowState, command: Command, now: datetime) -> ShowState:
    """Show the end. With the number of an action: when this action has published the phase."""
    if state.revealed:
        return state
    if command.value:
        return replace(state, revealing=int(command.value), refused="")
    return _with_end(state, now)


def _end_rehearsal(state: ShowState, command: Command, now: datetime) -> ShowState:
    """Put the show back to its first scene. The running order stays as it was rehearsed."""
    if not state.rehearsal:
        return state
    new = new_show(state.phase, state.edition, state.cues, now)
    return replace(new, seal=state.seal, comments=state.comments)


def _comments(state: ShowState, command: Command, now: datetime) -> ShowState:
    return replace(state, comments=bool(command.value))


def _skip(state: ShowState, command: Command, now: datetime) -> ShowState:
    is_skipped = bool(command.value)
    return _with_order(state, running_order.with_skipped(state.cues, command.to, is_skipped))


def _move(state: ShowState, command: Command, now: datetime) -> ShowState:
    place = int(command.value)
    return _with_order(state, running_order.with_moved(state.cues, command.to, place))


Act = Callable[[ShowState, Command, datetime], ShowState]
COMMANDS: Mapping[str, Act] = {
    "play": _play,
    "pause": _pause,
    "speed": _speed,
    "go": _go,
    "reveal": _reveal,
    "comments": _comments,
    "skip": _skip,
    "move": _move,
    "end-rehearsal": _end_rehearsal,
}


def unseen_matches(state: ShowState, to: Cue) -> set[int]:
    """The matches that a jump to this scene would tell, although their scenes are left out.

    A rehearsal tells nothing, and after the reveal everything is told.
    """
    scenes = [cue.id for cue in on_stage(state.cues)]
    here, there = scenes.index(state.cue), scenes.index(to.id)
    if state.rehearsal or state.revealed or there <= here + 1:
        return set()
    between = set(scenes[here + 1 : there])
    left_out = {
        match
        for cue in state.cues
        if cue.id in between and cue.kind in TELLING
        for match in (cue.match, *cue.matches)
    }
    return (told_by(state.cues, to.id) - set(state.told)) & left_out


def with_published(state: ShowState, now: datetime) -> ShowState:
    """The phase has been published, as the organisers have asked: the end comes on stage."""
    return replace(_with_end(settled(state, now), now), revision=state.revision + 1)


def with_refusal(state: ShowState, why: str) -> ShowState:
    """The phase could not be published. The show stays where it is, and the remote says why."""
    return replace(state, revealing=0, refused=why, revision=state.revision + 1)


def with_new_script(
    state: ShowState, edition: str, cues: Sequence[Cue], now: datetime
) -> ShowState:
    """The show with another running order. It stays at its scene.

    If that is gone, or tells more than the room knows now, the show pauses at the last one before
    it that is still there. (The third table of the new order may stand after other matches.)
    """
    state = settled(state, now)
    known = {*state.told, *told_by(state.cues, state.cue)}
    new = {cue.source: cue for cue in on_stage(cues) if cue.source}
    scenes = list(on_stage(state.cues))
    here = next(n for n, cue in enumerate(scenes) if cue.id == state.cue)
    changed = replace(state, edition=edition, cues=tuple(cues), revision=state.revision + 1)
    kept = (
        (cue, new[cue.source])
        for cue in reversed(scenes[: here + 1])
        if cue.source in new and told_by(cues, new[cue.source].id) <= known
    )
    old, to = next(kept, (scenes[0], next(on_stage(cues))))
    if old is scenes[here]:
        return replace(changed, cue=to.id)
    return replace(changed, cue=to.id, at=0.0, since=now, playing=False)


def _with_order(state: ShowState, cues: tuple[Cue, ...]) -> ShowState:
    if state.cue not in {cue.id for cue in on_stage(cues)}:
        raise CueError("This scene is on stage now: go to another one first")
    if games_before(cues, state.cue) != games_before(state.cues, state.cue):
        raise CueError("A game before the scene on stage cannot change: choose a later one")
    return replace(state, cues=cues)


def _with_end(state: ShowState, now: datetime) -> ShowState:
    last = list(on_stage(state.cues))[-1]
    shown = _with_scene(state, last, _soon(now))
    return replace(shown, revealed=True, playing=True, revealing=0, refused="")


def _with_scene(state: ShowState, cue: Cue, begins: datetime) -> ShowState:
    """This scene is on stage from that moment on."""
    told = {*state.told, *told_by(state.cues, cue.id)}
    return replace(state, cue=cue.id, at=0.0, since=begins, told=tuple(sorted(told)))


def _rest(state: ShowState) -> float:
    """The seconds of the scene that were left at `since`, at speed 1."""
    return max(0.0, scene(state).seconds - state.at)


def _soon(now: datetime) -> datetime:
    return now + timedelta(seconds=LEAD)
