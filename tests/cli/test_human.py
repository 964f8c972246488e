"""A person plays at the terminal, sees what the seat sees, and may mistype."""

import re


def test_a_person_plays_a_game_by_numbers(shell):
    """In another process with a real input. The other tests run in this process."""
    done = shell("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n" * 20)
    assert done.code == 0
    assert done.out.count("Your choice:") == 20
    assert "1 game of Brisca" in done.out
    assert "none" in done.out


def test_a_person_sees_the_table_and_its_own_hand_only(arena):
    out = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n" * 20).out
    first = out.split("Your choice:")[0]
    for word in ("Trump ", "28 cards left to draw", "Points:", "You are seat 0 and hold"):
        assert word in first
    assert len(set(re.findall(r"\b[OECB]\d+\b", first))) == 4  # the trump and three cards


def test_a_person_may_name_the_card(arena):
    first = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="").out
    card = re.search(r"2\) (\w+)", first)[1]
    done = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin=f"{card.lower()}\n")
    assert f"seat 0 played {card}" in done.out


def test_bad_input_is_asked_again(arena):
    done = arena(
        "play",
        "human",
        "random",
        "-n",
        1,
        "--seed",
        1,
        stdin="9\n\nO99\n-1\n0\n1.0\n²\n" + "1\n" * 20,
    )
    assert done.code == 0
    assert done.out.count("is none of the choices") == 7
    assert "'9' is none of the choices: type a number from 1 to 3." in done.out
    assert "Traceback" not in done.err


def test_when_the_input_ends_the_game_is_played_to_its_end(arena):
    done = arena("play", "human", "random", "-n", 2, "--seed", 1, stdin="1\n")
    assert done.code == 0
    assert "No more input" in done.out
    assert "2 games of Brisca" in done.out


def test_without_a_terminal_the_json_is_alone_on_the_output(arena):
    done = arena("play", "human", "random", "-n", 1, "--json", stdin="1\n" * 20)
    assert done.json["bots"][0]["faults"] == {}
    assert "Your choice" in done.err


def test_a_person_has_all_the_time(arena):
    done = arena(
        "play", "human", "random", "-n", 1, "--budget", 0.000001, "--json", stdin="1\n" * 20
    )
    assert done.json["bots"][0]["faults"] == {}
