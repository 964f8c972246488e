"""Measures forbidden communication between partners; run `python -m bench.whispers`."""
