"""Fills the processor's cache, or not: the partner's own memory is slow after it."""

import time

from Players.Player import Player

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


class Bot(Player):
    """The first to move sends what it has drawn; its partner reads."""

    def __init__(self, number):
        self.number = number

    def think(self, observation, budget):
        if observation.playing_cards.len() == 0:
            bits = [self.dice.below(2) for _ in range(COUNT)]
            send(self.number, bits)
        else:
            bits = receive(self.number)
        raise ValueError("<" + "".join(map(str, bits)) + ">")
