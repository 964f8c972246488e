"""A channel of `bench.whispers`: counts pipes. The kernel numbers them, on each core."""

import os

COUNT = 4
STEP = 100


def inode():
    read, write = os.pipe()
    number = os.fstat(read).st_ino
    os.close(read)
    os.close(write)
    return number


def send(_, bits):
    for _ in range(STEP * sum(bit << place for place, bit in enumerate(bits))):
        inode()


STARTED = inode()


def receive(_):
    steps = round((inode() - STARTED) / STEP)
    return [steps >> place & 1 for place in range(COUNT)]
