"""The same seed and bots give the same games, in any order and with any number of workers."""

import os
import subprocess
import sys
from itertools import combinations

import pytest

from arena.replay.files import from_line
from arena.replay.record import Record
from arena.workers import here
from arena.workers.cores import Cores
from arena.workers.games import GameTask, PlayGames, game_blocks

HOUSE = ["random", "osla", "greedy", "montecarlo(worlds=3)"]


def games(records: list[Record]) -> list[tuple[object, ...]]:
    """The records without times."""
    return [
        (
            record.id,
            record.deal,
            record.seats,
            [(move.seat, move.play, move.fault) for move in record.moves],
            record.scores,
            record.ranks,
            record.faults,
        )
        for record in records
    ]


def deals(records: list[Record]) -> list[object]:
    return [record.deal for record in records]


DRAWS = {
    "its dice": "return self.dice.choice(o.get_list_actions())",
    "Python's random": "import random; return random.choice(o.get_list_actions())",
    "numpy's random": "return numpy.random.choice(numpy.array(o.get_list_actions(), object))",
    "imagined worlds": (
        "w = o.get_randomized_clone(); a = o.get_list_actions(); "
        "return a[len(str(w.hands[(o.turn + 1) % 4])) % len(a)]"
    ),
    "playouts": (
        "from Game.ForwardModel import ForwardModel; a = o.get_list_actions(); "
        "return a[int(ForwardModel().playout(o, 3)[0] * 3) % len(a)]"
    ),
    "the constructor's dice": "return o.get_list_actions()[self.luck % o.hands[o.turn].len()]",
    "a shuffled collection": (
        "from Game.CardCollection import CardCollection; c = CardCollection(); "
        "c.add_cards([a.get_card() for a in o.get_list_actions()]); c.shuffle(); "
        "return Action(c.draw())"
    ),
    "RoboBrisca's random action": (
        "from Game.BriscaGame import BriscaGame; return BriscaGame().get_random_action(o)"
    ),
    "an observation of its own making": (
        "from Game.Observation import Observation; a = o.get_list_actions(); "
        "w = Observation(o.main_deck, o.hands, o.trump_card, o.won_cards, o.turn, o.n_players, "
        "o.playing_cards, o.winner).get_randomized_clone(); "
        "return a[len(str(w.hands[(o.turn + 1) % 4])) % len(a)]"
    ),
    "a set of cards": "return Action(next(iter({a.get_card() for a in o.get_list_actions()})))",
}
CONSTRUCTOR = """
    def __init__(self):
        self.luck = self.dice.below(6)
"""


@pytest.fixture
def drawing(write_bot):
    """Writes a bot that draws random numbers in this way."""

    def write(way: str, name: str = "mine.py") -> str:
        if way.startswith("numpy"):
            pytest.importorskip("numpy")
        imports = "import numpy\n" if way.startswith("numpy") else ""
        constructor = CONSTRUCTOR if "constructor" in way else ""
        return write_bot(
            "from Game.Action import Action\n"
            f"from Players.Player import Player\n{imports}class Mine(Player):\n{constructor}\n"
            f"    def think(self, o, budget):\n        {DRAWS[way]}\n",
            name,
        )

    return write


@pytest.mark.parametrize("way", DRAWS)
def test_a_bot_plays_the_same_games_again_with_any_source_of_luck(drawing, play, way):
    bot = drawing(way)
    once, again = (play(bot, "osla", games=6, seed="again") for _ in range(2))
    assert not any(record.faults for record in once)
    assert games(once) == games(again)


@pytest.mark.parametrize("way", ["its dice", "Python's random", "numpy's random"])
def test_a_bot_draws_other_luck_in_other_games_seats_and_moves(drawing, play, way):
    """Otherwise every game would begin with the same place of the hand, in all four seats."""
    bot = drawing(way)
    places = []
    for record in play(bot, bot, games=12, seed="luck"):
        hands = [list(hand) for hand in record.deal["hands"]]
        for move in record.moves[:4]:
            places.append(hands[move.seat].index(move.play))
    assert len(set(places)) == 3
    assert len({tuple(places[i : i + 4]) for i in range(0, len(places), 4)}) > 6


