"""Each broken toy game is caught by the law that it breaks."""

import pytest
from conformance import laws_of_play
from conformance.laws import LAWS, hold
from conformance.subjects import Subject, redealt
from conformance.worlds.nearest import another_world
from toys.broken import BROKEN

from Game import registry

OF_DESCRIBED_GAMES = {"check_no_impossible_world", "check_possible_worlds_are_equally_likely"}


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_a_broken_game_is_caught(kind) -> None:
    subject = Subject(kind(seats="3"), another_world)
    with pytest.raises(AssertionError):
        hold(kind.law, subject)


@pytest.mark.parametrize("kind", [k for k in BROKEN if k.law == "check_no_leak"])
def test_the_game_s_own_redeal_catches_a_leak_too(kind) -> None:
    subject = Subject(kind(seats="3"), redealt)
    with pytest.raises(AssertionError, match="apart"):
        hold("check_no_leak", subject)


def test_a_wrong_playout_is_caught_if_there_are_too_many_endings_to_try(monkeypatch):
    (kind,) = (kind for kind in BROKEN if kind.law == "check_playouts_end_legally")
    monkeypatch.setattr(laws_of_play, "FEW", 0)
    with pytest.raises(AssertionError, match="seat 0 scores otherwise"):
        hold(kind.law, Subject(kind(seats="3"), another_world))


@pytest.mark.parametrize("law", sorted(OF_DESCRIBED_GAMES))
def test_a_described_game_without_conclusions_is_caught(law: str, monkeypatch) -> None:
    monkeypatch.setattr("Game.recycle.state.conclusions", lambda program, turn: ())
    with pytest.raises(AssertionError):
        hold(law, Subject(registry.find("agram")(), redealt))


@pytest.mark.parametrize("name", ["boerenbridge", "tarot", "brisca"])
@pytest.mark.parametrize("law", sorted(OF_DESCRIBED_GAMES))
def test_a_written_game_that_always_imagines_the_same_wrong_world_is_caught(
    name: str, law: str, monkeypatch
) -> None:
    """The cards of all rows but the seat's own are turned by one place."""

    def rows(played, step, seat, luck):
        real = played.replays.rows(played.states[step])
        others = [card for number, row in enumerate(real) if number != seat for card in row]
        turned = iter([*others[1:], *others[:1]])
        return [
            row if number == seat else [next(turned) for _ in row]
            for number, row in enumerate(real)
        ]

    monkeypatch.setattr("conformance.written_games.imagined_rows", rows)
    with pytest.raises(AssertionError):
        hold(law, Subject(registry.find(name)(), redealt))


def test_every_law_catches_a_broken_game() -> None:
    caught = {kind.law for kind in BROKEN}
    assert caught | OF_DESCRIBED_GAMES == set(LAWS)
