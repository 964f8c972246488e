"""Laws of inference: a seat imagines only worlds that agree with the game that it saw, and each of
them equally often.
"""

from collections import Counter
from typing import Any

from conformance import written_games
from conformance.replaying import (
    Played,
    all_worlds,
    count_worlds,
    hidden_spots,
    is_possible,
    kind_of_world,
    random_game,
)
from conformance.subjects import Subject
from support.views import decode_view, encode_view

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.state import RecycleState
from Game.registry import GAMES, USER_GAME

MOST_WORLDS = 60  # of the position whose worlds are counted one by one
# Games in which a few conditions are too long to write down. Their worlds may contradict these, and
# `arena analyse` counts them.
TOO_LONG = {"GinRummy.rcy", "GoFish.rcy"}
# A game of claims in which some imagined worlds contradict what the seat saw, and nothing counts
# them. It is played in the tests because games of its kind crashed the interpreter. The language of
# conditions must become another one before these laws hold there (issue 33).
NOT_YET = {"Intrigue.rcy"}


def imagined(played: Played, step: int, seat: int, luck: Stream, by_view: bool) -> RecycleState:
    """A world that the seat imagines, from its view or from the state."""
    game, state = played.game, played.states[step]
    if by_view:
        view = decode_view(game, encode_view(state.view(seat)))
        world = game.determinise(view, luck)
    else:
        world = state.clone()
        world.redeal(seat, luck)
    assert isinstance(world, RecycleState)
    return world


def check_no_impossible_world(subject: Subject, seed: int) -> None:
    """Each imagined world, played again from its deal, leads to what the seat has seen. No
    condition is dropped."""
    if not subject.has_secrets or _is_wrong_yet(subject):
        return
    if not isinstance(subject.game, DescribedGame):
        replay_written_worlds(subject, seed)
        return
    played, luck = random_game(subject.game, seed), Stream(seed)
    for step in range(seed % 3, len(played.states) - 1, max(3, len(played.states) // 6)):
        for seat in range(subject.game.seats):
            world = imagined(played, step, seat, luck, by_view=(step + seat) % 2 == 0)
            history = played.states[step].history
            assert history is not None
            if history.unused:
                assert subject.game.name == USER_GAME
                assert subject.game.chosen["file"] in TOO_LONG, f"step {step}: a condition dropped"
                continue
            assert is_possible(played, step, seat, world), f"step {step}, seat {seat}"


def check_possible_worlds_are_equally_likely(subject: Subject, seed: int) -> None:
    """Near the end of a game all worlds are counted. Those that are drawn are spread evenly."""
    if not subject.has_secrets or _is_wrong_yet(subject):
        return
    if not isinstance(subject.game, DescribedGame):
        count_written_worlds(subject, seed)
        return
    played = random_game(subject.game, seed)
    result = None
    for step in reversed(range(len(played.states) - 1)):
        state = played.states[step]
        many = count_worlds(hidden_spots(state.table, state.turn))
        if many > MOST_WORLDS:
            break
        if many > 1:
            result = step
    if result is not None:
        assert_even(played, result, played.states[result].turn, seed)


def _is_wrong_yet(subject: Subject) -> bool:
    game = subject.game
    return game.name == USER_GAME and game.chosen["file"] in NOT_YET


def assert_even(played: Played, step: int, seat: int, seed: int) -> None:
    state, luck = played.states[step], Stream(seed)
    where = f"step {step}, seat {seat}"
    possible = set()
    for world in all_worlds(state, seat):
        kind = kind_of_world(world)
        if kind not in possible and is_possible(played, step, seat, world):
            possible.add(kind)
    assert kind_of_world(state) in possible, f"{where}: the replay does not find the real game"
    each = 12  # how often a world is drawn on average
    drawn: Counter[object] = Counter()
    for _ in range(each * len(possible)):
        world = imagined(played, step, seat, luck, False)
        kind = kind_of_world(world)
        if kind not in possible and is_possible(played, step, seat, world):
            possible.add(kind)  # only with the cards of a place in this order
        drawn[kind] += 1
    assert_spread(drawn, possible, drawn.total() / len(possible), where)


def assert_spread(drawn: Counter[Any], possible: set[Any], each: float, where: str) -> None:
    """Only possible worlds are drawn, and each of them about `each` times."""
    assert drawn.keys() <= possible, f"{where}: an impossible world is drawn"
    chi_squared = sum((drawn[world] - each) ** 2 / each for world in possible)
    freedom = len(possible) - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, f"{where}: uneven"


def replay_written_worlds(subject: Subject, seed: int) -> None:
    """The same for a game that is written by hand. Each must say how its worlds were dealt."""
    replays = written_games.replays_of(subject.game)
    if replays is None:
        assert subject.game.name not in GAMES, "worlds/<game>.py lacks REPLAYS"
        return  # a toy
    played, luck = written_games.play_first_deal(subject.game, replays, seed), Stream(seed)
    last = len(played.states) - 1
    for step in range(seed % 3, last, max(1, last // 8)):
        for seat in range(subject.game.seats):
            world = written_games.imagined_rows(played, step, seat, luck)
            possible = written_games.is_possible(played, step, seat, world)
            assert possible, f"step {step}, seat {seat}"


def count_written_worlds(subject: Subject, seed: int) -> None:
    replays = written_games.replays_of(subject.game)
    if replays is None:
        return
    played, luck = written_games.play_first_deal(subject.game, replays, seed), Stream(seed)
    for step in reversed(range(len(played.states) - 1)):
        seat, real = played.states[step].turn, replays.rows(played.states[step])
        hidden = written_games.hidden_rows(played, step, seat)
        many = written_games.count_worlds(real, hidden)
        if many > MOST_WORLDS:
            return
        possible = {
            written_games.kind_of(rows)
            for rows in written_games.all_worlds(real, hidden)
            if written_games.is_possible(played, step, seat, rows)
        }
        drawn: Counter[Any] = Counter()
        each = 12
        for _ in range(each * len(possible)):
            drawn[written_games.kind_of(
                written_games.imagined_rows(played, step, seat, luck))] += 1  # fmt: skip
        assert_spread(drawn, possible, each, f"step {step}, seat {seat}")
