"""Libraries that only some tests need."""

import os
from importlib import import_module
from typing import Any

import pytest


def optional(module: str) -> Any:
    """A module, or the reason to skip the tests of a file. In CI it must be installed."""
    try:
        return import_module(module)
    except ImportError as error:
        why = f"{error}. `make .venv/test` installs it"
        if os.environ.get("CI"):
            pytest.fail(f"In CI these tests run, but {why}", pytrace=False)
        pytest.skip(why, allow_module_level=True)
