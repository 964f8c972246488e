"""Takes a file of a team: stores it, puts it into the queue, and gives a receipt.

The file is not parsed here. Its name is generated. When the receipt is given, the file and its row
are on the disk.
"""

import os
import secrets
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import FormData, UploadFile

from arena.common.errors import ArenaError
from arena.common.times import exact
from arena.competition.config.paths import OUT
from arena.competition.entries.windows import window
from arena.server.facts import LATE, UPLOADS
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, in_thread
from arena.store.live.uploads import TooSlow, Upload, add_upload, unfinished

SUFFIXES = (".py", ".zip")
PIECE = 64 * 1024
MOST_WAITING = 10  # files of a team that may wait for their verdicts


class Body(NamedTuple):
    data: bytes
    sha256: str


async def read_file(form: FormData) -> tuple[str, Body]:
    """The suffix and the content of the file in this form."""
    file = form.get("bot")
    if not isinstance(file, UploadFile) or not file.filename:
        raise Refused(400, "No file was chosen: choose a Python file or a zip archive.")
    return suffix_of(file.filename), await read_body(_pieces(file))


async def _pieces(file: UploadFile) -> AsyncIterator[bytes]:
    while piece := await file.read(PIECE):
        yield piece


async def read_body(chunks: AsyncIterator[bytes]) -> Body:
    """The whole body, whose size the boundary has limited."""
    data, hashed = bytearray(), sha256()
    async for chunk in chunks:
        data += chunk
        hashed.update(chunk)
    if not data:
        raise Refused(400, "The file is empty: send a Python file or a zip archive.")
    return Body(bytes(data), hashed.hexdigest())


def suffix_of(name: str) -> str:
    """The suffix of the file, from the name that the team has given it."""
    for suffix in SUFFIXES:
        if name.lower().endswith(suffix):
            return suffix
    raise Refused(400, "A bot is a Python file (.py) or a package in a zip archive (.zip).")


async def take(site: Site, team: str, suffix: str, body: Body) -> tuple[Upload, str]:
    """Store the file of the team; returns the upload, and the name of the phase that takes it."""
    return await in_thread(_take, site, team, suffix, body)


def _take(site: Site, team: str, suffix: str, body: Body) -> tuple[Upload, str]:
    facts, received, since = site.facts(), site.time_of_receipt(), time.monotonic()
    try:
        phase = window(facts.phases, [each.name for each in facts.phases if each.closed], received)
    except ArenaError as why:
        raise Refused(
            403, f"{why}. The server has received the file at {exact(received)}."
        ) from None
    waiting = sum(upload.team == team for upload in unfinished(site.store.database))
    if waiting >= MOST_WAITING:
        raise Refused(
            429,
            f"{waiting} files of your team wait for their verdicts. Wait for one, and send this "
            f"file again.",
            {"Retry-After": "10"},
        )
    receipt = secrets.token_hex(8)
    name = f"{receipt}{suffix}"
    _store(site.uploads, name, body.data)
    try:
        upload = add_upload(
            site.store.database,
            team,
            receipt,
            body.sha256,
            len(body.data),
            f"{OUT}/{UPLOADS}/{name}",
            received,
            since,
        )
    except TooSlow:
        (site.uploads / name).unlink(missing_ok=True)
        raise
    # After another error the file stays: the database may have got the row, and could not say so.
    return upload, phase.name


async def keep_late(site: Site, suffix: str, body: Body) -> str:
    """Store a file that organisers hand in for a team; returns its path in the competition."""
    name = f"{secrets.token_hex(8)}{suffix}"
    await in_thread(_store, site.folder / OUT / LATE, name, body.data)
    return f"{OUT}/{LATE}/{name}"


def _store(folder: Path, name: str, data: bytes) -> None:
    """Write the file, so that it survives a power cut; or nothing."""
    path, new = folder / name, folder / f"{name}.new"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        _sync_folder(folder)
    except BaseException:
        new.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the names of new files survive a power cut."""
    if hasattr(os, "O_DIRECTORY"):
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
