"""The browser in which pages are opened: one for this folder, closed before other tests go on."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened
