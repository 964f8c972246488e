"""Competitions that earlier versions made open, continue, audit, move and reveal as they did then.

`keep_competitions.py` made the archives in `kept`, each with its facts.
"""

import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
from support.cases import case

pytestmark = pytest.mark.slow

KEPT = Path(__file__).with_name("kept")
NAMES = sorted(path.stem for path in KEPT.glob("*.json"))
ON_A_SERVER, AS_A_BACKUP = "postgresql", "backup"
IN_FOLDERS = [name for name in NAMES if name not in (ON_A_SERVER, AS_A_BACKUP)]
STALE = ("sealed_then_disqualified",)  # its results must not be revealed
UNFINISHED = ("half_played", "voided", "open_ladder_open", "times")
PUBLISHED = ("bracket.json", "lots.json", "standings.json", "sealed.json")


def unpack(name: str, into: Path) -> Path:
    """The kept folder, with file times of now, as after a copy over a network."""
    with tarfile.open(KEPT / f"{name}.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(into)
    for path in (into / "cup").rglob("*"):
        os.utime(path)
    return into / "cup"


def facts(name: str) -> Any:
    return json.loads((KEPT / f"{name}.json").read_text("utf-8"))


def check_tables(arena, folder: Path, name: str) -> None:
    """The tables and the decisions are those that this competition had when it was kept."""
    known = facts(name)
    for phase, table in known["standings"].items():
        assert arena("standings", folder, phase, "--json").json == table, phase
    assert arena("log", folder, "--json").json == known["decisions"]


def published(folder: Path) -> dict[str, Any]:
    public = folder / "Out" / "public"
    files = [path for name in PUBLISHED for path in public.glob(f"*/{name}")]
    return {path.relative_to(public).as_posix(): json.loads(path.read_bytes()) for path in files}


def test_tables_brackets_and_lots_stay(arena, tmp_path):
    for name in IN_FOLDERS:
        with case(name):
            folder = unpack(name, tmp_path / name)
            check_tables(arena, folder, name)
            assert published(folder) == facts(name)["published"]


def test_publishing_again_writes_the_same_tables_brackets_and_lots(arena, tmp_path):
    for name in IN_FOLDERS:
        before = facts(name)["published"]
        if any("sealed.json" in path for path in before):
            continue
        folder = unpack(name, tmp_path / name)
        for phase in {path.split("/")[0] for path in before}:
            with case(f"{name}: {phase}"):
                ended = arena("publish", folder, phase)
                assert ended.code == 0, ended.err
        assert published(folder) == before


def test_audits_find_nothing(arena, tmp_path):
    for name in set(IN_FOLDERS) - set(STALE):
        folder = unpack(name, tmp_path / name)
        audited = [folder] if facts(name)["standings"] else []
        if any("standings.json" in path for path in facts(name)["published"]):
            audited.append(folder / "Out" / "public")
        for each in audited:
            with case(f"{name}: {each.name}"):
                ended = arena("audit", each)
                assert (ended.code, ended.err) == (0, "")


def test_a_backup_restores_the_same_competition(arena, tmp_path):
    for name in IN_FOLDERS:
        with case(name):
            folder = unpack(name, tmp_path / name)
            back = tmp_path / name / "back"
            assert arena("backup", folder, tmp_path / f"{name}.zip").code == 0
            assert arena("restore", tmp_path / f"{name}.zip", "--into", back).code == 0
            check_tables(arena, back, name)
            if facts(name)["standings"]:
                assert arena("audit", back).code == (name in STALE)


def test_a_kept_backup_restores(arena, tmp_path):
    folder = unpack(AS_A_BACKUP, tmp_path)
    ended = arena("restore", folder / "backup.zip", "--into", tmp_path / "back")
    assert ended.code == 0, ended.err
    check_tables(arena, tmp_path / "back", AS_A_BACKUP)
    assert arena("audit", tmp_path / "back").code == 0


def test_a_kept_dump_of_postgresql_opens(arena, tmp_path, postgres):
    folder = unpack(ON_A_SERVER, tmp_path)
    settings = folder / "competition.toml"
    with postgres.database() as url:
        psql = ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url]
        dump = (folder / "database.sql").read_bytes()
        subprocess.run(psql, input=dump, check=True, stdout=subprocess.DEVNULL)
        settings.write_text(settings.read_text("utf-8").replace("ADDRESS", url), "utf-8")
        check_tables(arena, folder, ON_A_SERVER)
        assert arena("audit", folder).code == 0
        assert arena("publish", folder, "league").code == 0
        assert published(folder) == facts(ON_A_SERVER)["published"]


def test_what_was_sealed_is_revealed(arena, tmp_path):
    for name in ("sealed", "served"):
        with case(name):
            folder = unpack(name, tmp_path / name)
            ended = arena("reveal", folder, "league")
            assert ended.code == 0, ended.err
            table = json.loads((folder / "Out/public/league/standings.json").read_bytes())
            assert table == facts(name)["standings"]["league"]
            assert arena("audit", folder / "Out" / "public").code == 0


def test_what_was_decided_after_the_seal_is_not_revealed(arena, tmp_path):
    folder = unpack(STALE[0], tmp_path)
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    arena("backup", folder, "b.zip")
    arena("restore", "b.zip", "--into", "back")
    for each in (folder, copy, tmp_path / "back"):
        with case(each.name):
            ended = arena("reveal", each, "league")
            assert ended.code == 2
            assert not (each / "Out/public/league/standings.json").exists()


def test_what_was_not_played_to_its_end_goes_on(arena, tmp_path):
    """Also with a pause and a window, which are lifted first."""
    for name in UNFINISHED:
        with case(name):
            folder = unpack(name, tmp_path / name)
            phases = re.findall(r'^name = "([a-z]+)"', settings_of(folder), re.MULTILINE)
            if name == "times":
                for command in (("window", "close"), ("start",), ("unfreeze",)):
                    ended = arena(*command, folder, phases[0], "--reason", "we go on")
                    assert ended.code == 0, ended.err
            if name == "open_ladder_open":
                assert arena("close", folder, "ladder", "--reason", "the end").code == 0
            ended = arena("run", folder, phases[0])
            assert ended.code == 0, ended.err
            assert "games played" in ended.out
            ended = arena("publish", folder, phases[0])
            assert ended.code == 0, ended.err
            ended = arena("audit", folder / "Out" / "public", "--all")
            assert ended.code == 0, ended.out + ended.err


def settings_of(folder: Path) -> str:
    return (folder / "competition.toml").read_text("utf-8")
