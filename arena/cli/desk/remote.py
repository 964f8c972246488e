"""`arena remote`: steers the open show, as the remote on the desk does."""

from collections.abc import Callable
from pathlib import Path

import click

from arena.cli.cups.acting import BY, act_and_tell, actor
from arena.cli.progress import time_span
from arena.cli.tables import show_table
from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import PUBLIC, place
from arena.server.show.cues import Cue, on_stage
from arena.server.show.state import SPEEDS, Command, ShowState, scene, settled
from arena.server.show.steering import NOTHING, check_reveal, is_published, steer
from arena.server.show.stored import read_show

FOLDER = click.argument(
    "folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]"
)
CUP = click.argument("folder", type=click.Path(path_type=Path), metavar="COMPETITION")
SCENE = click.argument("number", type=click.IntRange(1), metavar="NUMBER")
SURE = click.option("--sure", is_flag=True, help="Also if results become public that the room has "
                    "not seen.")  # fmt: skip


@click.group()
def remote() -> None:
    """Steer the open show, as the remote on the desk does (/desk/show).

    arena remote list shows the scenes with their numbers.
    """


@remote.command("list")
@FOLDER
def list_scenes(folder: Path) -> None:
    """List the scenes of the show, and the games that are only counted."""
    with open_competition(place(folder)) as competition:
        now, show = competition.now()[0], read_show(competition.store)
        if show is None:
            raise ArenaError(NOTHING)
        show = settled(show, now)
        shown = {cue.id: cue.seconds for cue in on_stage(show.cues)}
        rows = [
            [
                str(number),
                cue.kind,
                cue.label,
                time_span(shown[cue.id]) if cue.id in shown else "counted" if cue.counted else "",
                "on stage" if cue.id == show.cue else "left out" if cue.skipped else "",
            ]
            for number, cue in enumerate(show.cues, start=1)
        ]
        show_table(["number", "scene", "about", "time", ""], rows, left=(1, 2, 4))
        _tell(show)


@remote.command()
@FOLDER
@BY
def play(folder: Path, by: str | None) -> None:
    """Let the show go on."""
    _steer(folder, by, lambda show: Command("play"))


@remote.command()
@FOLDER
@BY
def pause(folder: Path, by: str | None) -> None:
    """Let the show stand still."""
    _steer(folder, by, lambda show: Command("pause"))


@remote.command("next")
@FOLDER
@BY
def next_scene(folder: Path, by: str | None) -> None:
    """Go to the next scene."""
    _steer(folder, by, lambda show: _go(show, scene(show, 1)))


@remote.command()
@FOLDER
@BY
def previous(folder: Path, by: str | None) -> None:
    """Go to the scene before."""
    _steer(folder, by, lambda show: _go(show, scene(show, -1)))


@remote.command()
@CUP
@SCENE
@SURE
@BY
def go(folder: Path, number: int, sure: bool, by: str | None) -> None:
    """Go to the scene with this number."""
    _steer(folder, by, lambda show: _go(show, _cue(show, number), sure))


@remote.command()
@FOLDER
@BY
def faster(folder: Path, by: str | None) -> None:
    """Show everything at the next higher speed."""
    _steer(folder, by, lambda show: Command("speed", value=_speed(show, 1)))


@remote.command()
@FOLDER
@BY
def slower(folder: Path, by: str | None) -> None:
    """Show everything at the next lower speed."""
    _steer(folder, by, lambda show: Command("speed", value=_speed(show, -1)))


@remote.command()
@CUP
@click.argument("choice", type=click.Choice(["on", "off"]))
@BY
def comments(folder: Path, choice: str, by: str | None) -> None:
    """Show the sentences about the games, or hide them."""
    _steer(folder, by, lambda show: Command("comments", value=float(choice == "on")))


@remote.command()
@CUP
@SCENE
@BY
def leave_out(folder: Path, number: int, by: str | None) -> None:
    """Leave out a later scene. A game is only counted then."""
    _steer(folder, by, lambda show: Command("skip", to=_cue(show, number).id, value=1.0))


@remote.command()
@CUP
@SCENE
@BY
def take_in(folder: Path, number: int, by: str | None) -> None:
    """Show a later scene that was left out, or show a game whole."""
    _steer(folder, by, lambda show: Command("skip", to=_cue(show, number).id, value=0.0))


@remote.command()
@CUP
@SCENE
@click.argument("to", type=click.IntRange(1), metavar="PLACE")
@BY
def move(folder: Path, number: int, to: int, by: str | None) -> None:
    """Show a later game at this place, from 1, among the whole games of its match."""
    _steer(folder, by, lambda show: Command("move", to=_cue(show, number).id, value=to - 1.0))


@remote.command()
@FOLDER
@BY
def reveal(folder: Path, by: str | None) -> None:
    """Publish the sealed results, and show the end.

    In a rehearsal, nothing is published.
    """
    with open_competition(place(folder)) as competition:
        show, public = read_show(competition.store), competition.out / PUBLIC
        phase = ""
        if show is not None and not show.rehearsal and not is_published(public, show.phase):
            check_reveal(public, show)
            phase = show.phase
    if phase:
        act_and_tell(folder, by, "reveal", phase=phase)
    _steer(folder, by, lambda show: Command("reveal"))


@remote.command()
@FOLDER
@BY
def end_rehearsal(folder: Path, by: str | None) -> None:
    """Put the show back to its title. From now on, the site follows it."""
    _steer(folder, by, lambda show: Command("end-rehearsal"))


def _steer(folder: Path, by: str | None, choose: Callable[[ShowState], Command]) -> None:
    """Obey this command, and print where the show is."""
    who = actor(by)
    with open_competition(place(folder)) as competition:
        now, show = competition.now()[0], read_show(competition.store)
        if show is None:
            raise ArenaError(NOTHING)
        command = choose(settled(show, now))
        after = steer(competition.store, competition.out / PUBLIC, who, command, now)
        _tell(settled(after, now))


def _tell(show: ShowState) -> None:
    """Print which scene is on stage."""
    numbers, here = {cue.id: number for number, cue in enumerate(show.cues, start=1)}, scene(show)
    how = f"plays at speed {show.speed:g}" if show.playing else "is paused"
    click.echo(f"{show.phase} {how}. On stage: {numbers[here.id]}, {here.label}")
    if show.rehearsal:
        click.echo("This is a rehearsal: the site tells nothing of it")


def _go(show: ShowState, to: Cue, sure: bool = False) -> Command:
    return Command("go", to=to.id, seen=show.cue, value=float(sure))


def _cue(show: ShowState, number: int) -> Cue:
    if number > len(show.cues):
        raise ArenaError(f"There is no scene {number}: arena remote list shows all numbers")
    return show.cues[number - 1]


def _speed(show: ShowState, steps: int) -> float:
    place = SPEEDS.index(show.speed) + steps
    return SPEEDS[max(0, min(len(SPEEDS) - 1, place))]
