"""Benchmarks: our speed compared with that of peers, in the same run. See `bench/README.md`.

Each row has a limit that it should reach. A row that misses its limit does not fail the run.
"""
