"""What a seat is told: chance is explicit, and strings recall everything that the seat knows."""

import pytest
from support.games import every_game, variant_name
from support.optional import optional
from support.views import encode_view

from Game.core.game import Game
from Game.core.stream import Stream
from Game.core.turn import OVER

pyspiel = optional("pyspiel")
optional("arena.learn.openspiel")
chance = optional("arena.learn.openspiel.chance")
positions = optional("arena.learn.openspiel.position")


class Noting(Stream):
    """A stream that notes its numbers."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.noted: list[int] = []

    def below(self, n: int) -> int:
        number = super().below(n)
        if n > 1:
            self.noted.append(number)
        return number


@pytest.mark.parametrize("game", every_game(), ids=variant_name)
def test_a_game_of_the_arena_is_the_same_game_there(game: Game) -> None:
    stream = Noting(3)
    state, encoder = game.deal(stream), game.encoder()
    position = positions.Position.of_deal(positions.SeenGame(game, "raw"))
    while True:
        for number in stream.noted:
            assert number < position.bound
            position = position.after(number)
        stream.noted.clear()
        assert not position.bound
        assert position.turn == state.turn
        for seat in range(game.seats):
            view = encode_view(position.state.view(seat))
            assert view == encode_view(state.view(seat))
        if state.turn == OVER:
            break
        action = position.legal[len(position.legal) // 2]
        position = position.after(action)
        state.play(encoder.action(state, action))


def test_the_string_recalls_what_the_table_no_longer_shows() -> None:
    """Two games of Forehead come to the same table in different ways. Seats remember which."""
    deal, game = [0] * 16, pyspiel.load_game("card_arena_forehead")
    states = []
    for bets in (
        [16, 16, 16, 0, 16, 16, 17, 0, 16, 16, 17],
        [16, 16, 16, 0, 17, 16, 17, 0, 16, 17, 17],
    ):
        state = game.new_initial_state()
        for action in [*deal, *bets]:
            state.apply_action(action)
        states.append(state)
    first, second = states
    alike = [
        seat
        for seat in range(3)
        if first.observation_string(seat) == second.observation_string(seat)
    ]
    assert alike
    for seat in alike:
        assert first.information_state_string(seat) != second.information_state_string(seat)


def test_strings_are_equal_exactly_where_a_seat_cannot_tell() -> None:
    """Kuhn poker: a seat knows its card and the bets, so there are six strings for each seat."""
    game = pyspiel.load_game("card_arena_kuhn")
    results = {0: set(), 1: set()}
    tensors = {0: set(), 1: set()}

    def walk(state) -> None:
        if state.is_terminal():
            return
        seat = state.current_player()
        if seat >= 0:
            results[seat].add(state.information_state_string())
            tensors[seat].add(tuple(state.information_state_tensor()))
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert [len(results[seat]) for seat in (0, 1)] == [6, 6]
    assert [len(tensors[seat]) for seat in (0, 1)] == [6, 6]


def test_copies_of_states_do_not_share_what_follows() -> None:
    state = pyspiel.load_game("card_arena_kuhn").new_initial_state()
    copy = state.clone()
    copy.apply_action(1)
    assert (state.history(), copy.history()) == ([], [1])


def test_a_game_that_draws_words_of_bits_is_an_error() -> None:
    with pytest.raises(TypeError, match="drawn with `below`"):
        chance.Draws([]).random()
