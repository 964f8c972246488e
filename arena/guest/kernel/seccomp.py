"""The calls to the kernel that a bot may make, as a seccomp filter (a small BPF program).

The filter is a list of allowed calls. All others fail with "operation not permitted". A bot in
Python needs few calls: memory, reading existing files, its descriptors, clocks, threads. It may not
make processes, sockets, pipes, locks on files or watches on folders, because partners could talk
through them. (The number of a new pipe is a counter of the whole kernel.) It may not ask about the
whole machine either: how much memory is free, which pages of a file are in memory, how much the
disk had to read. Some calls are allowed only with some arguments: see `conditional_calls`.
"""

import platform
import struct
from collections.abc import Sequence
from typing import NamedTuple

# name -> number, for the two kinds of machines that we support
X86_64 = dict(
    read=0, write=1, close=3, stat=4, fstat=5, lstat=6, poll=7, lseek=8, mmap=9, mprotect=10,
    munmap=11, brk=12, rt_sigaction=13, rt_sigprocmask=14, rt_sigreturn=15, pread64=17, readv=19,
    writev=20, access=21, select=23, mremap=25, madvise=28,
    dup=32, dup2=33, pause=34, nanosleep=35, getitimer=36, alarm=37, setitimer=38, getpid=39,
    exit=60, uname=63, getcwd=79, readlink=89, gettimeofday=96, getrlimit=97,
    getuid=102, getgid=104, geteuid=107, getegid=108, times=100,
    getppid=110, getgroups=115, sigaltstack=131, arch_prctl=158, gettid=186, time=201, futex=202,
    sched_getaffinity=204, getdents64=217, set_tid_address=218, restart_syscall=219,
    clock_gettime=228, clock_getres=229, clock_nanosleep=230, exit_group=231, openat=257,
    newfstatat=262, readlinkat=267, faccessat=269, pselect6=270, ppoll=271, set_robust_list=273,
    prlimit64=302, getcpu=309, getrandom=318, statx=332, rseq=334, close_range=436,
    faccessat2=439, open=2, dup3=292, clone=56, clone3=435, fcntl=72, ioctl=16,
)  # fmt: skip
AARCH64 = dict(
    read=63, write=64, close=57, fstat=80, lseek=62, mmap=222, mprotect=226, munmap=215, brk=214,
    rt_sigaction=134, rt_sigprocmask=135, rt_sigreturn=139, pread64=67, readv=65, writev=66,
    mremap=216, madvise=233, dup=23, dup3=24, nanosleep=101,
    getitimer=102, setitimer=103, getpid=172, exit=93, uname=160, getcwd=17, times=153,
    gettimeofday=169, getrlimit=163, getuid=174, getgid=176,
    geteuid=175, getegid=177, getppid=173, getgroups=158, sigaltstack=132, gettid=178, futex=98,
    sched_getaffinity=123, getdents64=61, set_tid_address=96, restart_syscall=128,
    clock_gettime=113, clock_getres=114, clock_nanosleep=115, exit_group=94, openat=56,
    newfstatat=79, readlinkat=78, faccessat=48, pselect6=72, ppoll=73, set_robust_list=99,
    prlimit64=261, getcpu=168, getrandom=278, statx=291, rseq=293, close_range=436,
    faccessat2=439, clone=220, clone3=435, fcntl=25, ioctl=29,
)  # fmt: skip
MACHINES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}
# What a slot needs besides, to make boxes.
SLOT_X86_64 = dict(
    sendmsg=46, recvmsg=47, setsid=112, capset=126, prctl=157, unshare=272, setns=308,
    pidfd_open=434, landlock_restrict_self=446,
)  # fmt: skip
SLOT_AARCH64 = dict(
    sendmsg=211, recvmsg=212, setsid=157, capset=91, prctl=167, unshare=97, setns=268,
    pidfd_open=434, landlock_restrict_self=446,
)  # fmt: skip
OF_SLOT = {"x86_64": SLOT_X86_64, "aarch64": SLOT_AARCH64}

# The flags of pthread_create: the new thread shares everything. musl adds a flag without effect.
A_THREAD = (0x003D0F00, 0x007D0F00)
A_FORK = (0x01200011, 0x00000011)  # the flags of fork, in glibc and in musl
FCNTL = (0, 1, 2, 3, 4, 1030)  # duplicate a descriptor, and its flags; no locks
# WAIT, WAKE, and both with BITSET, for private locks; waiting also with a wall-clock limit.
# The kernel identifies other locks by the mapped file. Boxes share such files, so they could wake
# each other. The C library understands the error "try again".
FUTEX = (128, 129, 137, 138, 384, 393)
MADVISE = (4, 8, 14)  # DONTNEED, FREE, HUGEPAGE: malloc uses them for its own memory
PROT_EXEC = 4
# Calls that describe an open file, or give it another descriptor. A pipe is described with a number
# from a counter of the whole kernel, so a box may not ask about its own pipes.
DESCRIBING = ("fstat", "newfstatat", "statx", "dup", "dup2", "dup3", "fcntl")
LAST_PIPE = 4
TCGETS = 0x5401  # "is it a terminal?": Python asks this for each file that it opens
# Some levels do not hide processes from each other. So a bot may ask only for its own limits and
# cores, and may not read a clock that counts another process's time.
OURSELVES, CLOCKS_OF_OTHERS = 0, 0x80000000

