# expect: load
# levels: sandbox process
"""Raises while it is imported."""

raise SystemExit(0)
