"""The rows of `arena cluster show`."""

from typing import NamedTuple

from arena.guest.protocol.levels import FOR_STRANGERS, LEVELS
from arena.sandbox.host.packages import ALLOWED
from arena.workers.cluster.facts import why_untimed
from arena.workers.cluster.fleet import Fleet
from arena.workers.portable import Needs


class MachineRow(NamedTuple):
    machine: str
    cores: int
    speed: str  # imagined games in a second, on one core
    isolation: str  # the best level of those that were examined
    blocks: int  # that it has now
    remarks: str


def machine_rows(fleet: Fleet) -> list[MachineRow]:
    """All machines, by name. Each one is examined now."""
    fleet.examine_all(Needs(levels=tuple(LEVELS), packages=tuple(ALLOWED)))
    return known_rows(fleet)


def known_rows(fleet: Fleet) -> list[MachineRow]:
    """All machines, by name, with what the last examination has found."""
    rows = []
    for address, (cores, blocks) in fleet.workloads().items():
        host, facts = fleet.hosts.get(address, address), fleet.facts.get(address)
        why = fleet.refused.get(address, "")
        may = "may play" if address in fleet.machines else "not examined yet"
        remarks = f"refused: {why}" if why else may
        level, speed = "", ""
        if facts is not None:
            reached = {each for each, why_not in facts.levels.items() if not why_not}
            level = next((each for each in FOR_STRANGERS if each in reached), "none")
            speed = f"{facts.speed:,.0f}"
            if (busy := why_untimed(facts)) and why in ("", busy):
                remarks = f"no bots on the clock: {busy}"
        rows.append(MachineRow(host, cores, speed, level, blocks, remarks))
    return sorted(rows)
