"""Qualifying: every entrant against every house bot, all on the same deals.

The entrants do not meet each other. The standings decide which of them go on.
"""

from arena.schedule.match import Match, Schedule


def qualifying(entrants: int, house: int, sides: int, games: int) -> Schedule:
    """All matches at once. The numbers of the house bots follow those of the entrants."""
    # One house bot after the other: at any time, all entrants have played about equally much.
    matches = [
        Match(f"house bot {number + 1}", (entrant, entrants + number), 0, games, sides)
        for number in range(house)
        for entrant in range(entrants)
    ]
    if matches:
        yield matches
