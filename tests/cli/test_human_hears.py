"""A person at the terminal reads all events at the table, in any game, and the result."""

import re

import pytest

END = re.compile(r"^The game is over: .* wins?\.$|^The game is over: .* A draw\.$", re.MULTILINE)


def heard(out: str) -> list[str]:
    """The lines of the message boxes and of the end of the game."""
    boxes = re.findall(r"^--- Messages -+\n(.*?)\n-{60}$", out, re.DOTALL | re.MULTILINE)
    before_end = out[: END.search(out).end()]
    last = re.split(r"^\d+-\d+, \? for help: ?$", before_end, flags=re.MULTILINE)[-1]
    lines = [*"\n".join(boxes).splitlines(), *filter(None, last.splitlines())]
    return [line for line in lines if not line.startswith("Your only choice is ")]


def lone(arena, game: str, *more: object, seed: int = 3, stdin: str = "1\n" * 400) -> list[str]:
    """The messages of a game against random bots."""
    done = arena(
        "play", "human", "random", "--game", game, "-n", 1, "--seed", seed, *more, stdin=stdin
    )
    assert done.code == 0, done.err
    return heard(done.out)


def test_in_brisca_every_card_and_every_trick_is_announced_once(arena):
    told = lone(arena, "brisca")
    played = [line.split()[-1] for line in told if " plays " in line]
    assert len(played) == len({*played}) == 40
    assert sum("takes the trick" in line for line in told) == 10
    final = told[-1]
    points = [int(points) for points in re.findall(r"\(seat \d\) (\d+)", final)]
    assert sum(points) == 120


def test_in_agram_the_last_trick_and_the_winner_are_announced(arena):
    told = lone(arena, "agram")
    assert sum(" chooses " in line for line in told) == 4 * 6
    assert re.match(r"Scored: player \d \+1, total 1", told[-2])


def test_after_each_round_of_boerenbridge_its_scores_are_announced(arena):
    told = lone(arena, "boerenbridge", "--option", "rounds=2,1")
    assert sum(line.startswith("Scored: ") for line in told) == 2
    assert "The game has ended" in told
    assert sum("wins the trick" in line for line in told) == 3


def test_hidden_choices_of_others_are_not_announced(arena):
    """In Hearts the other players do not see the cards that a player passes on."""
    told = lone(arena, "hearts")
    passed = told[: 4 * 3]
    assert passed == [
        f"Player {i % 4} makes a choice that the others do not see" for i in range(12)
    ]
    assert sum("chooses" in line for line in told[12:]) == 52


@pytest.mark.parametrize("game", ["lastcard", "gems", "solo"])
def test_the_end_of_every_described_game_is_announced(arena, game):
    told = lone(arena, game, stdin="a\n1\n" * 400)  # "a" passes in the auction of Solo
    assert told[-1].startswith("The game is over: HumanPlayer")


def tarot(arena, *more: object, seed: int = 3, stdin: str = "1\n" * 400) -> list[str]:
    done = arena("play", "human", "greedy", "greedy", "--game", "tarot", "-n", 1, "--seed", seed,
                 *more, stdin=stdin)  # fmt: skip
    assert done.code == 0, done.err
    return heard(done.out)


def test_in_tarot_the_result_of_a_deal_is_printed_before_the_next_deal(arena):
    told = tarot(arena)
    end = next(i for i, line in enumerate(told) if " has made " in line)
    assert told[end - 1] == "Seat 2 takes the trick"
    assert [" plays " in line for line in told[end - 4 : end - 1]] == [True] * 3
    assert told[end : end + 5] == [
        "Deal 1: seat 2 has made the garde: points 52, bouts 2, needed 41",
        "The discard was: 3D, 4D, 5D, CD, 4S, 9S",
        "Deal 1: petit au bout for seat 2",
        "Deal 2: seat 0 deals",
        "Scored: seat 0 -92, total -92; seat 1 -92, total -92; seat 2 +184, total 184",
    ]
    plays = [line for line in told if " plays " in line]
    assert len(plays) == len({line.split()[-1] for line in plays}) == 72


def test_in_tarot_a_failed_slam_and_the_last_deal_are_printed(arena):
    one = ("--option", "deals=1")
    told = tarot(arena, *one, stdin="garde contre\nchelem\n" + "1\n" * 40)
    assert "Seat 0 announces a chelem (slam) and leads to the first trick" in told
    end = next(i for i, line in enumerate(told) if line.startswith("Deal 1: seat 0 has lost"))
    assert told[end + 1].startswith("The dog was: ")
    assert "Deal 1: seat 0 had announced a chelem, and has not made it" in told[end:]
    assert re.match(r"Scored: seat 0 -\d+, total -\d+; seat 1 \+", told[-2])


def test_a_forced_move_is_played_and_said(arena):
    out = arena("play", "human", "random", "-n", 1, "--seed", 1, stdin="1\n" * 9).out
    [card] = re.findall(r"^Your only choice is (\w+): it is played for you$", out, re.MULTILINE)
    assert f"it is played for you\nSeat 0 plays {card}\n" in out
