"""The matrix of who sees what, and when."""

from datetime import UTC, datetime, timedelta

import pytest
from support.cases import case

from arena.server import visible as v
from arena.server.facts import PhaseFacts

NOW = datetime(2026, 4, 3, 12, tzinfo=UTC)
VIEWERS = {
    "public": v.EVERYBODY,
    "own": v.Viewer(v.TEAM, "ada"),
    "other": v.Viewer(v.TEAM, "bob"),
    "organiser": v.Viewer(v.ORGANISER),
    "projector": v.Viewer(v.PROJECTOR),
}
# The viewers who see a thing of the team `ada`, for each state of the phase.
PAST = NOW - timedelta(hours=1)
STATES = {
    "open": {"deadline": None},
    "live": {},
    "delayed": {"delay": 60},
    "frozen": {"freeze": NOW - timedelta(minutes=10)},
    "sealed": {"sealed": True},
    "own sealed": {"sealed": True, "own_sealed": True},
    "published": {
        "published": True,
        "sealed": True,
        "own_sealed": True,
        "freeze": NOW - timedelta(minutes=10),
    },
}
ALL = "public own other organiser projector"
DESK = "organiser"
SEEN = {
    v.SITE: dict.fromkeys(STATES, ALL),
    v.TABLE: {
        "open": ALL,
        "live": ALL,
        "delayed": DESK,
        "frozen": DESK,
        "sealed": DESK,
        "own sealed": DESK,
        "published": ALL,
    },
    v.GAME: {
        "open": ALL,
        "live": ALL,
        "delayed": f"own {DESK}",
        "frozen": f"own {DESK}",
        "sealed": f"own {DESK}",
        "own sealed": DESK,
        "published": ALL,
    },
    v.REPLAY: {
        "open": "organiser",
        "live": ALL,
        "delayed": f"own {DESK}",
        "frozen": f"own {DESK}",
        "sealed": f"own {DESK}",
        "own sealed": DESK,
        "published": ALL,
    },
    v.AHEAD: {
        "open": ALL,
        "live": ALL,
        "delayed": DESK,
        "frozen": DESK,
        "sealed": DESK,
        "own sealed": DESK,
        "published": ALL,
    },
    v.HOUSE: {**dict.fromkeys(STATES, "organiser"), "published": ALL},
    v.CODE: dict.fromkeys(STATES, "own organiser"),
    v.LOG: dict.fromkeys(STATES, "own organiser") | dict.fromkeys(("open", "own sealed"), DESK),
    v.UPLOAD: dict.fromkeys(STATES, "own organiser"),
    v.PRIVATE: dict.fromkeys(STATES, "own organiser"),
    v.STAGE: dict.fromkeys(STATES, "organiser projector"),
    v.DESK: dict.fromkeys(STATES, "organiser"),
}


def phase(**state):
    given = {"sealed": False, "delay": 0, "freeze": None, "published": False, "deadline": PAST}
    given |= state
    given = {"opens": None, "begun": True, "closed": False} | given
    return PhaseFacts("p", "P", "qualifying", "", **given)


def test_everybody_sees_exactly_what_the_matrix_says():
    assert set(SEEN) == set(v.RULES)
    for kind, by_state in SEEN.items():
        for state, seen in by_state.items():
            thing = v.Thing(kind, phase(**STATES[state]), ("ada",), NOW - timedelta(seconds=5))
            with case(f"{kind}, {state}"):
                who = [name for name, viewer in VIEWERS.items() if v.visible(thing, viewer, NOW)]
                assert who == seen.split()


@pytest.mark.parametrize("kind", [v.TABLE, v.GAME, v.REPLAY, v.AHEAD])
def test_a_result_appears_when_its_delay_is_over_and_not_a_moment_earlier(kind):
    thing = v.Thing(kind, phase(delay=60), ("ada",), NOW)
    seen = [v.visible(thing, v.EVERYBODY, NOW + timedelta(seconds=s)) for s in (0, 59, 60, 999)]
    assert seen == [False, False, True, True]


def test_a_scene_is_seen_when_it_comes_on_stage():
    scenes = [v.Thing(v.STAGE, phase(), at=NOW + timedelta(seconds=s)) for s in (-1, 0, 1)]
    assert [v.visible(each, VIEWERS["projector"], NOW) for each in scenes] == [True, True, False]
    assert not v.visible(v.Thing(v.STAGE, phase()), VIEWERS["projector"], NOW)


def test_a_phase_with_a_show_shows_what_the_show_has_told():
    staged = phase(sealed=True, freeze=NOW - timedelta(hours=2), show_began=NOW)
    times = [timedelta(seconds=s) for s in (-60, 0, 10, 30)]
    things = [v.Thing(v.TABLE, staged, at=NOW + time) for time in times]
    later = NOW + timedelta(seconds=20)
    assert [v.visible(each, v.EVERYBODY, later) for each in things] == [False, False, True, False]


def test_a_frozen_phase_shows_what_came_before_the_freeze():
    frozen = phase(freeze=NOW)
    ages = [timedelta(seconds=s) for s in (-1, 0, 1)]
    things = [v.Thing(v.TABLE, frozen, at=NOW + age) for age in ages]
    later = NOW + timedelta(days=1)
    assert [v.visible(thing, v.EVERYBODY, later) for thing in things] == [True, False, False]


def test_the_cards_of_a_phase_stay_secret_while_a_file_may_still_come():
    states = {
        "no deadline": ({"deadline": None}, False),
        "before its deadline": ({"deadline": NOW}, False),
        "before it opens": ({"deadline": None, "opens": NOW + timedelta(days=1)}, False),
        "after its deadline": ({"deadline": NOW - timedelta(microseconds=1)}, True),
        "closed by the next phase": ({"deadline": None, "closed": True}, True),
        "published": ({"deadline": None, "published": True}, True),
    }
    for name, (state, expected) in states.items():
        with case(name):
            own = v.Thing(v.REPLAY, phase(**state), ("ada",), NOW - timedelta(seconds=5))
            for viewer in (VIEWERS["own"], VIEWERS["public"], VIEWERS["projector"]):
                assert v.visible(own, viewer, NOW) is expected
            assert v.visible(own, VIEWERS["organiser"], NOW)
    practice = v.Thing(v.LOG, None, ("ada",))
    assert v.visible(practice, VIEWERS["own"], NOW)


def test_what_is_unknown_is_not_shown():
    assert not v.visible(v.Thing("strange", phase(published=True)), v.Viewer(v.ORGANISER), NOW)
    assert not v.visible(v.Thing(v.SITE), v.Viewer("strange"), NOW)
    assert not v.visible(v.Thing(v.TABLE, phase()), v.EVERYBODY, NOW)  # nobody knows how old it is
    assert not v.visible(v.Thing(v.TABLE, None, at=NOW), v.EVERYBODY, NOW)
    assert not v.visible(v.Thing(v.LOG, teams=("",)), v.Viewer(v.TEAM, ""), NOW)
