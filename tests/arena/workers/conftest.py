"""The cluster that the tests of engines share ends with them."""

from collections.abc import Iterator

import pytest
from support.clusters import end_shared_fleet


@pytest.fixture(scope="package", autouse=True)
def shared_cluster_ends() -> Iterator[None]:
    yield
    end_shared_fleet()
