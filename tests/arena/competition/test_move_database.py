"""A competition moves to another database and back. A database belongs to one competition."""

import shutil

import pytest
from sqlalchemy import text
from support import cups
from support.deciding import comes_back, leaves, log, play_some

from arena.common.errors import ArenaError
from arena.competition.config import move_database as move_database_module
from arena.competition.config.folder import MOVED, open_competition
from arena.competition.config.move_database import move_database
from arena.competition.config.paths import FILE
from arena.competition.entries.team_data import TeamData
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.store.store import Store

pytestmark = pytest.mark.usefixtures("games_here")


class Killed(BaseException):
    pass


def move(cup, database: str, progress=lambda done, total: None) -> int:
    with open_competition(cup, alone=True) as competition:
        return move_database(competition, database, progress)


def test_everything_moves_there_and_back(played, postgres):
    address = postgres.emptied()
    tables = [cups.table(played, phase) for phase in ("qualifying", "final")]
    config = (played / FILE).read_text()
    with open_competition(played, alone=True) as competition:
        [one, *_] = competition.store.teams()
        data = TeamData(("Ana Ñ.", "O'Brien"), "ana@example.org", True)
        competition.store.change_team(data.added_to(one))
        teams = competition.store.teams()
    rows = move(played, address)
    with open_competition(played) as competition:
        assert competition.store.teams() == teams
    assert rows > 20
    assert (played / FILE).read_text() != config
    assert [cups.table(played, phase) for phase in ("qualifying", "final")] == tables
    winner = next(iter(cups.rows(played, "final")))
    cups.enter(played, winner, cups.MIDDLE)  # its number follows those of the copied rows
    assert len(cups.versions(played, winner)) == 2
    assert cups.play(played) > 0
    shutil.copy(played / FILE, played / "moved.toml")
    (played / FILE).write_text(config)
    with pytest.raises(ArenaError, match="Everything was moved from"):
        cups.table(played, "final")
    shutil.copy(played / "moved.toml", played / FILE)
    after = cups.table(played, "final")
    assert move(played, "") > rows
    assert cups.table(played, "final") == after
    with open_competition(played) as competition:
        assert competition.store.teams() == teams
    assert cups.play(played) == 0


def site(cup) -> dict[str, bytes]:
    """Publish all phases, with the code of the bots; returns the files of the site."""
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), sealed=False)
        public = publish(phase_state(competition, "final"), sealed=False, with_code=True).parent
    return {str(path.relative_to(public)): path.read_bytes()
            for path in public.rglob("*") if path.is_file()}  # fmt: skip


def test_the_site_is_the_same_from_both_databases(played, postgres):
    leaves(played, "Crash")
    before = site(played)
    assert len(before) > 30
    move(played, postgres.emptied())
    assert site(played) == before


def die(*_: object) -> None:
    raise Killed


def test_a_move_that_is_killed_at_any_step_loses_nothing(played, postgres, monkeypatch):
    address, set_note = postgres.emptied(), Store.set_note
    before, text = cups.table(played, "final"), (played / FILE).read_text()

    def die_at_the_end(done: int, total: int) -> None:
        if done == total:
            die()

    for step in (die, die_at_the_end):
        with pytest.raises(Killed):
            move(played, address, step)
        assert (cups.table(played, "final"), (played / FILE).read_text()) == (before, text)
    with monkeypatch.context() as patch:
        patch.setattr(move_database_module, "write_address", die)
        with pytest.raises(Killed):
            move(played, address)
    assert (cups.table(played, "final"), (played / FILE).read_text()) == (before, text)
    with monkeypatch.context() as patch:
        patch.setattr(
            Store, "set_note", lambda store, key, value: (key == MOVED and die()) or
            set_note(store, key, value),
        )  # fmt: skip
        with pytest.raises(Killed):
            move(played, address)
    assert address in (played / FILE).read_text()
    assert cups.table(played, "final") == before
    assert move(played, "") > 20
    assert cups.table(played, "final") == before


def test_a_phase_that_moves_in_the_middle_goes_on_where_it_was(tmp_path, postgres):
    teams = {"O'Brien": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, teams)
    undisturbed = shutil.copytree(cup, tmp_path / "undisturbed")
    assert cups.play(undisturbed) == 12
    play_some(cup, 5, "league")
    leaves(cup, "Three")
    comes_back(cup, "Three")
    move(cup, postgres.emptied())
    assert cups.play(cup) == 7
    assert cups.table(cup, "league") == cups.table(undisturbed, "league")
    with open_competition(cup) as competition:
        assert [each["what"] for each in log(competition)] == ["withdraw", "restore"]


def test_a_copy_that_differs_is_refused(played, postgres, monkeypatch):
    from arena.store import moving

    count_on = moving._count_on

    def spoil(connection, table) -> None:
        count_on(connection, table)
        connection.execute(text("UPDATE team SET name = 'Other'"))

    monkeypatch.setattr(moving, "_count_on", spoil)
    with pytest.raises(ArenaError, match=r"The table team of .* so nothing was moved"):
        move(played, postgres.emptied())


def test_a_database_of_another_competition_is_refused(played, tmp_path, postgres):
    address = postgres.emptied()
    move(played, address)
    other = cups.make(tmp_path / "other", cups.LEAGUE, {"A": cups.FIRST})
    with pytest.raises(ArenaError, match="belongs to the competition 'Cup'"):
        move(other, address)
    cups.edit(other, 'name = "Cup"\n', f'name = "Cup"\ndatabase = "{address}"\n')
    with pytest.raises(ArenaError, match="belongs to the competition 'Cup'"):
        cups.hand_in(other, "B", cups.FIRST)


def test_an_empty_database_beside_records_is_refused(played, postgres):
    with pytest.raises(ArenaError, match=r"is in .* already"):
        move(played, "")
    address = postgres.emptied()
    cups.edit(played, 'name = "Cup"\n', f'name = "Cup"\ndatabase = "{address}"\n')
    with pytest.raises(ArenaError, match=r"has no teams, but .* has games"):
        cups.table(played, "final")
