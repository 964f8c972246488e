"""Which services of the live site do not work, in words that give nothing away."""

from collections.abc import Mapping
from datetime import UTC, datetime

from arena.server.troubles import Trouble
from arena.server.web.core.site import Site
from arena.store.live.heartbeats import ADMISSION, DESK, LIVE, PLAY, SILENT, heartbeats

LANES = (ADMISSION, PLAY, LIVE, DESK)


def dead_services(site: Site, troubles: Mapping[str, Trouble]) -> dict[str, str]:
    """The services that do not work, each with a sentence that says what is known."""
    dead, beats = ended_services(troubles), heartbeats(site.store.database)
    for lane in LANES:
        beat, trouble = beats.get(lane), troubles.get(lane)
        if beat is None or site.ages.of(lane, beat.at, datetime.now(UTC)) > SILENT:
            last = f" (last time: {trouble.why})" if trouble is not None else ""
            sentence = f"the {lane} lane of the engine gives no sign of life{last}"
            dead.setdefault(lane, sentence)
        elif trouble is not None and not beat.is_from(trouble.process):
            sentence = f"the service {lane} has ended, and is starting again: {trouble.why}"
            dead.setdefault(lane, sentence)
    return dead


def ended_services(troubles: Mapping[str, Trouble]) -> dict[str, str]:
    """The services that have no process now."""
    return {
        name: f"the service {name} has ended, and is started again soon: {trouble.why}"
        for name, trouble in troubles.items()
        if not trouble.process
    }
