"""The queue of an engine's blocks: how far work runs ahead of the first unfinished block."""

from itertools import count

from arena.workers.block_queue import BlockQueue


def queue_of(lead: int | None) -> BlockQueue[int, int]:
    return BlockQueue(([number] for number in count()), lead)


def test_in_order_no_block_begins_that_is_too_far_behind_an_unfinished_one():
    queue = queue_of(lead=3)
    first, second, third = (queue.next() for _ in range(3))
    assert queue.next() is None
    queue.add(second, 1)
    queue.add(third, 2)
    assert (queue.next(), queue.take()) == (None, [])
    queue.add(first, 0)
    assert queue.take() == [0, 1, 2]
    assert queue.next().number == 3


def test_without_order_any_number_of_blocks_may_begin():
    queue = queue_of(lead=None)
    given = [queue.next() for _ in range(100)]
    queue.add(given[99], 99)
    assert queue.take() == [99]


def test_the_rest_of_a_returned_block_comes_first():
    queue: BlockQueue[int, int] = BlockQueue([[1, 2, 3], [4]], None)
    block = queue.next()
    queue.add(block, 1)
    queue.give_back([block])
    assert list(queue.next().items) == [2, 3]
    assert list(queue.next().items) == [4]
    assert queue.next() is None
