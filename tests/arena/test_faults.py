"""After every fault of a bot the game goes on to its end. The fault is counted and explained."""

from collections import Counter

import pytest
from support.cases import case

from arena.common.errors import StrictFault
from arena.guest.bot.tracebacks import no_answer
from arena.replay.record import Record
from arena.replay.replayer import verify
from arena.replay.result import result
from arena.sandbox.timing import alarm_clock
from arena.sandbox.timing.lateness import Turn
from arena.standings.tally import tally

MOVES_OF_A_SIDE = 20


def faults_of_first(record: Record) -> Counter[str]:
    """The faults of the bot in seats 0 and 2. The game must be complete nevertheless."""
    verify(record)
    assert len(record.moves) == 40
    assert all(fault.seat in (0, 2) for fault in record.faults)
    (mine, theirs) = tally([bot.name for bot in record.bots], [result(record, deal=0)])
    assert not theirs.faults
    assert mine.faults == Counter(fault.verdict for fault in record.faults)
    return mine.faults


NOT_AN_ACTION = {
    "None": "return None",
    "a string": "return 'O1'",
    "a number": "return 7",
    "a card": "return o.get_list_actions()[0].get_card()",
    "the list of actions": "return o.get_list_actions()",
    "the class of an action": "return Action",
    "an action of no card": "return Action(None)",
    "an action of a made-up card": "return Action(Card('O', 9))",
    "an action of strange things": "return Action(Card([], {}))",
    "another seat's card": "return Action(o.hands[(o.turn + 1) % 4].get_card(0))",
    "the trump under the deck": "return Action(o.trump_card)",
    "a generator": "yield o.get_list_actions()[0]",
}
IMPORTS = "from Game.Action import Action\nfrom Game.Card import Card\n"


@pytest.mark.parametrize("body", NOT_AN_ACTION.values(), ids=NOT_AN_ACTION)
def test_an_answer_that_is_not_a_legal_action_is_illegal(thinker, play, body):
    (record,) = play(thinker(body, before=IMPORTS), "random")
    assert faults_of_first(record)["illegal"] >= MOVES_OF_A_SIDE - 4  # the trump may come to us
    assert {fault.verdict for fault in record.faults} == {"illegal"}


def test_an_illegal_answer_is_shown_with_the_legal_actions(thinker, play):
    (record,) = play(thinker("return None"), "random")
    first = record.faults[0].reason
    assert "think returned None" in first
    hand = " ".join(sorted(record.deal["hands"][record.faults[0].seat]))
    assert " ".join(sorted(first.rpartition(": ")[2].split())) == hand


def test_an_action_of_an_earlier_turn_is_illegal(thinker, play):
    body = """
    self.__dict__.setdefault("first", o.get_list_actions()[0])
    return self.first
    """
    (record,) = play(thinker(body), "random")
    assert faults_of_first(record) == {"illegal": MOVES_OF_A_SIDE - 2}


def test_an_equal_action_of_ones_own_making_is_legal(thinker, play):
    body = """
    card = o.get_list_actions()[0].get_card()
    return Action(Card(card.get_type(), card.get_number()))
    """
    (record,) = play(thinker(body, before=IMPORTS), "random")
    assert not faults_of_first(record)


RAISED = {
    "ValueError('no')": "exception",
    "KeyboardInterrupt": "exception",
    "SystemExit(0)": "exception",
    "GeneratorExit": "exception",
    "BaseException('odd')": "exception",
    "NotImplementedError": "exception",
    "ExceptionGroup('two', [ValueError(1), KeyError(2)])": "exception",
    "Unspeakable": "exception",
    "MemoryError": "memory",
}
UNSPEAKABLE = """
class Unspeakable(Exception):
    def __str__(self):
        raise ValueError
    __repr__ = __str__
"""


@pytest.mark.parametrize("raised", RAISED)
def test_every_exception_in_think_is_a_fault(thinker, play, raised):
    (record,) = play(thinker(f"raise {raised}", before=UNSPEAKABLE), "random")
    assert faults_of_first(record) == {RAISED[raised]: MOVES_OF_A_SIDE}


@pytest.mark.parametrize("raised", [each for each in RAISED if each != "KeyboardInterrupt"])
def test_every_exception_in_think_is_a_fault_with_the_clock_off(thinker, play, raised):
    (record,) = play(thinker(f"raise {raised}", before=UNSPEAKABLE), "random", clock=False)
    assert faults_of_first(record) == {RAISED[raised]: MOVES_OF_A_SIDE}


def test_endless_recursion_is_a_fault(thinker, play):
    (record,) = play(thinker("return self.think(o, budget)"), "random")
    assert faults_of_first(record) == {"exception": MOVES_OF_A_SIDE}
    assert "RecursionError" in record.faults[0].reason


