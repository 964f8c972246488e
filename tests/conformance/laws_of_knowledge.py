"""Laws of knowledge: a seat sees what the rules allow, and imagines worlds that agree with it."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from conformance.subjects import Subject
from support.games import copy_of, play_random, sample, walk
from support.views import decode_view, encode_view

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream


def seen(state: State, seat: int) -> bytes:
    return encode_view(state.view(seat))


def some_of(game: Game, seed: int, step: int) -> Iterator[State]:
    """One position of each `every`, other positions with another seed."""
    return islice(walk(game, seed), seed % step, None, step)


def check_view_round_trip(subject: Subject, seed: int) -> None:
    game = subject.game
    for state in walk(game, seed):
        for seat in range(game.seats):
            view = state.view(seat)
            data = encode_view(view)
            again = decode_view(game, data)
            assert isinstance(data, bytes)
            assert isinstance(again, game.view_type)
            assert again == view, "a view comes back as another"
            assert encode_view(again) == data
            assert again.seat == seat


def check_no_leak(subject: Subject, seed: int) -> None:
    """A view has the same bytes, however the cards that its seat cannot know are dealt."""
    game, dice = subject.game, random.Random(seed)
    others = different = 0
    for state in some_of(game, seed, 2):
        right = [seen(state, seat) for seat in range(game.seats)]
        for seat in range(game.seats):
            neighbour = (seat + 1) % game.seats
            for world in [subject.another_world(game, state, seat, dice) for _ in range(3)]:
                now = seen(world, seat)
                assert now == right[seat], f"the view of seat {seat} tells hidden cards apart"
                if state.turn == seat:
                    assert world.legal() == state.legal(), "the choice tells hidden cards apart"
                others += 1
                different += seen(world, neighbour) != right[neighbour]
    if subject.has_secrets:
        assert different > others / 4, "the other worlds are the same: this has proved nothing"


def assert_agrees(game: Game, state: State, world: State, seat: int) -> None:
    """The imagined world agrees with everything that the seat knows."""
    assert seen(world, seat) == seen(state, seat), "the world contradicts the view"
    assert world.turn == state.turn
    if state.turn == seat:
        assert world.legal() == state.legal()
    assert sorted(game.cards(world)) == sorted(game.cards(state)), "the world has other cards"
    assert [world.points(p) for p in range(game.seats)] == [
        state.points(p) for p in range(game.seats)
    ]


def imagine(game: Game, state: State, seat: int, luck: int) -> State:
    """The world that the seat imagines from its view, after the view was encoded and decoded."""
    view: Any = decode_view(game, encode_view(state.view(seat)))
    return game.determinise(view, Stream(luck))


def check_determinise_agrees(subject: Subject, seed: int) -> None:
    game = subject.game
    for luck, state in enumerate(walk(game, seed)):
        for seat in range(game.seats):
            assert_agrees(game, state, imagine(game, state, seat, luck), seat)


def check_redeal_agrees(subject: Subject, seed: int) -> None:
    game, stream = subject.game, Stream(seed)
    for state in walk(game, seed):
        for seat in range(game.seats):
            world = state.clone()
            world.redeal(seat, stream)
            assert_agrees(game, state, world, seat)


def check_worlds_differ(subject: Subject, seed: int) -> None:
    """Hidden cards are really dealt again. Otherwise a bot would take one guess for the truth."""
    game = subject.game
    state = game.deal(Stream(seed))

    def redealt(seat: int, luck: int) -> State:
        world = state.clone()
        world.redeal(seat, Stream(luck))
        return world

    for seat in range(game.seats):
        for worlds in (
            [imagine(game, state, seat, luck) for luck in range(20)],
            [redealt(seat, luck) for luck in range(20)],
        ):
            kinds = {tuple(game.cards(world)) for world in worlds}
            enough = len(kinds) >= subject.least_worlds
            assert enough or not subject.has_secrets, f"only {len(kinds)} worlds in 20"


def check_same_stream_same_world(subject: Subject, seed: int) -> None:
    game = subject.game
    for state in some_of(game, seed, 2):
        for seat in range(game.seats):
            first, second = (imagine(game, state, seat, seed) for _ in range(2))
            assert game.cards(first) == game.cards(second)


def check_imagined_worlds_play_on(subject: Subject, seed: int) -> None:
    """An imagined world can be played to its end, with chance."""
    game = subject.game
    for state in sample(game, seed):
        for seat in range(game.seats):
            world = imagine(game, state, seat, seed)
            pack = sorted(game.cards(world))
            for _ in play_random(world, Stream(seed)):
                assert sorted(game.cards(world)) == pack
            assert world.is_terminal()


def check_redeal_for_nobody_changes_nothing(subject: Subject, seed: int) -> None:
    game = subject.game
    for state in some_of(game, seed, 2):
        world = copy_of(state, seed)
        world.redeal(-1, Stream(seed))
        assert game.cards(world) == game.cards(state)
