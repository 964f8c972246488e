"""Ladders: every house bot is on one, and a ladder that is missing or damaged is measured."""

import re
from pathlib import Path

import pytest

import Players
from arena.bots.bot import find as find_bot
from arena.common.games import game_of
from arena.gym.ladder import (
    CANDIDATES,
    RANDOM,
    Ladder,
    Rung,
    candidates,
    find_ladder,
    own_path,
    save_ladder,
)
from arena.gym.measuring import ladder_run, measure
from Game.registry import find, names

SHIPPED = Path(__file__).parents[3] / "arena" / "gym" / "ladders"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_every_house_bot_is_a_candidate_unless_it_is_a_person_or_always_late():
    spread = {find_bot(spec.format(n=10, more=40)).path.stem for spec in CANDIDATES}
    assert spread == set(Players.HOUSE) - {"HumanPlayer", "SlowPlayer"}


def test_every_game_has_candidates_and_only_those_that_play_it():
    for name in names():
        specs = [bot.spec for bot in candidates(find(name)(), 10)]
        assert {"random", "alwaysfirst", "ismcts(simulations=10)"} <= {*specs}
        assert ("osla" in specs) == (name == "brisca")


def test_shipped_ladders_are_those_of_the_default_options():
    assert (SHIPPED / "brisca.json").exists()
    for path in SHIPPED.iterdir():
        game = find(path.stem)()
        ladder = find_ladder(game)
        assert ladder is not None, path
        ratings = [rung.rating for rung in ladder.rungs]
        assert ratings == sorted(ratings)
        assert {rung.bot: rung.rating for rung in ladder.rungs}["random"] == RANDOM
        on_it = {rung.bot for rung in ladder.rungs}
        (effort,) = re.findall(r"montecarlo.simulations=(\d+)", " ".join(on_it))
        assert on_it == {bot.spec for bot in candidates(game, int(effort))}, path


def test_a_ladder_of_ones_own_comes_first_and_a_damaged_one_counts_as_missing():
    game = find("brisca")()
    own = Ladder("brisca", game.chosen, 2, [Rung("random", 1000, 900, 1100)])
    save_ladder(own, own_path(game))
    assert find_ladder(game) == own
    own_path(game).write_text("{")
    assert find_ladder(game) == find_ladder(find("brisca")())
    assert find_ladder(game) != own
    assert find_ladder(find("brisca")(tie="original")) is None


def test_a_measured_ladder_begins_with_the_weakest_bot(monkeypatch):
    monkeypatch.setattr("arena.gym.ladder.CANDIDATES", ("greedy", "random", "osla"))
    run = ladder_run(find("brisca")(), games=40, simulations=2)
    games = []
    ladder = measure(run, 1, lambda: games.append(1), pytest.fail)
    assert len(games) == len(run.fixtures) == 120
    assert [rung.bot for rung in ladder.rungs] == ["random", "osla", "greedy"]
    assert ladder.rungs[0].rating == RANDOM
    assert all(rung.low < rung.rating < rung.high for rung in ladder.rungs)


STUCK = """\
(game
 (setup
  (create players 2)
  (create teams (0) (1))
  (create deck (game hloc STOCK) (deck (RANK (A, B)))))
 (stage player
  (end (any player 'P (== ('P sto DONE) 1)))
  (choice (((inc (game sto TURNS) 1)) ((set ((current player) sto DONE) 1))))
  (do (((== (game sto TURNS) 40) (move (top (game hloc NONE)) (top (game hloc STOCK)))))))
 (scoring max ((current player) sto DONE)))
"""
FIRST = """\
from Players.Player import Player

class First(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_pair_whose_game_cannot_go_on_does_not_end_the_measuring(monkeypatch, workers):
    monkeypatch.setattr("arena.gym.ladder.CANDIDATES", ("alwaysfirst", "first.py", "random"))
    Path("stuck.gdl").write_text(STUCK)
    Path("first.py").write_text(FIRST)
    run = ladder_run(game_of("stuck.gdl", {}), games=4, simulations=2)
    left_out = []
    ladder = measure(run, workers, lambda: None, left_out.append)
    assert [Path(rung.bot).name for rung in ladder.rungs][-1] == "random"
    assert len(ladder.rungs) == 3
    (sentence,) = left_out
    assert "alwaysfirst and " in sentence
    assert "first.py are left out: The game cannot go on" in sentence
