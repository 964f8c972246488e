"""Commands that take the place of a queue's: a job is a process of this machine."""

import os
import stat
from pathlib import Path

SUBMIT = r"""#!/bin/bash
# Starts the script in a file or, as for bsub, at the input. As root, jobs stay root here.
script=$(mktemp "$QUEUE/XXXXXX.script")
cat -- "${1:-/dev/stdin}" | sed "s/ cluster work / cluster work $QUEUE_USER /" > "$script"
[ ! -e "$QUEUE/refuses" ] || { echo "no account" >&2; exit 1; }
if [ -e "$QUEUE/starts" ]; then
    bash "$script" </dev/null >"$script.out" 2>&1 &
else
    sleep infinity </dev/null >/dev/null 2>&1 &
fi
echo "Submitted batch job $!"
"""
CANCEL = """#!/bin/sh
echo "$1" >> "$QUEUE/cancelled"
kill "$1"
"""
SUBMITS = {"slurm": "sbatch", "pbs": "qsub", "sge": "qsub", "lsf": "bsub"}
CANCELS = ("scancel", "qdel", "bkill")


class FakeQueue:
    """A queue in this folder. Until `starts` is called, its jobs do nothing."""

    def __init__(self, folder: Path, monkeypatch) -> None:
        self.folder = folder
        commands = dict.fromkeys(SUBMITS.values(), SUBMIT) | dict.fromkeys(CANCELS, CANCEL)
        for name, text in commands.items():
            path = folder / "bin" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
        monkeypatch.setenv("QUEUE", str(folder))
        monkeypatch.setenv("QUEUE_USER", "--user root" if os.geteuid() == 0 else "")

    def starts(self) -> None:
        """From now on, jobs begin at once."""
        (self.folder / "starts").touch()

    def refuses(self) -> None:
        """From now on, no job is accepted."""
        (self.folder / "refuses").touch()

    def scripts(self) -> list[str]:
        return [path.read_text() for path in sorted(self.folder.glob("*.script"))]

    def outputs(self) -> list[str]:
        return [path.read_text() for path in sorted(self.folder.glob("*.out"))]

    def cancelled(self) -> int:
        """How many jobs were ended by the arena."""
        path = self.folder / "cancelled"
        return len(path.read_text().splitlines()) if path.exists() else 0
