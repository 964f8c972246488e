"""Written deals of Brisca: impossible deals are refused with a reason."""

import re

import pytest

from Game.brisca.game import Brisca
from Game.core.cards import SPANISH
from Game.core.game import ActionError, DealError
from Game.core.stream import Stream

GAME = Brisca()


def deal_text() -> dict:
    """A deal in the order of the pack: seat 0 holds O1 O5 O11, and B12 is trump."""
    pack = list(SPANISH.texts)
    return {"first": 0, "hands": [pack[seat:12:4] for seat in range(4)], "deck": pack[12:]}


def refusal(deal: object) -> str:
    with pytest.raises(DealError) as error:
        GAME.read_deal(deal)
    return str(error.value)


def test_a_deal_as_it_is_written():
    assert GAME.write_deal(GAME.read_deal(deal_text())) == deal_text()


@pytest.mark.parametrize("first", range(4))
def test_any_seat_may_start(first):
    deal = deal_text() | {"first": first}
    assert GAME.read_deal(deal).turn == first
    assert GAME.write_deal(GAME.read_deal(deal)) == deal


@pytest.mark.parametrize("first", [-1, 4, "0", None, 1.5, [1]])
def test_no_other_seat_may_start(first):
    assert repr(first) in refusal(deal_text() | {"first": first})


@pytest.mark.parametrize("first", [1.0, True])
def test_a_seat_is_a_whole_number(first):
    assert repr(first) in refusal(deal_text() | {"first": first})


def test_hands_may_be_written_on_a_line():
    lines = {"hands": [" ".join(hand) for hand in deal_text()["hands"]]}
    assert GAME.write_deal(GAME.read_deal(deal_text() | lines)) == deal_text()


def test_a_card_that_is_there_twice_is_named_and_the_missing_one_too():
    deal = deal_text()
    deal["deck"][3] = "O5"
    assert re.search(r"O5 twice.*E6 nowhere", refusal(deal))


def test_a_text_that_is_not_a_card_is_quoted():
    deal = deal_text()
    deal["hands"][2][1] = "O8"
    assert "'O8'" in refusal(deal)


@pytest.mark.parametrize("place", ["hands", "deck"])
def test_a_card_too_few_is_refused(place):
    deal = deal_text()
    (deal["deck"] if place == "deck" else deal["hands"][0]).pop()
    assert "3 cards" in refusal(deal)


def test_five_hands_are_refused():
    deal = deal_text()
    deal["hands"].append([])
    assert "four hands" in refusal(deal)


# Actions


def test_an_action_is_written_as_its_card():
    state = GAME.read_deal(deal_text())
    assert [GAME.action_text(state, action) for action in state.legal()] == ["O1", "O5", "O11"]


@pytest.mark.parametrize("text", ["O2", "o1", " O1", "1O", ""])
def test_a_card_that_is_not_in_the_hand_cannot_be_played(text):
    with pytest.raises(ActionError, match=re.escape(f"{text!r}") + ".*O1 O5 O11"):
        GAME.read_action(GAME.read_deal(deal_text()), text)


def test_the_deal_is_not_the_same_with_another_seed():
    deals = {str(GAME.write_deal(GAME.deal(Stream(seed)))) for seed in range(100)}
    assert len(deals) == 100
