"""Opens a show: writes what each scene shows into a file, and puts the show at its first scene.

The files have random names, and web sends one only when its scene comes on stage. So neither an
address nor a file that was loaded ahead tells what comes.
"""

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from arena.common.errors import ArenaError
from arena.competition.config.fields import SEALED
from arena.competition.config.folder import Competition
from arena.competition.results.page_facts import words_for
from arena.replay.files import replace_file
from arena.server.engine.show.drawn import Shown
from arena.server.engine.show.scenes import SceneWriter
from arena.server.show.cues import COUNTER, GAME, HOLD, LIVE, Cue
from arena.server.show.files import FOLDER, STAGE, scene_file, stage_folder
from arena.server.show.state import ShowState, new_show, settled, with_new_script
from arena.server.show.stored import change_show, read_show
from arena.server.show.token import new_address
from arena.show.script import (
    BracketScene,
    CounterScene,
    EndScene,
    GameScene,
    NextScene,
    OpeningScene,
    Scene,
    TableScene,
    TitleScene,
    game_file,
    read_script,
    show_folder,
)


class StagedScene(NamedTuple):
    cue: Cue
    shown: Shown | None  # None: a game that is only counted, and cannot be shown whole


def open_show(
    competition: Competition,
    phase: str,
    *,
    again: bool = False,
    rehearse: bool = False,
    new_token: bool = False,
) -> str:
    """Open the show of this phase; returns the address of the projector page.

    A show that is open gets the new script. It stays at its scene, unless it shall begin `again`.
    Its address stays too: then an empty text is returned, unless `new_token` asks for another one.
    A rehearsal stays one until an organiser ends it.
    """
    before, (now, _) = read_show(competition.store), competition.now()
    is_open = before is not None and before.phase == phase and not before.is_live
    if rehearse and is_open and not again:
        _check_untold(competition, before and settled(before, now))
    edition = secrets.token_hex(8)
    place = stage_folder(competition.out, phase, edition)
    cues = [_write(place, scene) for scene in staged_scenes(competition, phase)]
    seal = read_script(show_folder(competition.out, phase)).seal
    now, _ = competition.now()  # the files may have taken a while

    def change(state: ShowState | None) -> ShowState:
        if state is None or again or not is_open:
            changed = new_show(phase, edition, cues, now)
        else:
            changed = with_new_script(state, edition, cues, now)
        was_rehearsal = is_open and state is not None and state.rehearsal
        return msgspec.structs.replace(changed, seal=seal, rehearsal=rehearse or was_rehearsal)

    change_show(competition.store, change)
    _remove_editions(competition, before)
    return new_address(competition.store) if new_token or not is_open else ""


def open_live_show(competition: Competition, phase: str, *, new_token: bool = False) -> str:
    """Show the games of this phase while it is played; returns the address of the page.

    If it is shown already, its address stays, unless `new_token` asks for another one.
    """
    check_live_show(competition, phase)
    before = read_show(competition.store)
    if before is not None and before.phase == phase and before.is_live:
        return new_address(competition.store) if new_token else ""
    title = words_for(competition, None).phase(phase, competition.settings.phase(phase).title)
    cue = Cue(_new_id(), LIVE, 1.0, label=title, waits=True)
    now, _ = competition.now()
    change_show(competition.store, lambda _: new_show(phase, secrets.token_hex(8), [cue], now))
    _remove_editions(competition, before)
    return new_address(competition.store)


def check_live_show(competition: Competition, phase: str) -> None:
    """Refuse to show a phase live that is over or sealed."""
    if competition.is_published(phase):
        raise ArenaError(f"{phase} is over: arena show {competition.path} {phase}")
    if competition.settings.phase(phase).broadcast == SEALED:
        raise ArenaError(
            f"The results of {phase} are sealed (broadcast), so nothing of it can be shown live. "
            f"When it is over: arena show {competition.path} {phase}"
        )


def _check_untold(competition: Competition, show: ShowState | None) -> None:
    """Refuse to make a rehearsal of a show that has told results: they would leave the site."""
    if show is None or show.rehearsal or not (show.told or show.revealing):
        return
    if show.phase not in competition.shown_phases():
        raise ArenaError(
            f"The show of {show.phase} has begun, and its first results are public. To take them "
            f"back from the site, and rehearse: arena show {competition.path} {show.phase} "
            f"--rehearse --again"
        )


