"""docs/sandbox.md shows the table of isolation levels, and the code asks nothing else."""

import re
from pathlib import Path

from support.paths import ROOT

from arena.guest.protocol.levels import FOR_STRANGERS, LEVELS, Calls, Files, IsolationLevel
from arena.guest.protocol.limits import Limits
from arena.sandbox.box_order import MEMORY

DOCS = (ROOT / "docs" / "sandbox.md").read_text("utf-8")
CHOICES = ("first choice", "second choice", "third choice")
NAME = f"""["']({"|".join(LEVELS)})["']"""
# Code that compares the name of a level: `level == "docker"`, `"process" in levels`.
COMPARES = re.compile(rf"(==|!=|\bin|\bcase) *\(?{NAME}|{NAME} *(==|!=|(not )?in\b)")


def described(level: IsolationLevel) -> dict[str, str]:
    """The column of a level in the documentation, made from its row in the code."""
    few, grouped = level.filters_calls, "where there are control groups"
    return {
        "it needs": level.needs,
        "`auto` uses it for strangers' bots": CHOICES[FOR_STRANGERS.index(level.name)]
        if level.is_for_strangers
        else "no",
        "a fresh process for each game": "yes" if level.is_boxed else "no",
        "its own processes end with the game": "it cannot start any"
        if level.calls is not Calls.ALL
        else "no",
        "files": level.files.value,
        "network": "none" if few else "yours",
        "calls to the kernel": level.calls.value,
        "it can load compiled code": "no" if few else "yes",
        "memory": f"{MEMORY // 2**20} MB" if level.is_boxed else "unlimited",
        "the limit includes page tables": "yes"
        if level.has_container
        else (grouped if level.has_control_group else "no"),
        "threads": str(Limits(MEMORY).threads)
        if few
        else (f"some 20, {grouped}" if level.has_control_group else "unlimited"),
        "partners have different files": "yes" if level.files is Files.COPY else "no",
        "partners have different fork servers": "yes, a container each"
        if level.has_container
        else ("yes" if level.separates_partners else "no"),
    }


def test_the_table_of_the_documentation_is_the_table_of_the_code():
    lines = DOCS.partition("| | `inprocess` |")[2].partition("\n\n")[0].splitlines()
    names = re.findall("`([a-z]+)`", "`inprocess` |" + lines[0])
    assert names == list(LEVELS)
    written: dict[str, dict[str, str]] = {name: {} for name in names}
    for line in lines[2:]:
        label, *cells = (
            re.sub(r" \(\d\)$", "", cell.strip()) for cell in line.strip("|").split("|")
        )
        for name, cell in zip(names, cells, strict=True):
            written[name][label] = cell
    for name, level in LEVELS.items():
        assert written[name] == described(level), name


def test_the_documentation_has_the_sentence_of_every_level():
    for level in LEVELS.values():
        assert f"\n- `{level.name}`: {level.about}\n" in DOCS


def test_no_module_but_the_table_compares_the_names_of_levels():
    table = ROOT / "arena" / "guest" / "protocol" / "levels.py"
    others = [path for path in Path(ROOT, "arena").rglob("*.py") if path != table]
    assert len(others) > 100
    for path in others:
        result = COMPARES.search(path.read_text("utf-8"))
        assert result is None, f"{path}: {result}"


def test_a_level_for_strangers_lets_a_bot_make_few_calls():
    for name in FOR_STRANGERS:
        assert LEVELS[name].calls is Calls.FEW, name
