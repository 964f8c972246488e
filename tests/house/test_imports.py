"""Imports point one way, and the rules are pure: import-linter's contracts in pyproject.toml."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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
contract_types = ["pure: tools.contracts.PureContract"]

[[tool.importlinter.contracts]]
name = "pure"
type = "pure"
package = "rules"
allowed = ["math"]
"""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_every_contract_is_kept():
    done = lint(ROOT)
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
