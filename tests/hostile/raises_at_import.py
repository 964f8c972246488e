# expect: load
# levels: sandbox docker process
"""Raises SystemExit while it is imported."""

raise SystemExit(0)
