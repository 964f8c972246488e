"""Laws of play: random games end, no card is lost, copies are equal and independent."""

from copy import deepcopy
from itertools import islice, pairwise
from pickle import dumps, loads
from statistics import fmean, pvariance

from conformance.subjects import Subject
from support.games import Shown, copy_of, play_random, positions, sample, snapshot, walk

from Game.core.game import Game, Outcome
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

FEW = 300  # so many endings of a position can be tried one by one
MANY = 100  # games are enough to compare mean scores


def check_random_play_ends(subject: Subject, seed: int) -> None:
    state = subject.game.deal(Stream(seed))
    for _ in play_random(state, Stream(seed)):
        pass
    assert state.is_terminal()
    assert state.turn == OVER
    assert state.legal() == []


def check_cards_are_conserved(subject: Subject, seed: int) -> None:
    state = subject.game.deal(Stream(seed))
    pack = sorted(subject.game.cards(state))
    assert pack, "a game has cards"
    for action in play_random(state, Stream(seed)):
        here = sorted(subject.game.cards(state))
        assert here == pack, f"before {action} is played the cards are {here}, and were {pack}"
    assert sorted(subject.game.cards(state)) == pack


def check_legal_actions_are_playable(subject: Subject, seed: int) -> None:
    for state in walk(subject.game, seed):
        legal = state.legal()
        assert bool(legal) != state.is_terminal(), "there is a choice until the game is over"
        assert len(set(legal)) == len(legal), f"an action is offered twice: {legal}"
        for action in legal:
            try:
                after = copy_of(state, seed)
                turn = after.play(action)
            except Exception as error:
                raise AssertionError(f"{action} is legal and cannot be played") from error
            assert turn == after.turn, "play returns whose turn it is"
            assert turn == OVER or turn in range(subject.game.seats)


def check_same_seed_same_game(subject: Subject, seed: int) -> None:
    def story(game_seed: int) -> list[Shown]:
        return [snapshot(subject.game, state) for state in walk(subject.game, game_seed)]

    assert story(seed) == story(seed), "the same seed plays another game"
    assert story(seed) != story(seed + 1), "another seed plays the same game"


# Copies


def check_clone_equals(subject: Subject, seed: int) -> None:
    for state in walk(subject.game, seed):
        clone = state.clone()
        assert type(clone) is type(state)
        assert snapshot(subject.game, clone) == snapshot(subject.game, state)


def check_clone_lives_its_own_life(subject: Subject, seed: int) -> None:
    """Playing on with a clone does not change the original."""
    game = subject.game
    for state in sample(game, seed):
        before, clone = snapshot(game, state), copy_of(state, seed)
        for number, _ in enumerate(play_random(clone, Stream(seed))):
            if number < 2 * game.seats:  # shared data shows at once, or at the end
                assert snapshot(game, state) == before, "playing on the clone changed the original"
        assert snapshot(game, state) == before, "playing on the clone changed the original"


