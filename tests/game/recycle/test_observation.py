"""A described game at the terminal shows the cards that the seat sees."""

from support.games import copy_of
from support.views import decode_view, encode_view

from Game import registry
from Game.core.stream import Stream


def text_of(game, state, seat):
    view = decode_view(game, encode_view(state.view(seat)))
    return game.observe(view, Stream(1)).table_text()


def test_a_seat_sees_its_cards_and_the_number_of_cards_of_others():
    game = registry.find("whist")()
    state = copy_of(game.deal(Stream(2)), 2)
    text = text_of(game, state, 0)
    assert "You are player 0." in text
    assert "player 1  HAND: 9 unseen" in text
    held = [game.action_text(state, action) for action in state.legal()]
    assert all(card in text for card in held)
    turned = text.split("TRUMP (remembered): ")[1].splitlines()[0]
    assert f"player 3  HAND: {turned}, 8 unseen" in text, "the card turned up is known to all"
    state.play(state.legal()[0])
    assert f"player 0  TRICK: {held[0]}" in text_of(game, state, 1)
    assert held[1] not in text_of(game, state, 1)


def test_stored_numbers_are_shown_with_their_owner():
    game = registry.find("solo")()
    state = game.deal(Stream(1))
    state.play(state.legal()[2])
    bid = max(number for number in state.table.stores)
    text = text_of(game, state, 1)
    assert f"player 0  BID = {bid}" in text
    assert f"game      HIGHEST = {bid}" in text
