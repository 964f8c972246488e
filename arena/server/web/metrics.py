"""/metrics: numbers for Prometheus, without results. Only this machine gets them."""

import ipaddress
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from starlette.requests import Request
from starlette.responses import Response

from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, in_thread, site_of
from arena.store.live.heartbeats import heartbeats
from arena.store.live.uploads import unfinished

FORWARDED = ("forwarded", "x-forwarded-for")  # a proxy of this machine asks for somebody else


async def metrics(request: Request) -> Response:
    is_passed_on = any(name in request.headers for name in FORWARDED)
    if is_passed_on or request.client is None or not _is_here(request.client.host):
        raise not_found()
    text = await in_thread(_text, site_of(request))
    return Response(text, media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _text(site: Site) -> bytes:
    return generate_latest(REGISTRY) + generate_latest(_Once(list(_gauges(site))))


class _Once:
    """Numbers of this moment, as a registry has them."""

    def __init__(self, metrics: list[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _gauges(site: Site) -> Iterable[Metric]:
    now, database = site.now(), site.store.database
    waiting = unfinished(database)
    oldest = max((_age(site, each.receipt, each.received_at, now) for each in waiting), default=0)
    yield GaugeMetricFamily("arena_uploads_waiting", "Files without a verdict", len(waiting))
    yield GaugeMetricFamily("arena_upload_oldest_seconds", "Age of the oldest of them", oldest)
    free = shutil.disk_usage(site.folder).free
    yield GaugeMetricFamily("arena_disk_free_bytes", "Room on the disk", free)
    silent = GaugeMetricFamily(
        "arena_lane_silent_seconds", "Since the last sign of life of a lane", labels=["lane"]
    )
    for lane, beat in heartbeats(database).items():
        silent.add_metric([lane], _age(site, lane, beat.at, datetime.now(UTC)))
    yield silent


def _age(site: Site, thing: str, at: datetime, now: datetime) -> float:
    return site.ages.of(thing, at, now).total_seconds()
