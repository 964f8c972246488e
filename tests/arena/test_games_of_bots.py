"""A bot that plays only some games is refused for the others before a game begins."""

import pytest

from arena.bots.bot import find, of_instance
from arena.cli import arena
from arena.common.errors import BotError
from arena.match.run import RunOptions, new_match
from arena.sandbox.levels import unavailable
from Game.registry import find as game_named
from Players.OSLAPlayer import OSLAPlayer
from Players.RandomPlayer import RandomPlayer

BRISCA_ONLY = "from Players.Player import Player\nclass Mine(Player):\n    games = ('brisca',)\n"
SENTENCE = "Mine plays only brisca, but the game is agram"


def enter(bot, game: str, isolation: str):
    terms = {"isolation": isolation, "trusted": True}
    return new_match(game_named(game)(), [bot, find("random")], 1, RunOptions(**terms))


def refusal(bot, game: str, isolation: str = "inprocess") -> str:
    with pytest.raises(BotError) as caught:
        enter(bot, game, isolation)
    return str(caught.value)


def test_a_bot_of_the_house_is_refused_by_its_name():
    sentence = refusal(find("osla"), "boerenbridge")
    assert sentence.startswith("osla: OSLAPlayer plays only brisca, but the game is boerenbridge")
    assert "arena bots" in sentence


def test_a_file_is_refused_when_it_is_loaded(write_bot):
    assert SENTENCE in refusal(find(write_bot(BRISCA_ONLY)), "agram")


@pytest.mark.skipif(bool(unavailable("process")), reason="no boxes here")
def test_a_file_in_a_box_is_refused_there(write_bot):
    assert SENTENCE in refusal(find(write_bot(BRISCA_ONLY)), "agram", "process")


def test_an_object_of_this_process_is_refused():
    assert "OSLAPlayer plays only brisca" in refusal(of_instance(OSLAPlayer()), "tarot")
    assert enter(of_instance(RandomPlayer()), "tarot", "inprocess")


@pytest.mark.parametrize("says", ["games = ()", "games = []", "games = 7", "games = (7,)", "pass"])
def test_a_bot_that_names_no_game_plays_them_all(write_bot, says):
    source = f"from Players.Player import Player\nclass Mine(Player):\n    {says}\n"
    assert enter(find(write_bot(source)), "agram", "inprocess")


def test_a_subclass_of_a_bot_plays_the_games_of_that_bot(write_bot):
    source = "from Players.OSLAPlayer import OSLAPlayer\nclass Mine(OSLAPlayer):\n    pass\n"
    assert enter(find(write_bot(source)), "brisca", "inprocess")
    assert SENTENCE in refusal(find(write_bot(source)), "agram")


def test_the_list_of_bots_names_the_games_of_each_bot(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    arena(["bots"], standalone_mode=False)
    output = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "brisca" in output["osla"].rpartition("(")[2]
    assert not output["random"].endswith(")")
