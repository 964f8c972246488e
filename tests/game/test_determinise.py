"""Imagined worlds of Brisca: known cards stay, all deals of the others are equally likely."""

from itertools import permutations, product

import pytest
from support.brisca import deck, hand, hands, play, position, texts
from support.cases import case
from support.chance import assert_spread, assert_uniform

from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.stream import Stream
from Game.Observation import Observation

GAME = Brisca()


def full(hands: str, table: str = "", deck: str = "", **more) -> BriscaState:
    """A position of all forty cards: those that lie nowhere else were won by seat 3."""
    placed = f"{hands} {table} {deck}".replace("|", " ").split()
    rest = " ".join(text for text in SPANISH.texts if text not in placed)
    return position(hands, table=table, deck=deck, won=f"| | | {rest}", **more)


def imagined(state: BriscaState, seat: int, stream: Stream) -> BriscaState:
    return GAME.determinise(state.view(seat), stream)


def dealt_again(state: BriscaState, seat: int, stream: Stream) -> BriscaState:
    world = state.clone()
    world.redeal(seat, stream)
    return world


def randomized_clone(state: BriscaState, seat: int, stream: Stream) -> BriscaState:
    observation = Observation.of(GAME, state.view(seat), stream)
    return observation.get_randomized_clone().world()


EVERY_WAY = pytest.mark.parametrize(
    "make", [imagined, dealt_again, randomized_clone], ids=lambda make: make.__name__
)


def played(seed: int, moves: int) -> BriscaState:
    """The position after so many random moves."""
    state, dice = GAME.deal(Stream(seed)), Stream(seed + 1)
    for _ in range(moves):
        state.play(dice.choice(state.legal()))
    return state


def worlds(make, state: BriscaState, seat: int, n: int) -> list[BriscaState]:
    stream = Stream(1)
    return [make(state, seat, stream) for _ in range(n)]


# What the seat knows


@EVERY_WAY
def test_every_world_agrees_with_what_the_seat_saw(make):
    def seen(state: BriscaState, seat: int) -> list[object]:
        piles = [(state.pile_of(p), state.points(p)) for p in range(4)]
        turn = (state.turn, state.leader, state.trump)
        return [hand(state, seat), state.on_table(), piles, turn]

    for moves, seat in product([0, 5, 14, 23, 27, 28, 33, 38, 40], range(4)):
        state = played(moves, moves)
        with case(f"seat {seat} after {moves} moves"):
            for world in worlds(make, state, seat, 5):
                assert seen(world, seat) == seen(state, seat)


@EVERY_WAY
def test_hand_sizes_are_kept_in_the_middle_of_a_trick(make):
    state = full("O4 O5 | E4 E5 | C4 C5 C6 | B4 B5 B6", table="E7 C7", turn=2)
    for world in worlds(make, state, 2, 20):
        assert [len(world.hand_of(seat)) for seat in range(4)] == [2, 2, 3, 3]


@EVERY_WAY
def test_no_card_is_there_twice(make):
    for world in worlds(make, played(3, 17), 2, 50):
        assert sorted(GAME.cards(world)) == list(SPANISH)


@EVERY_WAY
def test_the_trump_card_stays_under_the_deck(make):
    state = full("O4 | E4 | C4 | B4", deck="O5 E5 C5 O1")
    assert {deck(world).split()[-1] for world in worlds(make, state, 0, 200)} == {"O1"}


@EVERY_WAY
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_trump_card_stays_with_the_player_who_drew_it(make, seat):
    state = full("O4 O5 | E4 E5 | C4 C5 | B4 O2", trump="O2")
    assert all("O2" in hand(world, 3).split() for world in worlds(make, state, seat, 200))


@EVERY_WAY
def test_the_player_who_drew_the_trump_card_keeps_it(make):
    state = full("O4 O5 | E4 O2 | C4 C5 | B4 B5", trump="O2")
    assert {hand(world, 1) for world in worlds(make, state, 1, 50)} == {"E4 O2"}


@EVERY_WAY
def test_a_played_trump_card_fixes_no_other_card(make):
    state = full("O4 O5 | E4 E5 | C4 C5 | B4 B5 O2", trump="O2", turn=3)
    play(state, "O2")
    others = {card for world in worlds(make, state, 0, 200) for card in hand(world, 3).split()}
    assert others == {"E4", "E5", "C4", "C5", "B4", "B5"}


@EVERY_WAY
def test_the_other_cards_of_the_hand_with_the_trump_card_are_dealt_again(make):
    state = full("O4 O5 | E4 E5 | C4 C5 | B4 O2", trump="O2")
    mates = {hand(world, 3).replace("O2", "").strip() for world in worlds(make, state, 0, 200)}
    assert mates == {"E4", "E5", "C4", "C5", "B4"}


