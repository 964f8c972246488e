"""Which bots may play at which level: `auto` on machines with good, weak or no isolation."""

from pathlib import Path

import pytest

from arena.sandbox import levels

MISSING = "The isolation level 'sandbox' needs bubblewrap. On Debian: apt-get install bubblewrap"
MOVE = "return observation.get_list_actions()[0]"


@pytest.fixture
def machine(monkeypatch):
    """A machine with only these isolation levels."""
    true = levels.unavailable

    def only(*there: str) -> None:
        for level in there:
            if true(level):
                pytest.skip(true(level))
        monkeypatch.setattr(levels, "unavailable", lambda level: "" if level in there else MISSING)

    return only


def test_a_file_is_refused_if_the_machine_cannot_isolate_it(arena, bot, machine):
    machine("inprocess", "process")
    for words in (("play", bot(MOVE), "random"), ("check", bot(MOVE))):
        done = arena(*words)
        assert done.code == 2
        assert done.out == ""
        assert "apt-get install bubblewrap" in done.err
        assert "--i-trust-these-bots" in done.err
        assert len(done.err.splitlines()) == 1


def test_house_bots_need_no_trust(arena, machine):
    machine("inprocess", "process")
    done = arena("play", "random", "osla", "-n", 2)
    assert (done.code, done.err) == (0, "")


def test_with_trust_it_plays_in_a_process_and_the_record_says_so(arena, bot, machine):
    machine("inprocess", "process")
    done = arena(
        "play", bot(MOVE), "random", "-n", 2, "--i-trust-these-bots", "--save", "out", "--json"
    )
    assert done.code == 0
    assert "WARNING" in done.err
    assert "level 'process'" in done.err
    assert done.json["isolation"] == "inprocess+process"
    assert '"isolation":"inprocess+process"' in Path("out/games.jsonl").read_text()


def test_trust_does_not_lower_an_available_level(arena, bot, machine):
    machine("inprocess", "process", "reduced")
    done = arena("play", bot(MOVE), "random", "-n", 2, "--i-trust-these-bots", "--json")
    assert done.json["isolation"] == "inprocess+reduced"
    assert "WARNING" not in done.err


def test_reduced_comes_before_a_refusal_and_is_said(arena, bot, machine):
    machine("inprocess", "process", "reduced")
    done = arena("play", bot(MOVE), "random", "-n", 2, "--json")
    assert done.code == 0
    assert done.json["isolation"] == "inprocess+reduced"
    assert "level 'reduced'" in done.err
    assert "apt-get install bubblewrap" in done.err
    done = arena("check", bot(MOVE), "--positions", 20)
    assert "tested at isolation level reduced" in done.out
    assert "level 'reduced'" in done.err


def test_the_sandbox_comes_first_and_needs_no_words(arena, bot, machine):
    machine("inprocess", "process", "reduced", "sandbox")
    done = arena("play", bot(MOVE), "random", "-n", 2, "--json")
    assert done.json["isolation"] == "inprocess+sandbox"
    assert done.err == ""


def test_a_level_chosen_by_name_is_used_or_refused(arena, bot, machine):
    machine("inprocess", "process")
    done = arena("play", bot(MOVE), "random", "-n", 2, "--isolation", "reduced")
    assert done.code == 2
    assert "'reduced' is not available" in done.err
    done = arena("play", bot(MOVE), "random", "-n", 2, "--isolation", "process", "--json")
    assert done.json["isolation"] == "process"


def test_a_bot_is_not_examined_in_our_own_process(arena, bot):
    done = arena("check", bot(MOVE), "--isolation", "inprocess")
    assert done.code == 2
    assert "give --isolation one of process, reduced, sandbox, docker" in done.err


GUESSED = "a bot from a file could guess the seed 1 and then know all cards"


@pytest.mark.parametrize("command", ["play", "league"])
def test_a_guessable_seed_gives_one_warning_and_the_json_stays_clean(arena, bot, command):
    done = arena(
        command, bot(MOVE), "random", "-n", 2, "--seed", 1, "--isolation", "inprocess", "--json"
    )
    assert done.code == 0
    assert done.json["seed"] == 1
    assert done.err.count(GUESSED) == 1


@pytest.mark.parametrize("seed", [(), ("--seed", "a-long-one-nobody-knows")])
def test_a_seed_that_no_bot_can_guess_needs_no_remark(arena, bot, seed):
    done = arena("play", bot(MOVE), "random", "-n", 2, "--isolation", "inprocess", *seed)
    assert done.code == 0
    assert "guess" not in done.err


def test_bots_of_the_house_guess_no_seeds(arena):
    done = arena("play", "random", "osla", "-n", 2, "--seed", 1)
    assert done.code == 0
    assert "guess" not in done.err


@pytest.mark.slow
def test_a_saved_bot_is_run_again_without_isolation_only_with_trust(arena, bot, machine):
    arena("play", bot(MOVE), "osla", "-n", 1, "--save", "out")
    machine("inprocess", "process")
    plies = [("repro", "out/games.jsonl", "--ply", ply) for ply in range(2)]
    refused = [words for words in plies if arena(*words).code == 2]
    assert len(refused) == 1  # the other one is a move of the house bot
    done = arena(*refused[0])
    assert "apt-get install bubblewrap" in done.err
    assert "--i-trust-these-bots" in done.err
    done = arena(*refused[0], "--i-trust-these-bots")
    assert done.code == 0
    assert "level 'process'" in done.err
    assert "in a box (level process)" in done.out
