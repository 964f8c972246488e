"""Imagined worlds of Tarot: each world that the reference finds by trying all deals is equally
likely.
"""

import random

import pytest
from msgspec.structs import replace
from reference.tarot import PACK, is_trump
from reference.tarot_worlds import Story, World, possible_worlds
from support.cases import case
from support.chance import assert_uniform
from support.tarot import begun, do, drawn, small, texts

from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import PETIT, PHASES
from Game.tarot.state import TarotState

MANY = 1000  # worlds that can be tried in a moment


def story_of(game: Tarot, state: TarotState, seat: int) -> Story:
    view = state.view(seat)
    return Story(
        seat=seat,
        size=game.pack.hand,
        pack=texts(game.pack.cards),
        hand=texts(view.hand),
        played=texts(view.played),
        first=view.taker if view.slam else (view.dealer + 1) % 3,
        taker=None if view.taker < 0 else view.taker,
        dog=texts(view.dog),
        aside=view.aside,
        laid=texts(view.known_aside),
        handfuls=[texts(row) for row in view.handfuls],
    )


def as_world(state: TarotState, seat: int) -> World:
    one, two = ((seat + i) % 3 for i in (1, 2))
    rows = (state.hand_of(one), state.hand_of(two), state.cards_aside())
    return tuple(frozenset(texts(row)) for row in rows)


def imagined(game: Tarot, state: TarotState, seat: int, stream: Stream) -> TarotState:
    return game.determinise(state.view(seat), stream)


def dealt_again(game: Tarot, state: TarotState, seat: int, stream: Stream) -> TarotState:
    world = state.clone()
    world.redeal(seat, stream)
    return world


def assert_right(game: Tarot, state: TarotState, seat: int) -> int:
    """Both ways to draw a world give each possible one as often, and no other."""
    possible = [*possible_worlds(story_of(game, state, seat))]
    assert as_world(state, seat) in possible
    for make in (imagined, dealt_again):
        stream = Stream(len(possible))
        draws = 7 * len(possible) + 40
        results = [as_world(make(game, state, seat, stream), seat) for _ in range(draws)]
        if len(possible) == 1:
            assert set(results) == set(possible)
        else:
            assert_uniform(results, possible)
    return len(possible)


# One fact that a seat knows in each test. `n` is the number of worlds.


def test_before_anyone_has_played_no_hand_has_the_petit_alone():
    game, state = drawn("1C 2C 3C | A1 A2 4C | RC RD 1D", dog="2D EX")
    # Of 8 cards two seats hold 3 and the dog 2: 560 ways, with the petit alone in some.
    assert 0 < assert_right(game, state, 0) < 560


def test_each_card_of_the_dog_is_in_the_takers_hand_or_discarded():
    game, state = drawn("1C 2C A2 | A1 A3 4C | RC RD 1D", dog="2D 3D", slams="off", handfuls="off")
    do(game, state, "garde", "passe", "passe", "2D", "1C")
    assert assert_right(game, state, 1) > 10
    assert assert_right(game, state, 0) > 5


@pytest.mark.parametrize("laid", ["", "1C", "1C 2D"])
def test_the_others_see_only_the_dog_while_the_taker_discards(laid):
    game, state = drawn("1C 2C A2 | A1 A3 4C | RC RD 1D", dog="2D 3D A4")
    do(game, state, "petite", "passe", "passe", *laid.split())
    assert PHASES[state.phase] == "discard"
    assert assert_right(game, state, 2) > 10


def test_a_taker_who_discarded_a_trump_has_no_plain_card():
    game, state = drawn("A5 1D A1 | 1C A2 3C | 1H RD A4", dog="A21 A3", slams="off")
    do(game, state, "garde", "passe", "passe", "1D", "A3")
    n = assert_right(game, state, 1)
    world = game.determinise(state.view(1), Stream(1))
    assert not {"1D", "1H"} & set(texts(world.hand_of(0)))
    assert n > 1


def test_the_dog_of_garde_sans_may_hold_anything():
    game, state = begun("1C 2C A2 | A1 A3 4C | RC RD 1D", dog="A21 EX")
    assert assert_right(game, state, 0) > 100


@pytest.mark.slow
def test_a_player_who_does_not_follow_has_no_such_suit_and_without_a_ruff_no_trump():
    game, state = begun("1C 2C A2 RH | A1 A3 4D 5H | RC RD 1D 2H", dog="3C A21 EX")
    do(game, state, "1C", "A3")
    assert assert_right(game, state, 0) > 10
    game, state = begun("1C 2C A2 RH | 1H 3H 4D 5H | RC RD 1D 2H", dog="3C A21 EX")
    do(game, state, "1C", "3H")
    assert assert_right(game, state, 0) > 10


