"""Benchmarks: our rates beside those of peers, measured in the same run. See `bench/README.md`.

Not here: limits that fail a build. A row says what it should reach; who asks, decides.
"""
