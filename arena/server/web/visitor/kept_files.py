"""Keeps files in memory that many visitors ask for, as they are sent.

A file is looked at again at most every `FRESH` seconds. So a page costs as much for a thousand
visitors as for one.
"""

import errno
import gzip
import mimetypes
import os
from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from arena.server.web.core.site import in_thread

FRESH = 0.25  # seconds for which a file is not looked at again
LARGEST = 1024 * 1024  # bytes of a file that is kept
MOST = 64 * 1024 * 1024  # bytes of all files that are kept
MANY = 10_000  # files, and names of files that are not there
NOT_THERE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)
TEXTS = ("text/", "application/json", "image/svg")
LEVEL = 5  # of compression


class KeptFile(NamedTuple):
    path: Path
    stamp: tuple[int, int, int]  # changes when the file is written
    tag: str  # changes with the content, and of a file that is kept with nothing else
    kind: str
    body: bytes | None  # None: too large to be kept
    packed: bytes | None  # compressed, if that is worth it

    @property
    def size(self) -> int:
        return len(self.body or b"") + len(self.packed or b"")


class KeptFiles:
    def __init__(self) -> None:
        self._kept: OrderedDict[Path, tuple[float, KeptFile | None]] = OrderedDict()
        self._size = 0

    async def find(self, path: Path) -> KeptFile | None:
        """The file; None if there is none."""
        looked_at, file = self._kept.get(path, (0.0, None))
        if looked_at and monotonic() - looked_at < FRESH:
            return file
        if file is not None:  # meanwhile others get the one that is known
            self._kept[path] = monotonic(), file
        fresh = await in_thread(_read, path, file)
        self._keep(path, fresh)
        return fresh

    def _keep(self, path: Path, file: KeptFile | None) -> None:
        _, before = self._kept.pop(path, (0.0, None))
        self._kept[path] = monotonic(), file
        self._size += (file.size if file else 0) - (before.size if before else 0)
        while self._size > MOST or len(self._kept) > MANY:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._size -= oldest.size if oldest else 0


def _read(path: Path, before: KeptFile | None) -> KeptFile | None:
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            stamp = status.st_ino, status.st_ctime_ns, status.st_size
            if before is not None and before.stamp == stamp:
                return before
            body = file.read() if status.st_size <= LARGEST else None
    except OSError as error:
        if error.errno in NOT_THERE:
            return None
        raise
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = None
    if body is not None and kind.startswith(TEXTS):
        packed = gzip.compress(body, LEVEL, mtime=0)
    content = f"{stamp}".encode() if body is None else body
    tag = f'W/"{sha256(content).hexdigest()[:32]}"'
    return KeptFile(path, stamp, tag, kind, body, packed)
