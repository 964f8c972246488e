"""Makes competitions for tests quickly: the teams' files are admitted without an examination."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, NamedTuple

from arena.competition.config.create import create_competition
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import FILE
from arena.competition.entries.versions import ADMITTED
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing, enter_written_games
from arena.competition.play.submitting import submit
from arena.store.store import Version
from arena.workers.games import GameTask, PlayedGame, PlayGames
from arena.workers.here import Here
from arena.workers.portable import OpenEngine

HEAD = """\
name = "Cup"
game = "brisca"
isolation = "process"
"""
BUDGET = "budget = 60\n"
QUALIFYING = """
[[phase]]
name = "qualifying"
kind = "qualifying"
house = ["alwaysfirst", "greedy"]
games = 4
top = 2
tiebreaks = ["margin", "lot"]
"""
FINAL = """
[[phase]]
name = "final"
kind = "knockout"
from = "qualifying"
games = 4
"""
LEAGUE = """
[[phase]]
name = "league"
kind = "round-robin"
games = 4
"""
FIRST = "return o.get_list_actions()[0]"
LAST = "return o.get_list_actions()[-1]"
MIDDLE = "return (lambda all: all[len(all) // 2])(o.get_list_actions())"
CRASHES = "import os\nos._exit(3)"


def source(think: str) -> str:
    """The source of a bot with these lines in `think`."""
    body = indent(dedent(think).strip(), " " * 8)
    return (
        f"from Players.Player import Player\n\n\nclass Mine(Player):\n"
        f"    def think(self, o, budget):\n{body}\n"
    )


def package(folder: Path) -> Path:
    """A bot that is a package: it has a helper module and a data file."""
    folder.mkdir()
    (folder / "bot.py").write_text("import helper\n" + source("return helper.choose(o)"))
    (folder / "helper.py").write_text(
        "from pathlib import Path\nPLACE = int(Path(__file__).with_name('place.txt').read_text())\n"
        "def choose(o):\n    return o.get_list_actions()[PLACE]\n"
    )
    (folder / "place.txt").write_text("-1")
    return folder


def make(
    folder: Path,
    phases: str = LEAGUE,
    teams: Mapping[str, str] | None = None,
    top: str = "",
    game: str = "brisca",
) -> Path:
    """Make a competition with these teams: name -> the lines of its bot's `think`.

    The budget is so long that no bot is late on a busy machine. `top` can set another.
    """
    head = HEAD.replace("brisca", game)
    create_competition(folder, head + ("" if "budget" in top else BUDGET) + top + phases)
    for name, think in (teams or {}).items():
        enter(folder, name, think)
    return folder


def enter(folder: Path, team: str, think: str) -> Version:
    """Hand in a bot for the team, and admit it without an examination."""
    return enter_file(folder, team, _written(folder, think))


def enter_file(folder: Path, team: str, path: Path) -> Version:
    """The same with a bot's file."""
    version = _hand_in_file(folder, team, path)
    with open_competition(folder, alone=True) as competition:
        return competition.store.judge(version, ADMITTED, {"seconds_a_game": 0.5})


def hand_in(folder: Path, team: str, think: str) -> Version:
    return _hand_in_file(folder, team, _written(folder, think))


def _written(folder: Path, think: str) -> Path:
    path = folder.with_name("handed_in.py")
    path.write_text(source(think))
    return path


def _hand_in_file(folder: Path, team: str, path: Path) -> Version:
    with open_competition(folder, alone=True) as competition:
        return submit(competition, path, team).version


def play(
    folder: Path, *phases: str, workers: int = 1, open_engine: OpenEngine | None = None
) -> int:
    """Play these phases, or all; return the number of games played."""
    with open_competition(folder, alone=True) as competition:
        enter_written_games(competition)
        names = phases or [phase.name for phase in competition.settings.phases]
        return sum(_play(competition, name, workers, open_engine) for name in names)


def in_process(job: PlayGames, workers: int) -> Here[GameTask, PlayedGame]:
    """An engine that plays in this process, without boxes: the bots are harmless.

    This takes a quarter of the time.
    """
    levels = ["inprocess"] * len(job.run.levels)
    return Here(replace(job, run=replace(job.run, levels=levels)))


def _play(
    competition: Competition, phase: str, workers: int, open_engine: OpenEngine | None
) -> int:
    state = phase_state(competition, phase)
    events = Playing(state, workers, open_engine=open_engine).games()
    return sum(len(event) for event in events if isinstance(event, list))


def edit(folder: Path, before: str, after: str) -> None:
    """Change the competition's file."""
    text = (folder / FILE).read_text()
    assert before in text
    (folder / FILE).write_text(text.replace(before, after))


def table(folder: Path, phase: str) -> tuple[str, str]:
    """The printed table of the phase: JSON and CSV."""
    with open_competition(folder) as competition:
        ranking = phase_state(competition, phase).ranking()
    return ranking.json(), ranking.csv()


def rows(folder: Path, phase: str) -> dict[str, dict[str, Any]]:
    """The rows of the table, by the teams' names."""
    return {row["name"]: row for row in json.loads(table(folder, phase)[0])["teams"]}


def lines(folder: Path, phase: str) -> list[dict[str, Any]]:
    """The records of the phase, from the files."""
    files = sorted((folder / "Out" / "records" / phase).glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


class Count(NamedTuple):
    games: int
    wins: int
    draws: int
    credit: float
    points: float
    faults: int


def count_figures(records: Sequence[Mapping[str, Any]]) -> dict[str, Count]:
    """The figures that a table must show for each bot, counted from the records alone."""
    counts = defaultdict(lambda: Count(0, 0, 0, 0, 0, 0))
    for record in records:
        names = [record["bots"][bot]["name"] for bot in record["seats"]]
        first = [names[seats[0]] for seats in record["sides"]]
        best = [name for name, rank in zip(first, record["ranks"], strict=True) if rank == 0]
        for name, seats in zip(first, record["sides"], strict=True):
            was = counts[name]
            counts[name] = Count(
                was.games + 1,
                was.wins + (best == [name]),
                was.draws + (len(best) > 1 and name in best),
                was.credit + (1 / len(best) if name in best else 0),
                was.points + sum(record["scores"][seat] for seat in seats),
                was.faults
                + sum(1 for move in record["moves"] if move["seat"] in seats and move.get("fault")),
            )
    return dict(counts)


def row_figures(row: Mapping[str, Any]) -> Count:
    """The same figures from a row of the table."""
    return Count(*(row[name] for name in Count._fields))


def versions(folder: Path, team: str) -> list[Version]:
    """All versions that the team has handed in."""
    with open_competition(folder) as competition:
        return [each for each in competition.store.versions() if each.team == team.casefold()]
