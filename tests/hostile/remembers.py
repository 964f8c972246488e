# expect: fine
# levels: sandbox docker process
"""Hides a word in many places, and looks in all of them for the word of an earlier game.

It looks when its file is imported, in its constructor and in its first turn. If it finds a word, it
raises an exception that names the place. With `(report=True)`, it reports in its second turn
where it finds its own word of this game: a place that keeps nothing within a game tests nothing.
"""

import _thread
import atexit
import builtins
import codecs
import contextlib
import fcntl
import gc
import linecache
import math
import mmap
import os
import random
import resource
import signal
import socket
import struct
import sys
import threading
import time
import warnings

import Game.core.keys
import Players.Player
from Players.Player import Player

try:
    import ctypes

    libc = ctypes.CDLL(None)
except (ImportError, OSError):  # then the places that need it are out of reach
    libc = None

WORD = "hostile-memory"
NAME = WORD.encode()
KEY = 62022  # of System V objects
OPEN_QUEUE, ADD_KEY, FIND_KEY, USERS_KEYS = 240, 248, 249, -4
SET_NAME, GET_NAME = 15, 16
CHANGE_MOUNT, GET_ATTRIBUTE, SET_ATTRIBUTE, NO_DUMP = 442, 0x80086601, 0x40086602, 64
GET_HINT, SET_HINT, LONG_LIFE = 1035, 1036, 4


def worked(result):
    if result < 0:
        raise OSError("the kernel refused it")
    return True


def create(path):
    with open(path, "w"):
        pass


def is_open(descriptor):
    return bool(os.fstat(descriptor))


def sleep_for_ever(*_):
    while True:
        time.sleep(3600)


def start_daemon():
    if os.fork() == 0:
        try:
            os.setsid()
            if os.fork() == 0:
                listener = socket.socket(socket.AF_UNIX)
                listener.bind("\0hostile-memory")
                listener.listen()
                sleep_for_ever()
        finally:
            os._exit(0)


def hear_daemon():
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.connect("\0hostile-memory")
    return True


def map_shared():
    shared = mmap.mmap(-1, 4096)
    shared.write(NAME)
    math.mapped = shared


def fill_pipe():
    reads, writes = os.pipe()
    os.write(writes, NAME)
    os.dup2(reads, 28)


def lose_an_object():
    lost = {WORD: 1, "lost": 2}
    lost["itself"] = lost


def is_object_there():
    gc.unfreeze()
    return any(type(each) is dict and each.get("lost") == 2 for each in gc.get_objects())


def thread_name():
    name = ctypes.create_string_buffer(16)
    libc.prctl(GET_NAME, name, 0, 0, 0)
    return name.value == NAME


def hear(event, arguments):
    if event == WORD:
        arguments[0].append(WORD)


def is_heard():
    answers = []
    sys.audit(WORD, answers)
    return bool(answers)


def a_codec(name):
    return codecs.lookup("utf-8") if name == "hostile_memory" else None


def mask():
    found = os.umask(0)
    os.umask(found)
    return found


def blocked():
    return signal.pthread_sigmask(signal.SIG_BLOCK, [])


def handler(*_):
    pass


def file_attribute(number, value=0):
    """Read or set an attribute of a file that is only open for reading."""
    with open(Players.Player.__file__) as file:
        return struct.unpack("q", fcntl.ioctl(file, number, struct.pack("q", value)))[0]


def write_hint(command, value=0):
    with open(Players.Player.__file__) as file:
        return struct.unpack("Q", fcntl.fcntl(file, command, struct.pack("Q", value)))[0]


def change_mount():
    """Directories of this mount get no times of access."""
    return worked(
        libc.syscall(CHANGE_MOUNT, -100, b"/dev", 0, struct.pack("QQQQ", 128, 0, 0, 0), 32)
    )


