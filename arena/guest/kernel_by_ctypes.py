"""The calls of `_kernel.c` made with ctypes, where there is no compiler.

A second copy on purpose: `tests/sandbox/test_kernel.py` compares the two.
"""

import ctypes
import os
import resource
import signal
import struct

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all machines
SET_SECCOMP, FILTER_MODE, CAPABILITY_VERSION = 22, 2, 0x20080522

NEW_PROCESSES, SET_DEATH_SIGNAL, CHANNEL = 0x20000000, 1, 3

libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def process_control(option: int, value: int) -> int:
    if option == SET_SECCOMP:
        raise ValueError("a filter is set with set_filter")
    return _checked(libc.prctl(option, ctypes.c_long(value), 0, 0, 0))


def unshare_namespaces(kinds: int) -> int:
    return _checked(libc.unshare(kinds))


def enter_namespaces(descriptor: int, kinds: int) -> int:
    return _checked(libc.setns(descriptor, kinds))


def drop_capabilities() -> int:
    header, nothing = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    return _checked(libc.capset(header, nothing))


def set_filter(program: bytes) -> int:
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = _Program(len(program) // 8, ctypes.addressof(code))
    return _checked(libc.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(filter_), 0, 0))


def landlock_version() -> int:
    return _checked(libc.syscall(CREATE_RULESET, None, 0, 1))


def landlock_rules(rules: bytes) -> int:
    return _checked(libc.syscall(CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), 0))


def landlock_allow(ruleset: int, rule: bytes) -> int:
    return _checked(libc.syscall(ADD_RULE, ruleset, 1, rule, 0))


def landlock_restrict(ruleset: int) -> int:
    return _checked(libc.syscall(RESTRICT_SELF, ruleset, 0))


def fork_box(
    space: int,
    channel: int,
    output: int,
    nothing: int,
    ruleset: int,
    drops: bool,
    limits: bytes,
    program: bytes,
) -> int:
    """Fork a process that has given up what a bot does not need. Returns 0 in it.

    `space` is a descriptor of ourselves, where the child is to be the first of a new process
    namespace. `channel` becomes its descriptor 3, `output` its 1 and 2, `nothing` its 0; all
    others are closed. It keeps to the rules of Landlock in `ruleset`, `drops` its capabilities,
    has these limits (pairs of 64 bits: which, and how much) and this filter. -1 and nothing are
    for what it does without.
    """
    if space >= 0:
        unshare_namespaces(NEW_PROCESSES)
    child = -1
    try:
        child = os.fork()
    finally:
        if child and space >= 0:  # without this we could not ask for another namespace
            enter_namespaces(space, NEW_PROCESSES)
    if child == 0:
        try:
            process_control(SET_DEATH_SIGNAL, signal.SIGKILL)
            if ruleset >= 0:
                landlock_restrict(ruleset)
            os.setsid()
            for here, there in ((nothing, 0), (output, 1), (output, 2), (channel, CHANNEL)):
                os.dup2(here, there)
            os.closerange(CHANNEL + 1, 1024)
            for kind, most in struct.iter_unpack("=qq", limits):
                resource.setrlimit(kind, (most, most))
            if drops:
                drop_capabilities()
            if program:
                set_filter(program)
        except BaseException as error:
            os.write(2, f"a box cannot be made: {error}\n".encode())
            os._exit(1)
    return child
