"""Two equal bots tie fifty times. The pages show these matches as one, and every link works."""

import re
from urllib.parse import unquote

import pytest
from support import cups

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish

KNOCKOUT = '[[phase]]\nname = "all"\nkind = "knockout"\ngames = 2\n'

pytestmark = pytest.mark.usefixtures("games_here")


def test_many_drawn_extra_matches_are_shown_as_one(tmp_path):
    cup = cups.make(tmp_path / "cup", KNOCKOUT, {"A": cups.FIRST, "B": cups.FIRST + "  # B"})
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        folder = publish(phase_state(competition, "all"), sealed=False)
    for name in ("matches.html", "bracket.html"):
        assert "Sudden death: 50 draws" in (folder / name).read_text()
    pages = {path.name: path.read_text() for path in (folder / "matches").glob("*.html")}
    together = [set(re.findall(r"Sudden death: (\d+) draws", text)) for text in pages.values()]
    alone = [re.findall(r"Sudden death \d+, 2 games", text) for text in pages.values()]
    assert sum(map(len, alone)) <= 1  # the last one, if its page has no other
    assert sum(int(number) for each in together for number in each) + sum(map(len, alone)) == 50
    links = re.findall(r'href="matches/([^"#]+)#([^"]+)"', (folder / "matches.html").read_text())
    assert len(links) == 51
    for page, anchor in links:
        assert f'id="{anchor}"' in pages[unquote(page)]
