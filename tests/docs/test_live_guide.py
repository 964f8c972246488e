"""The commands in docs/live.md run one after the other, and print what is shown."""

import re
import shlex
from pathlib import Path

import pytest
from support import cups
from support.drills import LiveSite, wait_until
from support.serve_options import options_of

from arena.cli import main
from arena.competition.config.folder import open_competition
from arena.competition.config.reading import parse

GUIDE = (Path(__file__).parents[2] / "docs" / "live.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^\$ arena (.*)\n((?:(?!\$|```).*\n)*)", re.MULTILINE)
CHANGES = (  # in each run
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+", "TIME"),
    (r"[0-9a-f]{64}|[0-9a-f]{8}\.\.\.", "HASH"),
    (r"[0-9a-f]{16}", "RECEIPT"),
    (r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}", "CODE"),
    (r"\d+\.\d+ s\b", "SECONDS"),
    (r"version \d+", "version N"),
)


def without_changes(text):
    for pattern, word in CHANGES:
        text = re.sub(pattern, word, text)
    return text


def has_games(folder):
    with open_competition(folder) as competition:
        return competition.store.count("qualifying") > 0


@pytest.fixture
def arena(tmp_path, monkeypatch, capsys):
    """Runs a command in an empty folder: its output."""
    monkeypatch.chdir(tmp_path)

    def run(line):
        monkeypatch.setattr("sys.argv", ["arena", *shlex.split(line)])
        main()
        return capsys.readouterr().out

    return run


@pytest.mark.slow
def test_every_command_of_the_guide_works_as_it_is_shown(arena, tmp_path):
    shown = dict(COMMAND.findall(GUIDE))
    assert {line.split()[0] for line in shown} == {"serve", "team", "submit"}
    arena("init cup --preset robobrisca")
    (tmp_path / "bot.py").write_text(cups.source(cups.FIRST))
    with LiveSite(tmp_path / "cup") as site:
        wait_until(lambda: site.ask("/api/v1/") is not None)
        code = ""
        for line, expected in shown.items():
            if line.startswith("serve"):
                options_of(line)  # it runs already
                continue
            line = line.replace("https://cup.example.org", f"http://127.0.0.1:{site.port}")
            printed = arena(re.sub(r"--code \S+", f"--code {code}", line))
            code = next(iter(re.findall(r": ([0-9A-Z-]{19})$", printed, re.MULTILINE)), code)
            parts = without_changes(expected).split("  ...\n")
            rest = without_changes(printed)
            for part in filter(None, parts):
                assert part in rest, line
                rest = rest.partition(part)[2]
        wait_until(lambda: has_games(tmp_path / "cup"))
        for line in re.findall(r"`arena ((?:backup|restore|audit)[^`]*)`", GUIDE):
            assert arena(" ".join(line.split()))


def test_the_phase_of_the_guide_can_be_read(tmp_path):
    [toml] = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    [phase] = parse(f"{cups.HEAD}{cups.LEAGUE}{toml}", tmp_path).phases
    assert (phase.broadcast, phase.delay) == ("live", 60)
    assert phase.freeze is not None
