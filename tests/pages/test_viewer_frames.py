"""The frames of a game: what is drawn is what was played."""

from itertools import pairwise

import pytest
from support.viewing import games
from toys.nearest import Nearest

from arena.pages.viewer.frames import play_record
from arena.replay import text48
from arena.replay.record import Record
from arena.replay.replayer import Disagreement, game_of, positions
from Game import registry
from Game.core.cards import SPANISH
from Game.core.picture import (
    ALL,
    HAND,
    NONE,
    OWN,
    PILE,
    SEEN_BEFORE,
    SPREAD,
    STOCK,
    TRICK,
    sentence,
)
from Game.core.stream import Stream
from Game.core.words import LANGUAGES
from Game.registry import find


@pytest.fixture(scope="module")
def record() -> Record:
    return games("osla", "random")[0]


@pytest.fixture
def toy(monkeypatch) -> Record:
    """A game that nobody has described."""
    monkeypatch.setitem(registry.GAMES, "nearest", "toys.nearest:Nearest")
    return games("random", "alwaysfirst", "random", game="nearest", seats="3")[0]


def test_every_frame_is_the_position_that_the_replayer_comes_to(record):
    drawn = play_record(record)
    game = game_of(record)
    states = positions(game, record)
    for (ply, move, state), frame in zip(states, drawn.frames, strict=False):
        seats = range(4)
        rows = [
            *(state.hand_of(seat) for seat in seats),
            state.on_table(),
            *(state.pile_of(seat) for seat in seats),
            state.deck_left(),
        ]
        assert frame.drawn.cards == tuple(tuple(map(SPANISH.text, row)) for row in rows)
        assert frame.turn == state.turn == move.seat
        assert frame.scores == tuple(state.points(seat) for seat in seats)
        assert frame.drawn.trick == ply // 4
        assert drawn.decisions[ply].legal == tuple(map(SPANISH.text, state.legal()))
    assert len(drawn.frames) == 41
    assert list(drawn.frames[-1].scores) == record.scores


def test_every_frame_has_every_card_once(record):
    for frame in play_record(record).frames:
        assert sorted(sum(frame.drawn.cards, ())) == sorted(SPANISH.texts)


def test_the_reward_is_the_one_of_the_48_line_text(record):
    told = [decision.reward for decision in play_record(record).decisions]
    assert told == [reward for _, _, reward in text48.rewards(record)]
    assert min(told) < 0 < max(told)


def test_tricks_begin_every_four_moves_and_the_lead_changes_where_the_sum_does(record):
    drawn = play_record(record)
    assert drawn.ticks == list(range(0, 40, 4))
    margins = [f.scores[0] + f.scores[2] - f.scores[1] - f.scores[3] for f in drawn.frames]
    signs = [(ply, margin > 0) for ply, margin in enumerate(margins) if margin]
    expected = [ply for (_, a), (ply, b) in pairwise(signs) if a != b]
    assert drawn.lead_changes == expected


def test_the_taker_of_a_trick_has_its_cards_and_its_points(record):
    taken = 0
    for before, after in pairwise(play_record(record).frames):
        if after.drawn.cards[4]:
            continue
        taker = after.drawn.taker
        assert len(after.drawn.cards[5 + taker]) - len(before.drawn.cards[5 + taker]) == 4
        gains = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
        assert sum(gains) == gains[taker]
        place = (taker - before.drawn.leader) % 4
        assert place in (before.drawn.best, 3)  # who played last may have beaten the best so far
        taken += 1
    assert taken == 10


def test_a_wrong_record_is_not_drawn():
    record = games("random", "random")[0]
    record.moves[3].play = "Z9"
    with pytest.raises(Disagreement, match="move 3"):
        play_record(record)


def test_a_game_without_a_picture_shows_dealt_and_played_cards(toy):
    drawn = play_record(toy)
    assert [zone.kind for zone in drawn.picture.zones] == [HAND] * 3 + [PILE] * 3 + [STOCK]
    for frame, decision in zip(drawn.frames, drawn.decisions, strict=False):
        assert set(decision.legal) <= set(frame.drawn.cards[decision.seat])
    assert sum(map(len, drawn.frames[-1].drawn.cards[3:6])) == len(toy.moves)
    assert drawn.frames[0].drawn.cards[:3] == tuple(map(tuple, toy.deal["hands"]))
    assert drawn.frames[0].drawn.cards[6] == tuple(toy.deal["stock"])
    assert Nearest().picture() is None


def a_game_of(name: str) -> Record:
    """A game between as many bots as it takes."""
    sides = len(registry.find(name)().sides)
    return games(*("random", "alwaysfirst", "random", "random")[:sides], game=name)[0]


def test_in_boerenbridge_the_winner_of_a_trick_has_one_trick_more():
    record = a_game_of("boerenbridge")
    frames = play_record(record).frames
    over = 0
    views = [state.view(0) for _, _, state in positions(game_of(record), record)]
    for ply, (before, after) in enumerate(pairwise(views), start=1):
        if len(after.played) % 4 or after.played == before.played:
            continue
        now = after.won if after.round == before.round else after.past[-1].won
        more = [new - old for new, old in zip(now, before.won, strict=True)]
        assert more.index(1) == frames[ply].drawn.taker
        assert frames[ply].drawn.trick == frames[ply - 1].drawn.trick + 1
        over += 1
    assert over == sum(past.cards for past in views[-1].past) + views[-1].cards - 1


@pytest.mark.parametrize("name", sorted(registry.GAMES))
def test_a_picture_has_words_in_every_language_for_all_that_it_says(name):
    record = a_game_of(name)
    drawn = play_record(record)
    words = drawn.game.words("en")
    for zone in drawn.picture.zones:
        assert zone.name in words
        assert zone.kind in (HAND, TRICK, PILE, STOCK, SPREAD)
        assert zone.seen in (ALL, SEEN_BEFORE, OWN, NONE)
    positions = [frame.drawn for frame in drawn.frames]
    said = [fact for each in positions for fact in (*each.facts, *each.messages)]
    said += [each.part for each in positions if each.part]
    assert {fact.key for fact in said} <= set(words)
    for fact in said:
        for language in LANGUAGES:
            assert sentence(drawn.game.words(language), fact, ["someone"] * 6)


def test_one_picture_draws_positions_of_several_games():
    game = find("brisca")()
    picture = game.picture()
    for seed in range(6):
        state = game.deal(Stream(seed))
        assert picture.position(state) == game.picture().position(state), seed