def test_the_trump_card_was_drawn_last_and_is_the_last_of_the_hand():
    # Hands are in the order of drawing, and nothing was drawn after it.
    state = full("O4 O5 | E4 E5 | C4 C5 | B4 O2", trump="O2")
    assert {hand(world, 3).split()[-1] for world in worlds(imagined, state, 0, 50)} == {"O2"}


def test_without_a_seat_no_card_is_dealt_again():
    state = played(1, 9)
    world = dealt_again(state, -1, Stream(1))
    assert (hands(world), deck(world)) == (hands(state), deck(state))


# Every world equally often


@EVERY_WAY
def test_all_hands_are_equally_likely_when_the_deck_is_empty(make):
    state = full("O7 E1 | E4 E5 | C4 C5 | B4 B5", trump="O2")
    unseen = SPANISH.parse_line("E4 E5 C4 C5 B4 B5")
    result = worlds(make, state, 0, 7200)
    assert_uniform(
        [(*world.hand_of(1), *world.hand_of(2), *world.hand_of(3)) for world in result],
        permutations(unseen),
    )


@EVERY_WAY
def test_all_hands_are_equally_likely_around_the_known_trump_card(make):
    state = full("O7 E1 | E4 E5 | C4 O2 | B4 B5", trump="O2", turn=1)
    unseen = SPANISH.parse_line("E4 E5 C4 B4 B5")
    trump = SPANISH.parse("O2")

    def others(world: BriscaState) -> tuple[int, ...]:
        rows = [*world.hand_of(1), *world.hand_of(2), *world.hand_of(3)]
        return tuple(card for card in rows if card != trump)

    assert_uniform([others(w) for w in worlds(make, state, 0, 2400)], permutations(unseen))


@EVERY_WAY
def test_all_decks_and_hands_are_equally_likely(make):
    state = full("O7 | E4 | C4 | B4", deck="O5 E5 C5 O2")
    unseen = SPANISH.parse_line("E4 C4 B4 O5 E5 C5")
    result = worlds(make, state, 0, 7200)
    assert_uniform(
        [
            (*world.hand_of(1), *world.hand_of(2), *world.hand_of(3), *world.deck_left()[:-1])
            for world in result
        ],
        permutations(unseen),
    )


@EVERY_WAY
def test_all_hands_are_equally_likely_in_the_middle_of_a_trick(make):
    state = full("O7 E1 | E4 E5 | C4 C5 | B4 B5 C7", trump="O2", turn=3)
    play(state, "C7 O7 E4")
    unseen = SPANISH.parse_line("E1 E5 B4 B5")
    result = worlds(make, state, 2, 1200)
    assert_uniform(
        [(*world.hand_of(0), *world.hand_of(1), *world.hand_of(3)) for world in result],
        permutations(unseen),
    )


@EVERY_WAY
def test_at_the_start_every_unseen_card_is_anywhere_equally_often(make):
    state = played(5, 0)
    known = {*state.hand_of(2), state.trump}
    counts = {(card, place): 0 for card in SPANISH if card not in known for place in range(36)}
    for world in worlds(make, state, 2, 3000):
        rows = [world.hand_of(seat) for seat in (0, 1, 3)]
        for place, card in enumerate([*sum(rows, []), *world.deck_left()[:-1]]):
            counts[card, place] += 1
    assert_spread(list(counts.values()))


def test_the_same_stream_imagines_the_same_world():
    state = played(2, 11)
    first, second = (imagined(state, 1, Stream(9)) for _ in range(2))
    assert (hands(first), deck(first)) == (hands(second), deck(second))


def test_one_imagined_world_says_nothing_about_the_real_one():
    # Two real states that look the same to the seat: the same stream imagines the same world.
    state = played(4, 13)
    other = dealt_again(state, 0, Stream(1))
    assert hands(state) != hands(other)
    first, second = (imagined(real, 0, Stream(2)) for real in (state, other))
    assert (hands(first), deck(first)) == (hands(second), deck(second))


def test_a_redeal_of_an_edited_hand_keeps_its_cards():
    state = position("O7 E1 | E4 E5 E6 E7 | C4 | ", deck="B4 O2", trump="O2")
    for world in worlds(dealt_again, state, 0, 50):
        dealt = sorted([*hands(world).replace("|", "").split(), *texts(world.deck_left())])
        assert dealt == sorted("O7 E1 E4 E5 E6 E7 C4 B4 O2".split())
