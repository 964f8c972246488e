"""BoerenBridge at the table: records replay without luck, and the guide's example plays."""

import re
import textwrap
from pathlib import Path

import msgspec
import pytest

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.replay.record import Record
from arena.replay.replayer import Disagreement, verify
from arena.workers import here
from Game.boerenbridge.game import BoerenBridge

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"


def records(game: BoerenBridge, *bots: str, games: int = 4) -> list[Record]:
    run = new_match(
        game,
        [load(bot) for bot in bots],
        games,
        RunOptions(seed="1", clock=False, isolation="inprocess", trusted=True),
    )
    return list(here.play(run, run.fixtures))


@pytest.mark.parametrize(
    "options",
    [{}, {"deck": "full", "rebid": "any"}, {"rounds": "1,7,2", "opener": "last-trick-winner"}],
    ids=str,
)
def test_a_record_replays_the_game(options):
    for record in records(BoerenBridge(**options), "random", "alwaysfirst"):
        assert record.faults == []
        verify(record)
        verify(msgspec.json.decode(msgspec.json.encode(record), type=Record))


def test_the_next_deal_is_written_where_a_round_ends():
    (record, *_) = records(BoerenBridge(rounds="3,2"), "random", "random")
    rows = [move for move in record.moves if move.chance]
    assert len(rows) == 1, "chance decides once: between the rounds"
    assert len(rows[0].chance) == 1 + 7, "trump, and each card but the last, which is left over"


def test_a_record_with_changed_chance_is_refused():
    (record, *_) = records(BoerenBridge(rounds="3,2"), "random", "random")
    move = next(move for move in record.moves if move.chance)
    move.chance = (*move.chance[:-1], 99)
    with pytest.raises(Disagreement, match="99"):
        verify(record)


def test_four_bots_sit_at_the_table_and_each_has_every_seat():
    result = records(BoerenBridge(), "random", "alwaysfirst", "random", "alwaysfirst")
    assert [record.seats for record in result] == [
        [0, 1, 2, 3],
        [1, 2, 3, 0],
        [2, 3, 0, 1],
        [3, 0, 1, 2],
    ]
    assert len({str(record.deal) for record in result}) == 1


def test_monte_carlo_beats_chance(tmp_path):
    bot = tmp_path / "fixed.py"
    bot.write_text(
        "from Players.MonteCarloPlayer import MonteCarloPlayer\n\n\n"
        "class Fixed(MonteCarloPlayer):\n"
        "    def __init__(self):\n"
        "        super().__init__(worlds=30)\n",
        encoding="utf-8",
    )
    ours = theirs = 0.0
    for record in records(BoerenBridge(), str(bot), "random", games=12):
        assert record.faults == []
        for bot_number, score in zip(record.seats, record.scores, strict=True):
            if record.bots[bot_number].name == "Fixed":
                ours += score
            else:
                theirs += score
    assert ours / 24 > theirs / 24 + 10


def examples_of_the_guide():
    _, _, section = GUIDE.read_text(encoding="utf-8").partition("\n## BoerenBridge\n")
    section, _, _ = section.partition("\n## ")
    return re.findall(r"```py\n(.*?)```", section, re.DOTALL)


@pytest.mark.parametrize("example", examples_of_the_guide(), ids=["rules", "toolbox"])
def test_the_examples_of_the_guide_play(example, tmp_path):
    bot = tmp_path / "guide.py"
    bot.write_text(
        "from Players.Player import Player\n\n\n"
        "class Guide(Player):\n"
        "    def think(self, observation, budget):\n"
        "        actions = observation.get_list_actions()\n"
        + textwrap.indent(example + "return actions[0]\n", " " * 8)
        + '\n    def __str__(self):\n        return "Guide"\n',
        encoding="utf-8",
    )
    for record in records(BoerenBridge(), str(bot), "random"):
        assert record.faults == []
