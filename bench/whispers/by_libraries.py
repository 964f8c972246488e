"""A channel of `bench.whispers`: flush and reload lines of a shared library in the cache."""

import ctypes

COUNT = 16
LIBC = ctypes.CDLL(None)
LIBC.mmap.restype = ctypes.c_void_p
PAGE = LIBC.mmap(None, 4096, 7, 0x22, -1, 0)
# clflush (%rdi); and: lfence; rdtsc; mov %eax,%esi; lfence; mov (%rdi),%al; lfence; rdtsc; sub
ctypes.memmove(PAGE, bytes.fromhex("0fae3fc3"), 4)
TIMED = "0faee80f3189c60faee88a070faee80f3129f0c3"
ctypes.memmove(PAGE + 16, bytes.fromhex(TIMED), len(TIMED) // 2)
FLUSH = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(PAGE)
CYCLES = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)(PAGE + 16)
# Far inside the C library, where little other code runs.
START = ctypes.cast(LIBC.iconv_open, ctypes.c_void_p).value & ~4095
LINES = [START + 4096 * place + 64 * 7 for place in range(COUNT)]
SPARE = START - 4096


def cycles(line):
    CYCLES(line ^ 2048)  # now the page is known to the processor, but this line is not in the cache
    return CYCLES(line)


def limit():
    """The number of cycles between a line in the cache and a line that is not."""
    near, far = [], []
    for _ in range(99):
        FLUSH(SPARE)
        far.append(cycles(SPARE))
        near.append(cycles(SPARE))
    return (sorted(near)[49] + sorted(far)[49]) / 2


for line in LINES:
    FLUSH(line)
    cycles(line ^ 1024)


def send(_, bits):
    for _ in range(100):
        for line, bit in zip(LINES, bits, strict=True):
            if bit:
                CYCLES(line)


def receive(_):
    middle = limit()
    return [int(cycles(line) < middle) for line in LINES]
