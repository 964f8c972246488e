"""Makes small competitions with this version of the arena, and keeps them for the tests of ways.

    python tests/ways/keep_competitions.py [NAME ...]

Each is an archive in `tests/ways/kept`, with what everybody could read of it beside it: tables,
brackets, lots and decisions. Later versions must open, continue, audit and reveal these folders
(`tests/ways/test_kept_competitions.py`). Never make an archive again that a later version would
write differently: add a new name.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "ways" / "kept"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

PUBLISHED = ("bracket.json", "lots.json", "standings.json", "sealed.json")
TEAMS = {
    "Los Ases": "o.get_list_actions()[0]",
    "Las Sotas": "o.get_list_actions()[-1]",
    "Ñandú 2": "sorted(o.get_list_actions(), key=str)[0]",
    "El Tres": "sorted(o.get_list_actions(), key=str)[-1]",
    "Última": "sorted(o.get_list_actions(), key=lambda a: str(a)[::-1])[0]",
}
BOT = """\
from Players.Player import Player


class Bot(Player):
    def think(self, o, budget):
        return {choice}
"""


class Cup:
    """A competition in a folder, and the commands with which it is run."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.folder = place / "cup"
        self.facts: dict[str, Any] = {}  # those of another moment than the end

    def arena(self, *words: object, code: int = 0) -> str:
        """Run the command; its output."""
        ended = subprocess.run(
            [sys.executable, "-m", "arena", *map(str, words)],
            cwd=self.place,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if ended.returncode != code:
            raise SystemExit(f"arena {' '.join(map(str, words))}\n{ended.stdout}{ended.stderr}")
        return ended.stdout

    def init(self, preset: str, *, game: str = "", teams: int = 4, **terms: object) -> "Cup":
        """Make the competition with few games, and admit the bots of these teams."""
        chosen = ["--game", game] if game else []
        self.arena("init", "cup", "--preset", preset, "--name", f"Kept: {preset}", *chosen)
        self.set(budget="60.0", games=2, **terms)
        for team in list(TEAMS)[:teams]:
            self.submit(team)
        self.arena("admit", "cup")
        return self

    def set(self, **terms: object) -> None:
        """Change these keys of competition.toml, in all phases that have them."""
        for name, value in terms.items():
            key = name.replace("_", "-")
            self.replace(rf"^{key} = \S+", f"{key} = {value}")

    def replace(self, pattern: str, new: str) -> None:
        """Replace this pattern in competition.toml, wherever it stands."""
        file = self.folder / "competition.toml"
        text, count = re.subn(pattern, new, file.read_text("utf-8"), flags=re.MULTILINE)
        if not count:
            raise SystemExit(f"competition.toml has nothing like {pattern}")
        file.write_text(text, "utf-8")

    def submit(self, team: str, choice: str = "", to: str = "cup", code: str = "") -> None:
        """Hand in a bot for the team."""
        file = self.place / "bot.py"
        comment = f"# {team}\n"  # no two teams hand in the same file
        file.write_text(comment + BOT.format(choice=choice or TEAMS[team]), "utf-8")
        team_data = ("--code", code) if code else ("--team", team, "--member", f"Ana of {team}")
        self.arena("submit", file, "--to", to, *team_data)

    @contextmanager
    def server(self) -> Iterator[str]:
        """Run the live site meanwhile; its address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ["serve", "cup", "--no-open", "--port", str(port)]
        process = subprocess.Popen(
            [sys.executable, "-m", "arena", *words],
            cwd=self.place,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            while True:
                with suppress(OSError), urlopen(f"{address}/readyz"):
                    break
                time.sleep(0.1)
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()

    def phases(self) -> list[str]:
        text = (self.folder / "competition.toml").read_text("utf-8")
        return re.findall(r'^name = "([a-z]+)"', text, re.MULTILINE)

    def run(self, *phase: str) -> None:
        self.arena("run", "cup", *phase)

    def publish(self, phase: str, *options: str) -> None:
        self.arena("publish", "cup", phase, *options)


def league(cup: Cup) -> None:
    cup.init("league", teams=5).run()
    cup.publish("league")


def swiss(cup: Cup) -> None:
    cup.init("swiss", teams=5, rounds=3).run()
    cup.publish("swiss")


def knockout(cup: Cup) -> None:
    cup.init("knockout", teams=5).run()
    cup.publish("knockout")


def ladder(cup: Cup) -> None:
    cup.init("ladder", rounds=4).run()
    cup.publish("ladder")


def tables(cup: Cup) -> None:
    """Three at a table."""
    cup.init("tables", game="agram", teams=5, rounds=2)
    cup.set(games=6)
    cup.run()
    cup.publish("tables")


def open_ladder(cup: Cup) -> None:
    """A ladder that has been closed, with a team that came later, and a new version."""
    cup.init("open-ladder", teams=3, play_out=8)
    cup.arena("run", "cup", "--games", 6)
    cup.submit("El Tres")
    cup.submit("Los Ases", "o.get_list_actions()[-1]")
    cup.arena("admit", "cup")
    cup.arena("run", "cup", "--games", 6)
    cup.arena("close", "cup", "ladder", "--reason", "the holidays begin")
    cup.run()
    cup.publish("ladder")


def open_ladder_open(cup: Cup) -> None:
    """A ladder that goes on."""
    cup.init("open-ladder", teams=3, play_out=8)
    cup.arena("run", "cup", "--games", 6)


def robobrisca(cup: Cup) -> None:
    """Two phases; the teams change their bots between them; revealed."""
    cup.init("robobrisca").run("qualifying")
    cup.publish("qualifying", "--sealed")
    cup.arena("reveal", "cup", "qualifying")
    cup.submit("Los Ases", "o.get_list_actions()[-1]")
    cup.arena("admit", "cup")
    cup.run("final")
    cup.publish("final")


def sealed(cup: Cup) -> None:
    """A league whose results are sealed, and nothing decided since."""
    cup.init("league").run()
    cup.publish("league", "--sealed")


def sealed_then_disqualified(cup: Cup) -> None:
    """The best team is disqualified after the seal: these results must not be revealed."""
    cup.init("league").run()
    cup.publish("league", "--sealed")
    table = json.loads(cup.arena("standings", "cup", "league", "--json"))
    best = table["teams"][0]["name"]
    reason = ("--void", "--reason", "copied from another team")
    cup.arena("disqualify", best, "--to", "cup", *reason)


def rerun(cup: Cup) -> None:
    """A match was played again, a file came by mail, and one played although it was refused."""
    cup.init("league")
    cup.submit("Última", "1 / 0")
    cup.arena("admit", "cup", code=1)
    cup.arena("accept", "Última", "--to", "cup", "--reason", "it is their first bot")
    cup.run()
    cup.arena("rerun", "cup", "league", "--team", "Los Ases", "--reason", "power cut")
    cup.run()
    cup.publish("league")


def departures(cup: Cup) -> None:
    """One team withdraws, another one is disqualified, a third one leaves and comes back."""
    cup.init("swiss", teams=5, rounds=3)
    cup.arena("run", "cup", "--games", 4)
    cup.arena("withdraw", "El Tres", "--to", "cup", "--reason", "no time")
    cup.arena("disqualify", "Los Ases", "--to", "cup", "--reason", "two files, one team")
    cup.arena("withdraw", "Las Sotas", "--to", "cup", "--reason", "ill")
    cup.arena("restore", "Las Sotas", "--to", "cup", "--reason", "well again")
    cup.run()
    cup.publish("swiss")


def voided(cup: Cup) -> None:
    """The games of a disqualified team do not count, and two matches are missing."""
    cup.init("league", teams=5)
    cup.arena("run", "cup", "--games", 12)
    cup.arena("disqualify", "Los Ases", "--void", "--to", "cup", "--reason", "two files, one team")


def replaced_house(cup: Cup) -> None:
    """A house bot of the organiser was changed after the phase had begun."""
    cup.init("robobrisca", teams=3)
    mine = cup.folder / "house" / "mine.py"
    mine.write_text(BOT.format(choice="o.get_list_actions()[0]"), "utf-8")
    cup.replace("^house = .*$", 'house = ["alwaysfirst", "house/mine.py"]')
    cup.run("qualifying")
    mine.write_text(BOT.format(choice="o.get_list_actions()[-1]"), "utf-8")
    cup.arena("replace-house", "cup", "qualifying", "--reason", "it was too weak")
    cup.run("qualifying")
    cup.publish("qualifying")


def half_played(cup: Cup) -> None:
    """Some games of the first phase are missing."""
    cup.init("robobrisca")
    cup.arena("run", "cup", "qualifying", "--games", 5)


def times(cup: Cup) -> None:
    """Windows, a freeze, a pause and an announcement; nothing published."""
    cup.init("robobrisca")
    phase = ("cup", "qualifying")
    cup.arena("window", "close", *phase, "--reason", "all are here")
    cup.arena("window", "open", *phase, "--until", "2099-01-01T12:00", "--reason", "one more")
    cup.arena("window", "extend", *phase, "--until", "2099-01-02T12:00", "--reason", "a holiday")
    cup.arena("freeze", *phase, "--reason", "for the evening")
    cup.arena("pause", *phase, "--reason", "lunch")
    cup.arena("announce", "cup", "Lunch until two o'clock")


def served(cup: Cup) -> None:
    """The server ran: a team handed in a file with its code, and an organiser used the desk's
    commands. The sealed league has a show, which was rehearsed."""
    cup.init("league", teams=3)
    code = cup.arena("team", "add", "Las Cuarenta", "--to", "cup").split()[-1]
    cup.arena("desk", "code", "cup", "--name", "Eva")
    with cup.server() as address:
        cup.submit("Las Cuarenta", TEAMS["El Tres"], to=address, code=code)
    cup.run()
    cup.publish("league", "--sealed")
    cup.arena("show", "cup", "league", "--minutes", 5, "--rehearse", "--workers", 1)


def backup(cup: Cup) -> None:
    """The same as `departures`, as a file of `arena backup`: it stands alone in the archive."""
    departures(cup)
    cup.arena("backup", "cup", "backup.zip")
    found = facts(cup)
    shutil.rmtree(cup.folder)
    cup.folder.mkdir()
    (cup.place / "backup.zip").rename(cup.folder / "backup.zip")
    cup.facts = found


def postgresql(cup: Cup) -> None:
    """A league in PostgreSQL: `database.sql` is a dump, and ADDRESS stands for the database's."""
    from support.postgres import running_server

    cup.init("league")
    with running_server() as server, server.database() as url:
        cup.arena("move-database", url, "--to", "cup")
        cup.run()
        cup.publish("league")
        cup.facts = facts(cup)
        dump = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--dbname", url]
        sql = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    (cup.folder / "database.sql").write_text(sql, "utf-8")
    cup.replace(re.escape(url), "ADDRESS")


WAYS: list[Callable[[Cup], None]] = [
    league, swiss, knockout, ladder, tables, open_ladder, open_ladder_open, robobrisca, sealed,
    sealed_then_disqualified, rerun, departures, voided, replaced_house, half_played, times, served,
    backup, postgresql,
]  # fmt: skip


def facts(cup: Cup) -> dict[str, Any]:
    """What everybody could read of the competition, as data."""
    tables, published = {}, {}
    for phase in cup.phases():
        if any((cup.folder / "Out" / "records" / phase).glob("*.jsonl")):
            tables[phase] = json.loads(cup.arena("standings", "cup", phase, "--json"))
        for name in PUBLISHED:
            file = cup.folder / "Out" / "public" / phase / name
            if file.exists():
                published[f"{phase}/{name}"] = json.loads(file.read_bytes())
    decisions = json.loads(cup.arena("log", "cup", "--json"))
    return {"standings": tables, "published": published, "decisions": decisions}


def keep(name: str, cup: Cup) -> Path:
    """Write the facts, and the archive; returns the archive."""
    KEPT.mkdir(parents=True, exist_ok=True)
    text = json.dumps(cup.facts or facts(cup), indent=1, ensure_ascii=False)
    (KEPT / f"{name}.json").write_text(text + "\n", "utf-8")
    archive = KEPT / f"{name}.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(cup.folder, "cup")
    return archive


def main(wanted: list[str]) -> None:
    for way in WAYS:
        if not wanted or way.__name__ in wanted:
            with tempfile.TemporaryDirectory() as place:
                cup = Cup(Path(place))
                way(cup)
                archive = keep(way.__name__, cup)
                print(f"{archive.name}: {archive.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
