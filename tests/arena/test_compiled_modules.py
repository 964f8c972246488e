"""Compiled modules that are older than their sources."""

import os
import sysconfig

from arena.common.compiled_modules import outdated_modules

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def make_module(root, name: str, **times: int) -> None:
    """A module with files of these ages: `compiled`, and the endings of sources."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for ending, time in times.items():
        file = path.with_name(path.name + (SUFFIX if ending == "compiled" else f".{ending}"))
        file.touch()
        os.utime(file, (time, time))


def test_a_module_is_outdated_if_a_source_beside_it_is_newer(tmp_path):
    (tmp_path / "setup.py").touch()
    make_module(tmp_path, "Game/core/new", compiled=20, py=10, pxd=20)
    make_module(tmp_path, "Game/core/old", compiled=20, py=21, pxd=10)
    make_module(tmp_path, "Players/types", compiled=20, py=10, pxd=21)
    make_module(tmp_path, "arena/guest/_calls", compiled=20, c=21)
    make_module(tmp_path, "arena/plain", py=21)
    assert outdated_modules(tmp_path) == ["Game/core/old", "Players/types", "arena/guest/_calls"]


def test_an_installed_arena_has_no_outdated_modules(tmp_path):
    make_module(tmp_path, "Game/core/old", compiled=20, py=21)
    assert outdated_modules(tmp_path) == []
