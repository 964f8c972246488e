import os
import random
import signal
import subprocess
import sys
from datetime import UTC, datetime

import msgspec
import pytest
from support.paths import PATHS

from arena.common.errors import ReplayError
from arena.replay.files import to_line
from arena.replay.record_writer import RecordWriter
from arena.store.catch_up import catch_up, rebuild
from arena.store.files import scan

NOW = datetime(2026, 4, 3, 18, tzinfo=UTC)


def numbers(store, phase="league"):
    return [result.deal for _, result in store.results(phase)]


def everything(store):
    """All data about games in the database."""
    return {
        (phase.name, id): (store.place(phase.name, id), result)
        for phase in store.records.iterdir()
        for id, result in store.results(phase.name)
    }


def test_games_that_are_missing_in_the_database_are_found(store, write):
    store.add_games("league", write(store, 1, 2), NOW)
    write(store, 3, 4)
    write(store, 5, file="002.jsonl")
    write(store, 6, phase="final")
    assert catch_up(store) == (4, [], [])
    assert numbers(store) == [1, 2, 3, 4, 5]
    assert numbers(store, "final") == [6]
    assert store.record("league", f"{4:016x}").fixture.match == "match 4"


def test_catching_up_twice_changes_nothing(store, write):
    write(store, 1, 2)
    catch_up(store)
    before = everything(store)
    assert catch_up(store) == (0, [], [])
    assert everything(store) == before


def test_without_any_records_there_is_nothing_to_catch_up_with(store):
    assert catch_up(store) == (0, [], [])


def test_an_incomplete_last_line_is_cut_off_and_earlier_games_stay(store, write, league):
    write(store, 1, 2, 3)
    path = league / "001.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    assert catch_up(store) == (2, [], [path])
    assert [record.fixture.deal for _, _, record in scan(path)] == [1, 2]
    store.add_games("league", write(store, 3), NOW)
    assert numbers(store) == [1, 2, 3]


def test_a_game_that_stands_in_the_files_twice_is_reported_and_counts_once(store, write):
    write(store, 1, 2)
    write(store, 2, 3, file="002.jsonl")
    assert catch_up(store).twice == [f"{2:016x}"]
    assert numbers(store) == [1, 2, 3]
    assert store.place("league", f"{2:016x}")[0].name == "001.jsonl"
    assert catch_up(store) == (0, [], [])


def test_a_line_that_was_left_out_is_found(store, write):
    games = write(store, 1, 2, 3)
    store.add_games("league", [games[0], games[2]], NOW)
    assert catch_up(store).games == 1
    assert numbers(store) == [1, 2, 3]


def test_a_rebuild_finds_all_games_that_the_database_had(store, write):
    store.add_games("league", write(store, 3, 1, 2), NOW)
    store.add_games("final", write(store, 7, 8, phase="final"), NOW)
    before = everything(store)
    rows = []
    assert rebuild(store, lambda *progress: rows.append(progress)).games == 5
    assert everything(store) == before
    assert rows == sorted(rows)
    assert rows[-1][0] == rows[-1][1] > 0


def test_an_interrupted_rebuild_is_finished_by_catching_up(store, write):
    store.add_games("final", write(store, 7, 8, phase="final"), NOW)
    store.add_games("league", write(store, 3, 1, 2), NOW)
    before = everything(store)

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(store, stop)
    assert 0 < len(everything(store)) < 5
    catch_up(store)
    assert everything(store) == before


def test_a_rebuild_keeps_teams_and_notes(store, write):
    store.register("Ada", "ada")
    store.set_note("lots", [2, 1])
    rebuild(store)
    assert ([team.name for team in store.teams()], store.note("lots")) == (["Ada"], [2, 1])


def test_a_shortened_file_is_refused_and_a_rebuild_uses_the_rest(store, write, league):
    store.add_games("league", write(store, 1, 2), NOW)
    path = league / "001.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(ReplayError, match=r"001\.jsonl is shorter .* rebuild"):
        catch_up(store)
    rebuild(store)
    assert numbers(store) == [1]


def test_a_missing_file_is_refused_and_a_rebuild_ignores_it(store, write, league):
    store.add_games("league", write(store, 1), NOW)
    store.add_games("league", write(store, 2, file="002.jsonl"), NOW)
    (league / "001.jsonl").unlink()
    with pytest.raises(ReplayError, match=r"001\.jsonl is gone"):
        catch_up(store)
    rebuild(store)
    assert numbers(store) == [2]


def test_a_broken_line_is_refused_and_earlier_games_stay(store, write, league, game):
    write(store, 1)
    path = league / "001.jsonl"
    path.write_bytes(path.read_bytes() + b"{}\n" + to_line(game(2)))
    with pytest.raises(ReplayError, match=r"001\.jsonl, line 2: this is not a record"):
        catch_up(store)


@pytest.mark.parametrize("strange", ["final", None])
def test_a_record_from_elsewhere_is_refused(store, game, strange):
    record = game(1, strange) if strange else msgspec.structs.replace(game(1), fixture=None)
    with RecordWriter(store.records / "league" / "001.jsonl") as writer:
        writer.add(to_line(record))
    with pytest.raises(ReplayError, match="does not belong to the phase league"):
        catch_up(store)


# A worker that writes games, enters some of them, and is killed at it. It says what is safe.
WORKER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
import msgspec
from arena.replay.files import from_line, to_line
from arena.replay.record import RecordPlace
from arena.replay.result import result
from arena.store.files import new_writer, sync
from arena.store.index import StoredGame
from arena.store.store import Store

where, records, sample, first = sys.argv[1:]
record = from_line(Path(sample).read_bytes(), sample)
store = Store.open(where, Path(records))
writer = new_writer(Path(records) / "league")
number = int(first)
while True:
    games = []
    for _ in range(3):
        record.id, record.fixture = f"{number:016x}", RecordPlace("league", "m", number)
        place = writer.add(to_line(record))
        games.append(StoredGame(record.id, "m", writer.path.name, *place, result(record, number)))
        number += 1
    if number % 2:
        store.add_games("league", games, datetime.now(UTC))
    else:
        sync(writer.path)
    print(number - 1, flush=True)
"""


@pytest.mark.slow
def test_saved_games_survive_a_kill_and_no_game_is_stored_twice(open_store, where, game, tmp_path):
    sample = tmp_path / "sample.jsonl"
    sample.write_bytes(to_line(game(0)))
    chance = random.Random(4)
    safe = set()
    for _ in range(3):
        store = open_store()
        catch_up(store)
        first = max(numbers(store), default=-1) + 1
        worker = subprocess.Popen(
            [sys.executable, "-c", WORKER, where, store.records, sample, str(first)],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        )
        texts = [worker.stdout.readline() for _ in range(chance.randrange(1, 25))]
        for _ in range(chance.randrange(20_000)):
            pass  # so that it is killed at another point each time
        worker.send_signal(signal.SIGKILL)
        texts += worker.communicate()[0].splitlines()
        safe |= set(range(first, int(texts[-1]) + 1))

        results = catch_up(store)
        assert results.twice == []
        there = numbers(store)
        assert safe <= set(there)
        assert there == list(range(len(there)))
        after = everything(store)
        rebuild(store)
        assert everything(store) == after
    assert len(safe) > 20