EPERM, EAGAIN, ENOSYS = 1, 11, 38
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
REPORT = 0x7FC00000  # the call waits until the arena has decided about it
DENY = ERRNO | EPERM

# Instructions: load a word of the call, compare and jump, test bits and jump, return.
LOAD, EQUAL, AT_LEAST, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, ARGUMENT = 0, 4, 16  # where in the call: its number, the machine, the arguments
X32 = 0x40000000  # a second set of call numbers of x86, which the list does not cover

Instruction = tuple[int, int, int, int]


class Rule(NamedTuple):
    """The call is allowed if one of these tests of one of its arguments holds."""

    argument: int  # its number, from 0
    tests: Sequence[Instruction]
    otherwise: int = DENY


# A box has two filters, and the kernel obeys the stricter one. The first is that of its slot, and
# is long. The kernel needs less time to set the second, which is short.


def slot_program() -> bytes:
    """The filter of a slot, which its boxes inherit: the calls of a bot, and those of a slot."""
    special = conditional_calls() | {"clone": Rule(0, _equal(*A_THREAD, *A_FORK))}
    return _allow(special)


def reporting_program() -> bytes:
    """The first filter of a box in an examination, instead of its slot's.

    It allows the same. But the kernel asks the arena about every file that is opened, and about
    every call that is not in the list. The arena refuses the latter.
    """
    special = conditional_calls() | {"clone": Rule(0, _equal(*A_THREAD), REPORT)}
    special |= dict.fromkeys(("open", "openat"), Rule(0, (), REPORT))
    return _allow(special, REPORT)


def box_program(*, loads_code: bool = False, reports: bool = False) -> bytes:
    """The second filter of a box.

    With `loads_code` a bot can still load shared objects, as some packages do late. With `reports`
    the first filter is the `reporting_program`.
    """
    machine = platform.machine()
    numbers = MACHINES[machine][1]
    special: dict[str, Rule] = {}
    if not reports:  # otherwise the first filter reports what is not a thread
        special["clone"] = conditional_calls()["clone"]
    if not loads_code:
        special |= dict.fromkeys(("mmap", "mprotect"), Rule(2, [(BITS, 1, 0, PROT_EXEC)]))
    code = [(LOAD, 0, 0, NUMBER)]
    for number in OF_SLOT[machine].values():
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, DENY)]
    for name, rule in special.items():
        code += _when(numbers[name], rule)
    return _as_bytes([*code, *_describe_no_pipe(numbers)])


