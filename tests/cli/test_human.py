"""A person plays at the terminal, sees what the seat sees, and may mistype."""

import json
import re
from pathlib import Path

import pytest


def test_a_person_plays_a_game_by_numbers(shell):
    """In another process with a real input. The other tests run in this process."""
    done = shell("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n" * 9)
    assert done.code == 0
    assert done.out.count("Your choice:") == 9
    assert done.out.count("Your only choice is ") == 1
    assert "1 game of Brisca" in done.out
    assert "none" in done.out


def test_a_person_sees_the_table_and_its_own_hand_only(arena):
    out = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n" * 9).out
    first = out.split("Your choice:")[0]
    for word in ("Trump ", "28 cards left to draw", "Points:", "You are seat 0 and hold"):
        assert word in first
    assert len(set(re.findall(r"\b[OECB]\d+\b", first))) == 4  # the trump and three cards


def test_a_person_may_name_the_card(arena):
    first = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="").out
    card = re.search(r"   2\) (\w+)", first)[1]
    done = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin=f"{card.lower()}\n")
    assert f"Seat 0 plays {card}\n" in done.out


def test_a_number_bids_itself_in_a_described_game_too(arena):
    out = arena("play", "ohhell", "human", "random", "-n", 1, "--seed", 2, stdin="3\n").out
    assert "   0) BID = 0   1) BID = 1   2) BID = 2   3) BID = 3" in out
    assert re.search(r"^Player 0 chooses BID = 3$", out, re.MULTILINE)


def test_beside_bids_other_choices_have_letters(arena):
    solo = ("play", "solo", "human", "random", "-n", 1, "--seed", 3)
    bid = arena(*solo, stdin="5\n").out
    assert "   a) pass   4) BID = 4   5) BID = 5" in bid
    assert "a, 4-8, ? for help: " in bid
    assert re.search(r"^Player 0 chooses BID = 5$", bid, re.MULTILINE)
    for answer in ("a", "pass"):
        assert "Player 0 chooses pass\n" in arena(*solo, stdin=f"{answer}\n").out
    refused = arena(*solo, stdin="1\n").out
    assert "'1' is not one of the choices: type one of a, 4-8, or ? for help." in refused


def test_bids_that_are_words_are_counted_like_cards(arena):
    out = arena("play", "tarot", "human", "greedy", "greedy", "-n", 1, "--seed", 3, stdin="2\n").out
    assert "Your choice:   1) passe   2) petite   3) garde" in out
    assert "Seat 0 says petite" in out


def test_help_speaks_of_bids_only_where_they_are_numbers(arena):
    tarot = ("play", "tarot", "human", "greedy", "greedy", "-n", 1, "--seed", 3)
    told = arena(*tarot, stdin="?\n").out
    assert "number of a bid" not in told
    assert "The choices are counted from 1." in told
    told = arena("play", "solo", "human", "random", "-n", 1, "--seed", 3, stdin="?\n").out
    assert "The number of a bid is the bid itself: 6 bids 6." in told


def test_a_label_may_be_typed_with_its_bracket(arena):
    tarot = ("play", "tarot", "human", "greedy", "greedy", "-n", 1, "--seed", 3)
    assert "Seat 0 says petite" in arena(*tarot, stdin="2)\n").out
    solo = ("play", "solo", "human", "random", "-n", 1, "--seed", 3)
    assert "Player 0 chooses pass\n" in arena(*solo, stdin="a)\n").out
    assert "Player 0 chooses BID = 5\n" in arena(*solo, stdin="5)\n").out


def test_a_bid_of_a_described_game_may_be_typed_with_its_word(arena):
    ohhell = ("play", "ohhell", "human", "random", "-n", 1, "--seed", 2)
    for answer in ("bid 2", "BID = 2", "Bid 2"):
        assert "Player 0 chooses BID = 2\n" in arena(*ohhell, stdin=f"{answer}\n").out
    assert "'99' is not one of the choices" in arena(*ohhell, stdin="bid 99\n").out


def test_bad_input_is_asked_again(arena):
    done = arena(
        "play",
        "human",
        "random",
        "-n",
        1,
        "--seed",
        1,
        stdin="9\n\nO99\n-1\n0\n1.0\n²\n1 9\n" + "1\n" * 9,
    )
    assert done.code == 0
    assert done.out.count("is not one of the choices") == 8
    assert "'9' is not one of the choices: type a number from 1 to 3, or ? for help." in done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize("leave", ["q\n", ""])
def test_a_person_leaves_and_the_games_that_are_over_count(arena, leave):
    done = arena("play", "human", "random", "-n", 3, "--seed", 1, stdin="1\n" * 12 + leave)
    assert done.code == 0
    assert "You have left after 1 of 3 games." in done.out
    assert "1 game of Brisca" in done.out
    table = done.out.split("You have left")[1]
    assert re.search(r"^ *HumanPlayer .* none", table, re.MULTILINE)  # no faults
    assert done.err == ""