def _remove_editions(competition: Competition, before: ShowState | None) -> None:
    """Remove the files of old shows. Those of the last one stay: a projector may read them now."""
    shows = (read_show(competition.store), before)
    kept = {stage_folder(competition.out, each.phase, each.edition) for each in shows if each}
    for place in (competition.out / FOLDER).glob(f"*/{STAGE}/*"):
        if place not in kept:
            shutil.rmtree(place, ignore_errors=True)


def staged_scenes(competition: Competition, phase: str) -> Iterator[StagedScene]:
    """The scenes of the script. Counted games come before their counter, and every match has one,
    so that the organiser may choose other games while the show goes on."""
    folder = show_folder(competition.out, phase)
    script, words = read_script(folder), words_for(competition, None)
    writer = SceneWriter(competition, script, folder, words)
    scenes = script.scenes
    last_games = {
        each.match: each.id for each in scenes if isinstance(each, GameScene | CounterScene)
    }
    for scene in scenes:
        match scene:
            case TitleScene():
                yield StagedScene(
                    _cue(scene, words("site.show.title"), waits=True), writer.title(scene)
                )
            case OpeningScene() | NextScene():
                shown = writer.match(scene)
                label = _versus(shown)
                if isinstance(scene, NextScene):
                    label = f"{words('site.show.next')}: {label}"
                yield StagedScene(_cue(scene, label, match=scene.match), shown)
            case GameScene():
                shown = writer.game(scene.game, scene.label, scene.number, scene.names)
                credits = tuple(b - a for a, b in zip(scene.before, scene.after, strict=True))
                cue = _cue(scene, _of_game(shown), match=scene.match)
                cue = msgspec.structs.replace(
                    cue, seconds=shown["seconds"], credits=credits, whole=True
                )
                yield StagedScene(cue, shown)
                if last_games[scene.match] == scene.id:
                    label = f"{_versus(shown)}, {words('site.show.counting')}"
                    own = Cue(_new_id(), COUNTER, HOLD, match=scene.match, label=label)
                    yield StagedScene(own, _without_cards(shown))
            case CounterScene():
                for game in scene.games:
                    yield _counted(writer, folder, scene, game.game, game.number, game.credit)
                shown = writer.match(scene)
                label = f"{_versus(shown)}, {words('site.show.counting')}"
                cue = _cue(scene, label, match=scene.match, planned=len(scene.games))
                yield StagedScene(cue, shown)
            case TableScene():
                label = words("site.show.table")
                yield StagedScene(_cue(scene, label, matches=scene.matches), writer.table(scene))
            case BracketScene():
                label = words("site.show.bracket")
                yield StagedScene(_cue(scene, label, matches=scene.matches), writer.bracket(scene))
            case EndScene():
                yield StagedScene(_cue(scene, words("site.show.end")), writer.end(scene))


def _cue(
    scene: Scene,
    label: str,
    *,
    match: int = -1,
    matches: tuple[int, ...] = (),
    waits: bool = False,
    planned: int = 0,
) -> Cue:
    kind = str(type(scene).__struct_config__.tag)
    seconds = float(scene.seconds)
    return Cue(_new_id(), kind, seconds, scene.id, match, matches, label, waits, planned=planned)


def _counted(
    writer: SceneWriter,
    folder: Path,
    scene: CounterScene,
    game: str,
    number: int,
    credits: tuple[float, ...],
) -> StagedScene:
    """A game that is counted, unless the organiser decides to show it whole."""
    if not game_file(folder, game).exists():
        cue = Cue(_new_id(), GAME, 0.0, match=scene.match, counted=True, credits=credits)
        return StagedScene(cue, None)
    shown = writer.game(game, scene.label, number, scene.names)
    cue = Cue(
        _new_id(), GAME, shown["seconds"], match=scene.match, label=_of_game(shown), counted=True,
        whole=True, credits=credits,
    )  # fmt: skip
    return StagedScene(cue, shown)


def _without_cards(shown: Shown) -> Shown:
    return {"label": shown["label"], "names": shown["names"]}


def _versus(shown: Shown) -> str:
    names = " \u2013 ".join(shown["names"])
    return f"{shown['label']}: {names}"


def _of_game(shown: Shown) -> str:
    return f"{_versus(shown)}, {shown['number']}"


def _new_id() -> str:
    return secrets.token_hex(6)


def _write(place: Path, scene: StagedScene) -> Cue:
    if scene.shown is not None:
        data = msgspec.json.encode(scene.shown)
        replace_file(scene_file(place, scene.cue.id), data, makes_folder=True)
    return scene.cue
