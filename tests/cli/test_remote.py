"""`arena remote` does what the remote on the desk does."""

import pytest
from support import cups, shows
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.server.engine.show.staging import open_show
from arena.server.show.state import COMMANDS
from arena.store.live.actions import logged_actions

# The words of the command for each command of the remote, from the title of the show on.
WORDS = {
    "play": ["play"],
    "pause": ["pause"],
    "speed": ["faster"],
    "comments": ["comments", "off"],
    "skip": ["leave-out", "7"],
    "move": ["move", "10", "1"],
    "go": ["go", "2"],
    "reveal": ["reveal"],
    "end-rehearsal": ["end-rehearsal"],
}


@pytest.fixture
def cup(tmp_path):
    """A competition with a show that stands at its title."""
    folder = cups.make(tmp_path / "cup", cups.QUALIFYING, {"Ada": cups.FIRST})
    with open_competition(folder) as competition:
        shows.write_script(competition.out, "qualifying")
        open_show(competition, "qualifying")
    return folder


def state(cup):
    with open_competition(cup) as competition:
        return shows.state_of(competition.store)


def test_every_command_of_the_remote_has_its_words(cup, arena):
    assert WORDS.keys() == COMMANDS.keys()
    with open_competition(cup) as competition:
        shows.seal_results(competition, "qualifying")
    for name, (word, *values) in WORDS.items():
        with case(name):
            done = arena("remote", word, cup, *values, "--by", "Ana")
            assert done.code == 0, done.err
            assert "qualifying " in done.out
    show = state(cup)
    assert (show.speed, show.comments, show.revealed) == (2.0, False, True)
    with open_competition(cup) as competition:
        assert competition.shown_phases() == ["qualifying"]
        logged = logged_actions(competition.store.database, 20)[::-1]
    assert [each.request.what for each in logged].count("reveal") == 1
    assert {each.actor.name for each in logged} == {"Ana"}


def test_the_list_has_the_numbers_and_the_show_follows_them(cup, arena):
    listed = arena("remote", "list", cup).out
    assert listed.count("on stage") == 1
    [bracket] = [line.split()[0] for line in listed.splitlines() if " bracket " in line]
    refused = arena("remote", "go", cup, bracket)
    assert (refused.code, state(cup).told) == (2, ())
    assert "the room has not seen them" in refused.err
    assert "--sure" in refused.err
    assert "Bracket" in arena("remote", "go", cup, bracket, "--sure").out
    assert state(cup).told == (0,)
    arena("remote", "next", cup)
    arena("remote", "previous", cup)
    assert "Bracket" in arena("remote", "pause", cup).out
    assert "There is no scene 99" in arena("remote", "go", cup, 99).err
    assert "has a button of its own" in arena("remote", "go", cup, len(state(cup).cues)).err


def test_without_a_show_there_is_nothing_to_steer(tmp_path, arena):
    cup = cups.make(tmp_path / "empty", cups.QUALIFYING, {})
    for word in ("list", "play", "reveal"):
        refused = arena("remote", word, cup)
        assert (refused.code, "No show is open" in refused.err) == (2, True)


def test_a_reveal_that_fails_is_told_and_shows_nothing(cup, arena):
    refused = arena("remote", "reveal", cup)
    assert refused.code == 2
    assert "is not sealed" in refused.err
    assert not state(cup).revealed