AS_SEEDED = random.Random(WORD).random()
# How the word is hidden, and how it is found again.
PLACES = {
    "the module sys": (lambda: setattr(sys, WORD, 1), lambda: hasattr(sys, WORD)),
    "builtins": (lambda: setattr(builtins, WORD, 1), lambda: hasattr(builtins, WORD)),
    "a module in C": (lambda: setattr(math, WORD, 1), lambda: hasattr(math, WORD)),
    "a module of ours": (
        lambda: setattr(Game.core.keys, WORD, 1),
        lambda: hasattr(Game.core.keys, WORD),
    ),
    "a class of ours": (
        lambda: setattr(Players.Player.Player, WORD, 1),
        lambda: hasattr(Player, WORD),
    ),
    "the main module": (
        lambda: setattr(sys.modules["__main__"], WORD, 1),
        lambda: hasattr(sys.modules["__main__"], WORD),
    ),
    "a made-up module": (
        lambda: sys.modules.__setitem__(WORD, math),
        lambda: WORD in sys.modules,
    ),
    "Python's environment": (
        lambda: os.environ.__setitem__("HOSTILE", "1"),
        lambda: "HOSTILE" in os.environ,
    ),
    "the environment": (lambda: worked(libc.putenv(b"HOST=1")), lambda: libc.getenv(b"HOST")),
    "an object that nobody holds": (lose_an_object, is_object_there),
    "a codec": (
        lambda: codecs.register(a_codec),
        lambda: codecs.lookup("hostile_memory"),
    ),
    "a filter of warnings": (
        lambda: warnings.filterwarnings("ignore", WORD),
        lambda: WORD in str(warnings.filters),
    ),
    "the cache of lines": (
        lambda: linecache.cache.__setitem__(WORD, (1, None, [], WORD)),
        lambda: WORD in linecache.cache,
    ),
    "an audit hook": (lambda: sys.addaudithook(hear), is_heard),
    "what is done at exit": (
        lambda: [atexit.register(handler) for _ in range(99)],
        lambda: atexit._ncallbacks() > 90,
    ),
    "random numbers": (lambda: random.seed(WORD), lambda: random.random() == AS_SEEDED),
    "a thread": (
        lambda: _thread.start_new_thread(sleep_for_ever, ()),
        lambda: len(sys._current_frames()) > 1,
    ),
    "a named thread": (
        lambda: threading.Thread(target=sleep_for_ever, daemon=True, name=WORD).start(),
        lambda: any(thread.name == WORD for thread in threading.enumerate()),
    ),
    "the name of the main thread": (
        lambda: libc.prctl(SET_NAME, NAME, 0, 0, 0),
        thread_name,
    ),
    "a daemon": (start_daemon, hear_daemon),
    "shared memory": (map_shared, lambda: math.mapped[: len(NAME)] == NAME),
    "a pipe": (fill_pipe, lambda: is_open(28)),
    "a descriptor": (lambda: os.dup2(2, 27), lambda: is_open(27)),
    "the flags of an open file": (
        lambda: fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND),
        lambda: fcntl.fcntl(0, fcntl.F_GETFL) & os.O_APPEND,
    ),
    "an attribute of a file": (
        lambda: file_attribute(SET_ATTRIBUTE, file_attribute(GET_ATTRIBUTE) | NO_DUMP),
        lambda: file_attribute(GET_ATTRIBUTE) & NO_DUMP,
    ),
    "a hint for the disk": (
        lambda: write_hint(SET_HINT, LONG_LIFE),
        lambda: write_hint(GET_HINT) == LONG_LIFE,
    ),
    "a flag of a mount": (
        change_mount,
        lambda: os.statvfs("/dev").f_flag & os.ST_NODIRATIME,
    ),
    "a file in memory": (
        lambda: os.dup2(os.memfd_create(WORD), 29),
        lambda: is_open(29),
    ),
    "a timer": (
        lambda: signal.setitimer(signal.ITIMER_REAL, 3600),
        lambda: signal.getitimer(signal.ITIMER_REAL)[0] > 0,
    ),
    "a signal's handler": (
        lambda: signal.signal(signal.SIGUSR2, handler),
        lambda: signal.getsignal(signal.SIGUSR2) is not signal.SIG_DFL,
    ),
    "the blocked signals": (
        lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2]),
        lambda: signal.SIGUSR2 in blocked(),
    ),
    "a limit": (
        lambda: resource.setrlimit(resource.RLIMIT_CPU, (62022, 62022)),
        lambda: resource.getrlimit(resource.RLIMIT_CPU)[0] == 62022,
    ),
    "the folder": (lambda: os.chdir("/usr/lib"), lambda: os.getcwd() == "/usr/lib"),
    "the mask of new files": (lambda: os.umask(0o70), lambda: mask() == 0o70),
    "the priority": (lambda: os.nice(7), lambda: os.nice(0) == 7),
    "the priority of the slot": (
        lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 9),
        lambda: os.getpriority(os.PRIO_PROCESS, os.getppid()) == 9,
    ),
    "the scheduling of the slot": (
        lambda: os.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0)),
        lambda: os.sched_getscheduler(0) == os.SCHED_BATCH,
    ),
    "a limit of the slot": (
        lambda: resource.prlimit(os.getppid(), resource.RLIMIT_SIGPENDING, (622, 622)),
        lambda: resource.getrlimit(resource.RLIMIT_SIGPENDING)[0] == 622,
    ),
    "a file in /tmp": (
        lambda: create("/tmp/hostile-memory"),
        lambda: os.path.exists("/tmp/hostile-memory"),
    ),
    "a file in /dev/shm": (
        lambda: create("/dev/shm/hostile-memory"),
        lambda: os.path.exists("/dev/shm/hostile-memory"),
    ),
    "a file here": (lambda: create(WORD), lambda: os.path.exists(WORD)),
    "a folder": (
        lambda: os.mkdir("/tmp/hostile-memories"),
        lambda: os.path.exists("/tmp/hostile-memories"),
    ),
    "a segment of System V": (
        lambda: worked(libc.shmget(KEY, 4096, 0o1600)),
        lambda: worked(libc.shmget(KEY, 4096, 0)),
    ),
    "a queue of System V": (
        lambda: worked(libc.msgget(KEY, 0o1600)),
        lambda: worked(libc.msgget(KEY, 0)),
    ),
    "a semaphore of System V": (
        lambda: worked(libc.semget(KEY, 1, 0o1600)),
        lambda: worked(libc.semget(KEY, 1, 0)),
    ),
    "a queue of POSIX": (
        lambda: worked(libc.syscall(OPEN_QUEUE, NAME, 0o100, 0o600, None)),
        lambda: worked(libc.syscall(OPEN_QUEUE, NAME, 0, 0, None)),
    ),
    "a keyring": (
        lambda: worked(libc.syscall(ADD_KEY, b"user", NAME, b"x", 1, USERS_KEYS)),
        lambda: worked(libc.syscall(FIND_KEY, b"user", NAME, None, USERS_KEYS)),
    ),
}


def places_of_word(slowly=False):
    """The places where the word is. Looking through all objects is slow."""
    names = []
    for name, (_, find) in PLACES.items():
        with contextlib.suppress(Exception):
            if (slowly or find is not is_object_there) and find():
                names.append(name)
    return names


def hide():
    for put, _ in PLACES.values():
        with contextlib.suppress(Exception):
            put()


# To look through all objects takes half of a box's time, so it does not do it in every game.
IS_SLOW = os.urandom(1)[0] % 4 == 0

assert not places_of_word(IS_SLOW), f"remembered when it was imported: {places_of_word(IS_SLOW)}"


class Remembers(Player):
    def __init__(self, report=False):
        self.report = report
        self.has_hidden = False
        assert not places_of_word(), f"remembered when it was made: {places_of_word()}"

    def think(self, observation, budget):
        if not self.has_hidden:
            assert not places_of_word(), f"remembered in its first turn: {places_of_word()}"
            hide()
            self.has_hidden = True
        elif self.report:
            raise LookupError(f"{len(places_of_word(slowly=True))} places")
        return self.dice.choice(observation.get_list_actions())