def test_the_fault_of_a_bot_without_think_says_so(write_bot, play):
    path = write_bot("from Players.Player import Player\nclass Mine(Player):\n    pass\n")
    (record,) = play(path, "random")
    assert faults_of_first(record) == {"exception": MOVES_OF_A_SIDE}
    assert "Mine has no think(observation, budget) yet" in record.faults[0].reason


@pytest.mark.parametrize("clock", [True, False])
def test_a_traceback_of_a_bot_that_misuses_our_functions_has_none_of_ours(thinker, play, clock):
    for misuse in ("ForwardModel().play(o, 'x')", "o.world().play('x')", "o.world().redeal(0, 1)"):
        with case(misuse):
            path = thinker(f"return {misuse}", before=MODEL)
            (record,) = play(path, "random", clock=clock)
            assert record.faults[0].traceback.count("File ") == 1


def test_the_traceback_of_a_house_bot_keeps_its_lines(play, monkeypatch):
    from Players.AlwaysFirstPlayer import AlwaysFirstPlayer

    monkeypatch.setattr(AlwaysFirstPlayer.think, "__code__", (lambda *_: 1 / 0).__code__)
    (record,) = play("alwaysfirst", "random")
    assert record.faults[0].traceback


MEANT = {
    "return o.get_list_action()[0]": "'get_list_actions'",
    "return o.hand": "'hands'",
    "return o.trumpcard": "'trump_card'",
    "return o.main_deck.lenn()": "'len'",
    "return self.dices.choice(o.get_list_actions())": "'dice'",
    "return ForwardModel().pley(o, 1)": "'play'",
    "return o.get_list_actions()[0].get_crd()": "'get_card'",
    "return bugdet": "'budget'",
    "from Game.ForwardModel import ForwardModl": "'ForwardModel'",
}
MODEL = "from Game.ForwardModel import ForwardModel"


def test_a_misspelt_name_is_answered_with_the_name_that_was_meant(thinker, play):
    for body, meant in MEANT.items():
        with case(body):
            (record,) = play(thinker(body, before=MODEL), "random")
            fault = record.faults[0]
            assert fault.reason.endswith(f"Did you mean {meant}?")
            assert fault.traceback.endswith(f"Did you mean {meant}?")


def test_an_object_that_cannot_be_looked_at_gets_no_hint(thinker, play):
    before = """
    class Odd:
        def __dir__(self):
            raise SystemError
    """
    (record,) = play(thinker("Odd().thing", before=before), "random")
    assert record.faults[0].reason.endswith("has no attribute 'thing'")


def test_long_texts_of_a_fault_are_cut_between_words(thinker, play):
    words = "'wordy ' * 1000"
    for body in (f"raise ValueError({words})", f"return {words}"):
        with case(body):
            (record,) = play(thinker(body), "random")
            reason = record.faults[0].reason
            assert "…" in reason
            assert "wordy…" in reason or "wordy …" in reason
            assert len(reason) < 400


@pytest.mark.parametrize("clock", [True, False])
def test_a_traceback_shows_the_bots_own_lines_and_none_of_ours(thinker, play, clock):
    path = thinker("return helper([])", before="def helper(cards):\n    return cards[0]\n")
    (record,) = play(path, "random", clock=clock)
    log = record.faults[0].traceback
    assert f'File "{path}", line 8, in think' in log
    assert f'File "{path}", line 3, in helper' in log
    assert log.count("File ") == 2
    assert log.endswith("IndexError: list index out of range")


def test_a_traceback_keeps_the_lines_of_a_bot_beside_our_folder():
    import arena
    from arena.guest.bot.tracebacks import own_traceback

    beside = arena.__path__[0] + "_bots/mine.py"
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile("1 / 0", beside, "exec"))
    assert beside in own_traceback(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        "raise ValueError('x' * 100_000)",
        "return 'x' * 100_000",
        "return self.think(o, budget) if depth() else None",
    ],
    ids=["a long message", "a long answer", "a long traceback"],
)
def test_a_fault_takes_little_room_in_the_record(thinker, play, body):
    # Two functions in turn: Python folds a traceback only when one line calls itself.
    deep = "def depth():\n    return other()\ndef other():\n    return depth()\n"
    (record,) = play(thinker(body, before=deep), "random")
    fault = record.faults[0]
    assert len(fault.reason) + len(fault.traceback) < 20_000


def test_no_fault_contains_control_characters_of_a_terminal(thinker, play):
    body = "raise ValueError('\\x1b[2J\\x07gone\\rback')"
    (record,) = play(thinker(body), "random")
    log = record.faults[0].reason + record.faults[0].traceback
    assert all(c.isprintable() or c == "\n" for c in log)


BUDGET = 0.5  # seconds; the opponent needs less than a thousandth of it


