import itertools
from dataclasses import replace

import msgspec
import pytest
from support.cases import case
from support.made_up_results import made_up_knockout, made_up_league

from arena.common.errors import ArenaError
from arena.show import plan
from arena.show.making import find_game, reordered, with_games, without
from arena.show.plan import PlannedScene, make_plan, total_seconds
from arena.show.scenes import make_script, scene_ids, steps_of
from arena.show.script import (
    OPEN,
    BracketScene,
    CounterScene,
    EndScene,
    GameScene,
    Script,
    read_script,
    save_script,
    script_bytes,
)


def found(results) -> dict[str, int]:
    """An interest for each game."""
    return {id: 7 * number % 100 for number, id in enumerate(results.games)}


def script_of(results, minutes=20) -> Script:
    return make_script(results, make_plan(results, found(results), minutes), minutes, OPEN, True)


def games_in(script: Script) -> list[str]:
    games = []
    for scene in script.scenes:
        if isinstance(scene, GameScene):
            games.append(scene.game)
        elif isinstance(scene, CounterScene):
            games += [each.game for each in scene.games]
    return games


def test_a_show_has_every_game_once_and_is_never_longer_than_asked():
    for seed in range(6):
        for results in (made_up_knockout(seed=seed), made_up_league(seed=seed)):
            for minutes in (1, 2, 5, 20, 60):
                with case(f"seed {seed}, {minutes} minutes"):
                    script = script_of(results, minutes)
                    folded = [
                        game.id
                        for scene in script.scenes
                        for match in getattr(scene, "matches", ())
                        for game in results.matches[match].games
                    ]
                    assert sorted([*games_in(script), *folded]) == sorted(results.games)
                    assert sum(scene.seconds for scene in script.scenes) <= 60 * minutes


def test_more_minutes_show_more_games_whole():
    results = made_up_knockout(8, 10)
    whole = [
        sum(isinstance(scene, GameScene) for scene in script_of(results, minutes).scenes)
        for minutes in (3, 10, 30, 120)
    ]
    assert whole == sorted(whole)
    assert whole[0] < whole[-1] == len(results.games)


def test_the_time_is_filled_with_the_most_interesting_games():
    results = made_up_league(2, 40)
    steps = make_plan(results, found(results), 10)
    assert 600 - total_seconds(steps) < 80  # no room for another game
    whole = [step.games[0] for step in steps if step.kind == plan.GAME]
    interest = found(results)
    counted = [id for id in results.games if id not in whole]
    decisive = max(counted, key=lambda id: interest[id])
    assert sum(interest[id] >= interest[decisive] for id in whole) >= len(whole) - 1


def test_most_of_a_short_show_is_for_whole_games():
    results = made_up_league(8, 4)  # 28 matches
    steps = make_plan(results, found(results), 15)
    whole = [step for step in steps if step.kind == plan.GAME]
    assert total_seconds(whole) > 15 * 60 / 2
    assert steps[1].matches  # the first table counts the first matches


def test_the_same_results_give_the_same_bytes():
    assert script_bytes(script_of(made_up_knockout())) == script_bytes(
        script_of(made_up_knockout())
    )


def test_a_script_is_read_again(tmp_path):
    results = made_up_knockout()
    script = script_of(results)
    save_script(tmp_path, script)
    assert read_script(tmp_path) == script
    again = make_script(results, steps_of(script, results), 20, OPEN, True)
    assert script_bytes(again) == script_bytes(script)


def test_no_scene_tells_what_comes_later():
    """Change the result of all games that come after a scene: the scene stays the same."""
    for seed in range(4):
        results = made_up_knockout(6, 2, seed)
        script = script_of(results)
        last_round = {label for label, (level, _) in results.meetings.items() if level == 2}
        late = [n for n, match in enumerate(results.matches) if match.meeting in last_round]
        changed = replace(
            results,
            matches=tuple(
                match._replace(
                    games=tuple(game._replace(credit=game.credit[::-1]) for game in match.games)
                )
                if number in late
                else match
                for number, match in enumerate(results.matches)
            ),
        )
        other = script_of(changed)
        first = next(
            n for n, scene in enumerate(script.scenes) if getattr(scene, "match", -1) in late
        )
        assert script.scenes[: first + 1] == other.scenes[: first + 1]
        assert len(script.scenes) == len(other.scenes)


def test_a_bracket_names_nobody_before_the_room_has_seen_the_match():
    results = made_up_knockout(8, 4)
    shown: set[str] = set()
    for scene in script_of(results, 60).scenes:
        if isinstance(scene, GameScene):
            shown.add(scene.game)
        elif isinstance(scene, CounterScene):
            shown |= {each.game for each in scene.games}
        elif isinstance(scene, BracketScene):
            open_ones = {
                match.meeting
                for match in results.matches
                if not all(game.id in shown for game in match.games)
            }
            over = {*results.meetings} - open_ones
            for level, meetings in enumerate(scene.rounds):
                for meeting in meetings:
                    assert bool(meeting.winner) == (meeting.label in over)
                    assert level == 0 or all(meeting.names) or meeting.label not in over
    assert meeting.winner  # the last bracket has the winner of the last meeting


