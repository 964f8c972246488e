"""The machines of a cluster, as a coordinator sees them: which may play, which are refused."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Set
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from socket import create_connection
from typing import TYPE_CHECKING, Any, Self

import msgspec

from arena.common.errors import ArenaError
from arena.workers.cluster import settings  # before distributed
from arena.workers.cluster.addresses import host_and_port, no_scheduler
from arena.workers.cluster.events import Begun, Event, LateOutcome, MachineLeft
from arena.workers.cluster.facts import MachineFacts, examine, why_refused, why_untimed
from arena.workers.cluster.machine import examine_machine
from arena.workers.cluster.scheduling import JobStore
from arena.workers.portable import Needs

from distributed import Client, Security  # isort: skip

if TYPE_CHECKING:
    from arena.workers.queues.jobs import Jobs

AGAIN = 10.0  # seconds until a busy machine is examined again
EXAMINE = 120.0  # seconds in which a machine must answer; its probe starts boxes

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Examined:
    address: str
    needs: Needs
    facts: MachineFacts | None
    error: BaseException | None = None


@dataclass(frozen=True)
class _Joined:
    address: str


class Fleet:
    """A connection to a scheduler. One engine at a time uses it."""

    def __init__(
        self,
        address: str,
        security: Security | None = None,
        is_here: bool = False,
        jobs: "Jobs | None" = None,
    ) -> None:
        """With `is_here`, all machines are this one, and need no examination.

        With `jobs`, the machines come from a queue when there is work for them.
        """
        self.address = address
        self._is_here = is_here
        self._jobs = jobs
        try:
            host, port = host_and_port(address)
            create_connection((host, int(port)), settings.CONNECT).close()  # dask would retry
            self.client = Client(
                address,
                security=security,
                timeout=settings.CONNECT,
                set_as_default=False,
                name="arena",
            )
            self.client.register_plugin(JobStore())
        except (OSError, ValueError, TypeError) as error:
            raise no_scheduler(address, error) from None
        self.machines: dict[str, int] = {}  # those that may play: address -> cores
        self.hosts: dict[str, str] = {}  # address -> name, of all that were examined
        self.facts: dict[str, MachineFacts] = {}  # of machines that were examined
        self.refused: dict[str, str] = {}  # address -> why
        self._examining: set[str] = set()
        self._needs: Needs | None = None
        self._asked: Needs | None = None  # what machines are asked for, if that is more
        self._here: MachineFacts | None = None
        self._news: SimpleQueue[Event | _Examined | _Joined] = SimpleQueue()
        self.client.subscribe_topic("all", self._hear)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_connected:
            self.client.unsubscribe_topic("all")
        with suppress(OSError, TimeoutError):
            self.client.close(timeout=settings.CONNECT if self.is_connected else 0.1)

    @property
    def is_connected(self) -> bool:
        return bool(self.client.status == "running")

    @property
    def cores(self) -> int:
        """How many blocks all machines can do at once, with those that may still join or come from
        a queue."""
        if self._jobs is not None:
            return self._jobs.cores
        return max(1, sum(int(each["nthreads"]) for each in self._workers().values()))

    @property
    def is_hopeless(self) -> bool:
        """Are there machines, and is each of them refused?"""
        jobs = 1 if self._jobs is None else len(self._jobs)  # some may still wait in the queue
        return len(self.refused) >= max(1, jobs) and not self.machines and not self._examining

    def waits_for(self) -> str:
        """A sentence about the machine for which the arena waits."""
        if self.refused:
            return f"The arena waits until one is free: {self.refusals()}"
        return "The arena waits for one" if self._jobs is None else self._jobs.waits_for()

    def refusals(self) -> str:
        """Why machines were refused."""
        return "; ".join(
            f"{self.hosts.get(address, address)}: {why}" for address, why in self.refused.items()
        )

    def admit(self, needs: Needs) -> None:
        """Examine all machines for these needs. They are admitted while `events` is called."""
        self._needs = needs
        self.machines.clear()
        self.refused.clear()
        for address in self._workers():
            self._examine(address)

    def examine_all(self, asked: Needs) -> MachineFacts:
        """Wait until all machines are examined; returns the facts of the arena's own machine.

        A machine need not have what it is `asked` for, because no job is there that needs it.
        """
        self._here, self._asked = examine(asked.levels, asked.packages), asked
        self.admit(Needs())
        while self._examining:
            self.events(EXAMINE)
        return self._here

    def workloads(self) -> dict[str, tuple[int, int]]:
        """The cores of all machines, and the blocks that they have now, by address."""
        return {
            address: (worker["nthreads"], _blocks(worker.get("metrics", {})))
            for address, worker in self._workers().items()
        }

    def adapt(self, blocks: int, busy: Set[str]) -> None:
        """Ask the queue for the machines that so many blocks need; end those that are idle.

        `busy` are the addresses of those that play now.
        """
        if self._jobs is not None:
            self._jobs.adapt(blocks, {self._job_of(address) for address in busy})

    def _job_of(self, address: str) -> str:
        return self.facts[address].job if address in self.facts else ""

    def refuse(self, address: str, why: str) -> None:
        """Give this machine no more blocks."""
        if self.machines.pop(address, None) is not None:
            self.refused[address] = why
            log.warning("The machine %s gets no more games: %s", self.hosts[address], why)

    def follow(self, job: str) -> None:
        """Hear which blocks of this job begin."""
        self.client.subscribe_topic(job, self._hear_of_blocks)

    def forget(self, job: str) -> None:
        self.client.unsubscribe_topic(job)

    def events(self, timeout: float) -> list[Event]:
        """What has happened, after at most so many seconds."""
        events: list[Event] = []
        with suppress(Empty):
            self._take(self._news.get(timeout=timeout), events)
            while True:
                self._take(self._news.get_nowait(), events)
        if not self.is_connected:
            raise ArenaError(
                f"The scheduler at {self.address} has ended, or cannot be reached. Start it again, "
                f"and run the same command: everything that is finished is saved. A live site goes "
                f"on by itself"
            )
        return events

    def start(self, coroutine: Coroutine[Any, Any, Event]) -> None:
        """Run a coroutine in the thread of the connection; its event comes from `events`."""
        self._background(coroutine)

    def call(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """The result of a coroutine function in the thread of the connection."""
        return self.client.sync(function, *arguments, callback_timeout=settings.CONNECT, **options)

    def _workers(self) -> dict[str, Any]:
        # Nothing is known of them before the connection is complete, and after it is lost.
        workers: dict[str, Any] = self.client.scheduler_info(n_workers=-1).get("workers", {})
        return workers

    def _background(self, coroutine: Coroutine[Any, Any, Event | _Examined]) -> None:
        def settle(future: "Future[Event | _Examined]") -> None:
            if not future.cancelled():
                self._news.put(future.result())

        loop = self.client.loop.asyncio_loop
        asyncio.run_coroutine_threadsafe(coroutine, loop).add_done_callback(settle)

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        message = event[1]
        match message.get("action"):
            case "add-worker":
                self._news.put(_Joined(message["worker"]))
            case "remove-worker":
                keys = frozenset(map(str, message["processing-tasks"]))
                self._news.put(MachineLeft(message["worker"], keys, message["expected"]))

    def _hear_of_blocks(self, event: tuple[float, dict[str, Any]]) -> None:
        message = event[1]
        if "begun" in message:
            self._news.put(Begun(message["begun"], message["worker"]))
        else:
            self._news.put(LateOutcome(message["late"]))

    def _take(self, news: Event | _Examined | _Joined, events: list[Event]) -> None:
        """Keep the list of machines, and pass on everything else."""
        match news:
            case _Joined(address):
                self._examine(address)
            case _Examined():
                self._settle(news)
            case _:
                if isinstance(news, MachineLeft):
                    self._examining.discard(news.address)
                    if self._jobs is not None:
                        self._jobs.forget(self._job_of(news.address))
                    self.refused.pop(news.address, None)
                    if self.machines.pop(news.address, None) is not None and not self._is_here:
                        log.warning("The machine %s has left", self.hosts[news.address])
                events.append(news)

    def _examine(self, address: str) -> None:
        known = {*self.machines, *self.refused, *self._examining}
        if self._needs is None or address in known:
            return
        self._examining.add(address)
        self._background(self._ask(address, self._needs))

    async def _ask(self, address: str, needs: Needs, pause: float = 0.0) -> _Examined:
        if self._is_here:
            return _Examined(address, needs, None)
        await asyncio.sleep(pause)
        asked = self._asked or needs
        try:
            if self._here is None:
                self._here = await asyncio.to_thread(examine, asked.levels, asked.packages)
            call: Any = self.client._run
            answer = call(
                examine_machine, list(asked.levels), list(asked.packages), workers=[address]
            )
            answers = await asyncio.wait_for(answer, EXAMINE)
            facts = msgspec.msgpack.decode(answers[address], type=MachineFacts)
            return _Examined(address, needs, facts)
        except Exception as error:
            return _Examined(address, needs, None, error)

    def _objections(self, examined: _Examined) -> tuple[str, str]:
        """Why the machine is refused, and why it is too busy now. Both are empty if it may play."""
        facts, error = examined.facts, examined.error
        if error is not None:
            return f"it could not be examined: {error or type(error).__name__}", ""
        if facts is None:
            return "", ""
        assert self._here is not None
        why = why_refused(self._here, facts, examined.needs)
        is_timed = not why and examined.needs.is_timed
        return why, why_untimed(facts) if is_timed else ""

    def _settle(self, examined: _Examined) -> None:
        """Admit or refuse a machine that was examined."""
        address, facts = examined.address, examined.facts
        worker = self._workers().get(address)
        if address not in self._examining or worker is None:
            return  # it has left
        self._examining.discard(address)
        if examined.needs != self._needs:  # meanwhile another job has begun
            self._examine(address)
            return
        if facts is not None:
            self.facts[address] = facts
        self.hosts[address] = facts.host if facts is not None else str(worker["host"])
        why, busy = self._objections(examined)
        if why:
            log.warning("The machine %s is refused: %s", self.hosts[address], why)
        elif busy and address not in self.refused:
            log.warning("The machine %s gets no games yet: %s", self.hosts[address], busy)
        if busy:
            self._examining.add(address)
            self._background(self._ask(address, examined.needs, AGAIN))
        if why or busy:
            self.refused[address] = why or busy
        else:
            self.refused.pop(address, None)
            self.machines[address] = worker["nthreads"]


def _blocks(metrics: Mapping[str, Any]) -> int:
    """How many blocks a machine does now, from what it has told the scheduler."""
    counts: Mapping[str, int] = metrics.get("task_counts", {})
    return counts.get("executing", 0)