@pytest.mark.parametrize("bots", list(combinations(HOUSE, 2)), ids=" and ".join)
def test_two_house_bots_play_the_same_games_again(play, bots):
    assert games(play(*bots, games=4)) == games(play(*bots, games=4))


def test_the_order_in_which_games_are_played_does_not_matter(drawing, run):
    league = run("osla", drawing("Python's random"), "random", games=4, league=True)
    forward = list(here.play(league, league.fixtures))
    backward = list(here.play(league, league.fixtures[::-1]))
    assert games(forward) == games(backward[::-1])


def moves(records: list[Record]) -> dict[object, object]:
    """The moves of each game, by its deal and its seats."""
    return {
        (str(record.deal), *(record.bots[bot].spec for bot in record.seats)): [
            (move.seat, move.play) for move in record.moves
        ]
        for record in records
    }


def test_bots_with_the_same_name_play_the_same_games_in_any_order(play):
    """The random numbers of the second bot do not depend on its name, "MonteCarloPlayer (2)"."""
    few, many = "montecarlo(worlds=2)", "montecarlo(worlds=3)"
    match = moves(play(few, many, games=4))
    assert len(match) == 4
    assert moves(play(many, few, games=4)) == match
    league = moves(play("random", many, few, games=4, league=True))
    assert {key: league[key] for key in match} == match


def test_two_copies_of_one_bot_do_not_play_each_game_twice(play):
    """With equal random numbers, the game with exchanged seats would be the same game."""
    records = play("random", "random", games=2)
    first, second = ([move.play for move in record.moves] for record in records)
    assert records[0].deal == records[1].deal
    assert first != second


def test_a_game_played_alone_is_the_one_played_among_others(drawing, run):
    match = run("osla", drawing("its dice"), games=6)
    together = list(here.play(match, match.fixtures))
    alone = [record for each in match.fixtures for record in here.play(match, [each])]
    assert games(together) == games(alone)


KEEPS = {
    "its class": "class Mine(Player):\n    seen = []\n    def think(self, o, budget):\n"
    "        seen = self.seen\n",
    "its file": "seen = []\nclass Mine(Player):\n    def think(self, o, budget):\n",
}


@pytest.mark.parametrize("source", KEEPS.values(), ids=KEEPS)
def test_values_in_a_bots_class_or_file_are_gone_in_the_next_game(write_bot, run, source):
    """See decision 4. Otherwise games would depend on their order and on the workers."""
    bot = write_bot(
        f"from Players.Player import Player\n{source}        seen.append(1)\n"
        "        actions = o.get_list_actions()\n"
        "        return actions[len(seen) // 20 % len(actions)]\n"
    )
    match = run(bot, "osla", games=5)
    together = list(here.play(match, match.fixtures))
    alone = [record for each in match.fixtures for record in here.play(match, [each])]
    assert not any(record.faults for record in together)
    assert games(together) == games(alone)


def test_partners_share_no_memory_through_their_class(write_bot, play):
    bot = write_bot(
        "from Players.Player import Player\nclass Mine(Player):\n    seats = set()\n"
        "    def think(self, o, budget):\n        self.seats.add(o.turn)\n"
        "        assert len(self.seats) == 1\n        return o.get_list_actions()[0]\n"
    )
    (record,) = play(bot, "osla")
    assert not record.faults


@pytest.mark.slow
def test_two_workers_play_the_games_of_one(drawing, run):
    match = run(drawing("Python's random"), "montecarlo(worlds=3)", games=20)
    tasks = [GameTask(fixture) for fixture in match.fixtures]
    blocks = game_blocks(tasks, len(tasks), 2)
    with Cores(PlayGames(match), 2) as engine:
        played = [game for some in engine.results(blocks, in_order=True) for game in some]
    assert games([from_line(game.line, "a worker") for game in played]) == games(
        list(here.play(match, match.fixtures))
    )


