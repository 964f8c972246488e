"""Edited observations: after any edit of its cards, a move has the effect that is promised.

An observation is played on beside plain lists that were edited in the same way. A `touched` twin
is looked at before and after every move, an `untouched` one only where it is edited, and a `bare`
clone of that not at all.
"""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.robobrisca import NaivePosition
from robobrisca.edits import EDITS, naive, remove_a_card_from_a_hand
from support.robobrisca import card, cards, observation, row, seen, snapshot

from Game.Action import Action
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Game.Observation import Observation

MODEL, HEURISTIC = ForwardModel(), Heuristic()
ROOM = 40  # cards in one place: more than the deck has cannot be told apart anyway


def in_lists(lists: NaivePosition) -> dict[str, object]:
    return {
        "hands": lists.hands,
        "deck": lists.deck,
        "trump": lists.trump,
        "won": lists.won,
        "turn": lists.turn,
        "table": lists.table,
        "actions": lists.choices(),
        "over": lists.is_over(),
    }


def has_room(lists: NaivePosition) -> bool:
    return all(len(cards) < ROOM - 4 for cards in [*lists.hands, *lists.won])


def do(number: int, seed: int, real: Observation, lists: NaivePosition) -> None:
    """The same edit with the same dice, on an observation and on lists."""
    EDITS[number](real, lists, random.Random(seed))


REMOVE = EDITS.index(remove_a_card_from_a_hand)
STEP = st.one_of(
    st.tuples(st.just("edit"), st.integers(0, len(EDITS) - 1), st.integers(0, 2**16)),
    st.tuples(st.just("play"), st.integers(0, 2**16), st.just(0)),
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(
    seed=st.integers(0, 50),
    moves=st.integers(0, 39),
    steps=st.lists(STEP, min_size=1, max_size=25),
)
@example(seed=0, moves=37, steps=[("play", 0, 0), ("edit", REMOVE, 0), ("play", 0, 0)])
@example(seed=0, moves=37, steps=[("edit", REMOVE, 0), ("play", 0, 0), ("play", 0, 0)])
def test_edits_and_moves_are_those_of_plain_lists(seed, moves, steps):
    touched, untouched, lists = seen(seed, moves), seen(seed, moves), naive(seen(seed, moves))
    for kind, number, luck in steps:
        if not has_room(lists):
            return
        if kind == "edit":
            before = naive_copy(lists)
            do(number, luck, touched, lists)
            do(number, luck, untouched, before)
            assert in_lists(before) == in_lists(lists)
            assert snapshot(touched) == in_lists(lists)
        elif lists.choices():
            text = lists.choices()[number % len(lists.choices())]
            reward, bare = lists.play(text), untouched.clone()
            assert MODEL.play(touched, Action(card(text)), HEURISTIC) == reward
            MODEL.play(untouched, Action(card(text)))
            MODEL.play(bare, Action(card(text)))
            assert untouched.is_terminal() == bare.is_terminal() == lists.is_over()
            assert snapshot(touched) == snapshot(bare) == in_lists(lists)
        else:
            assert touched.get_list_actions() == []
    points = lists.points()
    for position in (touched, untouched, untouched.clone()):
        assert [MODEL.get_points_player(seat, position) for seat in range(4)] == points
        assert MODEL.check_winner(position) == lists.winner()
        assert snapshot(position) == in_lists(lists)


def naive_copy(lists: NaivePosition) -> NaivePosition:
    return NaivePosition(
        [list(hand) for hand in lists.hands],
        list(lists.deck),
        lists.trump,
        [list(pile) for pile in lists.won],
        lists.turn,
        list(lists.table),
    )


@pytest.mark.parametrize("seed", range(60))
def test_whole_games_are_the_same_touched_and_untouched(seed):
    touched, untouched, lists = seen(seed, 0), seen(seed, 0), naive(seen(seed, 0))
    dice = random.Random(seed)
    while not lists.is_over():
        text = dice.choice(lists.choices())
        reward = lists.play(text)
        assert MODEL.play(touched, Action(card(text)), HEURISTIC) == reward
        assert MODEL.play(untouched, Action(card(text)), HEURISTIC) == reward
        assert snapshot(touched) == in_lists(lists)
    assert snapshot(untouched) == in_lists(lists)


# Live objects


def collections_of(position: Observation) -> list:
    return [*position.hands, *position.won_cards, position.main_deck, position.playing_cards]


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 26, 27, 28, 39])
def test_collections_are_brought_up_to_date_in_place(moves):
    position = seen(3, moves)
    objects, lists = collections_of(position), [c.get_cards() for c in collections_of(position)]
    holders = position.hands, position.won_cards
    expected = naive(position)
    for _ in range(4):
        if position.is_terminal():
            break
        action = position.get_list_actions()[0]
        expected.play(str(action))
        MODEL.play(position, action, HEURISTIC)
    assert (position.hands, position.won_cards) == holders
    assert all(now is then for now, then in zip(collections_of(position), objects, strict=True))
    assert all(
        now.get_cards() is then for now, then in zip(collections_of(position), lists, strict=True)
    )
    assert [row(hand) for hand in objects[:4]] == expected.hands
    assert [row(pile) for pile in objects[4:8]] == expected.won
    assert [row(objects[8]), row(objects[9])] == [expected.deck, expected.table]


