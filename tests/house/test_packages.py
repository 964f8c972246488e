"""What pyproject.toml and constraints.txt promise each other."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import arena

ROOT = Path(__file__).resolve().parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = DECLARED["project"]
EXTRAS = PROJECT["optional-dependencies"]
BUILD = DECLARED["build-system"]["requires"]
ALL = [*BUILD, *PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]
LOCKED = [
    line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize("wanted", sorted(set(ALL)))
def test_a_direct_dependency_has_a_range_and_is_locked_inside_it(wanted):
    requirement = Requirement(wanted)
    assert {one.operator for one in requirement.specifier} == {">=", "<"}
    versions = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in LOCKED}
    assert versions[canonicalize_name(requirement.name)] in requirement.specifier


def test_the_lock_holds_names_and_versions_and_nothing_of_the_machine_that_made_it():
    for line in LOCKED:
        assert re.fullmatch(r"[\w-]+==[\w.]+", line), line


def test_a_rebuild_in_place_uses_what_an_isolated_build_would():
    assert set(BUILD) <= set(EXTRAS["dev"])


def test_the_package_says_its_version_once():
    assert PROJECT["version"] == arena.__version__
