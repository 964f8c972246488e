"""Laws of writing: actions and deals as text, and what is refused."""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from conformance.subjects import Subject
from support.games import play_random, snapshot, walk

from Game.core.game import ActionError, DealError, Game
from Game.core.state import State
from Game.core.stream import Stream

NONSENSE = ["", " ", "nonsense", "O99", "None", "-1", "0", "O1 O2", "\n", "🂡"]


def check_action_texts(subject: Subject, seed: int) -> None:
    """Every choice has a text of its own, which is read back as that choice."""
    game = subject.game
    for state in walk(game, seed):
        texts = [game.action_text(state, action) for action in state.legal()]
        assert len(set(texts)) == len(texts), f"two actions are written alike: {texts}"
        assert all(text == text.strip() and text.isprintable() for text in texts)
        assert [game.read_action(state, text) for text in texts] == state.legal()


def check_nonsense_is_no_action(subject: Subject, seed: int) -> None:
    """An impossible action is refused with a sentence that quotes it and lists the choices."""
    game = subject.game
    for state in islice(walk(game, seed), 0, None, 5):
        texts = [game.action_text(state, action) for action in state.legal()]
        for text in NONSENSE:
            if text not in texts:
                message = refusal(game, state, text)
                assert repr(text) in message, message
                assert all(choice in message for choice in texts), message


def refusal(game: Game, state: State, text: str) -> str:
    try:
        action = game.read_action(state, text)
    except ActionError as error:
        return str(error)
    raise AssertionError(f"{text!r} was read as the action {action}")


def check_deal_round_trip(subject: Subject, seed: int) -> None:
    """A deal written as JSON and read back is the same game, move by move."""
    game = subject.game
    dealt = game.deal(Stream(seed))
    written = game.write_deal(dealt)
    assert json.loads(json.dumps(written)) == written, "a deal is plain data"
    read = game.read_deal(json.loads(json.dumps(written)))
    assert game.write_deal(read) == written
    dealt.chance, read.chance = Stream(seed), Stream(seed)
    for action in play_random(dealt, Stream(seed)):
        assert snapshot(game, read) == snapshot(game, dealt)
        read.play(action)
    assert snapshot(game, read) == snapshot(game, dealt)


def check_broken_deals_are_refused(subject: Subject, seed: int) -> None:
    game = subject.game
    written = game.write_deal(game.deal(Stream(seed)))
    for what, deal in broken_deals(written):
        before, refusal = deepcopy(deal), None
        try:
            game.read_deal(deal)
        except Exception as error:
            refusal = error
        assert isinstance(refusal, DealError), f"{what}: {refusal!r} for {deal}"
        assert str(refusal), f"{what}: a refusal is a sentence"
        assert deal == before, "reading a deal does not change it"


def broken_deals(written: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The deal, changed in each way that makes it impossible."""
    yield "a deal that is nothing", None
    yield "a deal that is a list", [written]
    yield "an empty deal", {}
    for key in written:
        yield f"no {key!r}", {k: v for k, v in written.items() if k != key}
        yield f"{key!r} is null", written | {key: None}
        yield f"{key!r} is of another kind", written | {key: {"a": 1.5}}
    for number in range(len(rows_of_cards(written))):
        for what, spoil in SPOILS.items():
            deal = deepcopy(written)
            row = rows_of_cards(deal)[number]
            row[:] = spoil(row, rows_of_cards(written)[number - 1])
            yield f"row {number} {what}", deal


SPOILS = {
    "lacks a card": lambda row, other: row[1:],
    "has a card more": lambda row, other: [*row, row[0]],
    "has a card that is elsewhere": lambda row, other: [other[-1], *row[1:]],
    "has a text that is no card": lambda row, other: ["Z99", *row[1:]],
    "has a number for a card": lambda row, other: [7, *row[1:]],
    "has nothing for a card": lambda row, other: [None, *row[1:]],
}


def rows_of_cards(deal: Any) -> list[list[Any]]:
    """The lists of texts in a deal, however deep they lie."""
    if isinstance(deal, dict):
        return [row for value in deal.values() for row in rows_of_cards(value)]
    if isinstance(deal, list) and deal and all(isinstance(item, str) for item in deal):
        return [deal]
    if isinstance(deal, list):
        return [row for value in deal for row in rows_of_cards(value)]
    return []
