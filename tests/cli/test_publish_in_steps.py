"""What visitors see at each step of `arena publish`, also if it is killed or the disk is full."""

import errno
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from support import cups
from support.asking import ask
from support.cases import case
from support.processes import LONG
from support.steps import Killed, each_step

from arena.competition.config.folder import open_competition
from arena.competition.play import playing
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.server.engine.facts import facts_of
from arena.server.engine.live.lane import LiveLane
from arena.server.facts import write_facts
from arena.server.web.app import make_app
from arena.server.web.core.site import Site
from arena.store import lock

TEAMS = {"Ada": cups.FIRST, "Bob": cups.LAST}
SEALED = cups.LEAGUE + 'broadcast = "sealed"\n'
PLACES = ("public", "live", "sealed", "teams", "new")
PAGES = (
    "/", "/league/", "/league/index.html", "/league/standings.json", "/league/matches/1.html",
    "/league/teams/ada.html", "/site.css", "/api/v1/phases/league/table",
)  # fmt: skip


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Makes a competition that has been played, in this process."""
    monkeypatch.setattr(playing, "Cores", cups.in_process)

    def do(phase: str) -> Path:
        cup = cups.make(tmp_path / "cup", phase, TEAMS)
        cups.play(cup)
        return cup

    return do


def visit(competition, *targets: str) -> dict[str, int]:
    """The status of the answers to a visitor. Web has just started: it remembers nothing."""
    app = make_app(Site(competition.path, competition.store, "http://cup.example.org"))
    return {target: ask(app, "GET", target).status for target in targets}


def files(folder: Path) -> set[str]:
    return {
        f"/{each.relative_to(folder).as_posix()}" for each in folder.rglob("*") if each.is_file()
    }


def shown(competition) -> set[str]:
    """The addresses of files of the phase that a visitor gets, of all that could be one."""
    write_facts(competition.store, facts_of(competition))
    out = competition.out
    found = {quote(each) for place in (out, *map(out.joinpath, PLACES)) for each in files(place)}
    answers = visit(competition, *sorted(found))
    return {each for each, status in answers.items() if status == 200 and each.count("/") > 1}


@pytest.mark.slow
def test_visitors_get_every_page_at_each_step_while_a_phase_is_published_again(make, arena):
    cup, steps = make(cups.LEAGUE), []
    with open_competition(cup) as competition:

        def look(event: str, path: str) -> None:
            steps.append(path)
            assert visit(competition, *PAGES) == dict.fromkeys(PAGES, 200), (event, path)

        lane = LiveLane()
        lane.look(competition, competition.now()[0])  # the pages of a phase that is being played
        with each_step(cup / "Out", look):
            LiveLane().look(competition, competition.now()[0])  # a new engine writes them again
            for _ in range(2):
                assert arena("publish", cup).code == 0
                lane.look(competition, competition.now()[0])
            assert arena("publish", cup, "--home").code == 0
    assert len(steps) > 100


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--sealed",)], ids=["open", "sealed"])
def test_a_publish_that_is_killed_at_any_step_shows_all_of_a_phase_or_nothing(make, arena, words):
    cup, seal = make(SEALED), {"/league/sealed.json"}
    shutil.copytree(cup, whole := cup.with_name("whole"))
    arena("publish", whole, *words)
    results = {each for each in files(whole / "Out" / "public") if each.count("/") > 1}
    with open_competition(cup) as competition:
        number = step = 0

        def kill(event: str, path: str) -> None:
            nonlocal number
            number += 1
            if number > step:
                raise Killed

        while number >= step:  # until it is not killed
            number, step = 0, step + (1 if number > 80 else 7)
            with suppress(Killed), each_step(cup / "Out", kill):
                arena("publish", cup, *words)
            seen = shown(competition)
            with case(f"step {step} of {number}"):
                assert seen in (set(), seal, set(map(quote, results)))
                assert not words or seen <= seal
    assert step > 50
    assert arena("publish", cup, *words).code == 0
    assert left_over(cup) == []
    assert files(cup / "Out" / "public") == files(whole / "Out" / "public")
    assert arena("audit", cup).code == 0


@pytest.mark.slow
def test_the_list_of_all_files_is_right_if_a_phase_is_published_while_it_is_written(
    make, arena, monkeypatch
):
    """The server writes the first page and the list whenever something changes."""
    cup, waits = make(cups.LEAGUE), Event()
    assert arena("publish", cup).code == 0

    def sleep(seconds: float) -> None:
        waits.set()
        time.sleep(seconds)

    clock = SimpleNamespace(monotonic=time.monotonic, sleep=sleep)
    monkeypatch.setattr(lock, "time", clock)

    def publish_in_dutch() -> None:
        with open_competition(cup, alone=True) as other:
            publish(phase_state(other, "league"), sealed=False, language="nl")

    command = Thread(target=publish_in_dutch, daemon=True)

    def begin(event: str, path: str) -> None:
        if Path(path).name == "SHA256SUMS.new" and not command.ident:
            command.start()
            while command.is_alive() and not waits.wait(0.1):
                pass

    with open_competition(cup) as competition, each_step(cup / "Out" / "public", begin):
        LiveLane().look(competition, competition.now()[0])
    command.join(LONG)
    assert not command.is_alive()
    assert '<html lang="nl">' in (cup / "Out" / "public" / "league" / "index.html").read_text()
    assert arena("audit", cup / "Out" / "public").code == 0


@pytest.mark.slow
def test_a_publish_on_a_full_disk_shows_nothing_and_leaves_nothing(make, arena):
    cup = make(SEALED)
    with open_competition(cup) as competition:
        for room in (0, 1, 5, 15):
            written = 0

            def write(event: str, path: str, room: int = room) -> None:
                nonlocal written
                written += event == "open"
                if event == "open" and written > room:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

            with case(room):
                with each_step(cup / "Out" / "new", write):
                    full = arena("publish", cup)
                assert (full.code, "Make room on the disk" in full.err) == (2, True), full
                assert shown(competition) == set()
    assert arena("publish", cup).code == 0
    assert left_over(cup) == []


def test_what_a_killed_publish_of_an_older_version_has_left_is_removed(make, arena):
    cup = make(SEALED)
    for place in ("public", "sealed", "teams"):
        folder = cup / "Out" / place / "league.new"
        folder.mkdir(parents=True)
        (folder / "standings.json").write_text("{}")
    with open_competition(cup) as competition:
        assert shown(competition) == set()
    assert arena("publish", cup).code == 0
    assert left_over(cup) == []
    assert arena("audit", cup / "Out" / "public").code == 0


def left_over(cup: Path) -> list[Path]:
    """Files and folders that are not complete."""
    return [
        path
        for path in (cup / "Out").rglob("*")
        if path.name.endswith((".new", ".old")) or path.parent == cup / "Out" / "new"
    ]
