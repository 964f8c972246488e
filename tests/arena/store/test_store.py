from datetime import UTC, datetime, timedelta, timezone

import pytest

from arena.common.errors import ArenaError

NOW = datetime(2026, 4, 3, 18, tzinfo=UTC)

NOON = datetime(2026, 4, 3, 12, 0, tzinfo=timezone(timedelta(hours=2)))
A, B = "a" * 64, "b" * 64


def test_a_team_is_found_by_its_key(store):
    team = store.register("Les Bleus", "les bleus")
    assert (team.name, team.key) == ("Les Bleus", "les bleus")
    assert store.team("les bleus") == team
    assert store.team("others") is None


def test_teams_are_listed_as_they_came_and_registering_again_changes_nothing(store):
    names = ["Zed", "Ada", "Mia", "Zed"]
    for name in names:
        store.register(name, name.lower())
    assert [team.name for team in store.teams()] == ["Zed", "Ada", "Mia"]


def test_a_name_that_looks_like_another_teams_is_refused(store):
    store.register("Éclair", "eclair")
    with pytest.raises(ArenaError, match=r"team 'Éclair' already, and 'ECLAIR'.*another name"):
        store.register("ECLAIR", "eclair")


def test_versions_are_numbered_for_each_team(store):
    ada, zed = store.register("Ada", "ada"), store.register("Zed", "zed")
    first = store.add_version(ada, A, "ada/a.py", NOON, "league")
    second = store.add_version(ada, B, "ada/b.py", NOON, "league")
    other = store.add_version(zed, A, "zed/a.py", NOON, "league")
    assert [v.number for v in (first, second, other)] == [1, 2, 1]
    assert store.versions() == [first, second, other]
    assert store.versions(zed) == [other]
    assert (other.team, other.sha256, other.file) == ("zed", A, "zed/a.py")


def test_a_file_that_is_handed_in_again_keeps_its_version(store):
    ada = store.register("Ada", "ada")
    store.add_version(ada, A, "ada/a.py", NOON, "league")
    second = store.add_version(ada, B, "ada/b.py", NOON, "league")
    assert store.add_version(ada, B, "ada/b.py", NOON + timedelta(days=1), "league") == second


def test_a_team_that_goes_back_to_an_earlier_file_has_a_new_version(store):
    ada = store.register("Ada", "ada")
    for sha in (A, B):
        store.add_version(ada, sha, f"ada/{sha[0]}.py", NOON, "league")
    assert store.add_version(ada, A, "ada/a.py", NOON, "league").number == 3


def test_times_are_stored_to_the_microsecond_with_their_time_zone(store):
    ada = store.register("Ada", "ada")
    zone = timezone(timedelta(hours=5, minutes=30))
    when = NOON.replace(microsecond=123456).astimezone(zone)
    store.add_version(ada, A, "ada/a.py", when, "league")
    [version] = store.versions()
    assert version.received_at == when
    assert version.received_at.tzinfo == zone


def test_the_data_of_a_team_are_stored_and_can_be_changed(store):
    ada = store.register("Ada", "ada")
    assert (ada.members, ada.contact, ada.university) == ((), "", None)
    for university in (True, False, None):
        changed = ada._replace(members=("Ana Ñ.", "O'Brien"), contact="a@b", university=university)
        store.change_team(changed)
        assert store.teams() == [changed] == [store.team("ada")] == [store.register("Ada", "ada")]


def test_a_verdict_is_stored_with_its_report(store, open_store):
    ada = store.register("Ada", "ada")
    first, second = (
        store.add_version(ada, sha, f"ada/{sha[0]}.py", NOON, "league") for sha in (A, B)
    )
    assert (first.status, first.report) == ("", {})
    report = {"steps": [{"name": "loads", "ok": False, "said": "naïve"}]}
    judged = store.judge(first, "refused", report)
    store.judge(second, "admitted", {})
    assert (judged.status, judged.report) == ("refused", report)
    assert [v.status for v in open_store().versions(ada)] == ["refused", "admitted"]
    assert store.judge(judged, "admitted", {}).status == "admitted"


def test_notes_are_stored_and_can_be_overwritten(store, open_store):
    assert store.note("lots") is None
    store.set_note("lots", {"seed": "7", "order": [3, 1, 2]})
    store.set_note("lots", {"seed": "7", "order": [1, 2, 3]})
    store.set_note("seen", 1.5)
    again = open_store()
    assert again.note("lots") == {"seed": "7", "order": [1, 2, 3]}
    assert again.note("seen") == 1.5


def test_games_are_known_with_their_results_and_their_records(store, open_store, write):
    games = write(store, 3, 1, 2)
    assert store.add_games("league", games, NOW) == (3, [])
    again = open_store()
    assert list(again.ids("league")) == sorted(game.id for game in games)
    assert again.count("league") == 3
    assert dict(again.results("league")) == {game.id: game.result for game in games}
    for game in games:
        assert again.record("league", game.id).id == game.id
        path, start, length = again.place("league", game.id)
        assert (path.name, start, length) == ("001.jsonl", game.start, game.length)


