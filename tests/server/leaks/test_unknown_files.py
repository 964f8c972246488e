"""Files that no rule names are shown to nobody, wherever they lie."""

import shutil
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from support import cups
from support import planted as p
from support.asking import ask
from support.cases import case
from support.crawling import walk

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish, reveal
from arena.server.engine.live.lane import LiveLane
from arena.server.web.app import make_app
from arena.server.web.core.site import Site

CANARY = "canary of a file that no rule names"
FILES = ("notes.txt", "standings.json.new", "other.json", "other.html")
# A killed command of an older version has left these, or an organiser has put them there.
FOLDERS = ("qualifying.new", "other")
KNOWN = ("standings.json", "records.jsonl.gz", "1.html")
PLACES = ("public", "live", "new/published/public")


@contextmanager
def planted(out):
    """Put unknown files and folders into every folder that is there; yields their addresses."""
    found, files = set(), []
    for place in PLACES:
        (out / place).mkdir(parents=True, exist_ok=True)
        for folder in [out / place, *(out / place).rglob("*/")]:
            for name in (*FILES, *[f"{each}/{known}" for each in FOLDERS for known in KNOWN]):
                path = folder / name
                if place == "live" and folder.name == "teams" and name == "other.html":
                    continue  # the engine alone writes there, also pages of teams that come now
                path.parent.mkdir(exist_ok=True)
                path.write_text(f'"{CANARY}"')
                files.append(path)
                inside = path.relative_to(out / place).as_posix()
                found |= {f"/{inside}", f"/{path.relative_to(out).as_posix()}"}
    yield sorted(found)
    for path in files:
        if path.parent.name in FOLDERS:
            shutil.rmtree(path.parent, ignore_errors=True)
        else:
            path.unlink()


@pytest.mark.slow
def test_a_file_or_folder_that_no_rule_names_is_shown_to_nobody(cup):
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        for state in ("open", "sealed results", "published"):
            p.set_state(cup, competition, state)
            LiveLane().look(competition, competition.now()[0])
            with planted(competition.out) as addresses:
                assert len(addresses) > 50
                for role in ("public", "ada", "organiser"):
                    with case((state, role)):
                        seen = walk(app, [*addresses, "/"], p.headers_of(cup, role))
                        assert [each.target for each in seen if CANARY in str(each.texts)] == []
                        shown = [each.target for each in seen if each.status == 200]
                        assert ("/qualifying/index.html" in shown) == (state != "sealed results")


@pytest.mark.slow
def test_every_file_that_the_arena_writes_for_visitors_is_shown(tmp_path):
    """A new kind of file needs a row in the table of names."""
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, {"One": cups.FIRST})
    cups.enter(cup, "Two", cups.LAST)
    cups.play(cup, "qualifying", open_engine=cups.in_process)
    cups.enter(cup, "One", cups.MIDDLE)  # the games before are those of an earlier version
    cups.play(cup, open_engine=cups.in_process)
    cups.edit(cup, 'game = "brisca"', 'game = "brisca"\nlogo = "mine.png"')
    (cup / "mine.png").write_bytes(b"a picture")
    with open_competition(cup, alone=True) as competition:
        for place in ("live", "public"):
            LiveLane().look(competition, competition.now()[0])
            if place == "public":
                publish(phase_state(competition, "qualifying"), sealed=False)
                publish(phase_state(competition, "final"), sealed=True)
                reveal(competition, "final")
                publish(phase_state(competition, "final"), sealed=False, with_code=True)
                LiveLane().look(competition, competition.now()[0])
            app = make_app(Site(cup, competition.store, "http://cup.example.org"))
            written = [path for path in (competition.out / place).rglob("*") if path.is_file()]
            inside = [path.relative_to(competition.out / place).as_posix() for path in written]
            answers = {name: ask(app, "GET", f"/{quote(name)}").status for name in inside}
            hidden = {name for name, status in answers.items() if status != 200}
            assert hidden == {name for name in inside if name.endswith("/newest.json")}, place
            assert len(inside) > 30
