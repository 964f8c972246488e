"""A seat whose bot sits in a box: asks over the wire, keeps the time, and starts it anew."""

import signal
from collections.abc import Callable, Sequence
from time import perf_counter_ns

from arena.bots import Bot
from arena.errors import ArenaError
from arena.guest import wire
from arena.guest.limits import Limits
from arena.guest.loading import NAME_LENGTH
from arena.guest.telling import plain, several
from arena.guest.thoughts import Row
from arena.guest.verdict import NO_ACTION, Answer, Fault, Verdict
from arena.sandbox.box import Box, Channel, Gone, Late
from arena.sandbox.excuse import Look, excuse, look
from arena.sandbox.nursery import Boxes
from arena.sandbox.packages import ALLOWED
from Game.core.game import Game

LOADING = 10.0  # seconds to load, and to begin a game
AGAIN = 1.0  # seconds for the same in the middle of a game, beside
AGAIN_TIMES = 3  # times what it took at first
GRACE = 0.01  # seconds that the wire may take beyond the budget
WAKING = 0.015  # seconds for a bot to notice that its time is up, before it is killed
RESTARTS = 3  # of a bot that died, in one match
IDLE = 5_000_000  # nanoseconds of processor time between turns that are nobody's business
INSIDE = "/bot/"  # the folder that a bot believes its file to be in
MEMORY = 256 * 1024 * 1024
VERDICTS = ("timeout", "illegal", "exception", "memory", "load")


