"""The Makefile and tools/setup.sh."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_make_alone_lists_every_command():
    rules = re.findall(r"^([a-z]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = subprocess.run(
        ["make"], cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True
    )
    assert re.findall(r"^make (\w+) +\S", listed.stdout, re.MULTILINE) == rules
    assert listed.returncode == 0


def test_setup_with_an_unusable_python_says_what_to_do():
    done = subprocess.run(
        ["bash", "tools/setup.sh"],
        cwd=ROOT,
        env=os.environ | {"PYTHON": "/nowhere/python3"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "no Python 3.11 or newer" in done.stderr
    assert "not /nowhere/python3" in done.stderr
    assert "make setup PYTHON=" in done.stderr
