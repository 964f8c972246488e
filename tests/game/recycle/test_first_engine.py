"""What the first engine of the language does, one small game for each finding.

The findings are in docs/recycle-engine.md. Each test fails if the machine does it in the other way.
"""

import pytest
from game.recycle.small import CASES, game

from arena.common.errors import ArenaError
from arena.common.games import game_of
from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import NO_LUCK
from Game.recycle.reading.forms.description import read
from Game.recycle.transcript import all_lines

ONE_CHOICE = "(choice ((turn pass)))"


def names(table, place):
    """The cards of a place, from bottom to top."""
    return [table.plan.face_names[table.faces[card]] for card in table.places[place]]


def place_of(program, text):
    """The number of a place, as transcripts write it."""
    plan = program.plan
    return next(
        place for place in range(len(plan.labels) * plan.owners) if plan.place_text(place) == text
    )


def lines_of_game(program, options=()):
    """The transcript of a game, with these options chosen."""
    effects = []
    table = program.start(NO_LUCK, effects)
    for option in options:
        program.interpreter.choose(table, option)
    return all_lines(effects, program.plan), table


def test_any_outside_a_choice_runs_for_every_item():
    program = game(f"(do ((any (other player) 'P (inc ('P sto X) 1)))) {ONE_CHOICE}", players=3)
    table = program.start(NO_LUCK)
    assert len(table.options) == 1, "it is no choice"
    assert sum(table.stores) == 2, "it runs for both other players"


def test_any_over_nothing_leaves_the_pass_beside_it():
    program = game("(choice ((do ((turn pass) (any (game vloc EMPTY) 'C (turn pass))))))")
    table = program.start(NO_LUCK)
    assert len(table.options) == 1
    program.interpreter.choose(table, 0)
    assert table.over


def test_any_over_nothing_alone_is_not_an_option():
    program = game("(choice ((any (game vloc EMPTY) 'C (turn pass)) (turn pass)))")
    assert len(program.start(NO_LUCK).options) == 1


def test_repeated_decks_are_created_after_all_others():
    text = (
        "(game (setup (create players 2) (create teams (0) (1))"
        " (repeat 2 (create deck (game iloc STOCK) (deck (CARD (TWICE)))))"
        " (create deck (game iloc STOCK) (deck (CARD (ONCE)))))"
        f" {ONE_CHOICE} (scoring max 0))"
    )
    program = Program(read(text))
    stock = place_of(program, "table:INVISIBLE:STOCK")
    assert names(program.start(NO_LUCK), stock) == ["ONCE", "TWICE", "TWICE"]


@pytest.mark.parametrize("dialect", ["0.4", "0.5"])
@pytest.mark.parametrize("body", ["(set (game sto X) 'N)", "(do ((set (game sto X) 'N)))"])
def test_all_in_an_option_goes_from_the_last_item_when_tried_and_when_carried_out(dialect, body):
    comment = f"\n;; dialect: {dialect}\n"
    program = game(f"{comment}(choice ((all (1, 2, 3) 'N {body})))", scoring="(game sto X)")
    lines, _ = lines_of_game(program, [0])
    stored = [line for line in lines if line.startswith("S:table X")]
    backwards = ["S:table X 3", "S:table X 2", "S:table X 1"]
    assert stored == backwards * 2


def test_all_around_any_in_an_option_lets_the_last_item_pick_first():
    pick = "(any (1, 2, 3) 'M (set (game sto 'N) 'M))"
    program = game(f"(choice ((all (A, B) 'N {pick})))")
    lines, table = lines_of_game(program)
    stored = [line for line in lines if line.startswith("S:table")]
    assert stored[:2] == ["S:table B 1", "S:table A 1"]
    assert [path for _, path in table.options][:4] == [(1, 1), (1, 3), (1, 2), (3, 1)]
    lines, table = lines_of_game(program, [1])
    done = [line for line in lines if line.startswith("S:table")][-2:]
    assert done == ["S:table B 1", "S:table A 3"]


def test_all_outside_an_option_is_carried_out_from_the_first_item():
    program = game(f"(do ((all (1, 2, 3) 'N (set (game sto X) 'N)))) {ONE_CHOICE}")
    lines, _ = lines_of_game(program)
    assert [line[-1] for line in lines if line.startswith("S:")] == ["1", "2", "3"]


def test_scores_are_written_from_player_0_whoever_is_current():
    program = game(f"{ONE_CHOICE} (do ((cycle current (2 player))))", players=3)
    lines, _ = lines_of_game(program, [0])
    assert [line for line in lines if line.startswith("s:")] == ["s:0 0", "s:0 1", "s:0 2"]


def test_a_transcript_shows_only_the_teams_of_the_text():
    text = (
        "(game (setup (create players 3) (create teams (0) (1))"
        " (create deck (game iloc STOCK) (deck (CARD (ONE)))))"
        f" {ONE_CHOICE} (scoring max 0))"
    )
    program = Program(read(text))
    lines, _ = lines_of_game(program)
    assert [line for line in lines if line.startswith("T:")] == ["T:0 ", "T:1 "]
    assert program.sides == ((0,), (1,), (2,)), "the third player still plays for itself"


# Its two mistakes, which `;; as-first-engine` imitates

PUT_BACK = """
(do ((move (top (game iloc STOCK)) (top (game vloc ROW)))
     (remember (top (game vloc ROW)) (top (game mem NOTE)))
     (repeat 2 (move (top (game iloc STOCK)) (top (game vloc ROW))))))
(choice ((move (actual (top (game mem NOTE))) (top (game vloc AWAY)))))
"""


def test_a_card_moved_by_actual_comes_back_on_top_after_a_try():
    for comment, row in (("", ["C6", "C5", "C4"]), ("\n;; as-first-engine\n", ["C5", "C4", "C6"])):
        program = game(comment + PUT_BACK)
        table = program.start(NO_LUCK)
        assert names(table, place_of(program, "table:VISIBLE:ROW")) == row


LATER = """
(do ((repeat 3 (move (top (game iloc STOCK)) (top (game vloc ROW))))))
(choice
 ((do ((any (game vloc ROW) 'C (move 'C (top (game vloc AWAY))))
       (remember (top (game vloc AWAY)) (top (game mem NOTE)))))))
"""


def test_remember_after_any_is_carried_out_for_the_first_item_only():
    for comment, notes in (("", [1, 1, 1]), ("\n;; as-first-engine\n", [1, 0, 0])):
        program = game(comment + LATER)
        memory = place_of(program, "table:MEMORY:NOTE")
        found = []
        for option in range(3):
            table = program.start(NO_LUCK)
            program.interpreter.choose(table, option)
            found.append(len(table.places[memory]))
        assert found == notes


def test_a_match_with_the_mistakes_has_them_in_its_text(tmp_path):
    file = tmp_path / "late.gdl"
    file.write_text((CASES / "SwapPass" / "SwapPass.gdl").read_text("utf-8"), "utf-8")
    plain, other = (game_of(str(file), {}, as_first_engine=one) for one in (False, True))
    assert not plain.program.plan.as_first_engine
    assert other.program.plan.as_first_engine
    assert other.make_again().program.plan.as_first_engine, "as a record gives it"
    with pytest.raises(ArenaError, match="agram is not one: leave the option out"):
        game_of("agram", {}, as_first_engine=True)


def test_a_random_game_with_the_mistakes_ends():
    program = game("\n;; as-first-engine\n" + LATER)
    table = program.start(NO_LUCK)
    program.interpreter.choose(table, Stream(1).below(len(table.options)))
    assert table.over