@pytest.fixture
def no_time_back(monkeypatch):
    """A bot gets no time back, whatever else this machine does."""
    monkeypatch.setattr(Turn, "_uncaused_waiting", lambda turn, reading: 0)


def assert_late_in_its_first_turns(record: Record) -> None:
    """And not in most of the others: a busy machine may make it late once or twice more."""
    assert set(faults_of_first(record)) == {"timeout"}
    for seat in (0, 2):
        first, *others = [move for move in record.moves if move.seat == seat]
        assert first.fault == "timeout"
        assert first.us > BUDGET * 1e6
        assert sum(move.fault == "" for move in others) >= 5


@pytest.mark.usefixtures("no_time_back")
def test_python_code_that_thinks_too_long_is_late(thinker, play):
    body = """
    if o.main_deck.len() < 28:
        return o.get_list_actions()[0]
    while True:
        pass
    """
    (record,) = play(thinker(body), "random", budget=BUDGET)
    assert_late_in_its_first_turns(record)
    said, _, place = record.faults[0].reason.partition("; ")
    assert said == f"no answer within {BUDGET} s"
    assert place.startswith(("the bot was in line 8 of mine.py", "the bot was in line 9 of"))


@pytest.mark.usefixtures("no_time_back")
def test_the_line_of_a_late_bot_is_found_although_the_timer_rings_again(thinker, play, monkeypatch):
    def slowly(*terms):  # as on a busy machine, which must read the bot's file first
        turn = alarm_clock._handlers.turn
        while turn._rings < 4:
            pass
        return no_answer(*terms)

    monkeypatch.setattr(alarm_clock, "no_answer", slowly)
    body = """
    while o.main_deck.len() == 28:
        pass
    return o.get_list_actions()[0]
    """
    (record,) = play(thinker(body), "random", budget=BUDGET)
    assert "; the bot was in line " in record.faults[0].reason


@pytest.mark.slow
@pytest.mark.usefixtures("no_time_back")
def test_c_code_that_returns_too_late_is_late(thinker, play):
    # func_timeout cannot interrupt it, and reports it as in time.
    body = """
    from time import sleep
    if o.main_deck.len() == 28:
        sleep(2 * budget)  # one call, which Python cannot interrupt
    return o.get_list_actions()[0]
    """
    (record,) = play(thinker(body), "random", budget=BUDGET)
    assert_late_in_its_first_turns(record)


@pytest.mark.slow
@pytest.mark.usefixtures("no_time_back")
def test_an_exception_after_the_budget_is_a_timeout(thinker, play):
    body = """
    from time import sleep
    if o.main_deck.len() == 28:
        sleep(2 * budget)  # one call, which Python cannot interrupt
        raise ValueError
    return o.get_list_actions()[0]
    """
    (record,) = play(thinker(body), "random", budget=BUDGET)
    assert_late_in_its_first_turns(record)


@pytest.mark.slow
@pytest.mark.usefixtures("no_time_back")
def test_a_late_bot_plays_on_in_its_next_turn(thinker, play):
    body = """
    import time
    if not hasattr(self, "slept"):
        self.slept = True
        time.sleep(2 * budget)
    return o.get_list_actions()[0]
    """
    (record,) = play(thinker(body), "random", budget=BUDGET)
    assert_late_in_its_first_turns(record)


def test_with_the_clock_off_no_bot_is_late(thinker, play):
    (record,) = play("slow", "random", budget=0.001, clock=False)
    assert not faults_of_first(record)
    assert record.budget is None


@pytest.mark.parametrize("raised", ["ValueError('no book')", "SystemExit(1)", "BaseException()"])
def test_a_constructor_that_fails_later_is_a_load_fault_of_every_move(
    write_bot, play, raised, monkeypatch
):
    monkeypatch.setenv("MADE", "0")
    path = write_bot(
        f"""\
        import os
        from Players.Player import Player
        class Mine(Player):
            def __init__(self):
                made = int(os.environ.get("MADE", 0)) + 1
                os.environ["MADE"] = str(made)
                if made > 3:  # the first look, and the two seats of the first game
                    raise {raised}
            def think(self, observation, budget):
                return observation.get_list_actions()[0]
        """
    )
    good, bad = play(path, "random", games=2)
    assert not good.faults
    verify(bad)
    assert Counter(fault.verdict for fault in bad.faults) == {"load": MOVES_OF_A_SIDE}
    assert path in bad.faults[0].traceback


HOSTILE = {
    "a property that raises": ("raise RuntimeError", ""),
    "a property that ends the program": ("raise SystemExit(3)", ""),
    "a property that interrupts": ("raise KeyboardInterrupt", ""),
    "garbage": ("return [[], {}]", ""),
    "nothing": ("return None", ""),
    "a list where a suit should be": ("return Odd([], 1)", ""),
    "equal to everything": ("return Odd(Equal(), 1)", ""),
}
STRANGE = """
class Equal:
    def __eq__(self, other):
        return True
    def __hash__(self):
        return hash("O")
    def __repr__(self):
        raise SystemExit(4)
class Odd:
    def __init__(self, card_type, card_number):
        self.card_type, self.card_number = card_type, card_number
"""


