"""Plays the same games with two versions of Card Arena, and compares the results.

    python tools/compare_results.py OLD NEW

OLD and NEW are folders with a version each, made ready by `make setup`; `git worktree add` makes
one from an old commit. Run this before and after a change that must not change any result. Both
versions play matches of every game, a league, a competition, an analysis and an experiment, all
with the same seeds and without a clock. The script compares their records, tables and texts, and
leaves out times and versions. It does not compare pages, because their words may change.
The results are in Out/compare. The exit code is 1 if they differ.
"""

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

OUT = Path("Out/compare")
# Times, and facts that depend on how busy the machine is.
NOT_COMPARED = {
    *("us", "cpu", "waited", "replays", "notes", "versions", "version", "seconds", "created"),
    *("mean_us", "max_us", "p95_us", "median_us", "think_us", "total_us", "thinking", "rate"),
}
COMPARED = {".json", ".jsonl", ".csv", ".txt"}
SHOWN = 12  # lines of a difference

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
    quick = ["--no-clock", "--seed", "compare"]
    for game, bots in MATCHES.items():
        yield ["play", game, *bots, "-n", "12", *quick, "--save", f"play-{game}"]
    yield ["play", *BOTS, "-n", "4", *quick, "--save", "files"]
    yield [
        "play",
        "random",
        "slow",
        "-n",
        "2",
        "--budget",
        "0.01",
        "--seed",
        "late",
        "--save",
        "late",
    ]
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


def comparable(path: Path) -> str:
    """The text of a file without times: JSON one value a line, so that differences are short."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        return "\n".join(
            json.dumps(without_times(row)) for row in csv.DictReader(text.splitlines())
        )
    if path.suffix == ".jsonl":
        values = [json.loads(line) for line in text.splitlines()]
        return "\n".join(json.dumps(without_times(value), sort_keys=True) for value in values)
    if path.suffix == ".json":
        return json.dumps(without_times(json.loads(text)), sort_keys=True, indent=1)
    return text


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in NOT_COMPARED}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def results(folder: Path) -> dict[str, Path]:
    return {
        str(path.relative_to(folder)): path
        for path in sorted(folder.rglob("*"))
        if path.suffix in COMPARED and path.is_file()
    }


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
    one, other = results(before), results(after)
    differ = sorted(one.keys() ^ other.keys())
    for name in differ:
        print(f"{name}: only in {before if name in one else after}")
    for name in sorted(one.keys() & other.keys()):
        lines, new_lines = (comparable(path).splitlines() for path in (one[name], other[name]))
        if lines != new_lines:
            differ.append(name)
            print(f"{name} differs:")
            difference = list(unified_diff(lines, new_lines, lineterm="", n=0))
            print("\n".join(f"  {line:.200}" for line in difference[2 : 2 + SHOWN]))
    print(f"{len(one | other)} files compared, {len(differ)} differ")
    return int(bool(differ))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
