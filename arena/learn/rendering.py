"""A position as text, or its game as a page of the viewer. All cards are open, for the trainer."""

import sys
from collections.abc import Sequence

from arena.replay.record import FORMAT, BotEntry, Move, Record, game_id
from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

MODES = ("human", "ansi", "html")


class NotedStream(Stream):
    """A stream that notes its results. It draws the same as the stream that it begins as."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(0)
        self.word = stream.word
        self.noted: list[int] = []

    def below(self, n: int) -> int:
        number = super().below(n)
        self.noted.append(number)
        return number


class EnvGame:
    """A game in an environment: it is dealt, played, and shown in one of the MODES.

    Only for pages are the moves noted.
    """

    def __init__(self, game: Game, stream: Stream, names: Sequence[str], mode: str | None) -> None:
        self.game, self.names, self.mode = game, names, mode
        self._chance = NotedStream(stream) if mode == "html" else None
        self.state = game.deal(stream if self._chance is None else self._chance)
        self._moves: list[Move] = []
        if self._chance is not None:
            self._chance.noted.clear()
            self._dealt = game.write_deal(self.state)

    def play(self, action: int) -> None:
        state, chance = self.state, self._chance
        if chance is None:
            state.play(action)
            return
        seat, text = state.turn, self.game.action_text(state, action)
        state.play(action)
        self._moves.append(Move(seat, text, chance=tuple(chance.noted)))
        chance.noted.clear()

    def render(self) -> str | None:
        """The position. `human` writes it to the terminal, and the other modes return it."""
        if self.mode is None:
            return None
        if self.mode == "html":
            from arena.pages.viewer import page

            return page([self.record()])
        text = "\n".join(seen_texts(self.game, self.state))
        if self.mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def record(self) -> Record:
        """The record of the game so far. It has ranks if the game is over."""
        game, state = self.game, self.state
        is_over = state.turn == OVER
        bots = [BotEntry(name) for name in self.names]
        return Record(
            format=FORMAT,
            id=game_id(game.name, game.chosen, self._dealt, bots),
            game=game.name,
            options=game.chosen,
            deal=self._dealt,
            bots=bots,
            seats=list(range(game.seats)),
            sides=[list(seats) for seats in game.sides],
            moves=self._moves,
            scores=[float(state.points(seat)) for seat in range(game.seats)],
            ranks=list(game.outcome(state).ranks) if is_over else [],
        )


def seen_texts(game: Game, state: State) -> list[str]:
    """What each seat sees, one after the other."""
    return [
        f"seat {seat}{' (to act)' if seat == state.turn else ''}\n"
        + game.observe(state.view(seat), Stream(0)).table_text()
        for seat in range(game.seats)
    ]


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a mode."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"there is no render_mode {mode!r}: choose {', '.join(MODES)}")
    return mode
