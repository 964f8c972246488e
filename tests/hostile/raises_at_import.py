# expect: load
# levels: sandbox docker process
"""Raises while it is imported."""

raise SystemExit(0)
