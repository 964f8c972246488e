"""Formulas about knowledge: how they are read, and where they are true."""

from itertools import product

import pytest
from support.boerenbridge import play, position

from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Players.kripke.announcements import HasNoSuit, Plays
from Players.kripke.asking import ask
from Players.kripke.joint import JointModel
from Players.kripke.questions import (
    And,
    Common,
    Everybody,
    Holds,
    Knows,
    Not,
    Or,
    about,
    cards_in,
    deals_of,
    possible,
)
from Players.kripke.reading import FormulaError, read
from Players.kripke.rounds import model_of_state
from Players.kripke.worlds import first_models

N, E, S, W = range(4)
QH, KH, AH, QC = (FRENCH.parse(text) for text in ("QH", "KH", "AH", "QC"))


def true(models, text, **holders):
    """Is the formula true where these cards are held so? QH="N", ..."""
    formula = read(text)
    world = {FRENCH.parse(name): "NESW".index(seat) for name, seat in holders.items()}
    return about(models, sorted(world)).true(formula, world)


def random_formula(stream, cards, depth):
    kind = stream.below(7) if depth else 0
    if kind == 0:
        return Holds(stream.below(SEATS), stream.choice(cards))
    one = random_formula(stream, cards, depth - 1)
    if kind in (1, 2):
        return (And, Or)[kind - 1](one, random_formula(stream, cards, depth - 1))
    return (Not(one), Knows(stream.below(SEATS), one), Everybody(one), Common(one))[kind - 3]


# Reading


@pytest.mark.parametrize(
    "text, formula",
    [
        ("holds(N, QH)", Holds(N, QH)),
        ("N_H_Q", Holds(N, QH)),
        ("E_SP_10", Holds(E, FRENCH.parse("10S"))),
        ("K_N not holds(E, AH)", Knows(N, Not(Holds(E, AH)))),
        ("M_W holds(E, AH)", possible(W, Holds(E, AH))),
        ("E C_NS W_H_Q", Everybody(Common(Holds(W, QH), (N, S)))),
        ("N_H_Q or N_H_K and N_H_A", Or(Holds(N, QH), And(Holds(N, KH), Holds(N, AH)))),
        ("N_H_Q -> N_H_K -> N_H_A", Holds(N, QH) >> (Holds(N, KH) >> Holds(N, AH))),
        ("~(N_H_Q | E_H_Q) & S_H_Q",
         And(Not(Or(Holds(N, QH), Holds(E, QH))), Holds(S, QH))),
        ("¬(N_H_Q ∨ E_H_Q) ∧ S_H_Q → W_H_A",
         And(Not(Or(Holds(N, QH), Holds(E, QH))), Holds(S, QH)) >> Holds(W, AH)),
    ],
)  # fmt: skip
def test_a_text_is_read_as_a_formula(text, formula):
    assert read(text) == formula


def test_brackets_may_be_nested_as_deeply_as_you_like():
    assert read("(" * 5000 + "N_H_Q" + ")" * 5000) == Holds(N, QH)


def test_what_is_written_is_read_again():
    stream = Stream(4)
    for _ in range(200):
        formula = random_formula(stream, [QH, KH, QC], 4)
        assert read(str(formula)) == formula


@pytest.mark.parametrize(
    "text, said",
    [
        ("K_N holds(E", "character 12: expected ',', and the text ends"),
        ("K_X holds(N, AH)", "character 1: expected holds(...), not, '(',"),
        ("nothing", "found 'nothing'"),
        ("K holds(N, AH)", "expected one agent, as in K_N, found 'K'"),
        ("holds(N, 1H)", "character 10: expected a card, as AH or 10S, found '1H'"),
        ("not N_H_1 and N_H_A", "character 5: expected a card, as AH or 10S, found 'N_H_1'"),
        ("holds(Q, AH)", "character 7: expected an agent, one of N, E, S, W, found 'Q'"),
        ("N_H_A N_H_K", "character 7: expected one of: 'and', 'or', '->', the end, found 'N_H_K'"),
        ("(N_H_A", "character 7: expected ')', and the text ends"),
        ("(N_H_A N_H_K", "character 8: expected one of: ')', 'and', 'or', '->', found 'N_H_K'"),
        ("E_ N_H_A", "expected E alone, or with agents as in E_NS"),
        ("N_H_A ?", "character 7: '?' is not part of a formula"),
        ("", "character 1: expected holds(...), not,"),
        ("(" * 5000, "character 5001: expected"),
        ("not " * 5000 + "N_H_A", "character 1: this is nested too deeply"),
    ],
)
def test_a_text_that_is_not_a_formula_is_refused_with_the_place(text, said):
    with pytest.raises(FormulaError) as refused:
        read(text)
    assert said in str(refused.value)


