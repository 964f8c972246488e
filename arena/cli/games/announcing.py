"""What happens at the table, told to a person who plays at the terminal, and how the game ended.

A game that announces things says them itself (`Picture`). Of the others it is told what comes to
lie open, so that nobody hears of a card that is not to be seen. The box it is shown in is
`HumanPlayer`'s.
"""

from collections.abc import Iterator

from arena.guest.protocol.safe_text import plain
from arena.replay.record import Record
from arena.replay.show import won_by
from Game.core.game import Game
from Game.core.picture import ALL, NOBODY, TOLD, TRICK, Fact, Picture, PicturePosition, sentence
from Game.core.state import State
from Game.core.turn import OVER
from Players.HumanPlayer import HumanPlayer

LANGUAGE = "en"


class Announcing:
    """Follows a game as it is played, and leaves word for whoever is asked next."""

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._before: PicturePosition | None = None
        self._announces = False  # does the game say itself what happens?
        self._points: list[int] = []
        self._names: list[str] = []

    def begin(self, game: Game, state: State) -> None:
        """A game begins."""
        HumanPlayer.news.clear()
        self._picture = game.picture()
        self._before = None
        if self._picture is None:
            return  # who knows what of this game is to be seen?
        called = self._picture.called
        self._names = list(self._picture.places) or [f"{called} {i}" for i in range(game.seats)]
        self._points = [state.points(seat) for seat in range(game.seats)]
        self._before = self._picture.position(state)
        self._announces = bool(self._before.messages)
        self._tell(self._said(self._before.messages))

    def moved(self, state: State, seat: int, text: str) -> None:
        """The seat has made this move, and the game stands so."""
        if self._picture is None or self._before is None:
            return
        now = self._picture.position(state)
        if self._announces:
            self._tell(self._said(now.messages))
        else:
            self._tell(self._seen(self._before, now, seat, text))
        if self._picture.counts_openly or state.turn == OVER:
            self._tell(self._scored(state))
        self._before = now

    def end(self, record: Record) -> list[str]:
        """What was not told before, and who has won."""
        left = [*HumanPlayer.news]
        HumanPlayer.news.clear()
        scores = [
            f"{plain(record.name(seat))} (seat {seat}) {score:g}"
            for seat, score in enumerate(record.scores)
        ]
        return ["", *left, f"The game is over: {', '.join(scores)}. {won_by(record)}"]

    def _tell(self, lines: Iterator[str]) -> None:
        HumanPlayer.news += [line[:1].upper() + line[1:] for line in lines]

    def _said(self, facts: tuple[Fact, ...]) -> Iterator[str]:
        assert self._picture is not None
        for fact in facts:
            yield sentence(self._picture.game.words(LANGUAGE), fact, self._names)

    def _seen(
        self, before: PicturePosition, now: PicturePosition, seat: int, text: str
    ) -> Iterator[str]:
        """The move as everybody sees it: cards that come to lie open, and who takes a trick."""
        assert self._picture is not None
        was, lies = self._open(before), self._open(now)
        moved = {card for card in {**lies, **was} if was.get(card) != lies.get(card)}
        hidden = {*_places(before).items()} ^ {*_places(now).items()}
        unseen = {_face(card) for card, _ in hidden if card not in was and card not in lies}
        cards = {_face(card) for card in _places(before)}
        named = [part for part in text.split(" + ") if part in cards]
        of_tricks = any(zone.kind == TRICK for zone in self._picture.zones)
        if {*named} <= {_face(card) for card in moved} - unseen:
            yield f"{self._names[seat]} {'plays' if of_tricks else 'chooses'} {text}"
        else:
            yield f"{self._names[seat]} chooses, unseen by others"
        new = [card for card in lies if card not in was and _face(card) not in named]
        if new:
            yield f"now to be seen: {', '.join(new)}"
        if of_tricks and now.taker != NOBODY and now.trick != before.trick:
            yield f"{self._names[now.taker]} takes the trick"

    def _open(self, position: PicturePosition) -> dict[str, int]:
        """The cards that everybody has seen lie there, and in which zone."""
        assert self._picture is not None
        zones = self._picture.zones
        places = _places(position)
        return {card: i for card, i in places.items() if zones[i].seen in (ALL, TOLD)}

    def _scored(self, state: State) -> Iterator[str]:
        before, self._points = self._points, [state.points(i) for i in range(len(self._points))]
        changed = [
            f"{name} {after - one:+}, in all {after}"
            for name, one, after in zip(self._names, before, self._points, strict=True)
            if after != one
        ]
        if changed:
            yield f"scored: {'; '.join(changed)}"


def _places(position: PicturePosition) -> dict[str, int]:
    """The zone that each card lies in."""
    return {card: i for i, row in enumerate(position.cards) for card in row}


def _face(card: str) -> str:
    """A card's text without the number that tells it from others of its kind."""
    return card.partition(" (")[0]
