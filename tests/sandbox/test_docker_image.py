"""The refusals of `arena sandbox build-image`. A real build takes a minute and a network."""

import os
import shutil

import pytest
from click.testing import CliRunner

from arena.cli import arena
from arena.common.errors import ArenaError
from arena.sandbox.docker import image


def build(*options: str) -> str:
    done = CliRunner().invoke(arena, ["sandbox", "build-image", *options])
    if done.exception is not None:
        raise done.exception
    return done.output


def test_it_needs_an_engine(monkeypatch, tmp_path):
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    with pytest.raises(ArenaError, match=r"No Docker engine answers at .*/none \(No such file"):
        build()


def test_the_engine_must_see_our_files(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "tcp://192.0.2.1:2375")
    with pytest.raises(ArenaError, match="cannot see the files of this machine"):
        build()


@pytest.mark.slow
def test_it_needs_debootstrap(docker, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ArenaError, match="apt-get install debootstrap"):
        build("--offline")


@pytest.mark.slow
def test_debootstrap_needs_root(docker, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(ArenaError, match="needs root: sudo"):
        build("--offline")


@pytest.mark.slow
def test_a_python_that_no_debian_has_is_refused(docker, monkeypatch):
    monkeypatch.setattr(image, "PYTHON", "3.19")
    with pytest.raises(ArenaError, match=r"No supported Debian has Python 3\.19"):
        build("--offline")


@pytest.mark.slow
def test_a_failure_shows_the_last_line(docker, monkeypatch, tmp_path):
    fails = tmp_path / "debootstrap"
    fails.write_text("#!/bin/sh\necho one; echo 'E: no mirror' >&2; exit 1\n")
    fails.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(ArenaError, match="debootstrap failed: E: no mirror"):
        build("--offline")
