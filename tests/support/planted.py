"""A competition in which every secret has a mark that nothing else has (a canary).

If an answer of the site has the mark, its reader has got the secret.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import structs
from support import cups

from arena.competition.config.fields import LIVE, SEALED
from arena.competition.config.folder import Competition, open_competition
from arena.competition.log import append, history
from arena.competition.play.phase_state import phase_state
from arena.competition.results.everything import write_everything
from arena.competition.results.publishing import publish
from arena.server.engine.admission.lane import receive_all
from arena.server.engine.facts import facts_of
from arena.server.engine.live.lane import LiveLane
from arena.server.facts import write_facts
from arena.store import tables
from arena.store.catch_up import rebuild
from arena.store.live.actions import (
    COMMAND,
    DESK,
    DONE,
    ActionRequest,
    Actor,
    answer_action,
    ask_action,
)
from arena.store.live.codes import holder_of, make_code, make_organiser_code
from arena.store.live.own_games import own_games
from arena.store.live.practice import PracticeGame, PracticeReport, ask_practice, report_practice
from arena.store.live.running import Running, RunningGame, note_running
from arena.store.live.sessions import begin_session
from arena.store.live.uploads import StoredStep, add_step, add_upload, uploads_of

PHASE = "qualifying"
TEAMS = ("ada", "bob")  # both play; `dan` has a code and no file
ROLES = ("public", "ada", "dan", "organiser", "projector")
CARD = re.compile(r"(?<![\w-])[OECB](?:1[0-2]|[1-9])(?!\w)")
PAST = datetime(2026, 1, 1, tzinfo=UTC)
AGES = 10**7  # seconds of delay
# The settings of the phase in each state. In the last two it is published.
STATES = {
    "open": {},
    "live": {"deadline": PAST},
    "delayed": {"deadline": PAST, "delay": AGES},
    "frozen": {"deadline": PAST, "freeze": PAST},
    "sealed": {"deadline": PAST, "broadcast": SEALED, "own_games": LIVE},
    "sealed results": {"deadline": PAST, "broadcast": SEALED},
    "published": {"deadline": PAST},
}
ALWAYS = {"deadline": None, "delay": 0, "freeze": None, "broadcast": LIVE, "own_games": ""}
HANDS = "hands"
FEW = 8  # cards; a page with more of them shows a game


@dataclass
class Planted:
    folder: Path
    cookies: dict[str, str] = field(default_factory=dict)  # role -> the header of its session
    marks: dict[str, tuple[str, str]] = field(default_factory=dict)  # mark -> kind, owner
    receipts: list[str] = field(default_factory=list)
    practices: list[str] = field(default_factory=list)
    games: dict[str, list[str]] = field(default_factory=dict)  # the names of each team's games

    def mark(self, kind: str, owner: str = "") -> str:
        """A new mark of a secret of this kind."""
        text = f"canary{len(self.marks):03}{kind}{owner}"
        self.marks[text] = kind, owner
        return text

    def found(self, texts: list[str]) -> Iterator[tuple[str, str]]:
        """The secrets in these texts: their kind and owner."""
        whole = "\n".join(texts)
        for mark, secret in self.marks.items():
            if mark in whole:
                yield secret
        if any(len(set(CARD.findall(text))) >= FEW for text in texts):
            yield HANDS, ""


def make(folder: Path) -> Planted:
    """A qualifying phase that has been played, and a final that has not begun."""
    planted = Planted(folder)
    cups.make(folder, cups.QUALIFYING + cups.FINAL)
    seed = folder / "Out" / "seed"
    seed.write_text(planted.mark("seed"))
    for team, think in zip(TEAMS, (cups.FIRST, cups.LAST), strict=True):
        cups.enter(folder, team.title(), f"x = '{planted.mark('code', team)}'\n{think}")
    cups.play(folder, PHASE, open_engine=cups.in_process)
    with open_competition(folder) as competition:
        _plant_in_records(planted, competition)
        rebuild(competition.store)
        _plant_in_rows(planted, competition)
        for team in TEAMS:
            played = own_games(competition.store, PHASE, team.title())
            planted.games[team] = [game.name for game in played]
        write_everything(competition)
    planted.marks[str(folder)] = "place", ""  # of the folder on the server
    return planted


def _plant_in_records(planted: Planted, competition: Competition) -> None:
    for path in sorted((competition.records / PHASE).glob("*.jsonl")):
        records = [json.loads(line) for line in path.read_bytes().splitlines()]
        for record in records:
            [team] = [bot["name"].lower() for bot in record["bots"] if bot["name"].lower() in TEAMS]
            planted.marks[record["id"]] = "game", team
            _plant_in_record(planted, record)
        path.write_text("".join(json.dumps(each) + "\n" for each in records))


def _plant_in_record(planted: Planted, record: dict[str, Any]) -> None:
    """A fault of the team with its first move, and what else a record says."""
    names = [bot["name"] for bot in record["bots"]]
    faulty = set()
    for ply, move in enumerate(record["moves"]):
        team = names[record["seats"][move["seat"]]].lower()
        if team in TEAMS and team not in faulty:
            faulty.add(team)
            move["fault"] = "exception"
            fault = {"ply": ply, "seat": move["seat"], "verdict": "exception"}
            said = {name: planted.mark("log", team) for name in ("reason", "traceback", "output")}
            record.setdefault("faults", []).append(fault | said)
    for bot in record["bots"]:
        if bot["name"].lower() in TEAMS:
            bot["spec"] = f"{planted.folder}/{bot['name']}.py"
        else:
            planted.marks.setdefault(bot["sha256"], ("house", ""))


def _plant_in_rows(planted: Planted, competition: Competition) -> None:
    """What teams have handed in, said and asked for, and how they sign in."""
    store, out = competition.store, competition.out
    store.register("Dan", "dan")
    for team in store.teams():
        store.change_team(team._replace(contact=f"{planted.mark('contact', team.key)}@x.org"))
        _sign_in(planted, competition, team.key, make_code(store.database, team))
    _sign_in(planted, competition, "organiser", make_organiser_code(store.database, "Ana"))
    code = make_code(store.database, store.teams()[0])
    with store.database.writing() as connection:
        prefix = tables.code.c.prefix == code[:4]
        connection.execute(
            tables.code.update().where(prefix).values(role="projector", team_id=None)
        )
    _sign_in(planted, competition, "projector", code)
    for door in (DESK, COMMAND):
        asked = ActionRequest("similar", reason=planted.mark("desk"))
        number = ask_action(store.database, Actor("Ana", door), asked, competition.now()[0])
        answer_action(store.database, number, DONE, [planted.mark("desk")])
    note_running(
        store, Running(datetime.now(UTC), PHASE, [RunningGame(planted.mark("desk"), "", [], 1)])
    )
    now = competition.now()[0]
    for team in TEAMS:
        for name in ("one.py", "two.py"):
            planted.receipts.append(upload(planted, competition, team))
            if name == "one.py":
                receive_all(competition)
                said = planted.mark("upload", team)
                newest = uploads_of(store.database, team)[0]
                add_step(store.database, newest.id, 0, StoredStep(False, said, said))
    for version in store.versions():
        if not version.status:
            store.judge(version, "refused", {})  # otherwise its games would be played again
    for team in TEAMS:
        version = next(each for each in store.versions() if each.team == team)
        asked = ask_practice(store.database, team, version.id, "random", now)
        report_practice(store.database, asked, PracticeReport([PracticeGame(1.0, 2.0, 0)]))
        planted.practices.append(asked.name)
        planted.marks[asked.name] = "practice", team
        folder = out / "practice"
        folder.mkdir(exist_ok=True)
        (folder / f"{asked.name}.jsonl").write_text("")
        policy = '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;">'
        (folder / f"{asked.name}.html").write_text(policy + planted.mark("practice", team))


def upload(planted: Planted, competition: Competition, team: str) -> str:
    """A file of the team comes. Returns its receipt."""
    receipt = planted.mark("upload", team)
    path = competition.out / "uploads" / f"{receipt}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(cups.source(f"x = '{planted.mark('code', team)}'\n{cups.FIRST}"))
    address, now = path.relative_to(competition.path).as_posix(), competition.now()[0]
    database = competition.store.database
    add_upload(database, team, receipt, "0" * 64, 9, address, now, float("inf"))
    return receipt


def _sign_in(planted: Planted, competition: Competition, role: str, code: str) -> None:
    database = competition.store.database
    holder = holder_of(database, code)
    assert holder is not None
    token = begin_session(database, holder, competition.now()[0])
    planted.cookies[role] = f"arena={token}; arena-desk={token}"
    planted.marks |= {code: ("sign-in", ""), token: ("sign-in", "")}
    with database.reading() as connection:
        for table, columns in ((tables.code, ("hash", "salt")), (tables.session, ("hash",))):
            for row in connection.execute(table.select()).mappings():
                planted.marks |= {row[name]: ("sign-in", "") for name in columns}


def publish_with_marks(planted: Planted, competition: Competition, sealed: bool) -> None:
    """Publish the phase; every file with its results gets a mark of a result."""
    publish(phase_state(competition, PHASE), sealed=sealed)
    mark_results(planted, competition.out / ("sealed" if sealed else "public") / PHASE)


def mark_results(planted: Planted, folder: Path) -> None:
    """Put a mark into each page and file of data in this folder."""
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".csv"):
            with path.open("a") as file:
                file.write(f"<!-- {planted.mark('result')} -->")


def headers_of(planted: Planted, role: str) -> Mapping[str, str]:
    return {"cookie": planted.cookies[role]} if role in planted.cookies else {}


def set_state(planted, competition, state):
    """Bring the phase into this state, as the organiser does. The engine tells web.

    It has written live pages only while the phase was open. Web must hide those that are left.
    """
    change_settings(competition, ALWAYS | STATES[state])
    if state == "open":
        LiveLane().look(competition, competition.now()[0])
        mark_results(planted, competition.out / "live" / PHASE)
    if state in ("sealed results", "published"):
        publish_with_marks(planted, competition, sealed=state == "sealed results")
    write_facts(competition.store, facts_of(competition))


def change_settings(competition, terms):
    """Give the phase these terms, as if it had begun with them."""
    settings, store = competition.settings, competition.store
    phases = [replace(each, **terms) if each.name == PHASE else each for each in settings.phases]
    competition.written = competition.settings = replace(settings, phases=tuple(phases))
    began = structs.replace(
        history(store).phase(PHASE).began, settings=competition.settings.frozen(PHASE)
    )
    append(store, competition.now()[0], began)
