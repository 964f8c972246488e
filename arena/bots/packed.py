"""Bots that travel to other machines: their descriptions first, their code when it is needed."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import overload

import msgspec

from arena.bots.bot import Bot, find
from arena.bots.code import BotCode
from arena.common.errors import ArenaError

NO_CODE = BotCode({}, "", False)


class PackedBots(Sequence[Bot]):
    """The bots of a run on another machine. Each is read from the folder when it is needed."""

    def __init__(self, bots: Iterable[Bot], folder: Path | None = None) -> None:
        self._packed = tuple(bots)
        self._folder = folder
        self._bots: dict[int, Bot] = {}

    def in_folder(self, folder: Path) -> "PackedBots":
        """The same bots, with their code in this folder."""
        return PackedBots(self._packed, folder)

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, number: int) -> Bot: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Bot]: ...
    def __getitem__(self, number: int | slice) -> Bot | Sequence[Bot]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        if number not in self._bots:
            self._bots[number] = self._unpack(self._packed[number])
        return self._bots[number]

    def _unpack(self, packed: Bot) -> Bot:
        if not packed.is_file:
            bot = find(packed.spec)
            if bot.sha256 != packed.sha256:
                raise ArenaError(
                    f"The house bot {packed.spec} is different on this machine: install the same "
                    f"version of Card Arena"
                )
            return replace(bot, name=packed.name)
        assert self._folder is not None
        code = code_from_bytes((self._folder / packed.sha256).read_bytes())
        if code.sha256 != packed.sha256:
            raise ArenaError(f"{packed.path}: the copy of this bot on this machine is damaged")
        return replace(packed, code=code)


def pack_bot(bot: Bot) -> Bot:
    """The bot without its code."""
    return replace(bot, code=NO_CODE)


def code_as_bytes(code: BotCode) -> bytes:
    """The code of a bot as one file, for `code_from_bytes`."""
    return msgspec.msgpack.encode((dict(code.files), code.entry, code.is_package))


def code_from_bytes(data: bytes) -> BotCode:
    files, entry, is_package = msgspec.msgpack.decode(data, type=tuple[dict[str, bytes], str, bool])
    return BotCode(files, entry, is_package)
