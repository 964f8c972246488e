"""The games of earlier versions of a bot do not count. They show the progress of its team."""

import gzip
import json

import pytest
from support import cups
from support.deciding import make_toy_cup

from arena.competition.config.folder import open_competition
from arena.competition.play.beginning import replace_house
from arena.competition.play.phase_state import phase_state
from arena.competition.results.public_audit import audit_public
from arena.competition.results.publishing import publish

PHASE = '[[phase]]\nname = "all"\nkind = "qualifying"\nhouse = ["random"]\ngames = 20\n'


@pytest.mark.usefixtures("games_here", "toy")
def test_the_page_of_a_team_shows_its_versions_in_a_phase(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", PHASE, "AB")
    cups.play(cup)
    before = cups.rows(cup, "all")["A"]
    cups.enter(cup, "A", "return None")
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        folder = publish(phase_state(competition, "all"), sealed=False)
    summary = json.loads((folder / "summary.json").read_text())
    teams = {team["name"]: team for team in summary["teams"]}
    assert "earlier" not in teams["B"]
    [earlier] = teams["A"]["earlier"]
    assert (earlier["version"], earlier["games"], earlier["faults"]) == (1, 20, 0)
    assert [round(earlier[key], 4) for key in ("share", "share_low", "share_high")] == [
        before[key] for key in ("share", "share_low", "share_high")
    ]
    assert teams["A"]["version"] == 2
    page = (folder / "teams" / "a.html").read_text()
    assert "does not count (20 games)" in page
    assert "does not count" not in (folder / "teams" / "b.html").read_text()
    records = folder / "earlier.jsonl.gz"
    lines = gzip.decompress(records.read_bytes()).splitlines(keepends=True)
    assert len(lines) == 20
    audit, _ = audit_public(folder.parent)
    assert audit.games == 40
    assert "games of earlier versions" in audit.checked
    assert not audit.problems
    changed = json.loads(lines[0])
    changed["scores"].reverse()
    records.write_bytes(gzip.compress(json.dumps(changed).encode() + b"\n"))
    audit, _ = audit_public(folder.parent)
    assert "earlier.jsonl.gz: Game 1, " in audit.problems[0]


@pytest.mark.usefixtures("games_here", "toy")
def test_games_against_a_house_bot_that_was_replaced_say_nothing_about_a_version(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", PHASE, "AB")
    cups.play(cup)
    cups.enter(cup, "A", "return None")
    cups.edit(cup, '"random"', '"alwaysfirst"')
    with open_competition(cup, alone=True) as competition:
        replace_house(competition, competition.settings.phases[0], "another")
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        folder = publish(phase_state(competition, "all"), sealed=False)
    assert not (folder / "earlier.jsonl.gz").exists()
    assert "earlier" not in (folder / "summary.json").read_text()
