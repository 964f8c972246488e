"""`arena doctor`: its findings on isolation and the database of this machine."""

import sqlite3
import sysconfig

import pytest

from arena.cli.machine.doctor import advice
from arena.cli.machine.mechanisms import groups_here
from arena.guest.protocol.levels import BOXED, LEVELS
from arena.sandbox.host import cgroups
from arena.sandbox.host.cleanup import prefix


def test_the_doctor_lists_the_mechanisms_of_every_level(arena):
    told = arena("doctor", "--json").json
    there = [level for level in LEVELS if not told["isolation"][level]]
    assert list(told["mechanisms"]) == there
    for level in there:
        said = told["mechanisms"][level]
        assert said
        if level in BOXED:
            assert {"namespaces", "calls to the kernel", "control groups"} <= set(said)
            assert "SIGSTOP" in said["between its turns"]


def test_the_doctor_prints_the_mechanisms_of_its_json(arena):
    told, out = arena("doctor", "--json").json, arena("doctor").out
    for level, made_of in told["mechanisms"].items():
        lines = out.partition(f"isolation {level}: available\n")[2].splitlines()
        assert lines[: len(made_of)] == [f"    {name}: {said}" for name, said in made_of.items()]


def test_the_doctor_names_the_control_groups_that_it_tried():
    try:
        version = cgroups.working_version(f"{prefix()}test")
    except cgroups.NoGroups as error:
        pytest.skip(str(error))
    assert groups_here().startswith(f"version {version}, ")


def test_without_control_groups_the_doctor_says_why(monkeypatch):
    def nowhere() -> cgroups.GroupPlace:
        raise cgroups.NoGroups("somebody took them away")

    monkeypatch.setattr(cgroups, "find_place", nowhere)
    assert groups_here() == "none: somebody took them away"


def test_the_doctor_names_the_database(arena):
    told = arena("doctor", "--json").json["database"]
    assert told["SQLite"] == sqlite3.sqlite_version
    assert f"database: SQLite {sqlite3.sqlite_version}" in arena("doctor").out


def test_the_doctor_names_the_packages_that_compiling_takes(monkeypatch, tmp_path):
    monkeypatch.delenv("ARENA_INTERPRETED", raising=False)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    assert "apt-get install gcc python3-dev," in advice(None)
    assert "apt-get install python3-dev," in advice("/usr/bin/cc")
    (tmp_path / "Python.h").touch()
    assert "apt-get install gcc," in advice(None)
    assert "run `make build`" in advice("/usr/bin/cc")
