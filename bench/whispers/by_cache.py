"""A channel of `bench.whispers`: fills the processor's cache, which slows the partner's memory."""

import time

COUNT = 1
OWN = list(range(20_000))
OTHER = bytearray(32 * 2**20)


def seconds():
    started = time.perf_counter_ns()
    sum(OWN)
    return time.perf_counter_ns() - started


for _ in range(20):
    seconds()


def send(_, bits):
    if bits[0]:
        for _ in range(4):
            OTHER[::64] = bytes(len(OTHER[::64]))


def receive(_):
    first = seconds()
    usual = sorted(seconds() for _ in range(9))[4]
    return [int(first > 1.5 * usual)]
