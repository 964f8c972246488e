"""The state machine of a show, with a clock that is an argument."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from support.cases import case

from arena.server.show.cues import Cue, CueError, counted_games, on_stage, score_before, told_by
from arena.server.show.state import (
    LEAD,
    Command,
    loadable,
    moment,
    new_show,
    obey,
    scene,
    settled,
    unseen_matches,
    with_new_script,
    with_published,
    with_refusal,
)

NOW = datetime(2026, 6, 12, 20, tzinfo=UTC)
# Two matches: of the first, games a and b are shown whole, and c and d are counted.
CUES = (
    Cue("t", "title", 5, "s0", waits=True),
    Cue("o1", "opening", 4, "s1", match=0),
    Cue("a", "game", 20, "s2", match=0, whole=True, credits=(1.0, 0.0)),
    Cue("b", "game", 20, "s3", match=0, whole=True, credits=(0.0, 1.0)),
    Cue("c", "game", 20, match=0, counted=True, whole=True, credits=(1.0, 0.0)),
    Cue("d", "game", 0, match=0, counted=True, credits=(0.5, 0.5)),
    Cue("k1", "counter", 8, "s4", match=0, planned=2),
    Cue("b1", "bracket", 6, "s5", matches=(7,)),
    Cue("n2", "next", 5, "s6", match=1),
    Cue("o2", "opening", 4, "s7", match=1),
    Cue("e", "game", 20, "s8", match=1, whole=True, credits=(1.0, 0.0)),
    Cue("k2", "counter", 8, "s9", match=1),
    Cue("b2", "bracket", 6, "s10", waits=True),
    Cue("z", "end", 10, "s11"),
)


def after(seconds):
    return NOW + timedelta(seconds=seconds)


def do(state, name, seconds=0.0, **more):
    return obey(state, Command(name, **more), after(seconds))


def at(cue, **more):
    """A show that plays, and has just come to this scene."""
    return replace(new_show("final", "x", CUES, NOW), cue=cue, playing=True, **more)


def where(state, seconds):
    """The scene at this time, and its seconds so far."""
    now = settled(state, after(seconds))
    here = moment(now, after(seconds))
    return here.cue.id, round(here.at, 3)


def test_a_show_begins_at_its_first_scene_and_waits():
    new = new_show("final", "x", CUES, NOW)
    assert where(new, 100) == ("t", 0.0)
    assert where(do(new, "play"), 100) == ("t", 5.0)  # a title waits for the organiser


def test_scenes_follow_each_other_at_the_planned_times():
    plan = [(0, "o1", 0), (3.9, "o1", 3.9), (4, "a", 0), (24, "b", 0), (44, "k1", 0), (52, "b1", 0),
            (58, "n2", 0), (63, "o2", 0), (67, "e", 0), (87, "b2", 0), (500, "b2", 6)]  # fmt: skip
    for seconds, cue, passed in plan:
        assert where(at("o1"), seconds) == (cue, passed)  # no game of the second match is counted


def test_the_end_never_comes_by_itself():
    ready = at("b2")
    unwaiting = replace(ready, cues=tuple(replace(cue, waits=False) for cue in CUES))
    assert where(unwaiting, 1e6)[0] == "b2"
    assert where(do(unwaiting, "play", 100), 1e6)[0] == "b2"
    with pytest.raises(CueError, match="press Reveal"):
        do(unwaiting, "go", seen="b2", to="z")
    shown = do(unwaiting, "reveal", 100)
    assert shown.revealed
    assert where(shown, 1000) == ("z", 10.0)
    assert do(shown, "reveal", 200) is shown


def test_the_end_comes_when_the_engine_has_published_the_phase():
    asked = do(at("b2"), "reveal", 100, value=7.0)
    assert (asked.revealing, asked.revealed, asked.cue) == (7, False, "b2")
    refused = with_refusal(asked, "The disk is full")
    assert (refused.revealing, refused.refused, refused.cue) == (0, "The disk is full", "b2")
    assert refused.revision == asked.revision + 1
    again = do(refused, "reveal", 101, value=8.0)
    assert (again.revealing, again.refused) == (8, "")
    shown = with_published(again, after(102))
    assert (shown.revealed, shown.revealing, shown.cue) == (True, 0, "z")
    assert shown.told == (0, 1, 7)


def test_a_jump_over_a_match_needs_a_second_press():
    def over(state):
        return {
            cue.id: matches
            for cue in on_stage(state.cues)
            if (matches := unseen_matches(state, cue))
        }

    assert over(at("t")) == {
        "n2": {0, 7},
        "o2": {0, 7},
        "e": {0, 7},
        "b1": {0},
        "b2": {0, 1, 7},
        "z": {0, 1, 7},
    }
    assert over(at("k1")) == {"n2": {7}, "o2": {7}, "e": {7}, "b2": {1, 7}, "z": {1, 7}}
    assert over(at("b1", told=(0, 7))) == {"b2": {1}, "z": {1}}
    assert over(at("b1", told=(0, 7), rehearsal=True)) == over(at("o1", revealed=True)) == {}
    with pytest.raises(CueError, match="2 matches would be public at once"):
        do(at("o1"), "go", seen="o1", to="e")
    assert do(at("o1"), "go", seen="o1", to="e", value=1.0).told == (0, 7)
    assert do(at("o1"), "go", seen="o1", to="k1").told == ()


def test_the_show_begins_anew_when_its_rehearsal_ends():
    rehearsed = do(at("b2", rehearsal=True, told=(0, 1), seal="x"), "reveal", 5)
    assert rehearsed.revealed
    changed = do(rehearsed, "skip", 5, to="n2", value=1.0)
    begun = do(changed, "end-rehearsal", 60)
    assert begun == replace(
        new_show("final", "x", changed.cues, after(60)), seal="x", revision=changed.revision + 1
    )
    assert do(begun, "end-rehearsal", 70) is begun


def test_pause_and_play_keep_the_place():
    paused = do(at("a"), "pause", 7)
    assert where(paused, 1000) == ("a", 7.0)
    assert where(do(paused, "play", 1000), 1003) == ("a", 10.0)
    assert do(paused, "pause", 5000) is paused


def test_the_speed_changes_from_now_on():
    fast = do(at("a"), "speed", 8, value=4.0)
    assert where(fast, 10) == ("a", 16.0)
    assert where(fast, 11) == ("b", 0.0)
    assert where(do(fast, "speed", 10, value=0.5), 12) == ("a", 17.0)
    with pytest.raises(CueError, match=r"The speeds are 0\.5, 1, 2, 4, 8"):
        do(fast, "speed", value=3.0)


def test_play_goes_on_from_a_scene_that_waits():
    begun = do(do(new_show("final", "x", CUES, NOW), "play"), "play", 60)
    assert begun.cue == "o1"
    assert where(begun, 60 + LEAD + 1) == ("o1", 1.0)


def test_every_command_is_known_in_every_scene():
    for cue in on_stage(CUES):
        for name, more in {
            "play": {}, "pause": {}, "speed": {"value": 2.0}, "comments": {"value": 0.0},
            "go": {"seen": cue.id, "to": "a"}, "reveal": {}, "skip": {"to": "n2", "value": 1.0},
            "move": {"to": "e", "value": 0.0},
        }.items():  # fmt: skip
            with case(f"{name} in {cue.kind}"):
                if name == "skip" and cue.id == "n2":
                    continue  # it is refused, see below
                for playing in (True, False):
                    once = do(replace(at(cue.id), playing=playing), name, 1, **more)
                    assert do(once, name, 1, **more).cue == once.cue or name == "play"
                    assert scene(settled(once, after(1e6)))


def test_two_remotes_that_press_next_together_move_the_show_once():
    once = do(at("a"), "go", seen="a", to="b")
    assert do(once, "go", seen="a", to="b") is once
    with pytest.raises(CueError, match="moved on meanwhile"):
        do(once, "go", seen="a", to="k1")
    assert once.revision == 1


def test_a_scene_begins_when_pages_have_had_time_to_load_it():
    going = do(at("a"), "go", 5, seen="a", to="b")
    assert where(going, 5 + LEAD / 2) == ("b", 0.0)
    assert where(going, 5 + LEAD + 2) == ("b", 2.0)


def test_only_the_scene_on_stage_and_soon_the_next_may_be_loaded():
    def ids(state, seconds):
        now = after(seconds)
        here = settled(state, now)
        return [cue.id for cue, since in loadable(here, now) if since <= now]

    assert ids(at("a"), 0) == ["a"]
    assert ids(at("a"), 20 - LEAD - 0.01) == ["a"]
    assert ids(at("a"), 20 - LEAD) == ["a", "b"]
    assert ids(at("a", speed=4.0), 5 - LEAD) == ["a", "b"]
    assert ids(do(at("a"), "pause", 19.9), 20) == ["a"]
    assert ids(at("b2"), 5.9) == ["b2"]  # it waits
    assert ids(at("t"), 100) == ["t"]


def test_the_results_that_the_room_knows_only_grow():
    told = {cue.id: told_by(CUES, cue.id) for cue in on_stage(CUES)}
    assert told == {"t": set(), "o1": set(), "a": set(), "b": set(), "k1": set(), "b1": {0, 7},
                    "n2": {0, 7}, "o2": {0, 7}, "e": {0, 7}, "b2": {0, 1, 7},
                    "z": {0, 1, 7}}  # fmt: skip
    assert settled(at("a"), after(70)).told == (0, 7)
    back = do(settled(at("a"), after(70)), "go", 70, seen="e", to="a")
    assert back.told == (0, 7)
    assert settled(at("a"), after(47)).told == ()


def test_a_match_is_told_only_after_its_last_game():
    """The script has a game of the second match, and a table, between those of the first one."""
    order = ("t", "o1", "a", "o2", "e", "k2", "b1", "b", "c", "d", "k1", "b2", "z")
    cues = [next(cue for cue in CUES if cue.id == id) for id in order]
    told = {id: told_by(cues, id) for id in order}
    assert told["e"] == told["o2"] == set()
    assert told["b1"] == told["b"] == told["k1"] == {1, 7}
    assert told["b2"] == {0, 1, 7}


def test_the_games_before_the_scene_on_stage_stay_as_they_are():
    """The room has seen them, and the score comes from them."""
    for cue, name, more in [
        ("b", "skip", {"to": "a", "value": 1.0}),  # it was shown, and would be counted again
        ("a", "move", {"to": "b", "value": 0.0}),  # it would never be shown
        ("k1", "skip", {"to": "c", "value": 0.0}),
        ("b1", "move", {"to": "a", "value": 1.0}),
    ]:
        with case((cue, name)), pytest.raises(CueError, match="before the scene on stage"):
            do(at(cue), name, **more)
    later = do(at("a"), "skip", to="c", value=0.0)
    assert [cue.id for cue in on_stage(later.cues)][2:6] == ["a", "b", "c", "k1"]
    assert do(at("b1"), "skip", to="n2", value=1.0).cue == "b1"


def test_a_counter_shows_the_games_that_are_not_shown_whole():
    assert counted_games(CUES, "k1") == [(1.0, 0.0), (0.5, 0.5)]
    assert score_before(CUES, "a") == []
    assert score_before(CUES, "k1") == [1.0, 1.0]
    more = do(at("a"), "skip", to="b", value=1.0)
    assert counted_games(more.cues, "k1") == [(0.0, 1.0), (1.0, 0.0), (0.5, 0.5)]
    assert score_before(more.cues, "k1") == [1.0, 0.0]
    assert scene(replace(more, cue="k1")).seconds == 12.0
    none = do(do(at("a"), "skip", to="c", value=0.0), "speed", value=2.0)
    assert [cue.id for cue in on_stage(none.cues)][2:6] == ["a", "b", "c", "k1"]


def test_the_organiser_changes_the_running_order():
    moved = do(at("o1"), "move", to="b", value=0.0)
    assert [cue.id for cue in on_stage(moved.cues)][2:4] == ["b", "a"]
    assert do(moved, "move", to="b", value=0.0) is moved
    refused = {
        "would leave its match": ("move", {"to": "a", "value": 2.0}),
        "shown whole can be moved": ("move", {"to": "c", "value": 1.0}),
        "not prepared": ("skip", {"to": "d", "value": 0.0}),
        "cannot be left out": ("skip", {"to": "t", "value": 1.0}),
        "not in the show": ("skip", {"to": "nothing", "value": 1.0}),
        "on stage now": ("skip", {"to": "o1", "value": 1.0}),
        "does not know": ("dance", {}),
    }
    for message, (name, more) in refused.items():
        with case(message), pytest.raises(CueError, match=message):
            do(at("o1"), name, **more)


def test_a_new_script_keeps_the_place():
    again = tuple(replace(cue, id=f"new {cue.id}") for cue in CUES if cue.id != "e")
    changed = with_new_script(at("o1"), "y", again, after(10))
    assert where(changed, 10) == ("new a", 6.0)
    gone = with_new_script(at("e"), "y", again, after(10))
    assert (gone.cue, gone.at, gone.playing) == ("new o2", 0.0, False)  # the one before it


def test_a_new_script_shows_nothing_that_the_room_does_not_know():
    """In a shorter show, the first bracket stands after more matches."""
    shorter = tuple(replace(cue, matches=(7, 8)) if cue.id == "b1" else cue for cue in CUES)
    on_bracket = at("b1", told=(0, 7))
    assert with_new_script(on_bracket, "y", CUES, after(1)).cue == "b1"
    changed = with_new_script(on_bracket, "y", shorter, after(1))
    assert (changed.cue, changed.playing, changed.told) == ("k1", False, (0, 7))


def test_a_new_script_without_any_scene_that_was_shown_begins_at_its_first_one():
    other = tuple(replace(cue, id=f"new {cue.id}", source=f"new {cue.source}") for cue in CUES)
    assert with_new_script(at("e"), "y", other, after(10)).cue == "new t"
