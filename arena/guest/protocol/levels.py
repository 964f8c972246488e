"""The isolation levels: one row for each, with the mechanisms that the level uses.

The arena, the guest in a box, `arena doctor` and docs/sandbox.md all follow this table. No other
module compares the names of levels. It asks the row, as in `level.filters_calls`.
"""

from enum import Enum
from typing import NamedTuple

BOT = "/bot"  # the folder of a bot, as the bot sees it at levels with their own file system


class Files(Enum):
    """The files that a bot can reach."""

    ALL = "yours"
    UNCHANGED = "yours, to read"
    LINKS = "Python's and the games', to read"
    COPY = "a small copy in memory, to read"
    IMAGE = "the image's and the games', to read"


class Namespaces(Enum):
    """The things for which a bot has its own kernel namespace."""

    NONE = "none"
    IF_ALLOWED = "users, processes and mounts, where the kernel allows it"
    CONTAINER = "a container's, without network; in it, for each box where the kernel allows it"
    ALL = "namespaces of bubblewrap and of the box: users, processes, network, mounts, names, IPC"


class Landlock(Enum):
    """The way in which the kernel's Landlock closes the files of the machine."""

    UNUSED = ""
    NO_CHANGES = "where there is Landlock, no files can be changed"
    READS_PYTHON_IF_AVAILABLE = "where there is Landlock, no files but Python's can be read"
    READS_PYTHON = "Landlock leaves no files but Python's to be read"


class Calls(Enum):
    """The calls to the kernel that a bot may make."""

    ALL = "all"
    NOTHING_LASTING = "all but those that leave something behind"
    FEW = "few"


class IsolationLevel(NamedTuple):
    """A row of the table."""

    name: str
    about: str  # one sentence
    needs: str  # what the machine must have for it
    files: Files = Files.ALL
    namespaces: Namespaces = Namespaces.NONE
    landlock: Landlock = Landlock.UNUSED
    calls: Calls = Calls.ALL
    is_boxed: bool = True  # a bot plays in a process of its own
    needs_linux: bool = True  # on other systems the level does not exist
    sees_fork_server: bool = False  # a bot sees it in /proc, so the fork server hides its memory
    limits_threads: bool = True  # the kernel counts them for each user (RLIMIT_NPROC)
    has_control_group: bool = False  # the arena makes one for each slot, where the machine allows
    has_container: bool = False  # Docker makes one for each box, with a control group
    separates_partners: bool = False  # the boxes of partners come from different fork servers
    strength: int = 0  # `auto` takes the strongest level for strangers' bots; 0: never

    @property
    def filters_calls(self) -> bool:
        """Is the filter so strict that a bot reaches nothing outside of its box?"""
        return self.calls is Calls.FEW

    @property
    def needs_bubblewrap(self) -> bool:
        """Does bubblewrap start the fork server?"""
        return self.namespaces is Namespaces.ALL

    @property
    def mounts_bot(self) -> bool:
        """Does each slot mount the folder of its bot, so that it sees no other bot's?"""
        return self.namespaces is Namespaces.ALL

    @property
    def is_for_strangers(self) -> bool:
        """Is it safe for strangers' bots?"""
        return self.strength > 0


INPROCESS = IsolationLevel(
    "inprocess",
    "In the arena's own process. For house bots, and for debugging.",
    needs="nothing",
    is_boxed=False,
    needs_linux=False,
    limits_threads=False,
)
PROCESS = IsolationLevel(
    "process",
    "In a process of its own with limits. A bot can read files and reach the network.",
    needs="nothing; its limits need Linux",
    files=Files.UNCHANGED,
    landlock=Landlock.NO_CHANGES,
    calls=Calls.NOTHING_LASTING,
    needs_linux=False,
    limits_threads=False,
    has_control_group=True,
)
REDUCED = IsolationLevel(
    "reduced",
    "As in a sandbox, but in the machine's own file system, which Landlock closes.",
    needs="Linux 6.2 or newer with Landlock",
    files=Files.LINKS,
    namespaces=Namespaces.IF_ALLOWED,
    landlock=Landlock.READS_PYTHON,
    calls=Calls.FEW,
    sees_fork_server=True,
    has_control_group=True,
    separates_partners=True,
    strength=1,
)
SANDBOX = IsolationLevel(
    "sandbox",
    "In a bubblewrap sandbox: no files but Python's, no network, few calls to the kernel.",
    needs="Linux with bubblewrap and user namespaces",
    files=Files.COPY,
    namespaces=Namespaces.ALL,
    calls=Calls.FEW,
    has_control_group=True,
    separates_partners=True,
    strength=3,
)
DOCKER = IsolationLevel(
    "docker",
    "In a Docker container for each seat.",
    needs="Linux with a Docker engine, and the image of `arena sandbox build-image`",
    files=Files.IMAGE,
    namespaces=Namespaces.CONTAINER,
    landlock=Landlock.READS_PYTHON_IF_AVAILABLE,
    calls=Calls.FEW,
    sees_fork_server=True,
    limits_threads=False,  # the container's control group does
    has_container=True,
    strength=2,
)

LEVELS = {level.name: level for level in (INPROCESS, PROCESS, REDUCED, SANDBOX, DOCKER)}
BOXED = tuple(level.name for level in LEVELS.values() if level.is_boxed)
FOR_STRANGERS = tuple(
    sorted(
        (level.name for level in LEVELS.values() if level.is_for_strangers),
        key=lambda name: -LEVELS[name].strength,
    )
)
