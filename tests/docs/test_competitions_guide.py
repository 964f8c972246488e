"""docs/competitions.md names every key with its default, and every preset."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from arena.cli import main
from arena.common.toml.keys import REQUIRED
from arena.competition.config.changes import COMPETITION as MAY_COMPETITION
from arena.competition.config.changes import PHASE as MAY_PHASE
from arena.competition.config.fields import COMPETITION, OF_KIND, PHASE, TEAMS
from arena.competition.config.presentation import CERTIFICATE, SITE
from arena.competition.config.presets import KINDS
from arena.standings.tiebreaks import TIEBREAKS

GUIDE = (Path(__file__).parents[2] / "docs" / "competitions.md").read_text(encoding="utf-8")


def table(after: str) -> dict[str, list[str]]:
    """The first table after these words: the first word of each row, and the other cells."""
    lines = GUIDE.partition(after)[2].split("\n\n")
    rows = next(part for part in lines if part.startswith("|")).splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {first.strip("`[]"): rest for first, *rest in cells}


@pytest.mark.parametrize(
    "after, keys",
    [
        ("\nThe competition:", COMPETITION),
        ("\nFor the pages", SITE),
        ("\nUnder `[teams]`:", TEAMS),
        ("\nUnder `[certificate]`:", CERTIFICATE),
        ("\nUnder each `[[phase]]`:", PHASE),
    ],
)
def test_every_key_is_in_its_table_with_its_default(after, keys):
    result = table(after)
    assert list(result) == list(keys)
    for name, key in keys.items():
        default = result[name][0]
        if key.default is REQUIRED:
            assert default == "needed"
        elif default.startswith("`"):
            assert key.read(tomllib.loads(f"x = {default.strip('`')}")["x"]) == key.default
        else:
            assert not key.default


def test_the_guide_names_the_kinds_of_each_key():
    for name, (_, kinds, *_) in table("\nUnder each `[[phase]]`:").items():
        having = [kind for kind, own in OF_KIND.items() if name in own] or list(OF_KIND)
        without = [kind for kind in OF_KIND if kind not in having]
        all_but = f"all but {', '.join(without)}" if without else "all"
        assert kinds in (", ".join(having), all_but), name


def test_the_guide_names_every_kind_and_every_tie_break():
    result = table("\nUnder each `[[phase]]`:")
    assert re.findall(r"`([\w-]+)`", result["kind"][-1]) == list(OF_KIND)
    assert set(re.findall(r"[\w-]{3,}", "".join(result["tiebreaks"]))) >= set(TIEBREAKS)


def test_the_guide_names_every_preset():
    assert list(table("## Beginning")) == list(KINDS)


def test_the_guide_says_for_every_key_whether_it_may_change():
    words = set(re.findall(r"[\w-]+", GUIDE.partition("## What may change")[2]))
    assert {*MAY_COMPETITION, *MAY_PHASE, *COMPETITION, *TEAMS} - {"open", "names"} <= words


def test_the_beginning_is_as_it_is_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command, _, shown = GUIDE.partition("$ arena init")[2].partition("\n")
    monkeypatch.setattr("sys.argv", ["arena", "init", *shlex.split(command)])
    main()
    printed = capsys.readouterr().out
    without_hash = re.sub(r"[0-9a-f]{64}", "HASH", printed)
    assert re.sub(r"[0-9a-f]{64}", "HASH", shown).startswith(without_hash)
