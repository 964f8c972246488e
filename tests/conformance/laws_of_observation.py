"""Laws of the observation: a bot can think with its observation, in every game."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from conformance.subjects import Subject
from support.games import sample, walk
from support.views import decode_view, encode_view

from Game.core.state import State
from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel


def observe(subject: Subject, state: State, luck: int) -> Any:
    """The observation of the bot to move, made from a view that was encoded and decoded."""
    game = subject.game
    view = decode_view(game, encode_view(state.view(state.turn)))
    return game.observe(view, Stream(luck))


def observations(
    subject: Subject, states: Iterable[State], seed: int
) -> Iterator[tuple[State, Any]]:
    """These positions of a random game, each with its observation."""
    for state in states:
        if not state.is_terminal():
            yield state, observe(subject, state, seed)


def texts(observation: Any) -> list[str]:
    return [str(action) for action in observation.get_list_actions()]


def check_observation_offers_the_legal_actions(subject: Subject, seed: int) -> None:
    game = subject.game
    for state, observation in observations(subject, walk(game, seed), seed):
        right = [game.action_text(state, action) for action in state.legal()]
        assert texts(observation) == right
        numbers = [observation.number(action) for action in observation.get_list_actions()]
        assert numbers == state.legal()
        assert [str(observation.action(number)) for number in numbers] == right
        assert not observation.is_terminal()
        assert observation.turn == state.turn
        assert texts(observation) == right, "looking at the world changes no choice"


def check_observation_refuses_nonsense(subject: Subject, seed: int) -> None:
    """A value that is no action raises a `ValueError` and nothing else."""
    observation = observe(subject, subject.game.deal(Stream(seed)), seed)
    for nonsense in (None, "nonsense", 3, [], object()):
        refusal = None
        try:
            observation.number(nonsense)
        except Exception as error:
            refusal = error
        assert isinstance(refusal, ValueError), f"{nonsense!r} gives {refusal!r}"
        assert str(refusal), "a refusal is a sentence"


def check_randomized_clones_offer_the_same(subject: Subject, seed: int) -> None:
    for state, observation in observations(subject, sample(subject.game, seed), seed):
        right = texts(observation)
        for _ in range(3):
            clone = observation.get_randomized_clone()
            assert texts(clone) == right
            assert encode_view(clone.world().view(state.turn)) == encode_view(
                state.view(state.turn)
            )


def check_observation_clones_play_to_the_end(subject: Subject, seed: int) -> None:
    model = ForwardModel()
    for _, observation in observations(subject, sample(subject.game, seed), seed):
        right, dice = texts(observation), Stream(seed)
        copies = observation.clone(), observation.get_randomized_clone(), deepcopy(observation)
        for future in copies:
            while not future.is_terminal():
                model.play(future, dice.choice(future.get_list_actions()))
            assert future.get_list_actions() == []
            assert texts(observation) == right, "playing on a clone changed the observation"
            assert not observation.is_terminal()


def check_observation_playouts(subject: Subject, seed: int) -> None:
    """A playout gives mean points of each side, and does not change the observation."""
    model = ForwardModel()
    for _, observation in observations(subject, sample(subject.game, seed), seed):
        right, cards = texts(observation), subject.game.cards(observation.world())
        for fresh in (True, False):
            means = model.playout(observation, 3, fresh=fresh)
            assert len(means) == len(subject.game.sides)
        assert texts(observation) == right
        assert subject.game.cards(observation.world()) == cards
