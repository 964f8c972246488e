"""Long tables, large brackets and many places have pages, and nobody is left out."""

from support.cases import case
from support.made_up_results import made_up_knockout, made_up_league

from arena.schedule.bracket import Bracket
from arena.show.pages import BOXES, ROWS, bracket_pages, page_with, table_pages
from arena.show.plan import make_plan
from arena.show.scenes import make_script
from arena.show.script import OPEN, BracketScene


def test_each_row_is_on_one_page():
    for count in (0, 1, 24, 25, 48, 100):
        pages = table_pages(range(count))
        with case(count):
            assert [row for page in pages for row in page] == list(range(count))
            assert len(pages) == max(1, -(-count // ROWS))


def test_each_meeting_is_on_a_page_with_the_meeting_of_its_winner():
    for entrants in (2, 3, 8, 16, 17, 32, 33, 64, 100, 128, 200, 500):
        rounds = Bracket(entrants, third_place=True).rounds
        pages = bracket_pages(rounds)
        with case(entrants):
            assert max(part.end - part.first for page in pages for part in page) <= BOXES
            for number, meetings in enumerate(rounds[:-1]):
                for place in range(len(meetings)):
                    page = pages[page_with(pages, number, place)]
                    assert any(part.has(number + 1, place // 2) for part in page)
            assert [(part.first, part.end) for part in pages[-1]] == [
                (0, len(meetings)) for meetings in rounds if len(meetings) <= BOXES
            ]


def test_a_bracket_shows_all_at_first_and_then_the_pages_with_news():
    results = made_up_knockout(entrants=40, games=2)
    script = make_script(results, make_plan(results, {}, 60), 60, OPEN, True)
    first, *others = [scene for scene in script.scenes if isinstance(scene, BracketScene)]
    pages = bracket_pages(first.rounds)
    assert first.pages == tuple(range(len(pages)))
    before = first
    for scene in others:
        for number, meetings in enumerate(scene.rounds):
            for place, meeting in enumerate(meetings):
                if meeting != before.rounds[number][place]:
                    assert any(
                        part.has(number, place) for page in scene.pages for part in pages[page]
                    )
        assert scene.pages[-1] == len(pages) - 1
        assert len(scene.pages) <= 2
        assert scene.seconds == 10 + 5 * (len(scene.pages) - 1)
        before = scene


def test_the_scenes_of_many_entrants_take_longer():
    seconds = {}
    for make in (made_up_league, made_up_knockout):
        for entrants in (6, 100):
            results = make(entrants=entrants, games=1)
            steps = make_plan(results, {}, 5)
            seconds[make, entrants] = [step.seconds for step in steps if step.kind == "end"]
            names = [name for place in results.places for name in place.names]
            assert sorted(names) == sorted(results.teams)
    assert set(map(tuple, seconds.values())) == {(20,), (40,)}