class BoxedSeat:
    """One seat of a match. The process is kept between games, the player is not."""

    def __init__(
        self,
        nursery: Boxes,
        bot: Bot,
        game: Game,
        budget: float,
        clock: bool,
        packages: tuple[str, ...] = ALLOWED,
        neighbours: Sequence["BoxedSeat"] = (),
        tap: Callable[[Channel], Channel] | None = None,
    ) -> None:
        self.level = nursery.level
        self._nursery = nursery
        self._bot = bot
        self._game = game
        self._budget = budget
        self._patience = budget if clock else 3600.0
        self._packages = packages
        self._neighbours = neighbours  # who wait while this one thinks, and had better do that
        self._tap = tap  # what stands in the channel, where somebody wants to see what passes
        self._box: Box | None = None
        self._deaths = 0
        self._loading = LOADING  # seconds that it may take to be started
        self._seed = 0
        self._idle_since = 0  # processor time used when it last answered
        self._burns = False  # it thinks between its turns
        self._early: Look | None = None  # at how it was doing, once a turn takes its time

    # The seat

    def name(self) -> str:
        """What the bot calls itself; loads it to find out."""
        ready = self._start(LOADING)
        if isinstance(ready, Fault):
            raise ArenaError(ready.reason)
        return ready

    def new_game(self, seed: int) -> None:
        self._seed = seed
        if self._box is not None:
            self._box.read_output()
            self._box.log.clear()
            self._begin(self._box, LOADING)

    def ask(self, view: object, ply: int) -> Answer:
        if self._deaths > RESTARTS:
            return Answer(NO_ACTION, fault=Fault("forfeit", f"it died {self._deaths} times"))
        if self._box is None:
            fault = self._restart()
            if fault is not None:
                return Answer(NO_ACTION, fault=fault)
        box = self._box
        assert box is not None
        act = wire.Act(ply, self._budget, wire.raw(view))
        frame = wire.frame(act, wire.TO_BOT)
        cpu = box.cpu()
        self._wake(box, cpu)
        self._early = None
        started = perf_counter_ns()
        action, fault, excused = NO_ACTION, None, ""
        thoughts: tuple[Row, ...] = ()
        try:
            box.expect_silence()
            box.send(frame)
            message = self._reply(box, ply, started + int((self._patience + GRACE) * 1e9))
            if isinstance(message, wire.Moved):
                action, thoughts = message.action, message.thoughts
            else:
                fault = self._fault(box, message)
        except Late:
            fault, excused = self._late(box, ply, cpu)
        except Gone:
            fault = self._died(box, "crashed", "its process ended while it was thinking")
        except wire.ProtocolError as error:
            fault = self._died(box, "protocol", str(error))
        us = (perf_counter_ns() - started) // 1000
        if self._box is None:
            return Answer(action, us, 0, fault, excused)
        self._rest(box)
        return Answer(action, us, (self._idle_since - cpu) // 1000, fault, excused, thoughts)

    def examine(self) -> wire.Examined:
        """What the bot has done outside its business. The first time sets the watch."""
        if self._box is None:
            return wire.Examined("", [])
        try:
            self._wake(self._box, self._box.cpu())
            self._box.send(wire.frame(wire.Examine(), wire.TO_BOT))
            told = self._box.receive(perf_counter_ns() + int(LOADING * 1e9))
        except (Late, Gone, wire.ProtocolError) as error:
            self._died(self._box, "crashed", str(error))
            return wire.Examined("", [])
        return told if isinstance(told, wire.Examined) else wire.Examined("", [])

    def memory(self) -> int:
        """The most memory that its process has held at once, in bytes."""
        return self._box.memory() if self._box is not None else 0

    def notes(self) -> list[str]:
        """What the organiser should know of how the bot behaved."""
        if not self._burns:
            return []
        return ["it thought between its turns, and is stopped between them from then on"]

    def close(self) -> None:
        if self._box is not None:
            self._box.close()
            self._box = None

    # Asking

    def _reply(self, box: Box, ply: int, deadline: int) -> wire.Moved | wire.Failed:
        message = box.receive(deadline, self._glance)
        if not isinstance(message, wire.Moved | wire.Failed) or message.seq != ply:
            raise wire.ProtocolError("it answered what it was not asked")
        return message

    def _late(self, box: Box, ply: int, cpu: int) -> tuple[Fault, str]:
        """Wake it; if it does not stop at that, end it. What it says now is too late anyway.

        With the fault comes why it is not the bot's, where it is not.
        """
        box.interrupt()
        reason = f"no answer within {self._budget:g} s"
        try:
            self._reply(box, ply, perf_counter_ns() + int(WAKING * 1e9))
            stopped = True
        except (Late, Gone, wire.ProtocolError):
            stopped = False
        excused = self._excuse(box, cpu)
        reason += f"; {excused}" if excused else ""
        if stopped:
            return Fault("timeout", reason, output=self._output(box)), excused
        fault = self._died(box, "timeout", f"{reason}, and it would not stop")
        if excused:
            self._deaths -= 1
        return fault, excused

    def _excuse(self, box: Box, cpu: int) -> str:
        """Why it is not the bot's fault that it is late, if there was time to look for that."""
        if self._early is None:
            return ""
        now = self._look(box)
        return excuse(self._early, now, now.used - cpu, self._budget)

    def _look(self, box: Box) -> Look:
        others = [other._box for other in self._neighbours if other is not self]
        return look(box, [other for other in others if other is not None])

    def _fault(self, box: Box, message: wire.Failed) -> Fault:
        if message.verdict not in VERDICTS:
            raise wire.ProtocolError("a verdict that is not its to give")
        return Fault(
            message.verdict,  # type: ignore[arg-type]
            plain(self._with_path(message.reason)),
            several(self._with_path(message.traceback)),
            self._output(box),
        )

    def _with_path(self, text: str) -> str:
        """The text with the bot's file where it really is, which the bot is not told."""
        return text.replace(f"{INSIDE}{self._bot.path.name}", str(self._bot.path))

    def _died(self, box: Box, verdict: Verdict, reason: str) -> Fault:
        fault = Fault(verdict, reason, output=self._output(box))
        self._deaths += 1
        self.close()
        return fault

    def _output(self, box: Box) -> str:
        box.read_output()
        return several(box.log.decode(errors="replace"))

    # Between its turns

    def _rest(self, box: Box) -> None:
        """It has nothing to do until it is asked again."""
        self._idle_since = box.cpu()
        if self._burns:
            box.signal(signal.SIGSTOP)

    def _wake(self, box: Box, cpu: int) -> None:
        if self._burns:
            box.signal(signal.SIGCONT)
        elif cpu - self._idle_since > IDLE:
            self._burns = True

    def _glance(self) -> None:
        """While this one thinks, the others must not: they share its core."""
        if self._early is None and self._box is not None:
            self._early = self._look(self._box)
        for other in self._neighbours:
            if other is not self:
                other._stop_burning()

    def _stop_burning(self) -> None:
        box = self._box
        if box is not None and not self._burns and box.cpu() - self._idle_since > IDLE:
            self._burns = True
            box.signal(signal.SIGSTOP)

    # Starting

    def _restart(self) -> Fault | None:
        """A box with the bot in the game that is played.

        The first time it may take long. After that others are in the middle of a game, and wait
        no longer than a bot needs that loads as it did before.
        """
        patience, started = self._loading, perf_counter_ns()
        self._loading = min(patience, AGAIN)
        ready = self._start(patience)
        if isinstance(ready, Fault):
            return ready
        assert self._box is not None
        fault = self._begin(self._box, patience)
        if self._box is not None:
            took = (perf_counter_ns() - started) / 1e9
            self._loading = min(patience, AGAIN + AGAIN_TIMES * took)
        return fault

    def _start(self, patience: float) -> str | Fault:
        """A box with the bot loaded: its name, or why it cannot be."""
        self.close()
        self._box = box = self._nursery.box(Limits(MEMORY))
        if self._tap is not None:
            box.channel = self._tap(box.channel)
        bot = self._bot
        load = wire.Load(
            path=f"{INSIDE}{bot.path.name}",
            size=len(bot.source) if bot.is_file else 0,
            cls=bot.cls,
            arguments=bot.arguments,
            house="" if bot.is_file else bot.path.stem,
            packages=self._packages,
            game=self._game.name,
        )
        pieces = range(0, load.size, wire.TO_BOT // 2)
        parts = (wire.Source(bot.source[i : i + wire.TO_BOT // 2]) for i in pieces)
        deadline = perf_counter_ns() + int(patience * 1e9)
        try:
            for message in (load, *parts):
                box.send_all(wire.frame(message, wire.TO_BOT), deadline)
            ready = box.receive(deadline)
        except Late:
            return self._died(box, "load", f"it was not loaded within {patience:.3g} s")
        except Gone:
            return self._died(box, "load", "its process ended while it was loaded")
        except wire.ProtocolError as error:
            return self._died(box, "protocol", str(error))
        self._rest(box)
        if isinstance(ready, wire.Ready):
            return plain(ready.name)[:NAME_LENGTH].rstrip() or bot.path.stem
        reason = ready.reason if isinstance(ready, wire.Failed) else "it would not be loaded"
        return self._died(box, "load", several(self._with_path(reason)))

    def _begin(self, box: Box, patience: float) -> Fault | None:
        """A new game in the box."""
        self._wake(box, box.cpu())
        game = wire.NewGame(self._game.name, self._game.chosen, self._seed)
        try:
            box.send(wire.frame(game, wire.TO_BOT))
            ready = box.receive(perf_counter_ns() + int(patience * 1e9))
            if not isinstance(ready, wire.Ready | wire.Failed):
                raise wire.ProtocolError("it answered what it was not asked")
            fault = self._fault(box, ready) if isinstance(ready, wire.Failed) else None
        except Late:
            return self._died(box, "load", f"its constructor took more than {patience:.3g} s")
        except Gone:
            return self._died(box, "load", "its process ended while a game began")
        except wire.ProtocolError as error:
            return self._died(box, "protocol", str(error))
        self._rest(box)
        return fault
