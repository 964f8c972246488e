"""Writes constraints.txt: the exact version of every package, for `make lock`.

pip resolves all requirements of pyproject.toml, with all extras and those of the build. It installs
nothing. Run it with the oldest Python that we support, since the versions must exist for it.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = """\
# The exact version of every package we install, as `make lock` wrote it (Python {python}).
# Do not edit: change the ranges in pyproject.toml and run `make lock` again.
"""


def requirements() -> list[str]:
    """All requirements of pyproject.toml."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = declared["project"]
    extras = project["optional-dependencies"].values()
    return sorted(
        {*declared["build-system"]["requires"], *project["dependencies"], *sum(extras, [])}
    )


def resolve(wanted: list[str]) -> list[str]:
    """The names and versions that pip would install for these requirements."""
    command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run"]
    command += ["--ignore-installed", "--use-pep517", "--report", "-", *wanted]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = [package["metadata"] for package in report["install"]]
    return sorted((f"{one['name']}=={one['version']}" for one in packages), key=str.lower)


if __name__ == "__main__":
    oldest = "{}.{}".format(*sys.version_info[:2])
    lines = resolve(requirements())
    (ROOT / "constraints.txt").write_text(HEADER.format(python=oldest) + "\n".join(lines) + "\n")
    print(f"constraints.txt: {len(lines)} packages for Python {oldest}.")