def test_ids_and_results_come_in_the_requested_order(store, write):
    games = {game.id: game.result for game in write(store, *range(7))}
    store.add_games("final", write(store, 9, phase="final"), NOW)
    store.add_games("league", write(store, *range(7)), NOW)
    ids = sorted(games)
    for batch in (2, 7, 100):
        assert list(store.ids("league", batch)) == ids
        mixed = [ids[5], ids[0], "f" * 16, ids[3]]
        assert list(store.results_in_order("league", mixed, batch)) == [
            (id, games[id]) for id in mixed if id in games
        ]
    for places in ([0, 1, 2], [1, 3, 6], [6], range(7), [2, 8]):
        assert list(store.ids_at("league", places)) == [ids[at] for at in places if at < 7]


def test_games_are_read_in_the_order_in_which_they_came_to_be(store, write):
    later, earlier = NOON + timedelta(seconds=1), NOON - timedelta(hours=1)
    games = write(store, *range(6))
    for some, at in ((games[4:], NOON), (games[1:3], later), (games[:1], earlier)):
        store.add_games("league", some, at)
    expected = [(games[n].id, at) for n, at in ((4, NOON), (5, NOON), (0, later), (1, later))]
    expected.append((games[2].id, later))  # the clock was set back, but no game is before others
    assert store.games_since("league", None) == expected
    assert store.games_since("league", None, most=1) == expected[:2]
    assert store.games_since("league", later, most=1) == expected[2:]
    assert store.games_since("final", None) == []
    assert store.game_at("league", games[4].id) == NOON
    assert store.game_at("league", "nobody") is None


def test_phases_do_not_affect_each_other(store, write):
    store.add_games("league", write(store, 1, 2), NOW)
    store.add_games("final", write(store, 2, phase="final"), NOW)
    assert (store.count("league"), store.count("final"), store.count("cup")) == (2, 1, 0)
    assert store.record("final", f"{2:016x}").fixture.phase == "final"
    assert [result.deal for _, result in store.results("final")] == [2]
    assert list(store.results("cup")) == []
    assert list(store.ids("cup")) == []


def test_a_game_that_is_played_twice_counts_the_first_time(store, write):
    first = write(store, 1, 2)
    store.add_games("league", first, NOW)
    second = write(store, 2, 3, 3, file="002.jsonl")
    assert store.add_games("league", second, NOW) == (1, [second[0].id, second[2].id])
    assert store.count("league") == 3
    assert store.place("league", first[1].id)[0].name == "001.jsonl"
    assert store.place("league", second[1].id)[1] == second[1].start


def test_the_same_line_may_be_entered_again(store, write):
    games = write(store, 1, 2)
    store.add_games("league", games[:1], NOW)
    assert store.add_games("league", games, NOW) == (1, [])
    assert store.count("league") == 2


@pytest.mark.parametrize("batch", [1, 2, 3, 10, 11, 100])
def test_results_come_in_the_order_of_their_ids(store, write, batch):
    games = write(store, 5, 3, 9, 1, 7, 2, 8, 4, 6, 0)
    store.add_games("league", games, NOW)
    assert [r.deal for _, r in store.results("league", batch=batch)] == list(range(10))
    some = [games[0].id, games[2].id, games[3].id, "unknown"]
    assert [r.deal for _, r in store.results("league", some, batch=batch)] == [1, 5, 9]


def test_while_results_are_read_games_can_be_added(store, open_store, write):
    store.add_games("league", write(store, *range(10)), NOW)
    reading = open_store().results("league", batch=2)
    next(reading)
    store.add_games("league", write(store, 100), NOW)
    assert len(list(reading)) == 10


def test_the_database_takes_no_game_that_is_not_in_its_file(store, write):
    games = write(store, 1)
    beyond = games[0]._replace(id="2" * 16, start=games[0].length)
    with pytest.raises(ArenaError, match=r"001\.jsonl ends before"):
        store.add_games("league", [*games, beyond], NOW)
    nowhere = games[0]._replace(file="002.jsonl")
    with pytest.raises(ArenaError, match=r"002\.jsonl cannot be written"):
        store.add_games("league", [nowhere], NOW)
    assert store.count("league") == 0


def test_lines_are_on_the_disk_before_the_database_knows_them(store, write, monkeypatch):
    games = write(store, 1)

    def power_cut(path):
        raise ArenaError(f"the power failed before {path.name} was safe")

    monkeypatch.setattr("arena.store.files.sync", power_cut)
    with pytest.raises(ArenaError, match="power failed"):
        store.add_games("league", games, NOW)
    assert store.count("league") == 0


def test_a_game_that_was_not_played_has_no_record(store):
    with pytest.raises(ArenaError, match="no game 'abc' in the phase league"):
        store.record("league", "abc")
