"""How Ctrl-C reaches a described game that is at work in compiled code.

This module has no `.pxd` and is never compiled. Python looks for signals between its own
instructions; compiled code has none, so a long loop there is deaf until it calls a function like
this one.
"""

OFTEN = 200_000  # work, as `Table.burn` counts it, between two looks: some milliseconds


def look_for_signals() -> None:
    """Let Python handle the signals that have come."""
