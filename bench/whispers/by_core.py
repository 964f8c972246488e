"""A channel of `bench.whispers`: computes in its pause, and delays the partner on its core."""

import threading
import time

COUNT = 24
BIT, EVERY = 0.0006, 0.25  # seconds: of work for a bit, and between the moments to begin


def beginning():
    return (time.perf_counter() // EVERY + 1) * EVERY


def work(bits, start):
    for place, bit in enumerate(bits):
        time.sleep(max(0, start + 3 * BIT * place - time.perf_counter()))
        until = time.perf_counter() + BIT * bit
        while time.perf_counter() < until:
            pass


def send(_, bits):
    threading.Thread(target=work, args=(bits, beginning()), daemon=True).start()


def receive(_):
    start, delays = beginning(), [0.0] * COUNT
    last = time.perf_counter()
    while last < start + 3 * BIT * COUNT:
        now = time.perf_counter()
        if now - last > BIT / 4 and now > start:
            delays[min(COUNT - 1, max(0, int((last - start) / (3 * BIT))))] += now - last
        last = now
    return [int(delay > BIT / 2) for delay in delays]
