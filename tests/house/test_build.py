"""The hot modules: compiled if there is a compiler, interpreted if not, and never out of date.

Compiling all of them takes minutes. So these tests compile a small project with our `setup.py` and
two small hot modules. The tests of the wheel use the whole project without compiling.
"""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
import zlib
from pathlib import Path

import pytest
from support.compiled import need_compiled
from support.paths import ROOT, copy_ours, our_files
from support.shared import shared_folder

ROOMS = ("Game", "Players", "arena")
SHARED = Path("Game", "_cyutility")
BUILT_FROM = Path("Game", "compiled.sha256")
COMPILED = sysconfig.get_config_var("EXT_SUFFIX")
SMALL_FILE = 700  # bytes in a wheel of the file that leads from a module to the library
LATER = 5_000_000_000  # seconds, long after everything here was made


def hot_in(folder: Path) -> list[Path]:
    return sorted(
        pxd.relative_to(folder).with_suffix("")
        for room in ("Game", "Players")
        for pxd in (folder / room).rglob("*.pxd")
    )


def compiled_in(folder: Path) -> list[Path]:
    """The compiled modules that have a source. The one that they share must be there too."""
    compiled = sorted(
        Path(str(one.relative_to(folder)).removesuffix(COMPILED))
        for room in ("Game", "Players")
        for one in (folder / room).rglob("*" + COMPILED)
    )
    assert not compiled or SHARED in compiled, "a module is compiled without what all share"
    return [module for module in compiled if module != SHARED]


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return output


def make_quick(folder: Path) -> None:
    compiler = folder / "quick-cc"
    compiler.write_text(f'#!/bin/sh\nexec {sysconfig.get_config_var("CC")} "$@" -O0\n')
    compiler.chmod(0o755)


@pytest.fixture(scope="session")
def quick(tmp_path_factory) -> str:
    """A fast C compiler: its modules are built, but never run."""
    return str(shared_folder(tmp_path_factory, "compiler", make_quick) / "quick-cc")


def build(sources: Path, **environment: str) -> str:
    command = (sys.executable, "setup.py", "-q", "build_ext", "--inplace")
    return run(*command, folder=sources, **environment)


def wheel(sources: Path, folder: Path, **environment: str) -> Path:
    options = ("-v", "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    output = run(
        sys.executable, "-m", "pip", "wheel", *options, sources, folder=folder, **environment
    )
    for warning in ("SetuptoolsDeprecationWarning", "SetuptoolsWarning", "is absent from"):
        assert warning not in output
    [made] = folder.glob("*.whl")
    return made


def names_in(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


def make_small(folder: Path) -> None:
    for file in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, folder)
    for room, module in (("Game", "deck"), ("Players", "search")):
        (folder / room).mkdir()
        (folder / room / "__init__.py").touch()
        (folder / room / f"{module}.py").write_text("def twice(n):\n    return 2 * n\n")
        (folder / room / f"{module}.pxd").write_text("cpdef int twice(int n)\n")
    for module in ("kernel/_kernel.c", "kernel/_memory.c", "protocol/_frames.c"):
        source = folder / "arena/guest" / module
        source.parent.mkdir(parents=True, exist_ok=True)
        for package in (source.parent, *source.parents[1:3]):
            (package / "__init__.py").touch()
        shutil.copy(ROOT / "arena/guest" / module, source)


@pytest.fixture
def small(tmp_path):
    """A small project that is built like ours."""
    folder = tmp_path / "small"
    folder.mkdir()
    make_small(folder)
    return folder


@pytest.fixture
def built(quick, tmp_path_factory, tmp_path):
    """The same after it was built in place."""

    def make_built(folder: Path) -> None:
        make_small(folder)
        build(folder, CC=quick)

    ready = shared_folder(tmp_path_factory, "built", make_built)
    folder = shutil.copytree(ready, tmp_path / "built")  # with the times of its files
    assert compiled_in(folder) == [Path("Game/deck"), Path("Players/search")]
    assert (folder / BUILT_FROM).exists()
    return folder


def sources_of(module: Path, seen: set[Path]) -> set[Path]:
    """The files that a hot module is compiled from: its own, and the `.pxd` files that it names."""
    pxd = ROOT / f"{module}.pxd"
    if pxd.exists() and pxd not in seen:
        seen.add(pxd)
        for name in re.findall(r"^from ([\w.]+) cimport", pxd.read_text(), re.MULTILINE):
            sources_of(Path(*name.split(".")), seen)
    return seen | {ROOT / f"{module}.py"}


