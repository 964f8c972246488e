"""pyproject.toml and constraints.txt agree with each other and with the imports."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support.paths import ROOT, our_files

import arena

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = DECLARED["project"]
EXTRAS = PROJECT["optional-dependencies"]
BUILD = DECLARED["build-system"]["requires"]
ALL = [*BUILD, *PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]
LOCKED = [
    line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")
]


def test_a_direct_dependency_has_a_range_and_is_locked_inside_it():
    versions = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in LOCKED}
    for wanted in ALL:
        requirement = Requirement(wanted)
        assert {one.operator for one in requirement.specifier} == {">=", "<"}, wanted
        assert versions[canonicalize_name(requirement.name)] in requirement.specifier, wanted


def imported(file: Path) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    modules = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    modules += [
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0
    ]
    return {module.split(".")[0] for module in modules}


@pytest.mark.slow
def test_every_package_that_the_arena_imports_is_declared():
    """`pip install` must install all that the arena imports."""
    names = ("postgresql", "cluster", "learn", "openspiel", "server")
    extras = [one for name in names for one in EXTRAS[name]]
    declared = [*PROJECT["dependencies"], *extras]
    direct = [Requirement(one).name for one in declared]
    indirect = [Requirement(one) for name in direct for one in requires(name) or []]
    brought = [*direct, *(one.name for one in indirect if not one.marker)]
    names_declared = {canonicalize_name(name) for name in brought}
    rooms = ("Game", "Players", "arena")
    ours = {*sys.stdlib_module_names, *sys.builtin_module_names, *rooms, "cython"}
    result = packages_distributions()
    seen = set()
    for file in (file for room in rooms for file in our_files(room, "*.py")):
        for package in imported(file) - ours:
            names = {canonicalize_name(name) for name in result.get(package, [package])}
            assert names & names_declared, (
                f"{file} imports {package}, which pyproject.toml does not name"
            )
            seen |= names
    assert {"click", "msgspec", "numpy"} <= seen


def test_the_lock_holds_names_and_versions_and_nothing_of_the_machine_that_made_it():
    for line in LOCKED:
        assert re.fullmatch(r"[\w-]+==[\w.]+", line), line


def test_a_rebuild_in_place_uses_what_an_isolated_build_would():
    assert set(BUILD) <= set(EXTRAS["dev"])


def test_the_package_says_its_version_once():
    assert PROJECT["version"] == arena.__version__
