"""Fixtures that tests of several folders share."""

import gc
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from support.fork_servers import ForkServers

from arena.match import admission
from arena.sandbox import isolation, levels
from arena.sandbox.host.cleanup import sweep
from arena.sandbox.levels import unavailable
from arena.sandbox.timing import busy_machine

T = TypeVar("T")

# Random examples must not fail because the machine is busy, and not on one day out of many.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """The collected tests stay until the end, so no search for garbage looks at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def impatient() -> Iterator[None]:
    """A game that a busy machine spoiled is played again at once, without waiting for a core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(busy_machine, "our_share", lambda: 1.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def swept() -> Iterator[None]:
    """Arenas that tests have killed leave nothing for the next one to find."""
    yield
    sweep()


@pytest.fixture(scope="session")
def fork_servers() -> Iterator[ForkServers]:
    """The fork servers that tests have started; they run until the end of the session."""
    running = ForkServers(levels.boxes_at)
    yield running
    running.end()


@pytest.fixture
def shared_fork_servers(fork_servers, monkeypatch) -> ForkServers:
    """In this test boxes come from fork servers that other tests use, too."""
    for module in (isolation, admission):
        monkeypatch.setattr(module, "boxes_at", fork_servers.boxes_at)
    return fork_servers


if TYPE_CHECKING:
    from support.networks import Network
    from support.postgres import Server


@contextmanager
def _in_ci(
    running: AbstractContextManager[T], missing: type[Exception], promised: str
) -> Iterator[T]:
    """Something that tests need and not every machine has. In CI it must exist."""
    with ExitStack() as stack:
        try:
            result = stack.enter_context(running)
        except missing as error:
            if os.environ.get("CI"):
                pytest.fail(f"In CI {promised}, but {error}")
            pytest.skip(str(error))
        yield result


@pytest.fixture(scope="session")
def docker_engine(tmp_path_factory) -> Iterator[str]:
    """The address of a Docker engine that has the image for bots' containers."""
    from support.docker_engine import NoEngine, running_engine
    from support.shared import shared_server

    engine = shared_server(tmp_path_factory, "docker", running_engine)
    with _in_ci(engine, NoEngine, "the level docker is tested") as address:
        yield address


@pytest.fixture
def docker(docker_engine, monkeypatch) -> Iterator[str]:
    """The level docker is available in this test."""
    monkeypatch.setenv("DOCKER_HOST", docker_engine)
    unavailable.cache_clear()
    yield docker_engine
    unavailable.cache_clear()


@pytest.fixture
def network() -> "Iterator[Network]":
    """A network of machines in namespaces of this one."""
    from support.networks import NoNetwork, open_network

    with _in_ci(open_network(), NoNetwork, "clusters are tested in networks") as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server of the session's own."""
    from support.postgres import NoServer, running_server

    with _in_ci(running_server(), NoServer, "the store is tested on PostgreSQL") as server:
        yield server
