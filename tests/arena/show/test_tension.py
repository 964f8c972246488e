import msgspec
import pytest
from support.cases import case
from support.remarks import played_at_random

from arena.replay.record import FORMAT, BotEntry, Move, Record
from arena.show.preparing import prepare
from arena.show.script import OPEN, TABLE, WHOLE
from arena.show.tension import as_parts, hide, open_chances, result_chances, table_chances
from Game import registry
from Game.core.stream import Stream

GAMES_EACH = 3  # imagined games for a position
EVERY = 9  # positions


def record_of(game, stream, opening=()) -> Record:
    """The record of a random game, which begins with these moves."""
    state = game.deal(Stream(5))
    deal, moves = game.write_deal(state), []
    state.chance = None
    while state.turn >= 0:
        text = opening[len(moves)].play if len(moves) < len(opening) else ""
        legal = state.legal()
        action = game.read_action(state, text) if text else legal[stream.below(len(legal))]
        moves.append(Move(state.turn, game.action_text(state, action)))
        state.play(action)
    outcome = game.outcome(state)
    bots = [BotEntry(f"bot {side}") for side in range(len(game.sides))]
    return Record(
        FORMAT, "00ff", game.name, game.chosen, deal, bots,
        game.bot_of_each_seat(range(len(bots))), [list(seats) for seats in game.sides], moves,
        list(outcome.scores), list(outcome.ranks),
    )  # fmt: skip


@pytest.mark.parametrize("name", registry.names())
def test_chances_add_up_and_end_with_the_result(name):
    game = registry.find(name)()
    states, _ = played_at_random(game, Stream(2))
    for at in range(0, len(states) - 1, EVERY):
        for chances in (open_chances, table_chances):
            some = chances(game, states[at], GAMES_EACH, Stream(at))
            assert sum(some) == WHOLE
            assert len(some) == len(game.sides)
            assert min(some) > 0  # nothing is sure before the end
    last = states[-1]
    ranks = game.outcome(last).ranks
    for chances in (open_chances, table_chances):
        some = chances(game, last, GAMES_EACH, Stream(1))
        assert sum(some) == WHOLE
        assert [part > 0 for part in some] == [rank == 0 for rank in ranks]
        shared = {part for part in some if part}
        assert max(shared) - min(shared) <= 1


def test_a_tie_is_shared():
    assert as_parts([1 / 3, 1 / 3, 1 / 3]) == (3334, 3333, 3333)
    assert as_parts([0.0, 1.0]) == (0, WHOLE)


def test_a_game_that_is_nearly_won_looks_so():
    game = registry.find("brisca")()
    states, _ = played_at_random(game, Stream(2))
    winner = game.outcome(states[-1]).ranks.index(0)
    for chances in (open_chances, table_chances):
        assert chances(game, states[-3], 100, Stream(1))[winner] > 9 * WHOLE // 10


def test_those_who_see_the_cards_see_more():
    """Agram with one card each: the trick is decided, but only those who see the cards know it."""
    game = registry.find("agram")(cards="1", players="2")
    sure = 0
    for deal in range(8):
        state = game.deal(Stream(deal))
        assert max(open_chances(game, state, 50, Stream(1))) > 9 * WHOLE // 10
        sure += max(table_chances(game, state, 50, Stream(1))) > 97 * WHOLE // 100
    assert sure == 0


def test_the_table_does_not_know_the_hands():
    """Each unseen card is as likely in a hand as any other, also those that are really there."""
    game = registry.find("brisca")()
    state = played_at_random(game, Stream(3))[0][8]
    real, worlds, held = {*state.hand_of(0)}, 400, 0
    unseen = {card for seat in range(4) for card in state.hand_of(seat)} | {*state.deck_left()}
    stream = Stream(9)
    for _ in range(worlds):
        world = state.clone()
        hide(world, game.seats, stream)
        held += len(real & {*world.hand_of(0)})
        assert world.on_table() == state.on_table()
        assert [world.pile_of(seat) for seat in range(4)] == [state.pile_of(n) for n in range(4)]
        assert world.deck_left()[-1] == state.trump
    expected = worlds * len(real) * len(real) / (len(unseen) - 1)
    assert 0.8 * expected < held < 1.2 * expected


def test_suits_that_a_seat_does_not_have_stay_so():
    game = registry.find("boerenbridge")()
    states, _ = played_at_random(game, Stream(1))
    stream = Stream(1)
    for state in states[:-1:EVERY]:
        world = state.clone()
        hide(world, game.seats, stream)
        for seat in range(4):
            view = world.view(seat)
            assert view.hand_sizes == state.view(seat).hand_sizes
            voids = state.view(0).voids[seat]
            assert not any(voids >> card // 13 & 1 for card in world.hand_of(seat))


def test_a_game_is_prepared_to_the_same_bytes():
    game = registry.find("agram")(cards="2")
    record = record_of(game, Stream(1))
    first, again = prepare(record), prepare(record)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert first.open[-1] == first.table[-1]
    assert len(first.open) == len(first.table) == len(record.moves) + 1


@pytest.mark.parametrize("name, options", [("brisca", {}), ("agram", {"cards": "3"})])
def test_what_comes_later_changes_nothing_before(name, options):
    """Two games with the same first moves look the same up to there."""
    game = registry.find(name)(**options)
    one = record_of(game, Stream(1))
    same = len(one.moves) // 4
    other = record_of(game, Stream(7), one.moves[:same])
    assert other.moves[same:] != one.moves[same:]
    shown, compared = prepare(one), prepare(other)
    assert shown.open[: same + 1] == compared.open[: same + 1]
    assert shown.table[: same + 1] == compared.table[: same + 1]
    for cards in (OPEN, TABLE):
        with case(cards):
            # Which of the sentences are chosen may differ: a better one may come a second later.
            here = {each for each in shown.telling[cards].comments if each.at <= same}
            there = {each.at: each for each in compared.telling[cards].comments if each.at <= same}
            assert all(there.get(each.at, each) == each for each in here)


def test_the_result_of_a_game_is_not_smoothed():
    game = registry.find("brisca")()
    states, _ = played_at_random(game, Stream(2))
    assert set(result_chances(game, states[-1])) <= {0, WHOLE // 2, WHOLE}
