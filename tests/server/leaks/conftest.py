"""A competition with a mark in every secret."""

import shutil

import anyio
import pytest
from support import planted as p

from arena.server.web.core import site as core_site


@pytest.fixture(scope="package")
def planted(tmp_path_factory):
    return p.make(tmp_path_factory.mktemp("leaks") / "cup")


async def at_once(function, *given, **_):
    """Call it here. Thousands of calls in threads would mostly wait for each other."""
    return function(*given)


@pytest.fixture
def cup(planted, tmp_path, monkeypatch):
    """The competition, which the test may change: it is put back afterwards."""
    kept = shutil.copytree(planted.folder, tmp_path / "kept")
    monkeypatch.setattr(core_site, "FRESH", -1.0)
    monkeypatch.setattr(anyio.to_thread, "run_sync", at_once)
    yield planted
    shutil.rmtree(planted.folder)
    shutil.move(kept, planted.folder)
