"""A seat whose bot plays in a box: loads it there, asks it over the wire, and measures the time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import NamedTuple

from msgspec.structs import replace

from arena.bots.bot import Bot, readable_name
from arena.common.compiled_modules import build_advice
from arena.common.errors import ArenaError
from arena.guest.bot.loading import NAME_LENGTH
from arena.guest.bot.tracebacks import no_answer
from arena.guest.protocol import wire
from arena.guest.protocol.levels import BOT
from arena.guest.protocol.safe_text import printable, quote
from arena.guest.protocol.thoughts import Row
from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault, Verdict
from arena.sandbox.box_order import draws, order_of
from arena.sandbox.box_turns import OLD, BoxTurns, Starved
from arena.sandbox.boxes.box import Box, Gone, Late
from arena.sandbox.boxes.channels import HostChannel
from arena.sandbox.boxes.code_transfer import start_frames, take_code
from arena.sandbox.boxes.fork_server import Boxes
from arena.sandbox.boxes.place_in_c import place_in_c
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.timing.budgets import (
    COMPILING,
    GRACE,
    HOUR,
    LOADING,
    RESTARTS,
    STARVING,
    TOO_LONG,
    WAKING,
)
from arena.sandbox.timing.busy_machine import wait_for_a_core
from arena.sandbox.timing.cores import usable_cores
from arena.sandbox.timing.idling import NOTE, STRIKES, Pause
from arena.sandbox.timing.lateness import STARVED
from Game.core.game import Game

VERDICTS = ("timeout", "illegal", "exception", "memory", "load")


class SeatTerms(NamedTuple):
    """The conditions under which the bot of a seat plays."""

    budget: float
    clock: bool
    packages: tuple[str, ...] = ALLOWED  # installed packages that the bot may import
    stops: bool = False  # is the bot stopped between its turns?


@dataclass
class Behaviour:
    """What an examination has found out about the bot of a seat, in all its games."""

    memory: int = 0  # the most bytes that it held at once
    was_copied: bool = False  # has its process copied a player?
    copying_error: str = ""  # why not
    copying_advice: str = ""  # what to change then
    touched: set[str] = field(default_factory=set)  # what it tried to reach outside of its box
    is_reported: bool = True  # by the kernel, from which a bot can hide nothing
    shows_names: bool = True  # do we know the names of all files that it opened?


class BoxedSeat:
    """One seat of a match. Every game is played in a fresh box, which ends with the game."""

    def __init__(
        self,
        fork_server: Boxes,
        bot: Bot,
        game: Game,
        terms: SeatTerms,
        neighbours: Sequence["BoxedSeat"] = (),
        tap: Callable[[HostChannel], HostChannel] | None = None,
        watched: bool = False,
    ) -> None:
        self.level = fork_server.level
        self.behaviour = Behaviour() if watched else None
        self._fork_server = fork_server
        self._bot = bot
        self._game = game
        self._budget = terms.budget
        self.limit = terms.budget if terms.clock else HOUR  # seconds until the bot is interrupted
        self._loading = LOADING if terms.clock else HOUR
        # The seconds that the last loading took, by the clock of a game: without compiling, and
        # without the time in which the bot waited for a core.
        self.loading_time = 0.0
        self._packages = terms.packages
        self._stops = terms.stops
        self._neighbours = neighbours  # they must not compute while this bot thinks
        self._tap = tap  # wraps the channel, for a log of the messages
        self._box: Box | None = None
        self._pause: Pause | None = None
        self._turns: BoxTurns | None = None
        self._broken: Answer | None = None  # if loading failed: every answer in this game
        self._folder = ""  # of the bot's package, as the bot sees it
        self._deaths = 0  # in this game
        # If the bot died: the nanoseconds that it computed in this game, and the microseconds
        # that it waited for a core in its last turn.
        self._at_death = (0, 0)
        self._printed = ""  # in this game, by boxes that have ended
        self._burns = False  # it computed between its turns in this game
        self._seed = 0
        self._cores = usable_cores()  # those of the worker, and so of its boxes
        self._order = order_of(bot, game, terms.packages)
        if watched:
            self._order = replace(self._order, reports=True)
        self._template = _template(bot, game, terms.packages)
        self._source = bot.code.source if bot.is_file and not bot.code.is_package else b""

    @property
    def process(self) -> int:
        """The number of the bot's process in this game, for measurements; 0 if there is none."""
        return self._box.number if self._box is not None else 0

    # The seat

    def name(self) -> str:
        """The bot's own name. A box loads the bot for this, and then ends."""
        while True:
            try:
                ready = self._start(0, named=True)
            finally:
                self.close()
            if isinstance(ready, str):
                return readable_name(ready)
            fault = ready.fault
            assert fault is not None
            if not ready.excuse:
                trace = fault.traceback
                raise ArenaError(quote(fault.reason, trace) if trace else fault.reason)
            wait_for_a_core(f"{self._bot.path.stem} was asked for its name; {ready.excuse}")

    def new_game(self, seed: int) -> None:
        self.close()
        self._seed = seed
        self._printed = ""
        self._deaths = 0
        self._burns = False
        self._broken = None
        self._restart()

    def end_game(self) -> None:
        """End the box, so that nothing of the bot outlives the game."""
        if self._box is not None and self.behaviour is not None:
            self._note_memory(self._box)
            self._examine_copying(self._box, self.behaviour)
        self.close()

    def ask(self, view: object, ply: int) -> Answer:
        if self._broken is None and self._box is None:
            if self._deaths > RESTARTS:
                return Answer(NO_ACTION, fault=Fault("forfeit", f"it died {self._deaths} times"))
            self._restart()
        if self._broken is not None:
            return self._broken
        box, pause, turns = self._box, self._pause, self._turns
        assert box is not None
        assert pause is not None
        assert turns is not None
        question = wire.encode(wire.Act(ply, self._budget, view), wire.TO_BOT)
        action, fault, excused = NO_ACTION, None, ""
        thoughts: tuple[Row, ...] = ()
        started = perf_counter_ns()
        if started - turns.noted > OLD:
            turns.note_waiting(started)
            started = perf_counter_ns()
        turns.begin()
        cpu = pause.end(started)
        try:
            message = box.ask(question) or turns.receive(started, cpu, _ns(self.limit + GRACE))
            answer = wire.check_answer(message, ply)
            if isinstance(answer, wire.Moved):
                action, thoughts = answer.action, answer.thoughts
            else:
                fault = self._fault(box, answer)
        except (Late, Starved) as error:
            excused = STARVED if isinstance(error, Starved) else ""
            fault = self._late(box, turns, ply)
        except Gone:
            fault = self._end_box(box, "crashed", "its process ended while it was thinking")
        except wire.ProtocolError as error:
            fault = self._end_box(box, "protocol", str(error))
        ended = perf_counter_ns()
        us = (ended - started) // 1000
        if self._box is None:
            used, waited = self._at_death
            return Answer(action, us, max(0, used - cpu) // 1000, fault, excused, waited=waited)
        used = (pause.begin(ended) - cpu) // 1000
        return Answer(action, us, used, fault, excused, thoughts, turns.waiting_time())

    def notes(self) -> list[str]:
        """Notes for the organiser on how the bot behaved in this game."""
        return [NOTE] if self._burns or self._has_computed_between_turns() else []

    def output(self) -> str:
        return self._printed

    def take_output(self) -> str:
        """The beginning of what the bot has printed since the last call in this game."""
        printed = self._printed
        self._printed = ""
        if self._box is not None:
            printed += self._box.output_text()
            self._box.forget_output()
        return printed

    def close(self) -> None:
        if self._box is not None:
            if self.behaviour is not None:
                self._note_reports(self._box, self.behaviour)
            self._printed += self._box.output_text()
            self._burns = self._burns or self._has_computed_between_turns()
            self._box.close()
            self._box = self._pause = self._turns = None

    # Asking

    def _late(self, box: Box, turns: BoxTurns, ply: int) -> Fault:
        """Tell the bot to stop thinking, and kill it if it does not. Its answer does not count."""
        box.interrupt()
        reason, asked = no_answer(self.limit), no_answer(self._budget)
        try:
            turns.note_waiting(perf_counter_ns())
            now, used = perf_counter_ns(), box.cpu()
            message = turns.receive(now, used, _ns(WAKING), _ns(STARVING))
            answer = wire.check_answer(message, ply)
        except (Late, Starved):
            place = place_in_c(box, [f"{each}/" for each in (BOT, box.folder) if each])
            text = f"{reason}, and it did not stop" + f"; {place}" * bool(place)
            return self._end_box(box, "timeout", text)
        except (Gone, wire.ProtocolError):
            return self._end_box(box, "timeout", f"{reason}, and it did not stop")
        if isinstance(answer, wire.Failed) and answer.reason.startswith(asked):
            reason += answer.reason.removeprefix(asked)  # it says where the bot was
        return Fault("timeout", reason, output=box.output_text())

    def _fault(self, box: Box, message: wire.Failed) -> Fault:
        if message.verdict not in VERDICTS:
            raise wire.ProtocolError("a verdict that a bot may not give")
        return Fault(
            message.verdict,  # type: ignore[arg-type]
            self._with_path(message.reason),
            self._with_path(message.traceback),
            box.output_text(),
        )

    def _with_path(self, text: str) -> str:
        """The text with the real paths of the bot's files. The bot knows only paths in its box."""
        bot, path = self._bot, printable(str(self._bot.path))
        if not bot.code.is_package:
            return text.replace(f"{BOT}/{printable(bot.code.entry)}", path)
        for folder in filter(None, (self._folder, BOT)):
            text = text.replace(f"{folder}/", f"{path}/")
        return text

    def _end_box(self, box: Box, verdict: Verdict, reason: str) -> Fault:
        fault = Fault(verdict, reason, output=box.output_text())
        self._at_death = box.cpu(), self._turns.waiting_time() if self._turns is not None else 0
        self._deaths += 1
        self._note_memory(box)
        self.close()
        return fault

    # Between turns

    def keep_quiet(self) -> None:
        """Stop the bot if it computes although it is not its turn."""
        if self._pause is not None:
            self._pause.look()

    def _others(self) -> Iterator["BoxedSeat"]:
        return (other for other in self._neighbours if other is not self)

    def cpu(self) -> int:
        """The processor time that its box has used, in nanoseconds."""
        return self._box.cpu() if self._box is not None else 0

    def _has_computed_between_turns(self) -> bool:
        return self._pause is not None and self._pause.strikes >= STRIKES

    # Loading

    def _restart(self) -> None:
        """Load the bot into a fresh box. If that fails, every answer in this game is the fault."""
        ready = self._start(self._seed)
        if isinstance(ready, Answer):
            self._broken = ready

    def _start(self, seed: int, *, named: bool = False) -> str | Answer:
        """Load the bot into a fresh box. Returns its name, or an answer with the fault."""
        bot = self._bot
        self._box = box = self._new_box()
        self._turns = BoxTurns(box, self._others, self._cores)
        self._folder = box.folder
        if self.behaviour is not None:
            box.watch_memory()
        if self._tap is not None:
            box.channel = self._tap(box.channel)
        try:
            ready = self._load(box, self._turns, seed, named)
        except Starved:
            fault = self._end_box(box, "load", STARVED)
            return Answer(NO_ACTION, fault=fault, excuse=STARVED)
        except Late:
            fault = self._end_box(box, "load", TOO_LONG)
        except Gone:
            reason = "its process ended while it was loaded"
            advice = build_advice()  # the reason may be ours
            fault = self._end_box(box, "load", f"{reason}; {advice}" if advice else reason)
        except wire.ProtocolError as error:
            fault = self._end_box(box, "protocol", str(error))
        else:
            if isinstance(ready, wire.Ready):
                self._pause = Pause(box, self._stops)
                self._pause.begin(perf_counter_ns())
                return ready.name[:NAME_LENGTH].rstrip() or bot.path.stem
            fault = self._load_fault(box, ready)
        return Answer(NO_ACTION, fault=fault)

    def _load(self, box: Box, turns: BoxTurns, seed: int, named: bool) -> wire.Ready | wire.Failed:
        bot, key = self._bot, (self._bot.sha256, self._bot.code.entry)
        code = self._fork_server.compiled.get(key, b"")
        until = perf_counter_ns() + _ns(COMPILING)
        # If the kernel does not report the calls, the box itself must note what the bot tries.
        itself = self.behaviour is not None and box.reports is None
        for frame in start_frames(self._source, code, seed, named, itself):
            box.send_all(frame, until)
        if bot.is_file and not code:
            ready = turns.receive(perf_counter_ns(), box.cpu(), _ns(COMPILING))
            if isinstance(ready, wire.Failed):
                return ready
            if not isinstance(ready, wire.Compiled):
                raise wire.ProtocolError("it sent an unexpected message")
            until = perf_counter_ns() + _ns(COMPILING)
            self._fork_server.compiled[key] = take_code(box, ready.size, until)
            turns.begin()
        started = perf_counter_ns()
        ready = turns.receive(started, box.cpu(), _ns(self._loading))
        if not isinstance(ready, wire.Ready | wire.Failed):
            raise wire.ProtocolError("it sent an unexpected message")
        seconds = (perf_counter_ns() - started) / 1e9 - turns.waiting_time() / 1e6
        self.loading_time = min(seconds, self._loading)  # we read the clocks after it was in time
        return ready

    def _load_fault(self, box: Box, message: wire.Failed) -> Fault:
        reason, details = self._with_path(message.reason), self._with_path(message.traceback)
        fault = Fault("load", reason, details, box.output_text())
        self.close()
        return fault

    def _new_box(self) -> Box:
        if self._bot.code.is_package:
            return self._fork_server.box(self._order, self._template, self._bot.code.files)
        return self._fork_server.box(self._order, self._template)

    # Examining

    def _note_memory(self, box: Box) -> None:
        if self.behaviour is not None:
            self.behaviour.memory = max(self.behaviour.memory, box.memory())

    def _examine_copying(self, box: Box, behaviour: Behaviour) -> None:
        """Let the bot's process copy its player, unless it has failed to do so before."""
        if behaviour.copying_error:
            return
        assert self._pause is not None
        assert self._turns is not None
        try:
            now = perf_counter_ns()
            cpu = self._pause.end(now)
            self._turns.begin()
            box.send(wire.frame(wire.Examine(), wire.TO_BOT))
            message = self._turns.receive(now, cpu, _ns(self._loading), _ns(STARVING))
            if not isinstance(message, wire.Examined):
                raise wire.ProtocolError("it sent an unexpected message")
        except Starved:
            return  # the machine is busy; the bot is examined in other games as well
        except Late:
            behaviour.copying_error = f"it took longer than {self._loading:g} s"
            behaviour.copying_advice = (
                "keep less data in self, and see that your __deepcopy__ ends, if you wrote one"
            )
        except Gone:
            behaviour.copying_error = "its process ended"
            behaviour.copying_advice = (
                "keep less data in self, because the copy needs memory too, and do not end the "
                "process in __deepcopy__ or __reduce__"
            )
        except wire.ProtocolError as error:
            behaviour.copying_error = str(error)
            behaviour.copying_advice = "let the arena alone write to the pipes of the process"
        else:
            behaviour.copying_error = message.copying_error
            behaviour.copying_advice = "keep no open files, locks or generators in self"
            behaviour.was_copied = not message.copying_error
            if box.reports is None:
                behaviour.touched.update(message.touched)

    def _note_reports(self, box: Box, behaviour: Behaviour) -> None:
        """Take over the kernel's reports. Without them we know only what the box itself says."""
        if box.reports is None:
            behaviour.is_reported = False
        else:
            behaviour.touched.update(box.reports.touched)
            behaviour.shows_names = behaviour.shows_names and box.reports.shows_names


def _template(bot: Bot, game: Game, packages: tuple[str, ...]) -> wire.Load:
    """What is the same in all games of the bot."""
    return wire.Load(
        path=f"{BOT}/{bot.code.entry}",
        cls=bot.cls,
        arguments=bot.arguments,
        house="" if bot.is_file else bot.path.stem,
        packages=packages,
        game=game.name,
        options=game.chosen,
        files=tuple(bot.code.files) if bot.code.is_package else (),
        draws=draws(bot, packages),
    )


def _ns(seconds: float) -> int:
    return int(seconds * 1e9)
