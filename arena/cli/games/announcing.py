"""Prints the events of a game and its result for a person who plays at the terminal.

Some games write their own messages (`Picture`). In the others, we announce each card that becomes
visible to everybody, so that no message gives a hidden card away. `HumanPlayer` shows the messages.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence

import click

from arena.guest.protocol.safe_text import plain
from arena.replay.record import Record
from arena.replay.show import winner_text
from Game.core.game import Game
from Game.core.picture import (
    ALL,
    NOBODY,
    SEEN_BEFORE,
    TRICK,
    Fact,
    Picture,
    PicturePosition,
    sentence,
)
from Game.core.state import State
from Game.core.turn import OVER
from Players.HumanPlayer import HumanPlayer
from Players.terminal.screen import Screen

LANGUAGE = "en"


class Announcing:
    """Follows a game, and leaves its news for the next person who has to move."""

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._before: PicturePosition | None = None
        self._has_messages = False  # does the game write its own messages?
        self._points: list[int] = []
        self._names: list[str] = []
        self._screen = Screen("", sys.stdout)

    def begin(self, game: Game, state: State, names: Sequence[str]) -> None:
        """Prepare for a new game, and print the seats of all players."""
        HumanPlayer.board.take()
        self._picture = game.picture()
        self._screen = Screen(self._picture.deck if self._picture else "", sys.stdout)
        self._before = None
        called = self._picture.called if self._picture else "seat"
        places = self._picture.places if self._picture else ()
        self._names = list(places) or [f"{called} {seat}" for seat in range(game.seats)]
        sides = [
            " and ".join(f"{plain(names[seat])} ({self._names[seat]})" for seat in seats)
            for seats in game.sides
        ]
        between = " against " if len(sides) == 2 else ", "
        self._say(f"\n{game.title}: {between.join(sides)}. ? is for help, q leaves.")
        if self._picture is None:
            return  # without a picture we do not know which cards are visible
        self._points = [state.points(seat) for seat in range(game.seats)]
        self._before = self._picture.position(state)
        self._has_messages = bool(self._before.messages)
        self._tell(self._sentences(self._before.messages))

    def announce_move(self, state: State, seat: int, text: str) -> None:
        """Announce this move of the seat, which led to this state."""
        if self._picture is None or self._before is None:
            return
        now = self._picture.position(state)
        if self._open_cards(now) != self._open_cards(self._before):
            HumanPlayer.board.has_shown_cards = True
        if self._has_messages:
            self._tell(self._sentences(now.messages))
        else:
            self._tell(self._describe_move(self._before, now, seat, text))
        if self._picture.counts_openly or state.turn == OVER:
            self._tell(self._score_changes(state))
        self._before = now

    def end(self, record: Record) -> None:
        """Print the news that nobody has read yet, and the result."""
        left = HumanPlayer.board.take()
        scores = [
            f"{plain(record.name(seat))} (seat {seat}) {score:g}"
            for seat, score in enumerate(record.scores)
        ]
        over = f"The game is over: {', '.join(scores)}. {winner_text(record)}"
        self._say("\n".join(["", *left, over]))

    def _say(self, text: str) -> None:
        click.echo(self._screen.show(text))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            HumanPlayer.board.add(line)

    def _sentences(self, facts: tuple[Fact, ...]) -> Iterator[str]:
        assert self._picture is not None
        for fact in facts:
            yield sentence(self._picture.game.words(LANGUAGE), fact, self._names)

    def _describe_move(
        self, before: PicturePosition, now: PicturePosition, seat: int, text: str
    ) -> Iterator[str]:
        """The move as everybody sees it: cards that become visible, and the taker of a trick."""
        assert self._picture is not None
        was, lies = self._open_cards(before), self._open_cards(now)
        moved = {card for card in {**lies, **was} if was.get(card) != lies.get(card)}
        hidden = {*_places(before).items()} ^ {*_places(now).items()}
        unseen = {_face(card) for card, _ in hidden if card not in was and card not in lies}
        cards = {_face(card) for card in _places(before)}
        named = [part for part in text.split(" + ") if part in cards]
        of_tricks = any(zone.kind == TRICK for zone in self._picture.zones)
        if {*named} <= {_face(card) for card in moved} - unseen:
            yield f"{self._names[seat]} {'plays' if of_tricks else 'chooses'} {text}"
        else:
            yield f"{self._names[seat]} makes a choice that the others do not see"
        new = [card for card in lies if card not in was and _face(card) not in named]
        if new:
            yield f"now visible: {', '.join(new)}"
        if of_tricks and now.taker != NOBODY and now.trick != before.trick:
            yield f"{self._names[now.taker]} takes the trick"

    def _open_cards(self, position: PicturePosition) -> dict[str, int]:
        """The cards whose place everybody knows, and their zones."""
        assert self._picture is not None
        zones = self._picture.zones
        places = _places(position)
        return {card: i for card, i in places.items() if zones[i].seen in (ALL, SEEN_BEFORE)}

    def _score_changes(self, state: State) -> Iterator[str]:
        before, self._points = self._points, [state.points(i) for i in range(len(self._points))]
        changed = [
            f"{name} {after - one:+}, total {after}"
            for name, one, after in zip(self._names, before, self._points, strict=True)
            if after != one
        ]
        if changed:
            yield f"scored: {'; '.join(changed)}"


def _places(position: PicturePosition) -> dict[str, int]:
    """The zone of each card."""
    return {card: i for i, row in enumerate(position.cards) for card in row}


def _face(card: str) -> str:
    """A card's text without the number that distinguishes equal cards."""
    return card.partition(" (")[0]
