"""Forks a fresh box for every game of one seat, and runs no bot itself.

A slot is a process between the fork server and the boxes. It lives for many games, so the expensive
work is done once: its namespaces, its control group, the imports that its bot needs, and the filter
for calls to the kernel. A box lives for one game. Where the kernel allows it, each box is the first
process of its own process namespace. When the box ends, everything that was started in it ends, and
the numbers of its threads say nothing about earlier games.
"""

import contextlib
import os
import signal
import socket
import time
from importlib import import_module
from pathlib import Path

import msgspec

from arena.guest.kernel import confine, foreign, memory
from arena.guest.kernel.calls import kernel
from arena.guest.protocol.channel import BoxChannel
from arena.guest.protocol.levels import BOT, IsolationLevel, Namespaces
from arena.guest.protocol.limits import BOT_COMES, LONGEST_ORDER, UNREPORTED, Order
from arena.guest.protocol.wire import Load
from arena.guest.rehearsal import rehearse
from arena.guest.serve import print_to
from arena.guest.template import Template, prepare

# The kernel module's answers: there is no room for another process; there is a new box.
FULL, BORN = b"full", b"born"
ANSWERS, QUESTIONS = 3, 4  # the descriptors of the channel in a box
BoxTask = tuple[BoxChannel, Template]  # what a box serves
ROUNDS = 500  # the most times to wait a millisecond for room


class Slot:
    """A slot's process: prepares its boxes, and forks them in a loop."""

    def __init__(self, level: IsolationLevel, control: socket.socket, readable: list[Path]) -> None:
        self._level = level
        self._control = control
        self._order = order = msgspec.json.decode(control.recv(LONGEST_ORDER), type=Order)
        own_numbers = self._enter_namespaces()
        if level.mounts_bot:
            confine.show_only(order.folder, BOT)
        elif readable and order.folder:
            readable = [*readable, Path(order.folder)]
        self._confinement = confine.Confinement(
            level, order.limits, readable, own_numbers=own_numbers, reports=order.reports
        )
        if order.reports and not self._confinement.reports:
            control.send(UNREPORTED)
        foreign.allow_rare()
        for name in order.imports:
            foreign.forget_replacement(name)
            if not level.filters_calls or not foreign.load_package(name):
                foreign.allow_ctypes()
                self._confinement.allow_code()
                with contextlib.suppress(Exception):  # the bot gets the error at its own import
                    import_module(name)
        prepare(order.game, order.options)

    def run(self) -> BoxTask | None:
        """Fork a box for each request, until the arena hangs up. Then return None.

        In each box it returns what to serve. So no frame of the slot is on the bot's call stack,
        and the bot cannot reach the slot's objects through it.
        """
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        print_to(1)
        rehearse(self._order)
        control = self._control.detach()  # in a box, this number belongs to its channel
        task, rounds = None, 0  # rounds of waiting for room for one box
        memory.keep(self)
        while rounds < ROUNDS:
            result = kernel.fork_boxes(control, *self._confinement.of_boxes())
            if result is None:
                return task
            reply, newest = result
            if reply == BOT_COMES:
                task = self._next_bot(os.read(control, LONGEST_ORDER), task)
            elif reply == FULL:
                rounds = 0 if newest else rounds + 1
                time.sleep(0.001)
            elif reply != BORN:  # the arena has hung up
                return None
        raise BlockingIOError("there is no room for another process")

    def _next_bot(self, message: bytes, last: BoxTask | None) -> BoxTask:
        """Prepare the bot of the next games, which this message describes."""
        if last is not None:
            last[1].remove()
        load = msgspec.msgpack.decode(message, type=Load)
        task = BoxChannel(QUESTIONS, ANSWERS), Template(load)
        memory.settle(again=last is not None)
        if last is None:
            self._confinement.filter_slot()
        return task

    def _enter_namespaces(self) -> bool:
        """Make the namespaces of the level. Returns whether each box can have a process namespace.

        A kernel may forbid it. Then only the levels that need all namespaces refuse to start.
        """
        wanted = self._level.namespaces
        if wanted is Namespaces.NONE:
            return False
        try:
            confine.new_namespaces(everything=wanted is Namespaces.ALL)
        except OSError:
            if wanted is Namespaces.ALL:
                raise
            return False
        if wanted is not Namespaces.ALL:  # a sandbox has no /proc, and its files are read-only
            confine.hide_counters()
        child = os.fork()
        if child:  # this process, the keeper, stays outside and ends when the slot ends
            os.closerange(0, 64)
            with contextlib.suppress(ChildProcessError):  # it has ended, and leaves no zombie
                os.waitpid(child, 0)
            os._exit(0)
        confine.die_with_parent()
        return True
