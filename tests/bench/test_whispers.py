"""The result of `python -m bench.whispers` for bits that were sent and read."""

from bench.whispers.__main__ import CHANNELS, verdict


def test_all_bits_count_when_none_is_wrong():
    assert verdict("01" * 60, "01" * 60, games=10) == "12.0 bits a game (0 of 120 wrong)"


def test_bits_that_are_all_turned_round_are_known_too():
    assert verdict("01" * 60, "10" * 60, games=10).startswith("12.0 bits")


def test_wrong_bits_take_more_away_than_themselves():
    assert verdict("0" * 100, "0" * 90 + "1" * 10, games=10).startswith("5.3 bits")


def test_guesses_bring_nothing():
    assert verdict("0" * 100, "01" * 50, games=10).startswith("0.0 bits")
    assert verdict("0" * 100, "0" * 60 + "1" * 40, games=10).startswith("0.0 bits")


def test_there_is_something_to_measure():
    assert {"by_pipes", "by_names", "by_libraries", "by_cache"} <= set(CHANNELS)
