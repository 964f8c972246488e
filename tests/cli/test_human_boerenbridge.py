"""A person plays BoerenBridge. The message box shows each announcement once."""

import re

import pytest

TABLE = ("play", "human", "random", "alwaysfirst", "random", "--game", "boerenbridge", "-n", 1)
SHORT = ("--option", "rounds=2,1", "--seed", 1)


def boxes(out: str) -> list[list[str]]:
    """The lines of each message box."""
    found = re.findall(r"^--- Messages -+\n(.*?)\n-{60}$", out, re.DOTALL | re.MULTILINE)
    return [box.splitlines() for box in found]


def test_the_messages_are_those_since_the_last_question(arena):
    out = arena(*TABLE, *SHORT, stdin="0\n" + "1\n" * 30).out
    first, second, *_ = boxes(out)
    assert first == [
        "Round 1 starts, number of cards: 2",
        "Trump is Clubs, South has to open the game",
        "Player South guesses 0 wins",
        "Player West guesses 0 wins",
    ]
    assert second[0] == "Player North guesses 0 wins"
    assert second[2] == "Player East changes to guessing 1 wins"


def test_the_whole_game_is_announced_once_and_in_order(arena):
    out = arena(*TABLE, *SHORT, stdin="1\n" * 30).out
    told = [line for box in boxes(out) for line in box]
    ending = out.rsplit("? for help: ", 1)[1].split("won-drawn-")[0]
    told += [line for line in ending.strip().splitlines() if line]
    plays = [line for line in told if line.startswith("Public Announcement: Player")]
    assert sum(" plays " in line for line in plays) == 4 * 3
    assert sum("has ended" in line for line in told) == 3
    assert sum("wins the trick" in line for line in told) == 3
    assert told[-3] == "The game has ended"
    assert told[-2].startswith("Scored: North ")
    assert told[-1].startswith("The game is over: HumanPlayer (seat 0) ")
    assert len(set(told)) > 20


def test_bids_and_tricks_stand_in_a_table_with_the_names_of_the_seats(arena):
    out = arena(*TABLE, *SHORT, stdin="1\n" * 30).out
    assert "Round 1 of 2, cards each: 2, trump C, East, seat 1 deals" in out
    assert re.search(r"^ +bid +tricks +score\nNorth, seat 0 +- +0 +0$", out, re.MULTILINE)
    assert "You are North, seat 0 and hold KC AD" in out


@pytest.mark.parametrize("bid", [0, 1, 2])
def test_the_number_that_is_typed_is_the_bid(arena, bid):
    out = arena(*TABLE, *SHORT, stdin=f"{bid}\n").out
    assert "Your choice:   0) bid 0   1) bid 1   2) bid 2\n0-2, ? for help: " in out
    assert f"Player North guesses {bid} wins" in out


def test_the_number_of_a_card_is_its_place_in_the_list(arena):
    out = arena(*TABLE, "--option", "rounds=3", "--seed", 1, stdin="0\n2\n").out
    assert "Your choice:   1) QD   2) AD\n1-2, ? for help: " in out
    assert "Public Announcement: Player North plays Ace of Diamonds" in out


def test_a_number_that_is_no_bid_is_not_taken_for_another_bid(arena):
    out = arena(*TABLE, *SHORT, stdin="3\n").out
    assert "'3' is not one of the choices: type a number from 0 to 2, or ? for help." in out
    assert "Player North guesses" not in out


def test_help_and_a_hint_speak_of_bids_as_they_are_typed(arena, monkeypatch):
    monkeypatch.setattr("Players.terminal.hint.BUDGET", 0.02)
    out = arena(*TABLE, *SHORT, stdin="?\nh\nq\n").out
    assert "The number of a bid is the bid itself: 1 bids 1." in out
    assert re.search(r"Hint: bid \d\. ", out)


def test_a_bid_and_a_card_may_be_named(arena):
    out = arena(*TABLE, *SHORT, stdin="bid 2\nad\n").out
    assert "Player North guesses 2 wins" in out
    assert "Public Announcement: Player North plays Ace of Diamonds" in out


def test_the_rounds_are_those_that_were_asked_for(arena):
    done = arena(*TABLE, "--option", "rounds=3,4,5,4,3", stdin="1\n2\n3\n" * 60)
    assert done.code == 0
    starts = re.findall(r"Round (\d) starts, number of cards: (\d)", done.out)
    assert starts == [("1", "3"), ("2", "4"), ("3", "5"), ("4", "4"), ("5", "3")]


def test_two_bots_fill_the_table_and_four_sit_where_they_were_named(arena):
    two = arena("play", "random", "alwaysfirst", "--game", "boerenbridge", "-n", 4, "--json")
    assert two.code == 0
    assert len(two.json["bots"]) == 2
    four = arena(
        "play", "random", "alwaysfirst", "random", "random",
        "--game", "boerenbridge", "-n", 4, "--json",
    )  # fmt: skip
    assert four.code == 0
    assert len(four.json["bots"]) == 4