def _allow(special: dict[str, Rule], otherwise: int = DENY) -> bytes:
    """A filter that allows the calls of bots and slots, some of them only with some arguments."""
    machine = platform.machine()
    numbers = MACHINES[machine][1] | OF_SLOT[machine]
    code = _of_this_machine()
    for name, number in numbers.items():
        if name not in special and name != "clone3":
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    # The C library first tries clone3, whose flags a filter cannot see, and then clone.
    code += [(EQUAL, 0, 1, numbers["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS)]
    for name, rule in special.items():
        if name in numbers:
            code += _when(numbers[name], rule)
    return _as_bytes([*code, (RETURN, 0, 0, otherwise)])


def _of_this_machine() -> list[Instruction]:
    """End a process that uses the call numbers of another kind of machine."""
    return [
        (LOAD, 0, 0, ARCH),
        (EQUAL, 1, 0, MACHINES[platform.machine()][0]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, KILL),
    ]


def _as_bytes(code: Sequence[Instruction]) -> bytes:
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def conditional_calls() -> dict[str, Rule]:
    """The calls that are allowed only with some arguments."""
    none_of_others = Rule(0, _equal(OURSELVES))
    our_clocks = Rule(0, [(AT_LEAST, 1, 0, CLOCKS_OF_OTHERS)])
    return {
        "clone": Rule(0, _equal(*A_THREAD)),
        "futex": Rule(1, _equal(*FUTEX), ERRNO | EAGAIN),
        "madvise": Rule(2, _equal(*MADVISE)),
        "fcntl": Rule(1, _equal(*FCNTL)),
        "ioctl": Rule(1, _equal(TCGETS)),
        "prlimit64": none_of_others,
        "sched_getaffinity": none_of_others,
        "clock_gettime": our_clocks,
        "clock_nanosleep": our_clocks,
    }


def _equal(*values: int) -> list[Instruction]:
    return [(EQUAL, 0, 1, value) for value in values]


def _when(number: int, rule: Rule) -> list[Instruction]:
    body = [(LOAD, 0, 0, ARGUMENT + 8 * rule.argument)]
    for test in rule.tests:
        body += [test, (RETURN, 0, 0, ALLOW)]
    body.append((RETURN, 0, 0, rule.otherwise))
    return [(EQUAL, 0, len(body), number), *body]


def _describe_no_pipe(numbers: dict[str, int]) -> list[Instruction]:
    """Allow everything but to describe the pipes to the arena, which are the descriptors 1 to 4.

    All calls jump to one rule, because the kernel needs time for every line of a filter.
    """
    calls = [numbers[name] for name in DESCRIBING if name in numbers]
    jumps = [(EQUAL, len(calls) - place, 0, number) for place, number in enumerate(calls)]
    rule = _when(0, Rule(0, [(AT_LEAST, 0, 1, LAST_PIPE + 1), (EQUAL, 0, 1, 0)]))[1:]
    return [*jumps, (RETURN, 0, 0, ALLOW), *rule]


# The requests about an open file that level `process` allows. Others change attributes of a file,
# even of one that is only read: duplicate, flags, locks, owner of signals, size of a pipe, seals.
ALL_FCNTL = (*range(10), 36, 37, 38, *range(1030, 1035))
# Terminals, bytes to read, flags of a descriptor, names and numbers of network interfaces.
ALL_IOCTL = (TCGETS, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x8910, 0x8912, 0x8933)
# Calls that level `process` refuses. The effect of most outlives a process: new processes, System V
# and POSIX objects, keys, attributes of files, clocks and settings of the machine. A bot could also
# change the priority, cores and limits of its slot, which the next boxes inherit. And with more
# processes, or a low priority, it could pretend that the machine gave it no core.
LASTING_X86_64 = dict(
    fork=57, vfork=58, execve=59, execveat=322,
    shmget=29, semget=64, msgget=68, mq_open=240, add_key=248, request_key=249, keyctl=250,
    chmod=90, fchmod=91, fchmodat=268, fchmodat2=452, chown=92, fchown=93, lchown=94, fchownat=260,
    utime=132, utimes=235, futimesat=261, utimensat=280, setxattr=188, lsetxattr=189,
    fsetxattr=190, setxattrat=463, sethostname=170, setdomainname=171, bpf=321, io_uring_setup=425,
    settimeofday=164, adjtimex=159, clock_settime=227, clock_adjtime=305, syslog=103, acct=163,
    swapon=167, swapoff=168, reboot=169, init_module=175, delete_module=176, finit_module=313,
    kexec_load=246, kexec_file_load=320, quotactl=179, quotactl_fd=443,
    setpriority=141, ioprio_set=251, sched_setparam=142, sched_setscheduler=144,
    sched_setattr=314, sched_setaffinity=203, migrate_pages=256, move_pages=279,
)  # fmt: skip
LASTING_AARCH64 = dict(
    execve=221, execveat=281,
    shmget=194, semget=190, msgget=186, mq_open=180, add_key=217, request_key=218, keyctl=219,
    fchmod=52, fchmodat=53, fchmodat2=452, fchown=55, fchownat=54, utimensat=88, setxattr=5,
    lsetxattr=6, fsetxattr=7, setxattrat=463, sethostname=161, setdomainname=162, bpf=280,
    io_uring_setup=425,
    settimeofday=170, adjtimex=171, clock_settime=112, clock_adjtime=266, syslog=116, acct=89,
    swapon=224, swapoff=225, reboot=142, init_module=105, delete_module=106, finit_module=273,
    kexec_load=104, kexec_file_load=294, quotactl=60, quotactl_fd=443,
    setpriority=140, ioprio_set=30, sched_setparam=118, sched_setscheduler=119,
    sched_setattr=274, sched_setaffinity=122, migrate_pages=238, move_pages=239,
)  # fmt: skip
LASTING = {"x86_64": LASTING_X86_64, "aarch64": LASTING_AARCH64}


def no_lasting_calls() -> bytes:
    """A filter that allows all calls except those whose effect outlives the process.

    Empty on kinds of machines that this module does not know.
    """
    machine = platform.machine()
    if machine not in LASTING:
        return b""
    code = _of_this_machine()
    for number in LASTING[machine].values():
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, DENY)]
    numbers, partly = MACHINES[machine][1], conditional_calls()
    partly["fcntl"] = Rule(1, _equal(*ALL_FCNTL))
    partly["ioctl"] = Rule(1, _equal(*ALL_IOCTL))
    code += [(EQUAL, 0, 1, numbers["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS)]
    for name in ("clone", "prlimit64", "fcntl", "ioctl"):
        code += _when(numbers[name], partly[name])
    return _as_bytes([*code, (RETURN, 0, 0, ALLOW)])
