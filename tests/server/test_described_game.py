"""A competition with a game of its own, which a file in its folder describes, as a live site."""

import shutil

import pytest
from support import cups
from support.asking import ask
from support.paths import ROOT

from arena.competition.config.folder import open_competition
from arena.server.engine.admission.lane import receive_all
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.play.lane import PlayLane
from arena.server.options import Options
from arena.server.web.app import make_app
from arena.server.web.core.site import Site
from arena.store.live.codes import make_code

GAMES = ROOT / "Game" / "recycle" / "games"


@pytest.mark.parametrize("file", ["kuhn.rcy", "agram.gdl"])
def test_files_are_taken_games_are_played_and_everybody_watches(file, tmp_path):
    folder = cups.make(tmp_path / "cup", cups.LEAGUE.replace("games = 4", "games = 2"))
    shutil.copy(GAMES / file, folder / file)
    cups.edit(folder, 'game = "brisca"', f'game = "{file}"')
    for name, think in (("Ada", cups.FIRST), ("Bob", cups.LAST)):
        cups.enter(folder, name, think)
    PlayLane(Options(str(folder)), 1, cups.in_process).look()
    with open_competition(folder) as competition:
        store = competition.store
        team = store.team("ada")
        bearer = {"authorization": f"Bearer {make_code(store.database, team)}"}
        LiveLane().look(competition, competition.now()[0])
        app = make_app(Site(folder, store, "http://cup.example.org"))
        pages = {path: ask(app, "GET", path).text for path in ("/", "/league/")}
        sent = ask(
            app, "POST", "/api/v1/uploads?name=bot.py", cups.source(cups.MIDDLE).encode(), bearer
        )
        receive_all(competition)
        assert [version.number for version in store.versions(team)] == [1, 2]
        games = store.count("league")
    assert sent.status == 201
    assert f"2 teams, {games} games." in pages["/league/"]
    assert competition.game.title in pages["/"]
