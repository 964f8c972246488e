"""The calls of `_kernel.c` made with ctypes, where there is no compiler.

A second copy on purpose: `tests/sandbox/test_kernel.py` compares the two.
"""

import ctypes
import os

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all machines
SET_SECCOMP, FILTER_MODE, CAPABILITY_VERSION = 22, 2, 0x20080522

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