# What is true


def test_an_agent_knows_its_own_cards_and_nothing_of_others():
    models = first_models([QH, KH])
    assert true(models, "K_N N_H_Q", QH="N", KH="E")
    assert true(models, "K_E not E_H_Q", QH="N", KH="E")
    assert not true(models, "K_E N_H_Q", QH="N", KH="E")
    assert true(models, "M_E W_H_Q and M_E S_H_Q", QH="N", KH="E")
    assert not true(models, "K_N (E_H_K or S_H_K)", QH="N", KH="E")
    assert true(models, "K_N (E_H_K or S_H_K or W_H_K)", QH="N", KH="E")


def test_it_is_common_knowledge_that_everybody_knows_his_own_cards():
    models = first_models([QH])
    for seat in "NESW":
        assert true(models, f"C ({seat}_H_Q -> K_{seat} {seat}_H_Q)", QH="S")
        assert true(models, f"C (not {seat}_H_Q -> K_{seat} not {seat}_H_Q)", QH="S")
    assert not true(models, "E S_H_Q", QH="S")


def test_what_is_played_is_common_knowledge_and_what_is_void_too():
    models = first_models([QH, KH]).after(Plays(N, KH), HasNoSuit(E, 2))
    assert true(models, "C N_H_K", QH="S", KH="N")
    assert true(models, "C not E_H_Q", QH="S", KH="N")
    assert not true(models, "K_E S_H_Q", QH="S", KH="N")
    assert not true(models, "C (N_H_Q or S_H_Q)", QH="S", KH="N")


def test_two_can_know_what_is_not_common_knowledge():
    models = first_models([QH]).after(HasNoSuit(E, 2), HasNoSuit(W, 2))
    assert true(models, "K_N S_H_Q and K_S S_H_Q", QH="S")  # two are left, and each sees his hand
    assert true(models, "C_NS S_H_Q", QH="S")
    assert not true(models, "K_E S_H_Q", QH="S")
    assert true(models, "K_E (K_N S_H_Q or K_N N_H_Q)", QH="S")


def test_knowledge_is_factive_and_known_to_be_knowledge():
    stream = Stream(1)
    models = first_models([QH, KH, QC]).after(HasNoSuit(E, 2), Plays(N, QC))
    model = about(models, [QH, KH, QC])
    for _ in range(150):
        phi = random_formula(stream, [QH, KH, QC], 3)
        for agent in range(SEATS):
            knows = Knows(agent, phi)
            everywhere = set(range(len(model.worlds)))
            assert model.where(knows >> phi) == everywhere
            assert model.where(knows >> Knows(agent, knows)) == everywhere
            assert model.where(Not(knows) >> Knows(agent, Not(knows))) == everywhere
        assert model.where(Common(phi)) <= model.where(Everybody(phi)) <= model.where(phi)
        assert model.where(Common(phi)) <= model.where(Everybody(Common(phi)))


def test_cards_that_are_not_asked_about_change_no_answer():
    stream = Stream(2)
    models = first_models([QH, KH, QC]).after(HasNoSuit(E, 2))
    for _ in range(60):
        phi = random_formula(stream, [QH, KH], 3)
        few, many = about(models, [QH, KH]), about(models, [QH, KH, QC])
        for one, two in product(models[QH].worlds, models[KH].worlds):
            world = {QH: one, KH: two}
            assert few.true(phi, world) == many.true(phi, world | {QC: W})


def test_an_announced_formula_removes_worlds_for_everybody():
    model = about(first_models([QH]), [QH])
    after = model.announce(read("not K_E E_H_Q"))  # East does not hold it, as East knows
    assert [world[QH] for world in after.worlds] == [N, S, W]
    assert after.true(read("C not E_H_Q"), {QH: S})


def test_a_card_of_another_round_cannot_be_asked_about():
    with pytest.raises(ValueError, match="2C is not in this round"):
        about(first_models([QH]), [FRENCH.parse("2C")])
    with pytest.raises(ValueError, match="does not have the card KH"):
        about(first_models([QH]), [QH]).where(Holds(N, KH))


def test_a_card_that_is_named_twice_is_one_card():
    assert len(about(first_models([QH]), [QH, QH]).worlds) == SEATS


def test_a_world_that_is_gone_cannot_be_asked_about():
    model = about(first_models([QH, KH]).after(HasNoSuit(E, 2)), [QH, KH])
    with pytest.raises(ValueError, match="no such world, or not just one: E QH, N KH"):
        model.true(Holds(E, QH), {QH: E, KH: N})
    with pytest.raises(ValueError, match="N QH"):
        model.true(Holds(N, QH), {QH: N})


