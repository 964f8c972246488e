"""How a game ended, for the person who played in it: nobody asks him again, to show it."""

from arena.replay.record import Record
from arena.replay.replayer import positions
from arena.run import Run
from Game.core.state import State
from Game.core.stream import Stream
from Game.registry import observer


def ending(run: Run, record: Record) -> list[str]:
    """What was announced at the table from the person's last move on."""
    people = {
        entry.name for bot, entry in zip(run.bots, run.entries, strict=True) if not bot.on_the_clock
    }
    seat = next(seat for seat in range(run.game.seats) if record.name(seat) in people)
    heard = 0
    for _, move, state in positions(run.game, record):
        if move.seat == seat:
            heard = len(_announced(run, state, seat))
        last = state
    return _announced(run, last, seat)[heard:]


def _announced(run: Run, state: State, seat: int) -> list[str]:
    look = observer(run.game.name)(run.game, state.view(seat), Stream(0))
    messages: list[str] = look.messages()
    return messages
