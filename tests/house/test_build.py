"""The hot modules: compiled where a compiler is, interpreted where not, and never stale."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOT = sorted(
    pxd.relative_to(ROOT).with_suffix("")
    for room in ("Game", "Players")
    for pxd in (ROOT / room).rglob("*.pxd")
)
COMPILED = sysconfig.get_config_var("EXT_SUFFIX")


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def build(sources: Path, **environment: str) -> str:
    command = (sys.executable, "setup.py", "-q", "build_ext", "--inplace")
    return run(*command, folder=sources, **environment)


def compiled_in(folder: Path) -> list[Path]:
    return sorted(
        Path(str(one.relative_to(folder)).removesuffix(COMPILED))
        for room in ("Game", "Players")
        for one in (folder / room).rglob("*" + COMPILED)
    )


@pytest.fixture
def sources(tmp_path):
    """The project as it is cloned: with nothing compiled."""
    made = shutil.ignore_patterns(".*", "*.so", "build", "*.egg-info", "__pycache__", "Out")
    return shutil.copytree(ROOT, tmp_path / "sources", ignore=made)


def test_what_is_compiled_is_compiled_from_the_sources_as_they_are():
    for module in compiled_in(ROOT):
        sources = [ROOT / f"{module}{ending}" for ending in (".py", ".pxd")]
        changed = max(source.stat().st_mtime for source in sources)
        compiled = ROOT / f"{module}{COMPILED}"
        assert compiled.stat().st_mtime >= changed, f"{module}.py has changed: run make build"


def test_the_hot_modules_are_compiled_all_or_none():
    assert compiled_in(ROOT) in (HOT, [])


def test_without_a_compiler_building_succeeds_and_says_how_to_get_one(sources):
    said = build(sources, CC="/nowhere/cc")
    assert "run interpreted" in said
    assert "apt-get install gcc python3-dev" in said
    assert compiled_in(sources) == []


def test_what_a_build_that_was_cut_off_has_left_is_not_used(sources):
    for module in HOT:
        Path(sources, f"{module}{COMPILED}").write_bytes(b"half a module")
    (sources / "build").mkdir()
    (sources / "build/unfinished").touch()
    build(sources, CC="/nowhere/cc")
    assert compiled_in(sources) == []
    assert not (sources / "build/unfinished").exists()


def test_without_cython_building_succeeds(sources):
    hide = "import runpy, sys; sys.modules['Cython'] = None; runpy.run_path(sys.argv.pop(1))"
    command = ("-c", hide, "setup.py", "-q", "build_ext", "--inplace")
    run(sys.executable, *command, folder=sources)
    assert compiled_in(sources) == []


@pytest.mark.slow
def test_a_module_that_cannot_be_compiled_again_takes_the_others_with_it(sources):
    build(sources)
    assert compiled_in(sources) == HOT
    state = sources / "Game/core/state.py"
    state.write_text(state.read_text() + "\n")
    os.utime(state, (time.time() + 5,) * 2)
    build(sources, CC="false")
    assert compiled_in(sources) == []


@pytest.mark.slow
def test_a_wheel_holds_the_code_its_data_and_nothing_else(sources, tmp_path):
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    run(sys.executable, "-m", "pip", "wheel", *options, sources, folder=tmp_path)
    [wheel] = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"{module}{COMPILED}" for module in HOT} <= names
    assert {f"{module}.pxd" for module in HOT} <= names
    pages = {str(page.relative_to(ROOT)) for page in (ROOT / "arena").rglob("*.html")}
    assert pages <= names
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {
        "Game",
        "Players",
        "arena",
    }


@pytest.mark.slow
def test_pip_install_without_a_compiler_gives_an_arena_that_plays(sources, tmp_path):
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", home, folder=tmp_path)
    bare = {"PATH": str(home / "bin"), "CC": "cc"}  # nothing to compile with
    locked = ("--constraint", sources / "constraints.txt")
    run(home / "bin/pip", "install", "-q", *locked, sources, folder=tmp_path, **bare)
    ask = "from Game.core.build import is_compiled; print(is_compiled())"
    assert run(home / "bin/python", "-c", ask, folder=tmp_path).split() == ["False"]
    match = ("play", "random", "osla", "-n", "4", "--seed", "1", "--no-clock", "--json")
    said = json.loads(run(home / "bin/arena", *match, folder=tmp_path))
    assert said["games"] == 4
