"""The contracts in pyproject.toml: imports point one way, without cycles; the rules are pure."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from support.paths import ROOT, copy_ours

LINT = Path(sys.executable).with_name("lint-imports")
CONTRACTS = {
    one["id"]: one
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
}
PURE = """
[tool.importlinter]
root_package = "rules"
include_external_packages = true
contract_types = [
    "pure: tools.contracts.PureContract",
    "acyclic: tools.contracts.AcyclicContract",
]

[[tool.importlinter.contracts]]
name = "pure"
type = "pure"
package = "rules"
allowed = ["math"]

[[tool.importlinter.contracts]]
name = "no cycles"
type = "acyclic"
roots = ["rules"]
"""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}:{ROOT}"},
        capture_output=True,
        text=True,
    )


def test_every_contract_is_kept(tmp_path):
    """Of our files: nobody can say what a user's own bots in Players/ import."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ("Game", "Players", "arena", "tools"):
        copy_ours(room, tmp_path, "*.py")
    done = lint(tmp_path)
    assert done.returncode == 0, done.stdout


def test_no_module_of_the_rules_or_the_arena_is_outside_the_contracts():
    for contract in ("game-rooms", "arena-rooms"):
        assert CONTRACTS[contract]["exhaustive"]


def test_no_game_may_import_another():
    rooms = {pxd.name for pxd in (ROOT / "Game").iterdir() if pxd.is_dir()}
    games = rooms - {"core", "__pycache__"}
    assert any(games <= set(layer.split(" | ")) for layer in CONTRACTS["game-rooms"]["layers"]), (
        "the games stand in one line of the contract, with | between them"
    )


def test_rules_that_reach_for_the_network_are_refused_by_name(tmp_path):
    (tmp_path / "pyproject.toml").write_text(PURE)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/__init__.py").write_text("import math\n")
    assert lint(tmp_path).returncode == 0
    (tmp_path / "rules/trick.py").write_text("import math\nfrom socket import socket\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    assert "rules.trick imports socket" in done.stdout


def test_a_cycle_of_packages_is_refused_with_the_imports_that_make_it(tmp_path):
    """Through two modules of a package that do not import each other: no cycle of modules."""
    (tmp_path / "pyproject.toml").write_text(PURE)
    for package in ("rules", "rules/deck", "rules/trick"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / "rules/deck/cards.py").write_text("")
    (tmp_path / "rules/trick/winner.py").write_text("import rules.deck.cards\n")
    (tmp_path / "rules/trick/points.py").write_text("")
    assert lint(tmp_path).returncode == 0
    (tmp_path / "rules/deck/values.py").write_text("import rules.trick.points\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    assert "rules.deck.values -> rules.trick.points" in done.stdout
    assert "rules.trick.winner -> rules.deck.cards" in done.stdout
