"""An answer that is not an action of the game is `illegal`: in every game, also if the answer is an
object that deceives or raises."""

import pytest

from arena.guest.bot.runner import BotRunner
from Game.core.stream import Stream
from Game.registry import USER_GAME, find, names
from Players.Player import Player

GAMES = [name for name in names() if name != USER_GAME]


class Sly(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


def raises(*_):
    raise LookupError("nothing here")


def half_made(kind: type) -> object:
    """An object of this class whose constructor has not run."""
    try:
        return object.__new__(kind)
    except TypeError:  # compiled classes forbid it
        return kind.__new__(kind)


def deceiving(kind: type) -> list[object]:
    """Objects that pass for actions of this class, as far as `isinstance` goes."""

    def make_object(**members: object) -> object:
        return half_made(type(kind.__name__, (kind,), members))

    def equal(*_: object) -> bool:
        return True

    alike = {"__eq__": equal, "__hash__": raises}
    return [
        half_made(kind),
        make_object(),
        make_object(number=property(raises), card=property(raises), wins=property(raises)),
        make_object(__repr__=raises, __str__=raises, __getattribute__=raises),
        make_object(number="1", card="1", **alike),
        make_object(number=Sly(1), card=Sly(1), **alike),
        make_object(number=10**400, card=10**400, **alike),
        make_object(number=-1, card=-1, **alike),
    ]


def asked(game: str, answer) -> object:
    """The arena's reaction to this answer to the first question of a game."""

    class Bot(Player):
        def think(self, observation, budget):
            return answer(observation)

    made = find(game)()
    runner = BotRunner(lambda seed: Bot(), seeds_globals=False)
    assert runner.new_game(made, 1) is None
    state = made.deal(Stream(1))
    return runner.ask(state.view(state.turn), 0, 1.0)


@pytest.mark.parametrize("game", GAMES)
def test_an_object_that_only_passes_for_an_action_is_illegal(game):
    kinds = []
    asked(game, lambda seen: kinds.append(type(seen.get_list_actions()[0])))
    for wrong in deceiving(kinds[0]):
        got = asked(game, lambda _, wrong=wrong: wrong)
        if got.fault is None:  # it has a number, and the rules say that this is illegal
            assert type(got.action) is int
            assert got.action >= 0
            continue
        assert got.fault.verdict == "illegal", got.fault
        assert got.fault.reason.startswith("think returned ")


@pytest.mark.parametrize("game", GAMES)
def test_an_action_of_the_list_is_its_number(game):
    got = asked(game, lambda seen: seen.get_list_actions()[0])
    made = find(game)()
    assert got.fault is None
    assert got.action == made.deal(Stream(1)).legal()[0]


def test_code_in_an_answer_counts_as_thinking_time():
    def leave(*_):
        raise SystemExit("I would rather leave")

    def answer(seen):
        kind = type(seen.get_list_actions()[0])
        return half_made(type("Leaves", (kind,), {"card": property(leave)}))

    got = asked("brisca", answer)
    assert got.fault.verdict == "exception"
    assert "SystemExit" in got.fault.reason
