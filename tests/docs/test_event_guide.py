"""The commands in docs/event.md run one after the other, as on an evening."""

import re
import shlex
from pathlib import Path

import pytest
from support import cups
from support.cases import case
from support.serve_options import options_of

from arena.cli import COMMANDS, main
from arena.competition.config.folder import open_competition
from arena.competition.play import playing
from arena.show import tension

GUIDE = (Path(__file__).parents[2] / "docs" / "event.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^\$ arena (.*)\n((?:(?!\$|```).*\n)*)", re.MULTILINE)
CODE = r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}"


@pytest.fixture
def arena(tmp_path, monkeypatch, capsys):
    """Runs a command in an empty folder: its output. Games are played in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playing, "Cores", cups.in_process)
    monkeypatch.setattr("arena.cli.cups.competition.Cores", cups.in_process)
    monkeypatch.setattr("arena.cli.cups.show.worker_count", lambda _: 1)
    monkeypatch.setattr(tension, "MOST", 0)  # as few imagined games as possible

    def run(line):
        monkeypatch.setattr("sys.argv", ["arena", *shlex.split(line)])
        main()
        return capsys.readouterr().out

    return run


def prepare(folder):
    """A deadline, two teams of which one is refused, quick games, and a sealed final."""
    cups.edit(folder, 'kind = "knockout"', 'kind = "knockout"\nbroadcast = "sealed"')
    cups.edit(folder, "# deadline = 2026-04-03", "deadline = 2997-04-03")
    cups.edit(folder, 'house = ["alwaysfirst", "greedy", "osla"]', 'house = ["alwaysfirst"]')
    cups.edit(folder, "games = 100 ", "games = 2 ")
    cups.edit(folder, 'isolation = "auto"', 'isolation = "process"')


def hand_in(folder):
    cups.enter(folder, "Los Tres", cups.LAST)
    cups.enter(folder, "Las Dos", cups.MIDDLE)
    refused = cups.hand_in(folder, "Los Ases", cups.FIRST)
    with open_competition(folder, alone=True) as competition:
        competition.store.judge(refused, "refused", {})


@pytest.mark.slow
def test_every_command_of_the_evening_works_in_its_place(arena, tmp_path):
    arena("init cup --preset robobrisca")
    prepare(tmp_path / "cup")
    for line, expected in COMMAND.findall(GUIDE):
        with case(line):
            if line.startswith("serve"):
                options_of(line)
                hand_in(tmp_path / "cup")
                continue
            printed = arena(line)
            shown = re.sub(CODE, "CODE", expected.strip())
            assert shown in re.sub(CODE, "CODE", printed)


def test_the_guide_names_every_command_that_steers_an_event():
    named = set(re.findall(r"^\$ arena (\w+)", GUIDE, re.MULTILINE))
    steering = {name for name, (place, _) in COMMANDS.items() if place.startswith("arena.cli.desk")}
    assert named >= steering - {"close", "replace-house"}  # of ladders and house bots
