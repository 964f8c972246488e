"""Everybody is shown on the projector, and everything has room: many teams, and long names."""

import pytest
from msgspec import structs
from support import shows
from support.browser import shots
from support.cases import case
from support.made_up_results import made_up_knockout, made_up_league
from support.stage_page import StagePage
from support.viewing import games

from arena.pages.words import Words
from arena.server.engine.show.scenes import SceneWriter
from arena.show.plan import make_plan
from arena.show.scenes import make_script
from arena.show.script import OPEN, read_script, show_folder

pytestmark = pytest.mark.slow

NAMES = ("Los Ases de la Baraja", "Bob", "Cid", "Las Damas y los Reyes", "Eva", "Fay")
LONG = "Los Ases de la Baraja de Castellón de la"


@pytest.fixture
def stage(browser):
    pages = []

    def open_it(language="en"):
        pages.append(StagePage(browser, language))
        return pages[-1]

    yield open_it
    for page in pages:
        assert page.said == []
        page.close()


@pytest.mark.parametrize("game, seats", [("tarot", 3), ("hearts", 4), ("agram", 6)])
def test_games_of_more_players_have_room(stage, competition, tmp_path, game, seats):
    """The seats of Hearts have labels, and Agram lays cards before them."""
    options = {"players": str(seats)} if game == "agram" else {}
    [record] = games(*["random"] * seats, game=game, **options)
    shows.write_game(competition.out, "league", record, NAMES[:seats])
    folder = show_folder(competition.out, "league")
    writer = SceneWriter(competition, read_script(folder), folder, Words("en"))
    page = stage()
    page.begin("game", writer.game(record.id, "final", 1, NAMES[:seats]), before=[10.5] * seats)
    for moves in (0, len(record.moves) // 2, len(record.moves)):
        page.draw(moves)  # a second for each
        with case(moves):
            assert not page.outside()
    tab = page.tab
    assert tab.locator(".contender").count() == seats
    assert tab.locator(".view").count() == 2
    last = tab.locator(".contenders > :last-child").bounding_box()
    assert last["y"] + last["height"] <= tab.locator(".tension").bounding_box()["y"]
    for part in (".points", ".won"):
        of_part = tab.locator(f".contender {part}").all()
        assert not any(each.evaluate("it => it.scrollWidth > it.clientWidth") for each in of_part)
    tab.screenshot(path=str(shots(tmp_path) / f"show-{game}-{seats}.png"))


@pytest.mark.parametrize(
    "make, entrants, language", [(made_up_league, 40, "nl"), (made_up_knockout, 100, "es")]
)
def test_many_teams_are_all_shown_and_have_room(
    stage, competition, tmp_path, make, entrants, language
):
    """The table, the bracket and the places have pages, which come while their scene is on."""
    results = make(entrants=entrants, games=1, name=LONG)
    script = make_script(results, make_plan(results, {}, 4), 4, OPEN, True)
    script = structs.replace(script, phase="league")
    writer = SceneWriter(competition, script, tmp_path, Words(language))
    page = stage(language)
    for scene in (script.scenes[1], script.scenes[-1]):
        kind = str(scene.__struct_config__.tag)
        shown = getattr(writer, kind)(scene)
        page.begin(kind, shown, seconds=scene.seconds)
        seen = set()
        for second in range(1, scene.seconds, 4):  # a page takes 5 seconds or more
            page.draw(second)
            with case((kind, second)):
                assert not page.outside()
            seen |= set(page.tab.locator("#scene .name").all_inner_texts())
        page.tab.screenshot(path=str(shots(tmp_path) / f"show-{kind}-{entrants}.png"))
        assert seen >= set(results.teams)


def test_a_meeting_with_many_extra_games_has_room(stage):
    """Two bots that play the same tie fifty times."""
    ties = [["100.5", "99.5"], *[["1", "1"]] * 49, ["2", "0"]]
    meeting = {"label": "Final", "names": [LONG, "Bob"], "winner": LONG, "by": "extra games"}
    few = meeting | {"scores": [["2", "2"], ["1", "1"], ["0", "2"]]}
    page = stage()
    page.begin("bracket", {"pages": [[[meeting | {"scores": ties}], [few], [few], [few]]]})
    page.draw(1)
    assert not page.outside()
    scores = page.tab.locator(".meeting .won b").all_inner_texts()
    assert scores[:7] == ["100.5", "1", "\u2026", "2", "2", "1", "0"]
    for name in page.tab.locator(".meeting .name").all():
        assert name.bounding_box()["width"] > 100