@pytest.mark.parametrize("body, _", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_action_is_a_fault_or_a_card_it_holds(thinker, play, body, _):
    answer = f"class Hostile:\n    def get_card(self):\n        {body}\n"
    (record,) = play(thinker("return Hostile()", before=STRANGE + answer), "random")
    assert set(faults_of_first(record)) <= {"illegal", "exception"}
    assert record.faults


def test_a_hostile_answer_that_cannot_be_printed_is_illegal(thinker, play):
    (record,) = play(thinker("return Equal()", before=STRANGE), "random")
    assert faults_of_first(record) == {"illegal": MOVES_OF_A_SIDE}


@pytest.mark.parametrize("number", ["'x'", "None", "10 ** 30", "-1", "[]", "Equal()", "2.5"])
def test_a_changed_observation_does_not_make_an_answer_legal(thinker, play, number):
    body = f"""
    o.number = lambda action: {number}
    return None
    """
    (record,) = play(thinker(body, before=STRANGE), "random")
    assert faults_of_first(record) == {"illegal": MOVES_OF_A_SIDE}


def test_a_bot_that_edits_its_observation_does_not_change_the_game(thinker, play):
    meddle = """
    actions = o.get_list_actions()
    first = actions[0]
    actions.clear()
    for hand in o.hands + o.won_cards + [o.main_deck, o.playing_cards]:
        hand.l_cards.reverse()
        hand.draw() if not hand.empty() else None
    o.hands.clear()
    o.trump_card, o.turn, o.winner, o.n_players = Card("O", 1), 3, 1, 2
    o.view = o.stream = o.seat = None
    o._state = None
    return first
    """
    still = "return o.get_list_actions()[0]"
    meddled, quiet = (
        play(thinker(body, before=IMPORTS, name="a.py"), "random", games=4, seed="edits")
        for body in (meddle, still)
    )
    assert not any(record.faults for record in meddled)
    assert [record.deal for record in meddled] == [record.deal for record in quiet]
    for record in meddled:
        verify(record)


def test_the_game_object_of_a_bot_is_not_the_arenas(thinker, play):
    body = """
    o.game.sides = ((0, 1), (2, 3))
    o.game.seats = 2
    o.game.chosen["tie"] = "original"
    o.game.deal = o.game.outcome = o.game.action_text = None
    return o.get_list_actions()[0]
    """
    for record in play(thinker(body), "random", games=2):
        verify(record)
        assert record.options == {"tie": "draw", "deal": "page"}


def test_an_observation_of_an_earlier_turn_tells_a_bot_nothing_new(thinker, play):
    body = """
    old = self.__dict__.setdefault("old", o)
    assert old.main_deck.len() == 28
    return o.get_list_actions()[0]
    """
    (record,) = play(thinker(body), "random")
    assert not faults_of_first(record)


def test_the_move_in_place_of_a_fault_is_legal_and_the_same_every_time(play, faulty):
    once, again = (play(faulty, "random", games=2) for _ in range(2))
    for record, same in zip(once, again, strict=True):
        verify(record)
        assert [move.play for move in record.moves] == [move.play for move in same.moves]


def test_the_moves_in_place_of_faults_are_not_always_the_first_of_the_hand(play, faulty):
    (record,) = play(faulty, "random")
    at_random = [move.play for move in record.moves if move.fault]
    (first,) = play("alwaysfirst", "random")
    assert at_random != [move.play for move in first.moves if move.seat in (0, 2)]


def test_strict_stops_at_the_first_fault_with_the_position(thinker, play):
    path = thinker("return 1 / 0")
    with pytest.raises(StrictFault) as caught:
        play(path, "random", strict=True)
    sentence = str(caught.value)
    assert "Mine, in seat 0 at move 0: exception" in sentence
    assert f'File "{path}", line 6, in think' in sentence
    assert "You are seat 0 and hold" in sentence


def test_thinking_times_are_recorded(thinker, play):
    (record,) = play(thinker("import time; time.sleep(0.002); return o.get_list_actions()[0]"),
                     "random")  # fmt: skip
    assert all(move.us >= 2000 for move in record.moves if move.seat in (0, 2))


def test_a_bot_may_have_a_method_called_dice(write_bot, play):
    path = write_bot(
        """\
        from Players.Player import Player
        class Mine(Player):
            def dice(self, sides):
                return sides - 1
            def think(self, observation, budget):
                actions = observation.get_list_actions()
                return actions[self.dice(len(actions))]
        """
    )
    (record,) = play(path, "random")
    assert not faults_of_first(record)
