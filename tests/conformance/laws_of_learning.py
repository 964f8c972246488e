"""Laws of features: they have one length, and never tell more than the seat knows."""

import random
from array import array
from collections.abc import Iterator

from conformance.laws_of_knowledge import some_of
from conformance.subjects import Subject
from support.games import walk

from Game.core.encoder import Encoder
from Game.core.game import Game


def encoders(game: Game) -> Iterator[tuple[str, Encoder]]:
    """All sets of features of the game. A game that bots cannot learn has none."""
    if type(game).make_encoder is not Game.make_encoder:
        for kind in game.feature_sets:
            yield kind, game.encoder(kind)


def check_features_have_one_length(subject: Subject, seed: int) -> None:
    game = subject.game
    for _, encoder in encoders(game):
        assert encoder.size == sum(block.size for block in encoder.blocks) > 0
        assert all(block.about.endswith(".") for block in encoder.blocks)
        assert len({block.name for block in encoder.blocks}) == len(encoder.blocks)
        for state in some_of(game, seed, 4):
            for seat in range(game.seats):
                row = array("f", bytes(4 * encoder.size))
                assert encoder.write(state, seat, row, 0) == encoder.size


def check_features_do_not_leak(subject: Subject, seed: int) -> None:
    """The numbers are the same, however the cards that the seat cannot know are dealt."""
    game, dice = subject.game, random.Random(seed)
    for kind, encoder in encoders(game):
        for state in some_of(game, seed, 4):
            for seat in range(game.seats):
                right = encoder.row(state, seat)
                world = subject.another_world(game, state, seat, dice)
                assert encoder.row(world, seat) == right, f"{kind} tells hidden cards apart"
                assert game.features(state.view(seat), kind) == right
                if state.turn == seat:
                    assert encoder.mask(world) == encoder.mask(state)


def check_masks_name_the_legal_actions(subject: Subject, seed: int) -> None:
    game = subject.game
    sets = list(encoders(game))
    for state in walk(game, seed):
        for _, encoder in sets:
            mask = encoder.mask(state)
            places = [number for number, is_legal in enumerate(mask) if is_legal]
            actions = [encoder.action(state, number) for number in places]
            assert sorted(actions) == sorted(state.legal())
