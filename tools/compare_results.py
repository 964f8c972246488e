"""Plays the same games with two versions of Card Arena, and compares the results.

    python tools/compare_results.py OLD NEW

OLD and NEW are folders with one version each. Run `make setup` in both. `git worktree add` makes a
folder from an old commit. Run this before and after a change that must not change any result. Both
versions play matches of every game, a league, competitions, an analysis and an experiment, all with
the same seeds and without a clock. The script compares their records, tables and texts. It leaves
out times, versions, hashes (the files of house bots may differ) and sentences for people. It does
not compare pages, because their words may change. The results are in Out/compare. The exit code is
1 if they differ.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

OUT = Path("Out/compare")
# Times, facts that depend on how busy the machine is, ids (they are hashes), sentences for people.
NOT_COMPARED = {
    *("us", "cpu", "waited", "replays", "notes", "versions", "version", "seconds", "created"),
    *("id", "sentence", "meaning", "what it says"),
    *("mean_us", "max_us", "p95_us", "median_us", "think_us", "total_us", "thinking", "rate"),
}
COMPARED = {".json", ".jsonl", ".csv", ".txt"}
SHOWN = 12  # lines of a difference
HASH = re.compile(r"\b(?=[0-9]*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{16})\b")  # numbers have no letters

SEARCHES = ("ismcts(simulations=20)", "montecarlo(simulations=40)", "random")
MATCHES = {
    "brisca": ("greedy", "osla"),
    "boerenbridge": ("greedy", "kripke", "greedykripke", "fullkripke"),
    "tarot": ("greedy", "ismcts(simulations=10)", "random"),
    "agram": SEARCHES,
    "gems": SEARCHES,
    "hearts": SEARCHES,
    "lastcard": SEARCHES,
    "onemore": ("paranoidmcts(simulations=20)", "random"),
    "solo": SEARCHES,
    "stairs": ("maxn(simulations=20)", "random", "bestreply(simulations=20)"),
    "whist": ("random", "montecarlo(simulations=20)"),
}
BOTS = ("carta_baja.py", "cuenta_triunfos.py")  # in submissions/
PRESETS = ("robobrisca", "swiss", "ladder", "knockout")


def commands() -> Iterator[list[str]]:
    """The commands after the competitions were made."""
    # The bot `kripke` reads the clock, so it gets more time than it needs on any machine.
    quick = ["--no-clock", "--budget", "600", "--seed", "compare"]
    for game, bots in MATCHES.items():
        yield ["play", game, *bots, "-n", "12", *quick, "--save", f"play-{game}"]
    yield ["play", *BOTS, "-n", "4", *quick, "--save", "files"]
    yield ["league", *BOTS, "random", "osla", "greedy", "-n", "4", *quick, "--save", "league"]
    records = "play-brisca/games.jsonl"
    yield ["replay", "verify", records]
    yield ["replay", "show", records, "--game", "2"]
    yield ["replay", "convert", records, "--game", "1", "-o", "brisca.txt"]
    yield ["analyse", "agram", "-n", "40", "--players", "3", "--workers", "1", "--out", "analyse"]
    yield [
        "experiment",
        "boerenbridge-agents",
        "--games",
        "24",
        "--workers",
        "1",
        "--out",
        "agents",
    ]
    for preset in PRESETS:
        for bot, team in zip(BOTS, ("Ada", "Bob"), strict=True):
            yield ["submit", bot, "--team", team, "--to", preset]
        yield ["admit", preset]
        yield ["run", preset]
        yield ["standings", preset, "--csv"]
        yield ["publish", preset]


def run(version: Path, folder: Path, arguments: list[str]) -> str:
    """The output of a command of this version, in this folder."""
    arena = version.resolve() / ".venv" / "bin" / "arena"
    done = subprocess.run([arena, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{arena} {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def make_competitions(version: Path, folder: Path) -> None:
    """Small competitions. Both versions get a copy, since the seed of a competition is random."""
    for preset in PRESETS:
        run(version, folder, ["init", preset, "--preset", preset])
        file = folder / preset / "competition.toml"
        lines = file.read_text().splitlines()
        small = ["games = 4" if line.startswith("games = ") else line for line in lines]
        file.write_text("\n".join(small) + "\n")


def comparable(paths: list[Path]) -> list[str]:
    """The lines of some files without times and hashes. Records are sorted: workers differ."""
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    text = HASH.sub("HASH", text.replace(f"{OUT}/old", str(OUT)).replace(f"{OUT}/new", str(OUT)))
    if paths[0].suffix == ".csv":
        rows = csv.DictReader(text.splitlines())
        return [json.dumps(without_times(row)) for row in rows]
    if paths[0].suffix == ".jsonl":
        values = [without_times(json.loads(line)) for line in text.splitlines()]
        return sorted(json.dumps(value, sort_keys=True) for value in values)
    if paths[0].suffix == ".json":
        text = json.dumps(without_times(json.loads(text)), sort_keys=True, indent=1)
    return text.splitlines()


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in NOT_COMPARED}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def results(folder: Path) -> dict[str, list[Path]]:
    """The files to compare, by name. The files of records in a folder are one, since a run may
    split them in another way."""
    by_name: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in COMPARED and path.is_file():
            name = path.with_name("*.jsonl") if path.suffix == ".jsonl" else path
            by_name.setdefault(str(name.relative_to(folder)), []).append(path)
    return by_name


def compare(before: Path, after: Path) -> int:
    """Print the differences; return the number of files that differ."""
    one, other = results(before), results(after)
    differ = sorted(one.keys() ^ other.keys())
    for name in differ:
        print(f"{name}: only in {before if name in one else after}")
    for name in sorted(one.keys() & other.keys()):
        lines, new_lines = comparable(one[name]), comparable(other[name])
        if lines != new_lines:
            differ.append(name)
            print(f"{name} differs:")
            difference = list(unified_diff(lines, new_lines, lineterm="", n=0))
            print("\n".join(f"  {line:.200}" for line in difference[2 : 2 + SHOWN]))
    print(f"{len(one | other)} files compared, {len(differ)} differ")
    return len(differ)


def main(old: Path, new: Path) -> int:
    shutil.rmtree(OUT, ignore_errors=True)
    before, after = OUT / "old", OUT / "new"
    before.mkdir(parents=True)
    for bot in BOTS:
        shutil.copy(old / "submissions" / bot, before)
    make_competitions(old, before)
    shutil.copytree(before, after)
    for version, folder in ((old, before), (new, after)):
        for number, arguments in enumerate(commands()):
            print(f"{version}: arena {' '.join(arguments)}", flush=True)
            output = run(version, folder, arguments)
            if arguments[0] in ("replay", "standings"):
                suffix = "csv" if "--csv" in arguments else "txt"
                (folder / f"{number:02}-{arguments[0]}.{suffix}").write_text(output)
    return int(compare(before, after) > 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