def test_a_person_who_leaves_the_first_game_gets_no_table(arena):
    done = arena("play", "human", "random", "-n", 3, "--save", "records", stdin="q\n")
    assert done.code == 0
    assert done.out.endswith("\nYou have left after 0 of 3 games.\n")


def test_help_and_a_hint_are_given_and_the_question_is_asked_again(arena, monkeypatch):
    monkeypatch.setattr("Players.terminal.hint.BUDGET", 0.02)
    done = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="?\nh\nq\n")
    assert "Suits: O oros, E espadas, C copas, B bastos." in done.out
    assert re.search(r"Hint: [OECB]\d+\. The search has played [\d,]+ imagined games", done.out)
    assert done.out.count("1-3, ? for help: ") == 3
    assert done.out.count("Your choice:") == 1


def test_a_person_sits_in_one_seat_and_a_bot_is_the_partner(arena):
    """The person never sees the partner's cards."""
    done = arena("play", "human", "osla", "-n", 2, "--seed", 1, "--save", "records",
                 stdin="1\n" * 18)  # fmt: skip
    assert set(re.findall(r"You are seat (\d)", done.out)) == {"0", "1"}
    one, other = map(json.loads, Path("records/games.jsonl").read_text().splitlines())
    for record, mine in ((one, 0), (other, 1)):
        names = [record["bots"][bot]["name"] for bot in record["seats"]]
        assert names == ["HumanPlayer" if seat == mine else "OSLAPlayer" for seat in range(4)]
    assert arena("replay", "verify", "records/games.jsonl").code == 0


def test_another_bot_may_be_the_partner_and_has_no_line_in_the_table(arena):
    done = arena("play", "human", "osla", "-n", 1, "--seed", 1, "--partner", "greedy",
                 stdin="1\n" * 9)  # fmt: skip
    assert "HumanPlayer (seat 0) and GreedyPlayer (seat 2) against OSLAPlayer" in done.out
    table = done.out.split("The game is over")[1]
    assert re.findall(r"^ *(\w+) +\d-\d-\d", table, re.MULTILINE) == ["HumanPlayer", "OSLAPlayer"]


def test_in_games_without_partners_a_person_has_one_seat_too(arena):
    done = arena("play", "agram", "human", "random", "-n", 2, "--seed", 1, "--json",
                 "--save", "records", stdin="1\n" * 20)  # fmt: skip
    assert done.code == 0
    for line in Path("records/games.jsonl").read_text().splitlines():
        record = json.loads(line)
        names = [record["bots"][bot]["name"] for bot in record["seats"]]
        assert names.count("HumanPlayer") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (("osla", "random", "--partner", "greedy"), "only bots play"),
        (("human", "random", "--game", "agram", "--partner", "random"), "nobody has a partner"),
        (("human", "human"), "say which bot partners them: --partner"),
    ],
)
def test_a_superfluous_or_missing_partner_is_refused(arena, words, said):
    done = arena("play", *words, "-n", 1)
    assert done.code == 2
    assert said in done.err


def test_without_a_terminal_the_json_is_alone_on_the_output(arena):
    done = arena("play", "human", "random", "-n", 1, "--json", stdin="1\n" * 9)
    assert done.json["bots"][0]["faults"] == {}
    assert "Your choice" in done.err


def test_a_person_has_all_the_time(arena):
    done = arena(
        "play", "human", "random", "-n", 1, "--budget", 0.000001, "--json", stdin="1\n" * 9
    )
    assert done.json["bots"][0]["faults"] == {}


def test_several_discards_may_stand_in_one_line(arena):
    tarot = ("play", "tarot", "human", "greedy", "greedy", "-n", 1, "--seed", 3)
    out = arena(*tarot, stdin="garde\n2C 9C, 1D 2D 2H 1S\n").out
    assert "Laid away: 2C 9C   1D 2D   2H   1S" in out
    assert out.count("Which card do you lay away?") == 1
    hearts = arena("play", "hearts", "human", "random", "-n", 1, "--seed", 3, stdin="3 9 12\n").out
    before, after = re.findall(r"^you +HAND: (.*)$", hearts, re.MULTILINE)
    passed = {before.split(", ")[number - 1] for number in (3, 9, 12)}
    assert passed == {"TEN CLUBS", "EIGHT HEARTS", "SIX SPADES"}
    assert not passed & {*after.split(", ")}
    assert hearts.count("Your choice:") == 2


def test_the_rest_of_a_line_is_not_played_once_cards_were_shown(arena):
    out = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="1 2\n").out
    assert re.search(r"^Not played, because the game has changed: \w+$", out, re.MULTILINE)
    assert out.count("Your choice:") == 2


def test_the_last_trick_and_the_score_of_every_game_are_on_the_table(arena):
    brisca = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n").out
    [trick] = re.findall(r"^Last trick: (.*), taken by seat \d$", brisca, re.MULTILINE)
    played = re.findall(r"^Seat \d plays (\w+)$", brisca, re.MULTILINE)
    assert trick.split() == played[:4]
    agram = arena("play", "agram", "human", "random", "-n", 1, "--seed", 1, stdin="").out
    assert "Scores: player 0 0, player 1 0, player 2 0, player 3 0" in agram
