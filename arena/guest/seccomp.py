"""Which calls to the kernel a bot may make: a filter in the kernel's own small language.

A list of what is allowed; all else fails with "operation not permitted". What a bot in Python needs
is little: memory, reading files that are there, its descriptors, clocks, threads. Nothing that
makes processes, sockets, locks on files or watches on folders, which partners could talk through;
nor what tells of the whole machine: how much memory is free, which pages of a file are in it.
"""

import ctypes
import platform
import struct

# name -> number, for the two machines that matter
X86_64 = dict(
    read=0, write=1, close=3, stat=4, fstat=5, lstat=6, poll=7, lseek=8, mmap=9, mprotect=10,
    munmap=11, brk=12, rt_sigaction=13, rt_sigprocmask=14, rt_sigreturn=15, pread64=17, readv=19,
    writev=20, access=21, pipe=22, select=23, sched_yield=24, mremap=25, madvise=28,
    dup=32, dup2=33, pause=34, nanosleep=35, getitimer=36, alarm=37, setitimer=38, getpid=39,
    exit=60, uname=63, getcwd=79, readlink=89, umask=95, gettimeofday=96, getrlimit=97,
    getrusage=98, times=100, getuid=102, getgid=104, geteuid=107, getegid=108,
    getppid=110, getgroups=115, sigaltstack=131, arch_prctl=158, gettid=186, time=201, futex=202,
    sched_getaffinity=204, getdents64=217, set_tid_address=218, restart_syscall=219,
    clock_gettime=228, clock_getres=229, clock_nanosleep=230, exit_group=231, openat=257,
    newfstatat=262, readlinkat=267, faccessat=269, pselect6=270, ppoll=271, set_robust_list=273,
    pipe2=293, prlimit64=302, getcpu=309, getrandom=318, membarrier=324, statx=332, rseq=334,
    close_range=436, faccessat2=439, open=2, dup3=292, epoll_create1=291, epoll_ctl=233,
    epoll_wait=232, epoll_pwait=281, eventfd2=290,
    clone=56, clone3=435, fcntl=72, ioctl=16,
)  # fmt: skip
AARCH64 = dict(
    read=63, write=64, close=57, fstat=80, lseek=62, mmap=222, mprotect=226, munmap=215, brk=214,
    rt_sigaction=134, rt_sigprocmask=135, rt_sigreturn=139, pread64=67, readv=65, writev=66,
    sched_yield=124, mremap=216, madvise=233, dup=23, dup3=24, nanosleep=101,
    getitimer=102, setitimer=103, getpid=172, exit=93, uname=160, getcwd=17, umask=166,
    gettimeofday=169, getrlimit=163, getrusage=165, times=153, getuid=174, getgid=176,
    geteuid=175, getegid=177, getppid=173, getgroups=158, sigaltstack=132, gettid=178, futex=98,
    sched_getaffinity=123, getdents64=61, set_tid_address=96, restart_syscall=128,
    clock_gettime=113, clock_getres=114, clock_nanosleep=115, exit_group=94, openat=56,
    newfstatat=79, readlinkat=78, faccessat=48, pselect6=72, ppoll=73, set_robust_list=99, pipe2=59,
    prlimit64=261, getcpu=168, getrandom=278, membarrier=283, statx=291, rseq=293, close_range=436,
    faccessat2=439, epoll_create1=20, epoll_ctl=21, epoll_pwait=22, eventfd2=19,
    clone=220, clone3=435, fcntl=25, ioctl=29,
)  # fmt: skip
MACHINES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}

CLONE_THREAD = 0x00010000
FCNTL = (0, 1, 2, 3, 4, 1030)  # duplicate, and the flags of a descriptor; no locks
# A lock in memory of the process itself. Others are found by the file that is mapped there, which
# boxes share: they could wake each other. "Try again" is what the C library understands.
FUTEX_PRIVATE = 0x80
TCGETS = 0x5401  # "are you a terminal?", asked of every descriptor that is opened
# Processes are not hidden from each other at every level: no limits but one's own, and no clock
# that counts another's time.
OURSELVES, CLOCKS_OF_OTHERS = 0, 0x80000000

EPERM, EAGAIN, ENOSYS = 1, 11, 38
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000

# Instructions: load a word of the call, compare and jump, test bits and jump, return.
LOAD, EQUAL, AT_LEAST, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, ARGUMENT = 0, 4, 16  # where in the call: its number, the machine, the arguments
X32 = 0x40000000  # the other numbers of x86, which would slip through the list


def program() -> bytes:
    """The filter for this machine."""
    arch, numbers = MACHINES[platform.machine()]
    code = [
        (LOAD, 0, 0, ARCH),
        (EQUAL, 1, 0, arch),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, KILL),
    ]
    clocks = ("clock_gettime", "clock_nanosleep")
    special = {"clone", "clone3", "fcntl", "futex", "ioctl", "prlimit64", *clocks}
    for name, number in numbers.items():
        if name not in special:
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    # The C library tries clone3 first, whose flags a filter cannot see, and then clone.
    code += [(EQUAL, 0, 1, numbers["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS)]
    code += _when(numbers["clone"], ARGUMENT, [(BITS, 0, 1, CLONE_THREAD)])
    code += _when(numbers["futex"], ARGUMENT + 8, [(BITS, 0, 1, FUTEX_PRIVATE)], EAGAIN)
    code += _when(numbers["fcntl"], ARGUMENT + 8, [(EQUAL, 0, 1, kind) for kind in FCNTL])
    code += _when(numbers["ioctl"], ARGUMENT + 8, [(EQUAL, 0, 1, TCGETS)])
    code += _when(numbers["prlimit64"], ARGUMENT, [(EQUAL, 0, 1, OURSELVES)])
    for name in clocks:
        code += _when(numbers[name], ARGUMENT, [(AT_LEAST, 1, 0, CLOCKS_OF_OTHERS)])
    code.append((RETURN, 0, 0, ERRNO | EPERM))
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def _when(
    number: int, argument: int, tests: list[tuple[int, int, int, int]], error: int = EPERM
) -> list[tuple[int, int, int, int]]:
    """Allow the call when one of the tests of its argument holds."""
    body = [(LOAD, 0, 0, argument)]
    for test in tests:
        body += [test, (RETURN, 0, 0, ALLOW)]
    body.append((RETURN, 0, 0, ERRNO | error))
    return [(EQUAL, 0, len(body), number), *body]


class Filter:
    """The filter, ready to be put on a process."""

    def __init__(self, libc: ctypes.CDLL) -> None:
        code = program()
        self._libc = libc
        self._code = ctypes.create_string_buffer(code, len(code))
        self._program = _Program(len(code) // 8, ctypes.addressof(self._code))

    def install(self) -> None:
        """Put the filter on this process, and on all that it becomes. There is no way back."""
        reference = ctypes.byref(self._program)
        if self._libc.prctl(PR_SET_SECCOMP, FILTER_MODE, reference, 0, 0):
            raise OSError(ctypes.get_errno(), "the filter for calls to the kernel was refused")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


PR_SET_SECCOMP, FILTER_MODE = 22, 2