def test_compiled_modules_match_their_present_sources():
    need_compiled()
    for module in compiled_in(ROOT):
        compiled = (ROOT / f"{module}{COMPILED}").stat().st_mtime
        for source in sources_of(module, set()):
            assert source.stat().st_mtime <= compiled, f"{source} has changed: run make build"


def test_a_change_of_a_neighbour_s_types_counts_as_a_change():
    walk, tree = Path("Players/search/tree_search"), ROOT / "Players/search/tree.pxd"
    assert tree in sources_of(walk, set())
    assert ROOT / "Game/core/state.pxd" in sources_of(walk, set())


def test_if_a_hot_module_is_compiled_all_are():
    need_compiled()
    assert compiled_in(ROOT) == hot_in(ROOT)


@pytest.mark.slow
def test_without_a_compiler_building_succeeds_and_says_how_to_get_one(small):
    output = build(small, CC="/nowhere/cc")
    assert "run interpreted" in output
    assert "apt-get install gcc python3-dev" in output
    assert compiled_in(small) == []


@pytest.mark.slow
def test_modules_of_an_interrupted_build_are_not_used(built):
    (built / "build/unfinished").touch()
    build(built, CC="/nowhere/cc")
    assert compiled_in(built) == []
    assert not (built / "build/unfinished").exists()


@pytest.mark.slow
def test_without_cython_building_succeeds(small):
    hide = "import runpy, sys; sys.modules['Cython'] = None; runpy.run_path(sys.argv.pop(1))"
    command = ("-c", hide, "setup.py", "-q", "build_ext", "--inplace")
    run(sys.executable, *command, folder=small)
    assert compiled_in(small) == []


@pytest.mark.slow
def test_a_module_that_cannot_be_compiled_again_takes_the_others_with_it(built):
    os.utime(built / "Game/deck.py", (LATER, LATER))
    build(built, CC="false")
    assert compiled_in(built) == []
    assert not (built / BUILT_FROM).exists()


@pytest.mark.slow
def test_a_wheel_holds_what_was_compiled_now_and_no_earlier_modules(built, quick, tmp_path):
    platform = f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    earlier = built / "build" / f"lib.{platform}" / "Game"
    earlier.mkdir(parents=True, exist_ok=True)
    for name in ("old.py", f"old{COMPILED}", f"__init__{COMPILED}"):
        (earlier / name).touch()
    made = wheel(built, tmp_path, CC=quick)
    names = names_in(made)
    for module in ("Game/deck", "Players/search"):
        assert {f"{module}{ending}" for ending in (".py", COMPILED)} <= names
        if sys.platform == "linux":  # no symbols of a debugger: they make modules five times larger
            compiled = zipfile.ZipFile(made).read(f"{module}{COMPILED}")
            assert b".debug_info" not in compiled
            assert b".symtab" not in compiled
    # On a cluster, an installed arena and a repository are the same only if they are built alike.
    assert zipfile.ZipFile(made).read(str(BUILT_FROM)) == (built / BUILT_FROM).read_bytes()
    assert not [name for name in names if "old" in name or f"__init__{COMPILED}" in name]
    assert earlier.joinpath("deck.py").exists(), "the wheel was built in another folder"
    # On Linux, all modules of a wheel have their code in one library.
    assert ("Game/libgames.so" in names) == (sys.platform == "linux")
    place = tmp_path / "installed"
    zipfile.ZipFile(made).extractall(place)
    ask = "from Game import deck; from Players import search as other; print(deck, other.twice(5))"
    assert run(sys.executable, "-c", ask, folder=place) == (
        f"<module 'Game.deck' from '{place}/Game/deck{COMPILED}'> 10\n"
    )


