"""The rows of `arena cluster show`."""

from typing import NamedTuple

from arena.guest.protocol.levels import FOR_STRANGERS, LEVELS
from arena.sandbox.host.packages import ALLOWED
from arena.workers.cluster.facts import MachineFacts, why_untimed
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
    """All machines, by name. Each one is examined now.

    A machine that lacks an isolation level or a package may play what does not need it.
    """
    here = fleet.examine_all(Needs(levels=tuple(LEVELS), packages=tuple(ALLOWED)))
    rows = []
    for address, row in known_rows(fleet).items():
        facts = fleet.facts.get(address)
        lacks = _lacks(here, facts) if facts is not None and address in fleet.machines else []
        remarks = "; ".join([row.remarks, *lacks])
        rows.append(row._replace(remarks=remarks))
    return sorted(rows)


def _lacks(here: MachineFacts, there: MachineFacts) -> list[str]:
    """What the arena's own machine has, and this one lacks."""
    levels = [
        level for level, why in there.levels.items() if why and not here.levels.get(level, "")
    ]
    packages = [
        name for name, ours in here.packages.items() if there.packages.get(name, "") != ours
    ]
    return [
        f"{what} {', '.join(names)}"
        for what, names in (("not at", levels), ("not with the arena's", packages))
        if names
    ]


def known_rows(fleet: Fleet) -> dict[str, MachineRow]:
    """All machines, by address, with what the last examination has found."""
    rows = {}
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
        rows[address] = MachineRow(host, cores, speed, level, blocks, remarks)
    return rows