def test_a_player_who_does_not_beat_the_trump_has_no_higher_one():
    game, state = begun("A9 2C A2 RH | A3 4D 5H A5 | RC RD 1D A20", dog="A10 A21 EX")
    do(game, state, "A9", "A3")
    assert assert_right(game, state, 0) > 10


def test_a_handful_shows_where_trumps_are_and_that_the_others_are_lower():
    game, state = drawn(
        "RC 1D 2D | A9 A12 A3 | A4 1C 2H", dog="A2 A20 3D", slams="off", enough=(2, 8, 9)
    )
    do(game, state, "garde sans", "passe", "passe", "pas de poignée", "poignée")
    assert assert_right(game, state, 0) > 1


def test_a_handful_with_the_excuse_shows_that_there_is_no_other_trump():
    game, state = drawn(
        "RC 1D 2D | A9 EX 3C | A4 1C 2H", dog="A2 A20 3D", slams="off", enough=(2, 8, 9)
    )
    do(game, state, "garde sans", "passe", "passe", "pas de poignée", "poignée")
    assert assert_right(game, state, 0) > 1


def test_a_player_who_played_the_petit_first_had_another_trump_or_the_excuse():
    game, state = begun("1C 2C A2 RH | A1 A3 4D 5H | RC RD 1D 2H", dog="3C A21 EX")
    do(game, state, "1C", "A1")
    seen = [game.determinise(state.view(0), Stream(n)).hand_of(1) for n in range(200)]
    for row in map(texts, seen):
        assert any(is_trump(card) or card == "EX" for card in row)
    assert assert_right(game, state, 0) > 10


# Anything that can happen


def random_pack(dice: random.Random) -> tuple[str, str]:
    """Hands of four cards and a dog of three, with many trumps and one king."""
    trumps = dice.sample(PACK[57:76], dice.randrange(2, 8))
    plain = [card for card in PACK[:56] if card[0] != "R" and card[-1] in "CD"]
    cards = ["A1", "EX", "RC", *trumps]
    cards += dice.sample(plain, 15 - len(cards))
    dice.shuffle(cards)
    return " | ".join(" ".join(cards[i : i + 4]) for i in (0, 4, 8)), " ".join(cards[12:])


@pytest.mark.slow
def test_at_any_moment_of_a_small_game_all_possible_worlds_are_equally_likely():
    tried = 0
    for seed in range(8):
        with case(f"seed {seed}"):
            tried += try_at_some_moments(random.Random(seed))
    assert tried > 10


def try_at_some_moments(dice: random.Random) -> int:
    while True:
        hands, dog = random_pack(dice)
        game, state = drawn(hands, dog=dog, enough=(2, 3, 4))
        if not state.is_petit_alone():
            break
    tried = 0
    while not state.is_terminal():
        seat = dice.randrange(3)
        unseen = len(game.pack.cards) - len(state.view(seat).hand) - len(state.view(seat).played)
        if unseen <= 9 and dice.random() < 0.5:
            possible = sum(1 for _ in possible_worlds(story_of(game, state, seat)))
            if possible <= MANY:
                assert_right(game, state, seat)
                tried += 1
        state.play(dice.choice(state.legal()))
    return tried


# The whole pack


def test_small_games_are_dealt_in_the_same_way_as_large_ones():
    game = small("1C 2C 3C 4C | A1 A2 A3 RC | RD 1D EX A5", "2D 3D")(deals="1")
    state = game.deal(Stream(3))
    assert sorted(game.cards(state)) == list(game.pack.cards)
    assert not state.is_petit_alone()


@pytest.mark.parametrize("seed", range(30))
def test_a_world_is_found_for_every_seat_at_every_moment(seed):
    game, stream = Tarot(), Stream(seed)
    state = game.deal(stream)
    while not state.is_terminal():
        for seat in range(3):
            for make in (imagined, dealt_again):
                world = make(game, state, seat, stream)
                assert world.view(seat) == state.view(seat)
        state.play(stream.choice(state.legal()))


def test_a_hand_that_is_never_played_has_no_world():
    game = Tarot()
    view = game.deal(Stream(1)).view(0)
    drawn_by_hand = bytes([PETIT, *range(23)])
    with pytest.raises(ValueError, match="the petit as its only trump"):
        game.determinise(replace(view, hand=drawn_by_hand), Stream(1))