@pytest.mark.slow
def test_an_archive_of_the_sources_can_be_compiled(small):
    run(sys.executable, "setup.py", "-q", "sdist", folder=small)
    [archive] = (small / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    sources = {str(file.relative_to(small)) for file in small.rglob("*") if file.is_file()}
    wanted = {name for name in sources if name.endswith((".py", ".pxd", "kernel.c", "frames.c"))}
    assert not sorted(name for name in wanted - names if not name.startswith("build/"))


def make_whole(folder: Path) -> None:
    sources = folder / "sources"
    for room in ROOMS:
        copy_ours(room, sources)
    for compiled in (*sources.rglob("*.so"), sources / BUILT_FROM):
        compiled.unlink(missing_ok=True)
    for file in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, sources)
    (folder / "hidden").mkdir()  # translating the modules takes long, and they are not compiled
    (folder / "hidden/Cython.py").write_text("raise ImportError\n")
    wheel(sources, folder, PYTHONPATH=str(folder / "hidden"))


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """The wheel of the whole project from a clone, built without a compiler."""
    [made] = shared_folder(tmp_path_factory, "whole", make_whole).glob("*.whl")
    return made


@pytest.mark.slow
def test_a_wheel_says_what_it_is_and_its_description_has_no_relative_links(whole):
    file = zipfile.ZipFile(whole)
    [name] = [name for name in file.namelist() if name.endswith(".dist-info/METADATA")]
    facts, _, description = file.read(name).decode().partition("\n\n")
    for wanted in ("Project-URL: Source, https://", "Classifier: Typing :: Typed",
                   "Description-Content-Type: text/markdown"):  # fmt: skip
        assert wanted in facts
    links = re.findall(r"\]\(([^)]+)\)", description)
    assert len(links) > 20
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


@pytest.mark.slow
def test_a_wheel_holds_the_code_its_data_and_nothing_else(whole):
    files = {file for room in ROOMS for file in our_files(room)}
    without = {file for file in files if file.suffix in (".so", ".pyc", ".pxd", ".c")}
    without |= {file for file in files if file.name.startswith(".") or file.name == BUILT_FROM.name}
    assert names_in(whole) == {str(file.relative_to(ROOT)) for file in files - without}


@pytest.mark.slow
def test_pip_install_without_a_compiler_gives_an_arena_that_plays(whole, tmp_path):
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home, folder=tmp_path)
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib"))  # what the arena depends on
    options = ("-q", "--no-deps", "--ignore-installed", "--no-compile")
    pip = (sys.executable, "-m", "pip", "--python", home / "bin/python")
    run(*pip, "install", *options, whole, folder=tmp_path)
    ask = "from Game.core import build; print(build.is_compiled(), build.__file__)"
    output = run(home / "bin/python", "-c", ask, folder=tmp_path).split()
    assert output == ["False", str(packages / "Game/core/build.py")]
    match = ("play", "random", "osla", "-n", "4", "--seed", "1", "--no-clock", "--json")
    output = json.loads(run(home / "bin/arena", *match, folder=tmp_path))
    assert output["games"] == 4


@pytest.mark.slow
def test_a_wheel_has_less_than_3_mb(whole, tmp_path):
    """Link the objects of `make build` as for a wheel, and add what else is in one."""
    need_compiled()
    if sys.platform != "linux":
        pytest.skip("only wheels for Linux have the library")
    settings = runpy.run_path(str(ROOT / "setup.py"))
    platform = f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    built = ROOT / "build" / f"temp.{platform}"
    objects = sorted(built.rglob("*.o"))
    library = tmp_path / "libgames.so"
    linker, *options = sysconfig.get_config_var("LDSHARED").split()
    # In a wheel, the functions that Python calls have other names, and so do not meet.
    options += [*settings["STRIPPED"], settings["SORTED"], "-Wl,--allow-multiple-definition"]
    run(linker, *options, *objects, "-o", library, folder=tmp_path)
    compiled = library.read_bytes()
    size = whole.stat().st_size + len(zlib.compress(compiled)) + len(objects) * SMALL_FILE
    again = "If these objects are older than setup.py: rm -rf build, and make build"
    assert size < 3_000_000, f"A wheel has {size} bytes: see docs/decisions/61. {again}"
    assert len(compiled) + len(objects) * 4096 < 8_000_000


@pytest.mark.slow
def test_a_compiled_module_whose_types_are_gone_is_removed(built, quick):
    before = (built / BUILT_FROM).read_text()
    (built / "Game/deck.pxd").unlink()
    build(built, CC=quick)
    assert compiled_in(built) == [Path("Players/search")]
    assert (built / BUILT_FROM).read_text() != before
