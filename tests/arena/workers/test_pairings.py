"""The order in which games are counted does not depend on workers or on earlier runs."""

from collections.abc import Iterator

import pytest

from arena.common.errors import ArenaError
from arena.replay.files import to_line
from arena.replay.result import Effort, Result
from arena.schedule.fixtures import Fixture, match
from arena.standings.sequential import Comparison
from arena.workers import here
from arena.workers.games import PlayedGame
from arena.workers.pairings import Agenda, Pairing, saved_games


def game(fixture: Fixture, winner: int) -> PlayedGame:
    """A game that the bot with this number wins."""
    ranks = tuple(int(bot != winner) for bot in fixture.sides)
    effort = Effort(1, 1, 1, 0, {})
    who = tuple(f"bot{bot}" for bot in fixture.sides)
    result = Result(fixture.deal, who, ranks, (0.0, 0.0), (effort, effort))
    return PlayedGame(f"{fixture}", "", result, [], b"")


def pairing(other: int, games: int = 400) -> Pairing:
    return Pairing(list(match((0, other), 2, games)), Comparison(100), "bot0")


def counted(agenda: Agenda, winner, ahead: int = 1) -> Iterator[tuple[str, bool]]:
    """Plays the agenda on a worker that holds so many blocks; gives the games that count."""
    blocks = agenda.blocks(2)
    held: list = []
    while not agenda.is_over:
        while len(held) < ahead and (block := next(blocks, None)):
            held.append(block)
        for task in held.pop(0) if held else []:
            agenda.add(game(task.fixture, winner(task.fixture)))
        for each in agenda.take():
            yield each.game.id, each.is_saved


def even(fixture: Fixture) -> int:
    """Bot 0 wins all games of three deals out of four."""
    return 0 if fixture.deal % 4 else max(fixture.sides)


def test_the_same_games_count_however_many_a_worker_has_ahead():
    def pairings() -> list[Pairing]:
        return [pairing(1), pairing(2), pairing(3, games=5)]

    one = list(counted(Agenda(pairings(), {}), even))
    assert one == list(counted(Agenda(pairings(), {}), even, ahead=6))
    assert len(one) < 400


def test_a_pairing_ends_after_the_deal_that_decides_it():
    first, second = pairing(1), pairing(2, games=7)
    list(counted(Agenda([first, second], {}), lambda fixture: 0, ahead=3))
    assert first.decision == "first"
    assert first.counted % 2 == 0
    assert first.counted < 100
    assert second.counted == 7  # its limit comes in the middle of a deal
    assert second.decision == ""


def test_saved_games_are_counted_and_not_played_again():
    whole = list(counted(Agenda([pairing(1), pairing(2)], {}), even))
    saved = {fixture: game(fixture, even(fixture)) for fixture in match((0, 1), 2, 9)}
    again = list(counted(Agenda([pairing(1), pairing(2)], saved), even, ahead=4))
    assert [identity for identity, _ in again] == [identity for identity, _ in whole]
    assert [is_saved for _, is_saved in again] == [True] * 9 + [False] * (len(whole) - 9)


def test_if_everything_is_saved_nothing_is_played():
    saved = {fixture: game(fixture, 0) for fixture in match((0, 1), 2, 400)}
    agenda = Agenda([pairing(1)], saved)
    assert list(agenda.blocks(1)) == []
    assert agenda.is_over
    assert all(each.is_saved for each in agenda.take())


def test_the_games_of_a_file_are_recognised(run, play, tmp_path):
    path = tmp_path / "games.jsonl"
    one = run("osla", "random", games=6)
    records = list(here.play(one, one.fixtures))
    path.write_bytes(b"".join(map(to_line, records[:4])))
    results = saved_games(one, path)
    assert list(results) == list(one.fixtures[:4])
    assert [each.id for each in results.values()] == [record.id for record in records[:4]]
    with pytest.raises(ArenaError, match=r"games\.jsonl, line 1: the game \w+ is not one of this"):
        saved_games(run("osla", "greedy", games=6), path)
    with pytest.raises(ArenaError, match="has 4 games already, and this match would have only 2"):
        saved_games(run("osla", "random", games=2), path)
