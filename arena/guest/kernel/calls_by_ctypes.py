"""The calls of `_kernel.c`, made with ctypes where there is no compiler.

This second copy is deliberate: `tests/sandbox/test_kernel.py` compares the two. Of ctypes, a box
keeps nothing that has a name: see `_forget_ctypes`.
"""

import ctypes
import functools
import os
import platform
import resource
import signal
import socket
import struct
from contextlib import suppress

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all machines
SET_MOUNTS, RECURSIVELY, READ_ONLY = 442, 0x8000, 1
NOTHING_WRITTEN_OR_RUN = 0b1111  # flags of mount: read-only, no programs, no devices
SET_SECCOMP, FILTER_MODE, CAPABILITY_VERSION = 22, 2, 0x20080522
SECCOMP = {"x86_64": 317, "aarch64": 277}  # the number of this call on each machine
SET_FILTER, NEW_LISTENER = 1, 8

NEW_PROCESSES, SET_DEATH_SIGNAL, BIND = 0x20000000, 1, 4096
ANSWERS, QUESTIONS = 3, 4  # the descriptors of the channel in a box

libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def _raise_on_error(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def process_control(option: int, value: int) -> int:
    if option == SET_SECCOMP:
        raise ValueError("a filter is set with set_filter")
    return _raise_on_error(libc.prctl(option, ctypes.c_long(value), 0, 0, 0))


def unshare_namespaces(kinds: int) -> int:
    return _raise_on_error(libc.unshare(kinds))


def enter_namespaces(descriptor: int, kinds: int) -> int:
    return _raise_on_error(libc.setns(descriptor, kinds))


def cover_folder(folder: str) -> int:
    """Mount an empty folder over this one, for the processes in our mount namespace."""
    flags = ctypes.c_ulong(NOTHING_WRITTEN_OR_RUN)
    return _raise_on_error(libc.mount(b"none", folder.encode(), b"tmpfs", flags, b""))


def make_mounts_read_only() -> int:
    """Make every mount read-only, for the processes in our mount namespace."""
    change = (ctypes.c_uint64 * 4)(READ_ONLY)
    return _raise_on_error(
        libc.syscall(SET_MOUNTS, -1, b"/", RECURSIVELY, change, ctypes.c_size_t(32))
    )


def bind_folder(folder: str, place: str) -> int:
    code = libc.mount(folder.encode(), place.encode(), None, ctypes.c_ulong(BIND), None)
    return _raise_on_error(code)


def keep_capabilities(capabilities: int) -> int:
    """Give up all capabilities except these (a bit for each)."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    kept = (ctypes.c_uint32 * 6)(capabilities, capabilities)  # effective and permitted
    return _raise_on_error(libc.capset(header, kept))


def set_filter(program: bytes) -> int:
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = _Program(len(program) // 8, ctypes.addressof(code))
    return _raise_on_error(libc.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(filter_), 0, 0))


def set_reporting_filter(program: bytes) -> int:
    """Set a filter whose reports can be read from a descriptor. Returns the descriptor."""
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = _Program(len(program) // 8, ctypes.addressof(code))
    number = SECCOMP[platform.machine()]
    return _raise_on_error(libc.syscall(number, SET_FILTER, NEW_LISTENER, ctypes.byref(filter_)))


def landlock_version() -> int:
    return _raise_on_error(libc.syscall(CREATE_RULESET, None, 0, 1))


def landlock_rules(rules: bytes) -> int:
    return _raise_on_error(libc.syscall(CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), 0))


def landlock_allow(ruleset: int, rule: bytes) -> int:
    return _raise_on_error(libc.syscall(ADD_RULE, ruleset, 1, rule, 0))


def landlock_restrict(ruleset: int) -> int:
    return _raise_on_error(libc.syscall(RESTRICT_SELF, ruleset, 0))


def fork_boxes(
    control: int,
    space: int,
    ruleset: int,
    capabilities: int,
    once: bool,
    limits: bytes,
    reporting: bytes,
    program: bytes,
) -> tuple[bytes, int] | None:
    """Fork a box for each request on the socket `control`. Returns None in a box.

    A request is any message with three descriptors: the pipe for the box's answers and the one for
    the arena's questions, which become its descriptors 3 and 4, and its output, which becomes 1 and
    2. Descriptor 0 is /dev/null. Each box opens it itself: boxes that share an open file also share
    its flags, and a bot could leave a message there. All others are closed. If `space` is a
    descriptor of ourselves, the box is the first process of a new process namespace. It obeys the
    Landlock rules in `ruleset`, keeps only these capabilities (a bit for each), and has these
    limits (pairs of 64 bits: the kind and the value) and this filter. With a `reporting` filter, it
    first sends b"reports" and the descriptor from which the arena reads them. -1 and empty bytes
    mean: without.

    Returns at any other message: the message, and the process number of the newest box. Also
    returns b"full" when there was no room for a process (the next call tries again), and, if `once`
    is set, b"born" after each box.
    """
    newest = 0
    messages = _socket(control)
    while True:
        request, message = (_waiting.pop(), b"") if _waiting else _receive(messages)
        if request is None:
            return message, newest
        try:
            child = _fork_box(space)
        except BlockingIOError:
            _waiting.append(request)
            return b"full", newest
        if child == 0:
            _become_box(messages, request, ruleset, capabilities, limits, reporting, program)
            messages.detach()  # its descriptor belongs to the channel of the box
            _forget_ctypes()
            return None
        newest = child
        _announce(messages, child)
        for descriptor in request:
            os.close(descriptor)
        if once:
            return b"born", newest


Request = tuple[int, int, int]  # the answers, the questions and the output of a box

_waiting: list[Request] = []  # the request for which there was no room


@functools.cache
def _socket(control: int) -> socket.socket:
    """The socket with this number.

    It is made once, because Python then calls getsockname, which the filter of a slot forbids.
    """
    return socket.socket(fileno=control)


def _receive(messages: socket.socket) -> tuple[Request | None, bytes]:
    message, descriptors, _, _ = socket.recv_fds(messages, 16, 3)
    if len(descriptors) != 3:
        return None, message
    answers, questions, output = descriptors
    return (answers, questions, output), message


def _announce(messages: socket.socket, child: int) -> None:
    """Send the arena a descriptor of the new box. The next message shows whether it hung up."""
    with suppress(OSError):
        handle = os.pidfd_open(child)
        socket.send_fds(messages, [b"born"], [handle])
        os.close(handle)


def _fork_box(space: int) -> int:
    if space >= 0:
        unshare_namespaces(NEW_PROCESSES)
    child = -1
    try:
        child = os.fork()
    finally:
        if child and space >= 0:  # go back, or we could not make another namespace
            enter_namespaces(space, NEW_PROCESSES)
    return child


def _become_box(
    messages: socket.socket,
    request: Request,
    ruleset: int,
    capabilities: int,
    limits: bytes,
    reporting: bytes,
    program: bytes,
) -> None:
    answers, questions, output = request
    try:
        nothing = os.open("/dev/null", os.O_RDWR)
        process_control(SET_DEATH_SIGNAL, signal.SIGKILL)
        if ruleset >= 0:
            landlock_restrict(ruleset)
        if reporting:
            socket.send_fds(messages, [b"reports"], [set_reporting_filter(reporting)])
        os.setsid()
        for here, there in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(here, there)
        os.dup2(answers, ANSWERS)
        os.dup2(questions, QUESTIONS)
        os.closerange(QUESTIONS + 1, 1024)
        for kind, most in struct.iter_unpack("=qq", limits):
            resource.setrlimit(kind, (most, most))
        keep_capabilities(capabilities)
        if program:
            set_filter(program)
    except BaseException as error:
        os.write(2, f"a box cannot be made: {error}\n".encode())
        os._exit(1)


def _forget_ctypes() -> None:
    """In a box: leave no name through which the bot would come by ctypes.

    A bot can still search for its classes (`object.__subclasses__()`) and call the kernel with
    them. The filter of the box, which is set, refuses these calls as it refuses all others.
    """
    for name in ("ctypes", "libc", "_Program"):
        del globals()[name]
