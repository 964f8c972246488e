"""The texts that a debugger or a notebook shows for the objects of bots."""

from support.cases import case

from Game.CardCollection import CardCollection
from Game.core.stream import Stream
from Game.GameState import GameState
from Game.registry import find, names


def test_the_repr_of_an_observation_is_the_position_as_its_seat_sees_it():
    for name in names():
        with case(name):
            game = find(name)()
            state = game.deal(Stream(3))
            seen = game.observe(state.view(state.turn), Stream(1))
            assert repr(seen) == f"<{type(seen).__name__} of {game.title}\n{seen.table_text()}>"


def test_looking_at_an_observation_does_not_change_what_the_bot_imagines():
    game = find("brisca")()
    state = game.deal(Stream(3))
    looked, other = (game.observe(state.view(0), Stream(1)) for _ in range(2))
    repr(looked)
    assert [str(hand) for hand in looked.hands] == [str(hand) for hand in other.hands]
    assert str(looked.get_randomized_clone().hands[1]) == str(other.get_randomized_clone().hands[1])


def test_an_observation_that_was_edited_to_nonsense_still_has_a_repr():
    game = find("brisca")()
    state = game.deal(Stream(3))
    seen = game.observe(state.view(0), Stream(1))
    seen.hands = 7
    assert repr(seen).startswith("<Game.brisca.observation.Observation object")


def test_cards_collections_and_actions_are_shown_as_their_texts():
    hand = CardCollection()
    assert repr(hand) == "<CardCollection empty>"
    shown = {}
    for name in ("brisca", "boerenbridge", "tarot"):
        game = find(name)()
        state = game.deal(Stream(3))
        shown[name] = game.observe(state.view(state.turn), Stream(1))
    cards = shown["brisca"].hands[shown["brisca"].turn].get_cards()
    hand.add_cards(cards)
    assert repr(hand) == f"<CardCollection {' '.join(map(str, cards))}>"
    assert eval(repr(cards[0]), {"Card": type(cards[0])}) == cards[0]
    card = shown["boerenbridge"].hand[0]
    assert repr(card) == f"<Card {card}>"
    assert repr(shown["boerenbridge"].action(card.number)) == f"<Play {card}>"
    bid = shown["tarot"].get_list_actions()[0]
    assert repr(bid) == f"<Choice {bid.number}: passe>"


def test_a_game_state_shows_all_hands():
    empty = repr(GameState())
    assert empty.startswith("<GameState of Brisca: turn")
    state = GameState()
    game = find("brisca")()
    dealt = game.deal(Stream(3))
    state.lay_out(dealt)
    for seat in range(4):
        assert f"seat {seat} holds {state.hands[seat]}".rstrip() in repr(state)
