"""Removes the parts of a record that a reader may not see.

Everybody may see the verdicts. A team may also see the reasons of its own faults.
"""

from msgspec import structs

from arena.replay.record import FaultEntry, Record


def for_everybody(record: Record) -> Record:
    """The record without the reasons of faults, and without paths of this machine."""
    return structs.replace(
        record,
        bots=[structs.replace(bot, spec="") for bot in record.bots],
        faults=[_verdict_only(fault) for fault in record.faults],
    )


def for_team(record: Record, team: str) -> Record:
    """The record with the reasons of this team's faults."""
    return structs.replace(
        for_everybody(record),
        faults=[
            fault if record.name(fault.seat) == team else _verdict_only(fault)
            for fault in record.faults
        ],
    )


def _verdict_only(fault: FaultEntry) -> FaultEntry:
    """The fault without its reason, which may be in the bot's own words."""
    return structs.replace(fault, reason="", traceback="", output="")
