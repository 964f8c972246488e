import shutil

import pytest

from bench import tarot
from bench.contest import Unmeasurable
from bench.handwritten import compile_library
from Game.core.cards import TAROT
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import CARDS, FIRST_TRUMP

# Seat 0 takes every trick, if it keeps the excuse to the end.
STRONG = [*range(FIRST_TRUMP, CARDS), *TAROT.parse_line("RC RD")]
STARTS = ["strong", *range(4)]

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")


@pytest.fixture(scope="module")
def library():
    with compile_library(tarot.PEER_SOURCE) as made:
        yield made


def start_of(name):
    """The deal of this seed, or the deal in which a slam is near."""
    if name != "strong":
        return tarot.new_deal(name)
    rest = [card for card in TAROT if card not in STRONG]
    game = Tarot(contract="fixed", deals="1", slams="off", handfuls="off")
    return game.lay_out(2, [STRONG, rest[:24], rest[24:48]], rest[48:])


@needs_compiler
@pytest.mark.parametrize("name", STARTS)
def test_with_the_same_luck_c_pays_what_ours_pays_in_every_deal(library, name):
    start = start_of(name)
    ours = tarot.paid(start, 1000, 7)
    assert tarot.HandwrittenTarot(library, start).paid(1000, 7) == ours
    assert len(set(ours)) > 5


def test_the_strong_deal_brings_slams_with_the_excuse_last():
    # 91 points with three bouts, and the petit sometimes in the trick before.
    assert {25 + 55 + 200, 25 + 55 + 10 + 200} <= set(tarot.paid(start_of("strong"), 5000, 7))


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    "right, wrong",
    [
        ("over ? over : trumps", "trumps"),  # going over
        ("if (led < TRUMPS && !hand[led]) group = TRUMPS;", ""),  # trumping
        ("if (is_last && winner != fool) owner = !owner;\n            else if", "if"),
        ("is_last && mine == TRICKS - 1", "0"),
        ("given = has_small(won[debtor]) ? 1", "given = 1 ? 0"),
        ("petit |= petit_before", ""),
        ("+ 10 * petit_at_end", ""),
        ("{3, 5, 7, 9}", "{3, 5, 7, 8}"),
    ],
)
def test_a_peer_with_one_rule_missing_is_refused(tmp_path, right, wrong):
    text = tarot.PEER_SOURCE.read_text()
    assert text.count(right) == 1
    other = tmp_path / "other.c"
    other.write_text(text.replace(right, wrong))
    results = []
    with compile_library(other) as library:
        for name in STARTS:
            start = start_of(name)
            try:
                tarot.check_same_game(tarot.HandwrittenTarot(library, start), start, 3000)
            except Unmeasurable as refused:
                results.append(str(refused))
        for seed in range(5):
            peer = tarot.HandwrittenTarot(library, tarot.new_deal(seed))
            try:
                tarot.check_same_game(peer, tarot.new_deal(seed), 3000)
            except Unmeasurable as refused:
                results.append(str(refused))
    assert results
    assert "different games" in results[0]


@needs_compiler
def test_as_many_deals_are_counted_as_are_played(library):
    start = tarot.new_deal()
    assert tarot.play_out(start, 3, Stream(1), 2) == 2 * tarot.BATCH
    assert tarot.HandwrittenTarot(library, start).play_out(2) == 2 * tarot.BATCH


def test_the_worlds_that_are_timed_are_of_a_position_in_the_middle_with_a_dog():
    game, state = tarot.mid_game()
    assert state.played_count == 36
    assert len(state.view(0).dog) == 6
    with tarot.determinise() as contest:
        assert contest.ours(1)[0] == 3 * tarot.WORLDS
    world = game.determinise(state.view(1), Stream(1))
    assert world.view(1) == state.view(1)
