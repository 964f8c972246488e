"""Streams of random numbers: even, repeatable, and independent where they must be."""

import copy
import pickle
import random

import pytest
from support.chance import assert_spread, assert_uniform

from Game.core.keys import KeyedStream, derive, master_key, seed_number
from Game.core.splitmix import LANES, mixed_words
from Game.core.stream import Stream


def keyed(seed: int) -> KeyedStream:
    return KeyedStream(master_key(seed))


@pytest.fixture(params=[Stream, keyed], ids=["Stream", "KeyedStream"])
def start(request):
    """A function that makes a stream of one of the two kinds from a seed."""
    return request.param


def first_bits(stream: Stream, n: int = 8) -> list[int]:
    return [stream.bits() for _ in range(n)]


# Both kinds


def test_the_same_seed_gives_the_same_numbers(start):
    assert first_bits(start(7)) == first_bits(start(7))


def test_different_seeds_give_different_numbers(start):
    seen = {bits for seed in range(1000) for bits in first_bits(start(seed))}
    assert len(seen) == 8000


def test_bits_are_64_wide(start):
    stream = start(1)
    rows = [stream.bits() for _ in range(2000)]
    assert min(rows) >= 0
    assert max(rows) < 2**64
    for place in range(64):
        ones = sum(row >> place & 1 for row in rows)
        assert_spread([ones, 2000 - ones])


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 2**31 + 1, 2**32 - 1, 2**32])
def test_below_stays_below(start, n):
    stream = start(n)
    assert all(0 <= stream.below(n) < n for _ in range(500))


@pytest.mark.parametrize("n", [2, 3, 6, 10, 40])
def test_below_is_even(start, n):
    stream = start(2)
    assert_uniform([stream.below(n) for _ in range(200 * n)], range(n))


def test_below_redraws_values_that_would_make_some_numbers_likelier(start):
    # Every four of the 2**32 high halves fall on three numbers: without the redraw those divisible
    # by three would come up twice as often as the others.
    n = 3 * 2**30
    stream = start(3)
    assert_uniform([stream.below(n) % 3 for _ in range(9000)], range(3))


def test_random_lies_from_0_up_to_1(start):
    stream = start(4)
    numbers = [stream.random() for _ in range(5000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    assert_uniform([int(number * 20) for number in numbers], range(20))


def test_choice_takes_each_item_equally_often(start):
    stream = start(5)
    assert_uniform([stream.choice("OECB") for _ in range(4000)], "OECB")


def test_choice_from_nothing_is_refused(start):
    with pytest.raises(IndexError, match="empty"):
        start(6).choice([])


def test_shuffle_keeps_every_item(start):
    stream, items = start(7), list(range(40))
    for _ in range(50):
        stream.shuffle(items)
        assert sorted(items) == list(range(40))


def test_shuffle_gives_every_order_equally_often(start):
    stream = start(8)
    orders = []
    for _ in range(4800):
        items = list("OECB")
        stream.shuffle(items)
        orders.append("".join(items))
    assert len(set(orders)) == 24
    assert_uniform(orders, set(orders))


@pytest.mark.parametrize("size", [0, 1, 2, 40, 64, 65, 66, 129, 200])
def test_shuffle_draws_its_numbers_as_below_does(start, size):
    stream, plain = start(8), start(8)
    items, expected = list(range(size)), list(range(size))
    stream.shuffle(items)
    for i in range(size - 1, 0, -1):
        j = plain.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items == expected
    assert stream.bits() == plain.bits()


def test_a_stream_with_its_own_below_decides_how_items_are_shuffled():
    class First(Stream):
        def below(self, n: int) -> int:
            return 0

    items = list(range(70))
    First(1).shuffle(items)
    assert items == [*range(1, 70), 0]


def test_a_fork_is_independent_of_its_source(start):
    stream, alone = start(9), start(9)
    fork = stream.fork()
    alone.bits()  # the number that seeded the fork
    first_bits(fork, 100)
    assert first_bits(stream) == first_bits(alone)


# Stream


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_many_words_at_once_are_those_of_one_after_the_other(seed):
    for n in range(1, LANES + 1):
        stream = Stream(seed)
        assert list(mixed_words(seed, n)) == [stream.bits() for _ in range(n)]


def test_a_deep_copy_of_a_stream_gives_the_same_numbers():
    stream = Stream(1)
    stream.bits()
    assert first_bits(copy.deepcopy(stream)) == first_bits(stream)


def test_a_pickled_stream_gives_the_same_numbers():
    stream = Stream(2)
    stream.bits()
    assert first_bits(pickle.loads(pickle.dumps(stream))) == first_bits(stream)


def test_a_copy_does_not_move_the_original():
    stream, same = Stream(3), Stream(3)
    first_bits(copy.copy(stream))
    assert first_bits(stream) == first_bits(same)


def test_streams_without_a_seed_differ():
    assert len({Stream().bits() for _ in range(100)}) == 100


def test_without_a_seed_python_s_random_starts_it():
    words = []
    for _ in range(2):
        random.seed(3)
        words.append([Stream().bits(), Stream().bits()])
    assert words[0] == words[1]


@pytest.mark.parametrize("seed", [-1, 0, 2**64, 2**200])
def test_any_whole_number_is_a_seed(seed):
    assert len(set(first_bits(Stream(seed)))) == 8


def test_the_numbers_are_those_of_splitmix64():
    # The published generator, from seed 0: the numbers of a game must never change.
    assert first_bits(Stream(0), 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


# Keys


def test_the_same_path_leads_to_the_same_key():
    key = master_key("2027")
    assert derive(key, "deal", 17) == derive(key, "deal", 17)


def test_different_paths_lead_to_different_keys():
    key = master_key(1)
    paths = [
        (), ("deal",), ("deal", 1), ("deal", "1"), (b"deal", 1), ("deal1",), (1, "deal"),
        ("de", "al"), ("deal", 1, 0), ("deal", -1), ("deal", ""), ("", "deal"),
        ("a", "b"), ("asb",),
    ]  # fmt: skip
    assert len({derive(key, *path) for path in paths}) == len(paths)


def test_a_key_depends_on_the_master_seed():
    assert derive(master_key(1), "deal") != derive(master_key(2), "deal")


def test_streams_of_different_paths_have_nothing_in_common():
    key = master_key(1)
    streams = [KeyedStream(derive(key, "deal", n)) for n in range(64)]
    seen = {bits for stream in streams for bits in first_bits(stream, 64)}
    assert len(seen) == 64 * 64


def test_how_much_one_stream_is_used_does_not_change_another():
    key = master_key(1)
    first_bits(KeyedStream(derive(key, "deal", 1)), 1000)
    used = first_bits(KeyedStream(derive(key, "deal", 2)))
    assert used == first_bits(KeyedStream(derive(key, "deal", 2)))


def test_a_seed_number_starts_a_plain_stream():
    numbers = {seed_number(derive(master_key(1), n)) for n in range(1000)}
    assert len(numbers) == 1000
    assert all(0 <= number < 2**64 for number in numbers)


@pytest.mark.parametrize("copier", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_keyed_stream_is_secret_and_cannot_be_copied(copier):
    with pytest.raises(TypeError, match="secret"):
        copier(keyed(1))


def test_a_keyed_stream_does_not_show_where_it_is():
    stream = keyed(1)
    first_bits(stream)
    assert stream.word == 0
