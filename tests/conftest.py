"""What tests of several folders share."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from arena.sandbox.leftovers import sweep
from arena.sandbox.levels import unavailable


@pytest.fixture(scope="session", autouse=True)
def swept() -> Iterator[None]:
    """Arenas that tests have killed leave nothing for the next one to find."""
    yield
    sweep()


if TYPE_CHECKING:
    from support.postgres import Server


@pytest.fixture(scope="session")
def docker_engine() -> Iterator[str]:
    """The address of a Docker engine that has the image for bots' containers."""
    from support.engine import NoEngine, running_engine

    running = running_engine()
    try:
        address = running.__enter__()
    except NoEngine as error:
        if os.environ.get("CI"):
            pytest.fail(f"In CI the level docker is tested, but {error}")
        pytest.skip(str(error))
    try:
        yield address
    finally:
        running.__exit__(None, None, None)


@pytest.fixture
def docker(docker_engine, monkeypatch) -> Iterator[str]:
    """The level docker is available in this test."""
    monkeypatch.setenv("DOCKER_HOST", docker_engine)
    unavailable.cache_clear()
    yield docker_engine
    unavailable.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server of the session's own."""
    from support.postgres import NoServer, running_server

    running = running_server()
    try:
        server = running.__enter__()
    except NoServer as error:
        if os.environ.get("CI"):
            pytest.fail(f"In CI the store is tested on PostgreSQL, but {error}")
        pytest.skip(str(error))
    try:
        yield server
    finally:
        running.__exit__(None, None, None)