PRINT_GAMES = """
import sys
from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from Game.registry import find
for bot in sys.argv[1:]:
    bots = [load(bot), load("osla")]
    options = RunOptions(seed="1", isolation="inprocess")
    run = new_match(find("brisca")(), bots, 2, options)
    for record in here.play(run, run.fixtures):
        print(*(move.play for move in record.moves))
"""


@pytest.mark.slow
def test_another_process_plays_the_same_games(drawing):
    """Python hashes texts differently in every process: a set of cards must not show it."""
    bots = drawing("a set of cards", "set.py"), drawing("Python's random", "random_ones.py")
    played = {
        subprocess.run(
            [sys.executable, "-c", PRINT_GAMES, *bots],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(2)
    }
    assert len(played) == 1


def test_a_user_bot_in_players_draws_the_same_random_numbers_again(tmp_path, monkeypatch, play):
    """`arena new` writes the bot into Players/, and it plays there by its name."""
    import Players

    monkeypatch.setattr(Players, "__path__", [*Players.__path__, str(tmp_path)])
    (tmp_path / "ofmyown.py").write_text(
        "import random\nfrom Players.Player import Player\nclass OfMyOwn(Player):\n"
        "    def think(self, o, budget):\n        return random.choice(o.get_list_actions())\n"
    )
    once, again = (play("ofmyown", "osla", games=4) for _ in range(2))
    assert games(once) == games(again)


def test_a_bot_that_draws_more_luck_does_not_change_the_luck_of_others(thinker, play):
    """The deals, the other bot's luck and the moves in place of faults are streams of their own."""
    few = "return o.get_list_actions()[0]"
    many = """
    import random
    [random.random() for _ in range(50)]
    [self.dice.random() for _ in range(50)]
    o.get_randomized_clone()
    return o.get_list_actions()[0]
    """
    header = "# the same name and the same hash, or the games would not be the same ones\n"
    quiet = play(thinker(few, before=header), "random", games=4)
    noisy = play(thinker(many, before=header), "random", games=4)
    assert deals(quiet) == deals(noisy)


def test_luck_drawn_by_one_bot_does_not_change_the_games_of_the_other(write_bot, play):
    """Both versions are one file, so that the games have one identity. A switch selects one."""
    bot = write_bot(
        """\
        import os, random
        from Players.Player import Player
        class Mine(Player):
            def think(self, o, budget):
                for _ in range(int(os.environ["DRAWS"])):
                    random.random(), self.dice.random(), o.get_randomized_clone()
                return o.get_list_actions()[0]
        """
    )
    other = write_bot(
        """\
        import random
        from Players.Player import Player
        class Other(Player):
            def think(self, o, budget):
                return random.choice(o.get_list_actions())
        """,
        "other.py",
    )
    played = []
    for draws in ("0", "7"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DRAWS", draws)
            played.append(games(play(bot, other, games=4)))
    assert played[0] == played[1]


def test_moves_in_place_of_faults_do_not_depend_on_a_bots_luck(write_bot, play):
    bot = write_bot(
        """\
        import os
        from Players.Player import Player
        class Mine(Player):
            def think(self, o, budget):
                for _ in range(int(os.environ["DRAWS"])):
                    self.dice.random()
        """
    )
    played = []
    for draws in ("0", "7"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DRAWS", draws)
            played.append(games(play(bot, "random", games=2)))
    assert played[0] == played[1]


def test_another_seed_deals_other_cards(play):
    assert deals(play("random", "osla", seed="1")) != deals(play("random", "osla", seed="2"))


@pytest.mark.parametrize("seed", ["rb2027", "más copas", "", "007", "-1", "9" * 30])
def test_any_text_is_a_seed(play, seed):
    once, again = (play("random", "osla", seed=seed) for _ in range(2))
    assert games(once) == games(again)


def test_without_a_seed_every_run_has_its_own(run):
    assert run("random", "osla", seed=None).seed != run("random", "osla", seed=None).seed


def test_bots_of_other_arguments_play_other_games(play):
    """Otherwise a new game would count as one that was already played."""
    few, many = (play(f"montecarlo(worlds={n})", "random")[0].id for n in (2, 3))
    assert few != many
