"""Benchmarks: our speed compared with that of peers, in the same run. See `bench/README.md`.

A row says which limit it should reach, but a row that misses it does not fail the run.
"""
