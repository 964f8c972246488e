"""Opens a show: writes what each scene shows into a file, and puts the show at its first scene.

The files have random names, and web sends one only when its scene comes on stage. So neither an
address nor a file that was loaded ahead tells what comes.
"""

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from arena.competition.config.folder import Competition
from arena.competition.results.page_facts import words_for
from arena.pages.words import Words
from arena.pages.words.labels import match_label
from arena.replay.files import replace_file
from arena.server.engine.show.scenes import SceneWriter
from arena.server.show.cues import COUNTER, END, GAME, OPENING, TITLE, Cue
from arena.server.show.files import scene_file, stage_folder
from arena.server.show.state import ShowState, new_show, with_new_script
from arena.server.show.stored import change_show, read_show
from arena.server.show.token import new_address
from arena.show.script import GameScene, Scene, Script, game_file, read_script, show_folder

WAITING = (TITLE,)  # scenes at whose end the show stops


def open_show(competition: Competition, phase: str, *, new_token: bool = False) -> str:
    """Open the show of this phase; returns the address of the projector page.

    If the show is open, it gets the new script and stays at its scene. Then its address stays too,
    and an empty text is returned, unless `new_token` asks for a new one.
    """
    folder = show_folder(competition.out, phase)
    script = read_script(folder)
    edition = secrets.token_hex(8)
    words = words_for(competition, None)
    place = stage_folder(competition.out, phase, edition)
    cues = _write_scenes(competition, script, folder, place, words)
    now, _ = competition.now()

    def change(before: ShowState | None) -> ShowState:
        if before is None or before.phase != phase or before.revealed:
            return new_show(phase, edition, cues, now)
        return with_new_script(before, edition, cues, now)

    is_open = read_show(competition.store)
    change_show(competition.store, change)
    _remove_others(place)
    is_same = is_open is not None and is_open.phase == phase
    return new_address(competition.store) if new_token or not is_same else ""


def _write_scenes(
    competition: Competition, script: Script, folder: Path, place: Path, words: Words
) -> list[Cue]:
    """Write a file for each scene; returns the cues in their order."""
    writer = SceneWriter(competition, script, folder, words)
    cues = []
    for cue, shown in _scenes(script, folder, writer, words):
        if shown is not None:
            replace_file(
                scene_file(place, cue.id), msgspec.json.encode(shown), makes_folder=True
            )
        cues.append(cue)
    return cues


def _scenes(
    script: Script, folder: Path, writer: SceneWriter, words: Words
) -> Iterator[tuple[Cue, dict[str, Any] | None]]:
    scenes = list(script.scenes)
    for place, scene in enumerate(scenes):
        kind = type(scene).__struct_config__.tag
        if scene_kind(scene) == COUNTER:
            for game in scene.games:
                whole = game_file(folder, game.game).exists()
                shown = writer.counted(scene, game) if whole else None
                seconds = shown["seconds"] if shown else 0.0
                label = _label(words, scene, game.number)
                yield Cue(
                    secrets.token_hex(6), GAME, seconds, "", scene.match, label=label,
                    counted=True, whole=whole, credits=game.credit,
                ), shown  # fmt: skip
        cue = Cue(
            secrets.token_hex(6),
            kind,
            float(scene.seconds),
            scene.id,
            getattr(scene, "match", -1),
            tuple(getattr(scene, "matches", ())),
            _label(words, scene),
            kind in WAITING,
        )
    return


def scene_kind(scene: Scene) -> str:
    return str(type(scene).__struct_config__.tag)
