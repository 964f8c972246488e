"""Lets Ctrl-C interrupt a described game in compiled code.

Python handles signals only between its own instructions, and compiled code has none. So a long
loop there must call a Python function from time to time. This module has no `.pxd`, so it is never
compiled.
"""

OFTEN = 200_000  # work, as `Table.burn` counts it, between two looks: some milliseconds


def look_for_signals() -> None:
    """Let Python handle the signals that have arrived."""
