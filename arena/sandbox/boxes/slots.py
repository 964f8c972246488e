"""The arena's side of slots. Each gives a fresh box for every game (`arena/guest/slot.py`)."""

import os
import select
import shutil
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from arena.guest.protocol import wire
from arena.guest.protocol.limits import BOT_COMES, UNREPORTED, Order
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.channels import PipeChannel
from arena.sandbox.host import cgroups

BIRTH = 20.0  # seconds for a new box, on a busy machine
ENDING = 20.0  # seconds for a killed process to end, on a busy machine
TRIES = 2  # slots for one box
MOST_FREE = 8  # slots that are kept although no seat uses them
NO_FILES: Mapping[str, bytes] = {}  # of a bot that is one file


class NoBox(Exception):
    """The slot does not give a box."""


class SlotFolder(NamedTuple):
    """The folder of a slot's bot, if the bot is a package."""

    path: Path | None  # the arena makes it for this slot and removes it
    place: str  # where the slot finds it
    inside: str  # where the bot finds it

    def remove(self) -> None:
        if self.path is not None:
            shutil.rmtree(self.path, ignore_errors=True)


NO_FOLDER = SlotFolder(None, "", "")


class SlotClient:
    """One slot, which serves one seat at a time with boxes of one kind.

    When it gives a box, it asks for the next one at once. So a box is ready for the next game.
    """

    def __init__(
        self,
        control: socket.socket,
        order: Order,
        group: cgroups.ControlGroup | None,
        family: int = 0,
        folder: SlotFolder = NO_FOLDER,
        readable: str = "",
    ) -> None:
        self.order = order
        self._folder = folder
        self._control = control
        self._group = group
        self._family = family  # partners have different ones
        self._readable = [each for each in (readable, folder.inside) if each]  # folders
        self._reports = order.reports  # does the kernel report the calls of the boxes?
        self._held = 0  # bytes in the group before the watched bot
        self.load: wire.Load | None = None  # the bot of the box for which we asked
        # Our ends of the channel and the output of the box that we asked for.
        self._asked: tuple[PipeChannel, int] | None = None
        self._ending: int | None = None  # a descriptor of the last box, which was killed
        with suppress(OSError):  # if the slot has ended, it does not answer either
            control.send(msgspec.json.encode(replace(order, folder=folder.place)))

    def box(self, load: wire.Load) -> Box:
        """A fresh box for this bot, as soon as the last one has ended."""
        self._wait_until_gone()
        if self.load != load:
            self._change_bot(load)
        box = self._take_born()
        box.watch_memory, box.peak = self._watch_memory, self._peak
        box.folder = self._folder.inside
        box.come_here(self._family)
        self._ask()
        return box

    def note_killed_box(self, process: int) -> None:
        """Note that the last box was killed. `process` is a descriptor of its process."""
        self._ending = process

    def _watch_memory(self) -> None:
        """Measure the memory of the bot that is about to play, and not that of earlier ones."""
        if self._group is not None:
            self._group.forget_peak()
            self._held = self._group.memory()

    def _peak(self) -> int | None:
        """The most bytes that the watched bot held at once; None if no group counts them."""
        peak = None if self._group is None else self._group.peak()
        return None if peak is None else max(0, peak - self._held)

    def close(self) -> None:
        """End the slot and everything that came from it."""
        with suppress(NoBox, OSError):
            self._take_born().close()
        if self._ending is not None:
            os.close(self._ending)
        self._control.close()
        if self._group is not None:
            self._group.end()
        self._folder.remove()

    def _wait_until_gone(self) -> None:
        """Wait until the last box has ended."""
        if self._ending is None:
            return
        if not select.select([self._ending], [], [], ENDING)[0]:
            raise NoBox
        os.close(self._ending)
        self._ending = None

    def _change_bot(self, load: wire.Load) -> None:
        """Let the slot make boxes for another bot. The one that is ready was made for the last."""
        if self._asked is not None:
            self._take_born().close()
        self.load = load
        with suppress(OSError):  # if the slot has ended, it gives no box
            self._control.send(BOT_COMES)
            self._control.send(wire.encode(replace(load, folder=self._folder.inside), wire.TO_BOT))
        self._ask()

    def _ask(self) -> None:
        heard, questions = os.pipe()
        answers, replies = os.pipe()
        output, printed = os.pipe()
        theirs = [replies, heard, printed]
        with suppress(OSError):  # if the slot has ended, it does not answer either
            socket.send_fds(self._control, [b"box"], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        self._asked = PipeChannel(questions, answers), output

    def _take_born(self) -> Box:
        """The box for which we asked."""
        if self._asked is None:
            raise NoBox
        (channel, output), self._asked = self._asked, None
        got: dict[bytes, int] = {}
        wanted = {b"born", b"reports"} if self._reports else {b"born"}
        while not wanted <= {*got}:
            message, descriptors = answer(self._control, BIRTH)
            if message == UNREPORTED:
                self._reports, wanted = False, {b"born"}
            elif message in wanted and len(descriptors) == 1:
                (got[message],) = descriptors
            else:
                channel.close()
                for descriptor in (output, *got.values()):
                    os.close(descriptor)
                raise NoBox
        box = Box(channel, output, got[b"born"])
        if self._reports:
            from arena.sandbox.boxes.reports import Reports  # only Linux has its modules

            box.follow(Reports(got[b"reports"], self._readable))
        return box


class Pool:
    """The slots of a level. Each serves one game after the other.

    A slot makes boxes of one kind only, so a box does not show which packages earlier bots used.
    """

    def __init__(self, make: Callable[[Order, Mapping[str, bytes]], SlotClient]) -> None:
        self._make = make
        self._busy: list[SlotClient] = []
        self._free: list[SlotClient] = []

    def box(self, order: Order, load: wire.Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        """A fresh box for this bot, from a free slot or from a new one."""
        for _ in range(TRIES):  # a slot that has ended is replaced
            slot = self._take(order, load, files)
            try:
                box = slot.box(load)
            except NoBox:
                slot.close()
                continue
            self._busy.append(slot)
            box.when_closed = partial(self._take_back, slot)
            return box
        raise NoBox

    def close(self) -> None:
        """End all slots, and every box."""
        for slot in (*self._busy, *self._free):
            slot.close()
        self._busy.clear()
        self._free.clear()

    def _take(self, order: Order, load: wire.Load, files: Mapping[str, bytes]) -> SlotClient:
        """A free slot for this order, or a new one. The best one has a box of this bot ready."""
        fitting = [slot for slot in self._free if slot.order == order]
        if fitting:
            slot = next((slot for slot in fitting if slot.load == load), fitting[0])
            self._free.remove(slot)
            return slot
        if len(self._free) >= MOST_FREE:
            self._free.pop(0).close()
        return self._make(order, files)

    def _take_back(self, slot: SlotClient, process: int) -> None:
        slot.note_killed_box(process)
        if slot in self._busy:  # not if the pool was closed before the box
            self._busy.remove(slot)
            self._free.append(slot)


def answer(control: socket.socket, seconds: float) -> tuple[bytes, list[int]]:
    """The next message of a fork server or slot, and its descriptors; empty if none comes."""
    if not select.select([control], [], [], seconds)[0]:
        return b"", []
    try:
        message, descriptors, _, _ = socket.recv_fds(control, 1024, 1)
    except OSError:
        return b"", []
    return message, descriptors