def test_scores_are_counted_in_the_order_of_the_show():
    results = made_up_league(2, 6)
    steps = make_plan(results, {}, 10)
    ids = scene_ids(results, steps)
    whole = with_games(results, steps, dict.fromkeys(results.games, True))
    ids = scene_ids(results, whole)
    games = [id for id, step in zip(ids, whole, strict=True) if step.kind == plan.GAME]
    turned = reordered(results, whole, games[::-1])
    script = make_script(results, turned, 20, OPEN, True)
    scenes = [scene for scene in script.scenes if isinstance(scene, GameScene)]
    assert [scene.number for scene in scenes] == [6, 5, 4, 3, 2, 1]
    assert scenes[0].before == (0.0, 0.0)
    assert all(one.after == two.before for one, two in itertools.pairwise(scenes))
    assert sum(scenes[-1].after) == 6
    assert {scene.id for scene in scenes} == {*games}  # ids stay


def test_ids_are_unique_and_depend_on_what_is_secret():
    results = made_up_knockout()
    steps = make_plan(results, {}, 20)
    ids = scene_ids(results, steps)
    assert len({*ids}) == len(ids)
    assert not {*ids} & {*scene_ids(replace(results, key=b"another"), steps)}


def test_a_game_becomes_whole_or_counted():
    results = made_up_league(2, 6)
    steps = make_plan(results, {}, 20)
    game = find_game(results, f"{results.matches[0].label}/3")
    assert game.number == 3
    whole = with_games(results, steps, {game.id: True})
    spans = [(step.kind, len(step.games)) for step in whole if step.games]
    assert spans == [(plan.COUNTER, 2), (plan.GAME, 1), (plan.COUNTER, 3)]
    assert with_games(results, whole, {game.id: False}) == steps


@pytest.fixture
def steps() -> list[PlannedScene]:
    results = made_up_knockout()
    return make_plan(results, {}, 30)


def complaint(steps, minutes=30, results=None) -> str:
    with pytest.raises(ArenaError) as refused:
        make_script(results or made_up_knockout(), steps, minutes, OPEN, True)
    return str(refused.value)


def test_wrong_plans_are_refused_with_a_sentence(steps):
    counter = next(n for n, step in enumerate(steps) if step.kind == plan.COUNTER)
    games = steps[counter].games
    opening = [n for n, step in enumerate(steps) if step.kind == plan.OPENING]
    end = steps[-1]

    def changed(place: int, **what: object) -> list[PlannedScene]:
        return [*steps[:place], replace(steps[place], **what), *steps[place + 1 :]]

    assert "a second time" in complaint(changed(counter, games=(*games, games[0])))
    assert "is in no scene" in complaint(changed(counter, games=games[1:]))
    assert "has no game 'beef'" in complaint(changed(counter, games=(*games, "beef")))
    assert "there is no match 99" in complaint(changed(counter, match=99))
    assert "it has no games" in complaint(changed(counter, games=()))
    assert "belongs to the match" in complaint(changed(counter, match=1 + steps[counter].match))
    assert "write kind bracket" in complaint([PlannedScene(plan.TABLE), *steps])
    assert "as the last one" in complaint([end, *steps[:-1]])
    assert "as the last one" in complaint(steps[:-1])
    assert "give it more --minutes" in complaint(steps, minutes=1)
    early = [steps[0], steps[opening[-1]], *steps[1 : opening[-1]], *steps[opening[-1] + 1 :]]
    assert "Put it after that match" in complaint(early)


def test_edits_that_name_nothing_are_refused(steps):
    results = made_up_knockout()
    for edit in (
        lambda: find_game(results, "final/99"),
        lambda: reordered(results, steps, ["nothing"]),
        lambda: without(results, steps, ["nothing"]),
    ):
        with pytest.raises(ArenaError, match="has no"):
            edit()
    league = made_up_league(4)  # all matches of a round have the same name
    alike = replace(
        league, matches=tuple(match._replace(label="round 1") for match in league.matches)
    )
    with pytest.raises(ArenaError, match="write the id"):
        find_game(alike, "round 1/1")
    id = scene_ids(results, steps)[1]
    with pytest.raises(ArenaError, match="twice"):
        reordered(results, steps, [id, id])


def test_scenes_without_games_can_be_dropped(steps):
    results = made_up_knockout()
    ids = scene_ids(results, steps)
    dropped = without(results, steps, ids[:1])
    assert [step.kind for step in dropped] == [step.kind for step in steps[1:]]
    script = make_script(results, dropped, 30, OPEN, True)
    assert isinstance(script.scenes[-1], EndScene)


def test_a_file_that_is_no_script_is_refused(tmp_path):
    script = script_of(made_up_league())
    for data, part in (
        (b"{", "is not the script of a show"),
        (msgspec.json.encode({**msgspec.to_builtins(script), "more": 1}), "more"),
        (msgspec.json.encode({**msgspec.to_builtins(script), "format": "x"}), "another version"),
    ):
        (tmp_path / "script.json").write_bytes(data)
        with pytest.raises(ArenaError, match=part):
            read_script(tmp_path)
    (tmp_path / "script.json").unlink()
    with pytest.raises(ArenaError, match="Make it again: arena show"):
        read_script(tmp_path)
