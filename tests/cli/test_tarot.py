"""French Tarot with house bots and a person, from the command line."""

import re

import pytest


def test_a_match_of_three_bots_is_played_saved_and_verified(arena, tmp_path):
    played = arena(
        "play", "greedy", "random", "montecarlo(simulations=60)",
        "--game", "tarot", "-n", 6, "--seed", 5, "--save", tmp_path / "cup", "--json",
    )  # fmt: skip
    assert played.code == 0, played.err
    assert [bot["faults"] for bot in played.json["bots"]] == [{}, {}, {}]
    verified = arena("replay", "verify", tmp_path / "cup" / "games.jsonl")
    assert verified.code == 0, verified.err


@pytest.mark.slow
def test_a_league_of_tarot_is_led_by_greedy_before_random(arena, tmp_path):
    done = arena(
        "league", "random", "greedy", "alwaysfirst",
        "--game", "tarot", "-n", 6, "--seed", 5, "--save", tmp_path / "league",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert done.out.index("GreedyPlayer") < done.out.index("RandomPlayer")


def test_a_person_is_led_through_every_phase_of_a_deal(arena):
    # Garde contre is the highest bid, so no other bid can follow.
    bold = arena(
        "play", "human", "greedy", "greedy", "--game", "tarot", "--option", "deals=1",
        "-n", 1, "--seed", 3, stdin="garde contre\nchelem\n" + "1\n" * 40,
    )  # fmt: skip
    assert bold.code == 0, bold.err
    for words in (
        "Deal 1 of 1, dealt by seat 2; scores 0 0 0",
        "What do you bid?",
        "You play alone at garde contre",
        "You lead if you announce a slam: do you?",
        "You play alone at garde contre; a slam is announced",
        "Your only choice is pas de poignée",
        "Table: empty, seat 0 leads",
        "Which card do you play?",
        "Last trick: ",
        "1 game of French Tarot",
    ):
        assert words in bold.out, words
    assert "is not one of the choices" not in bold.out


def test_a_person_discards_six_cards_one_by_one(arena):
    done = arena(
        "play", "human", "greedy", "greedy", "--game", "tarot", "--option", "deals=1",
        "-n", 1, "--seed", 3, stdin="garde\n" + "1\n" * 40,
    )  # fmt: skip
    assert "You play alone at garde" in done.out  # nobody bids more
    asked = re.findall(r"Which card do you lay away\? It is number (\d) of 6\.", done.out)
    assert asked == ["1", "2", "3", "4", "5", "6"]
    assert "The dog was " in done.out


def test_a_person_may_write_a_card_with_its_suit_as_a_sign(arena):
    game = ("play", "human", "greedy", "greedy", "--game", "tarot", "--option", "deals=1",
            "-n", 1, "--seed", 3)  # fmt: skip
    asked = arena(*game, stdin="garde\n").out
    card = re.search(r"  2\) (\w+)", asked.rpartition("Your choice:")[2])[1]
    sign = card[:-1].lower() + dict(zip("CDHS", "♣♦♥♠", strict=True))[card[-1]]
    done = arena(*game, stdin=f"garde\n{sign}\nA99\n")
    assert f"Laid away: {card}" in done.out
    assert "'A99' is not one of the choices" in done.out


def test_when_both_defenders_win_the_game_is_no_draw(arena):
    lost = arena(
        "play", "human", "greedy", "greedy", "--game", "tarot", "--option", "deals=1",
        "-n", 1, "--seed", 3, "--save", "records", stdin="garde contre\nchelem\n" + "1\n" * 40,
    )  # fmt: skip
    assert "GreedyPlayer and GreedyPlayer (2) win." in lost.out
    shown = arena("replay", "show", "records/games.jsonl").out
    assert shown.rstrip().endswith("\nGreedyPlayer and GreedyPlayer (2) win.")
    assert "A draw." not in lost.out + shown
