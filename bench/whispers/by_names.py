"""A channel of `bench.whispers`: looks for missing files. The kernel remembers such names."""

import os
import time
from statistics import median

COUNT = 24
# At `sandbox`, /bot is a folder of the host; Python's files are a copy.
FOLDER = "/bot" if os.path.isdir("/bot") else os.path.dirname(os.__file__)  # noqa: PTH112, PTH120


def seconds(name):
    started = time.perf_counter_ns()
    os.path.exists(name)  # noqa: PTH110
    return time.perf_counter_ns() - started


def name(number, place):
    return f"{FOLDER}/whisper-{number}-{place}"


def send(number, bits):
    for place, bit in enumerate(bits):
        if bit:
            seconds(name(number, place))


def receive(number):
    for place in range(200, 232):
        seconds(name(number, place))
    new = median(seconds(name(number, place)) for place in range(100, 132))
    known = median(seconds(name(number, place)) for place in range(100, 132))
    return [int(seconds(name(number, place)) < (new + known) / 2) for place in range(COUNT)]