def test_a_collection_of_the_bot_s_own_is_brought_up_to_date_in_place():
    position = seen(3, 0)
    mine = cards("O1 E1 C1")
    position.hands[position.turn] = mine
    MODEL.play(position, Action(card("E1")), HEURISTIC)
    assert row(mine) == ["O1", "C1"]


def test_a_card_of_the_bot_s_own_making_can_be_played():
    position = seen(3, 0)
    text = row(position.hands[position.turn])[0]
    MODEL.play(position, Action(card(text)), HEURISTIC)
    assert row(position.playing_cards) == [text]


# Hands that no dealer deals


def test_a_bot_may_imagine_all_unseen_cards_in_one_hand():
    position = seen(1, 0)
    turn = position.turn
    held = row(position.hands[turn])
    position.hands[(turn + 1) % 4].clear()
    unseen = [c for c in shown_pack() if c not in held]
    position.hands[(turn + 1) % 4].add_cards([card(text) for text in unseen])
    MODEL.play(position, position.get_list_actions()[0], HEURISTIC)
    assert [str(action) for action in position.get_list_actions()] == unseen
    for text in unseen[:1]:
        MODEL.play(position, Action(card(text)), HEURISTIC)
    assert row(position.hands[(turn + 1) % 4]) == unseen[1:]


def shown_pack() -> list[str]:
    return [f"{suit}{n}" for suit in "OECB" for n in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]


def test_a_card_held_twice_is_played_once():
    position = observation("O7 O7 | E2 | C3 | B4")
    MODEL.play(position, Action(card("O7")), HEURISTIC)
    assert row(position.hands[0]) == ["O7"]


def test_a_deck_too_short_for_all_gives_what_it_has():
    position = observation("O7 O6 | E2 E4 | C2 C4 | B4 B5", deck="O5 O2", trump="O2")
    for text in ("O7", "E2", "C2", "B4"):
        MODEL.play(position, Action(card(text)), HEURISTIC)
    assert [row(hand) for hand in position.hands] == [["O6", "O5"], ["E4", "O2"], ["C4"], ["B5"]]


def test_a_text_that_is_not_a_card_is_refused_and_quoted():
    position = seen(1, 0)
    position.hands[position.turn].add_card("a joker")
    with pytest.raises(ValueError, match="a joker"):
        MODEL.play(position, position.get_list_actions()[0], HEURISTIC)


@pytest.mark.parametrize("turn", [4, 7, 1000])
@pytest.mark.parametrize("looked_into", [True, False])
def test_a_seat_that_does_not_exist_is_refused(turn, looked_into):
    position = seen(1, 0)
    action = position.get_list_actions()[0]
    assert not looked_into or snapshot(position)
    position.turn = turn
    with pytest.raises((IndexError, ValueError)):
        position.get_list_actions()
    with pytest.raises((IndexError, ValueError)):
        MODEL.play(position, action, HEURISTIC)


# More than there is room for: refused, never written over something else


def refused_or_right(position: Observation, text: str) -> None:
    """A move that the rules have no room for is either refused or does what lists do."""
    lists = naive(position)
    lists.play(text)
    try:
        MODEL.play(position, Action(card(text)), HEURISTIC)
    except ValueError:
        return
    assert snapshot(position) == in_lists(lists)


@pytest.mark.parametrize("seat", range(4))
def test_a_fuller_hand_than_there_are_cards(seat):
    hands = [shown_pack() if other == seat else ["O7"] for other in range(4)]
    position = observation("|".join(map(" ".join, hands)), table="E4 E5 E6", deck="B4 B5 B6 O2")
    position.turn = (seat + 1) % 4
    refused_or_right(position, "O7")


@pytest.mark.parametrize("seat", range(4))
def test_a_fuller_pile_than_there_are_cards(seat):
    won = [" ".join(shown_pack()) if other == seat else "" for other in range(4)]
    table = ["C4", "C5", "C6"]
    position = observation("O1 E4 | O1 E4 | O1 E4 | O1 E4", won="|".join(won), trump="O2")
    position.playing_cards.add_cards([card(text) for text in table])
    position.turn = seat
    refused_or_right(position, "O1")


def test_a_fifth_card_on_the_table_is_refused():
    position = observation("O7 O6 | E2 | C2 | B4", table="E4 E5 E6 E7")
    with pytest.raises(ValueError, match="table"):
        MODEL.play(position, Action(card("O7")), HEURISTIC)
