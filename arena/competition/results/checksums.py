"""The list of all published files with their hashes: `SHA256SUMS`.

With it, anybody can see whether a file has changed since it was published: `arena audit`, or
`sha256sum --check SHA256SUMS`, without the arena.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import save
from arena.guest.protocol.safe_text import plain

FILE = "SHA256SUMS"
TRIES = 5  # while others replace files
MOST = 10  # files that are named one by one


def file_hashes(folder: Path) -> dict[str, str]:
    """The hash of each file in the folder and below, by its path with /."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write_checksums(public: Path, phases: Collection[str]) -> None:
    """Write the list: the files at the top, and those of these phases.

    If a phase is published meanwhile, its files are read again. That command writes the list, too.
    """
    for _ in range(TRIES):
        with suppress(FileNotFoundError):
            lines = [f"{hashed}  {name}\n" for name, hashed in _published(public, phases).items()]
            save(public / FILE, "".join(lines).encode())
            return
    raise ArenaError(f"{public} changes all the time: publish again when no other command does")


def changed_files(public: Path, phases: Collection[str]) -> Iterator[str]:
    """A sentence for each published file that is not as in the list."""
    try:
        lines = (public / FILE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        yield f"{public / FILE} cannot be read. Get the whole published folder again"
        return
    listed = {name: hashed for hashed, _, name in (line.partition("  ") for line in lines)}
    found = _published(public, phases)
    wrong = [
        f"{plain(name)} {_difference(listed.get(name), found.get(name))}"
        for name in sorted(listed.keys() | found.keys())
        if listed.get(name) != found.get(name) and _counts(name, listed)
    ]
    yield from wrong[:MOST]
    if len(wrong) > MOST:
        yield f"{len(wrong) - MOST:,} more files are not those of {FILE}"


def _published(public: Path, phases: Collection[str]) -> dict[str, str]:
    return {
        name: hashed
        for name, hashed in file_hashes(public).items()
        if name != FILE and ("/" not in name or name.partition("/")[0] in phases)
    }


def _counts(name: str, listed: Collection[str]) -> bool:
    """Is it a file of the arena? At the top, an organiser may add others, such as an icon."""
    return "/" in name or name in listed


def _difference(before: str | None, now: str | None) -> str:
    if now is None:
        return f"is missing, but {FILE} has it"
    return f"is not in {FILE}" if before is None else f"is not the file of {FILE}"