def test_too_many_cards_at_once_are_refused():
    with pytest.raises(ValueError, match="ask about fewer cards"):
        about(first_models(range(13)), range(13))


# Asked of whole deals


def end_of_round():
    state = position("KC KS | AC AS | KH KD | AH AD", trump="S", bids="0 0 1 0")
    return play(state, "KC AC KH AH")


def world_of(state):
    return {card: seat for seat in range(SEATS) for card in state.hand_of(seat)}


def test_deals_tell_more_than_single_cards():
    state = position("KC KS | AC AS | KH KD | AH AD", trump="S", bids="0 0 1 0")
    play(state, "KC AC KH AH AS")  # East leads the ace of spades: three cards are left
    joint, here = model_of_state(state).joint, world_of(state)
    assert deals_of(joint).true(read("K_N (S_D_K or W_D_K)"), here)
    assert deals_of(joint).true(read("C not E_D_A"), here)  # East has no card left
    assert true(model_of_state(state).models, "M_N E_D_A", AD="W")


@pytest.mark.parametrize("seed", range(3))
def test_asking_agrees_with_listing_wherever_it_is_certain(seed):
    state = end_of_round()
    joint, here = model_of_state(state).joint, world_of(state)
    model = deals_of(joint)
    stream = Stream(seed)
    certain = 0
    for _ in range(60):
        phi = random_formula(stream, list(joint.cards), 3)
        answer = ask(joint, phi, here, 40, stream)
        if answer.exact:
            certain += 1
            assert answer.true == model.true(phi, here), str(phi)
    assert certain > 30


def test_knowledge_about_cards_is_exact_in_large_models():
    state = BoerenBridge(rounds="13").deal(Stream(1))
    joint, here = model_of_state(state).joint, world_of(state)
    assert joint.count() > 10**28
    own = FRENCH.text(state.hand_of(N)[0])
    answer = ask(joint, read(f"K_N holds(N, {own}) and not K_E holds(N, {own})"), here)
    assert answer.true
    assert answer.exact
    assert str(answer) == "true"


def test_a_drawn_answer_has_the_number_of_deals():
    state = BoerenBridge(rounds="5").deal(Stream(1))
    joint, here = model_of_state(state).joint, world_of(state)
    own = FRENCH.text(state.hand_of(N)[0])
    answer = ask(joint, read(f"K_E not K_S holds(N, {own})"), here, 30, Stream(1))
    assert (answer.true, answer.exact, answer.drawn) == (True, False, 30)
    assert str(answer) == "true, as far as 30 deals show"
    result = ask(joint, read(f"C holds(N, {own})"), here, 30, Stream(1))
    assert str(result) == "false"


def test_questions_about_deals_need_the_true_deal_and_the_model_of_all():
    joint = JointModel((0, 1), (1, 1, 0, 0, 0), (0, 0, 0, 0, 15))
    with pytest.raises(ValueError, match="names a holder"):
        ask(joint, Holds(N, 0), {0: N})
    with pytest.raises(ValueError, match="not that of one seat"):
        ask(joint.for_seat(N, [0]), Holds(N, 0), {0: N, 1: E})
    assert cards_in(read("K_N (N_H_Q or E_C_Q)")) == tuple(sorted((QH, QC)))


@pytest.mark.parametrize("text", ["holds(N, AH)", "K_N holds(N, AH)", "C M_E holds(N, AH)"])
def test_a_card_that_is_not_in_play_is_not_known_to_be_anywhere(text):
    joint = JointModel((0, 1), (1, 1, 0, 0, 0), (0, 0, 0, 0, 15))
    with pytest.raises(ValueError, match="AH, which is not in play"):
        ask(joint, read(text), {0: N, 1: E})


def test_a_deal_outside_the_model_is_refused():
    joint = JointModel((0, 13), (1, 1, 0, 0, 0), (0b10, 0, 0, 0, 15))  # North has no diamonds
    for wrong in ({0: N, 13: N}, {0: E, 13: N}, {0: S, 13: E}):
        with pytest.raises(ValueError, match="does not agree with"):
            ask(joint, Knows(N, Holds(N, 0)), wrong)
    assert ask(joint, Knows(N, Holds(N, 0)), {0: N, 13: E}).true


def test_deals_are_not_listed_when_there_are_too_many():
    joint = model_of_state(BoerenBridge(rounds="5").deal(Stream(1))).joint
    with pytest.raises(ValueError, match="too many to list"):
        deals_of(joint)