def check_clone_goes_the_same_way(subject: Subject, seed: int) -> None:
    """With the same actions and the same luck, a clone and the original stay equal."""
    game, length = subject.game, len(list(walk(subject.game, seed)))
    step = max(1, length // 3)
    for moves in range(seed % step, length, step):
        state = next(islice(walk(game, seed), moves, None))
        clone = copy_of(state, seed)
        state.chance = Stream(seed)
        for action in play_random(clone, Stream(seed)):
            assert snapshot(game, state) == snapshot(game, clone), "they have gone different ways"
            state.play(action)
        assert snapshot(game, state) == snapshot(game, clone)


def check_pickled_copy_goes_the_same_way(subject: Subject, seed: int) -> None:
    """So does a deep copy. Both take the luck of the game along."""
    game = subject.game
    for state in sample(game, seed, 2):
        copies = [loads(dumps(state)), deepcopy(state)]
        here = snapshot(game, state)
        for copy in copies:
            assert type(copy) is type(state)
            assert snapshot(game, copy) == here, "the copy is another position"
        first, second = copies
        for action in play_random(first, Stream(seed)):
            assert action in second.legal(), "they have gone different ways"
            second.play(action)
        assert snapshot(game, first) == snapshot(game, second), "they have gone different ways"


def check_copy_from(subject: Subject, seed: int) -> None:
    """A state that becomes a copy keeps nothing of its earlier position."""
    game = subject.game
    here, there = positions(game, seed), positions(game, seed + 1)
    for target, source in zip(here, reversed(there), strict=False):
        before = snapshot(game, source)
        target.copy_from(source)
        assert snapshot(game, target) == before
        target.chance = Stream(seed)
        for _ in play_random(target, Stream(seed)):
            pass
        assert snapshot(game, source) == before, "playing on the copy changed the original"


# Endings


def check_outcome(subject: Subject, seed: int) -> None:
    game, end = subject.game, positions(subject.game, seed)[-1]
    outcome = game.outcome(end)
    assert_well_formed(game, outcome)
    assert sorted(seat for side in game.sides for seat in side) == list(range(game.seats))
    for seat in range(game.seats):
        assert end.side(seat) in range(len(game.sides))
    values = [end.value(side) for side in range(len(game.sides))]
    assert all(0 <= value <= 1 for value in values), f"a value lies from 0 to 1: {values}"
    by_rank = sorted(zip(outcome.ranks, values, strict=True))
    for (rank, value), (next_rank, next_value) in pairwise(by_rank):
        assert value > next_value or rank == next_rank, "a better rank is worth more"


def assert_well_formed(game: Game, outcome: Outcome) -> None:
    assert len(outcome.scores) == game.seats, "every seat has a score"
    assert len(outcome.ranks) == len(game.sides), "every side has a rank"
    for rank in outcome.ranks:
        better = sum(other < rank for other in outcome.ranks)
        assert rank == better, f"a rank counts the sides that did better: {outcome.ranks}"


def check_playouts_end_legally(subject: Subject, seed: int) -> None:
    """A playout ends the game like legal moves.

    Its result is one of those that legal moves lead to. Where there are too many to try them all,
    its scores are on average those of random legal moves.
    """
    game = subject.game
    for state in positions(game, seed)[-1 - seed % 3 :: -3][:4]:  # of the last twelve
        possible = endings(game, state)
        number = 10 if possible else MANY
        ends = [played_out(state, seed + luck) for luck in range(number)]
        for after in ends:
            assert after.is_terminal()
            assert_well_formed(game, game.outcome(after))
            result = ending(game, after)
            assert not possible or result in possible, f"no legal moves end like this: {result}"
        if not possible:
            assert_same_means(game, ends, [played_at_random(state, luck) for luck in range(MANY)])


def played_out(state: State, luck: int) -> State:
    after = copy_of(state, luck)
    after.playout(Stream(luck))
    return after


def played_at_random(state: State, luck: int) -> State:
    after = copy_of(state, luck)
    for _ in play_random(after, Stream(luck)):
        pass
    return after


def assert_same_means(game: Game, ends: list[State], others: list[State]) -> None:
    """The mean scores of each seat differ by no more than chance."""
    for seat in range(game.seats):
        one = [game.outcome(state).scores[seat] for state in ends]
        two = [game.outcome(state).scores[seat] for state in others]
        luck = (pvariance(one) / len(one) + pvariance(two) / len(two)) ** 0.5
        assert abs(fmean(one) - fmean(two)) <= 5 * luck, f"seat {seat} scores otherwise"


def ending(game: Game, state: State) -> tuple[object, ...]:
    outcome = game.outcome(state)
    return outcome.scores, outcome.ranks


def endings(game: Game, state: State) -> set[tuple[object, ...]]:
    """How the game can end from here. Empty if there are too many ways to try them."""
    if game.deal(Stream(0)).chance is not None:  # not all luck can be tried: a good many games are
        results = {ending(game, played_at_random(state, luck)) for luck in range(FEW)}
        return results if len(results) < FEW / 20 else set()
    level = [state]
    while not all(after.is_terminal() for after in level):
        ahead = []
        for before in level:
            for action in before.legal():
                after = before.clone()
                after.play(action)
                ahead.append(after)
            if before.is_terminal():
                ahead.append(before)
        if len(ahead) > FEW:
            return set()
        level = ahead
    return {ending(game, after) for after in level}
