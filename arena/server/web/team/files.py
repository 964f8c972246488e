"""The files of a team: hand in, receipt and verdict, versions, hand in again, take back."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.common.errors import ArenaError
from arena.common.times import exact, second
from arena.competition.entries.versions import take_back
from arena.competition.entries.windows import window
from arena.guest.protocol.safe_text import plain_lines
from arena.server.facts import SiteFacts
from arena.server.visible import CODE, UPLOAD, Thing
from arena.server.web.core import intake
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.refused import Refused, not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team import overview
from arena.server.web.team.frame import area_nav, require_team
from arena.store.live.uploads import (
    REFUSED,
    StoredStep,
    Upload,
    place_in_queue,
    steps_of,
    upload_of,
)
from arena.store.store import Team, Version

LONGEST = 8000  # characters of a sentence or advice, which may have a traceback


@dataclass(frozen=True)
class FilePage:
    title: str
    facts: list[tuple[str, str]]  # name and value
    queue: str  # its place in the queue; empty when it has a verdict
    verdict: str
    mark: str  # the class of the verdict
    steps: list[StoredStep]
    source: str  # the link to the file
    number: int  # of the version; 0 if it is none
    can_be_taken_back: bool


async def hand_in(request: Request) -> Response:
    """POST /team/uploads: a form with a file."""
    site, team = site_of(request), require_team(request)
    try:
        async with request.form(max_files=1, max_fields=2, max_part_size=1024) as form:
            suffix, body = await intake.read_file(form)
        upload, _ = await intake.take(site, team, suffix, body)
    except Refused as why:
        return await overview.show(request, problem=str(why), status=why.status)
    return go_to(request, f"/team/uploads/{upload.receipt}")


async def receipt(request: Request) -> Response:
    """GET /team/uploads/RECEIPT: the receipt, the steps as they are done, and the verdict."""
    site, facts = site_of(request), await facts_of(request)
    upload = await _upload(request)
    page = await in_thread(_receipt_page, site, facts, upload)
    script = "" if page.verdict else "area.js"
    return html(facts, "file.html", page.title, nav=area_nav(facts, ""), script=script, page=page)


async def uploaded_file(request: Request) -> Response:
    """GET /team/uploads/RECEIPT/file."""
    upload = await _upload(request)
    if not sees(request, Thing(CODE, teams=(upload.team,))):
        raise not_found("file")
    return _attachment(site_of(request).folder / upload.file, upload.receipt)


async def version(request: Request) -> Response:
    """GET /team/versions/NUMBER."""
    facts = await facts_of(request)
    _, handed_in = await _version(request, UPLOAD)
    page = _version_page(facts, handed_in)
    return html(facts, "file.html", page.title, nav=area_nav(facts, ""), page=page)


async def version_file(request: Request) -> Response:
    """GET /team/versions/NUMBER/file."""
    _, handed_in = await _version(request, CODE)
    return _attachment(site_of(request).folder / handed_in.file, f"version-{handed_in.number}")


async def again(request: Request) -> Response:
    """POST /team/versions/NUMBER/again: hand in the file of this version again, so it plays."""
    site = site_of(request)
    team, handed_in = await _version(request, CODE)
    path = site.folder / handed_in.file
    try:
        data = await in_thread(path.read_bytes)
        body = await intake.read_body(_at_once(data))
        upload, _ = await intake.take(site, team.key, path.suffix, body)
    except Refused as why:
        return await overview.show(request, problem=str(why), status=why.status)
    return go_to(request, f"/team/uploads/{upload.receipt}")


async def _at_once(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def withdraw(request: Request) -> Response:
    """POST /team/versions/NUMBER/take-back."""
    site, facts = site_of(request), await facts_of(request)
    team, handed_in = await _version(request, CODE)
    try:
        await in_thread(_take_back, site, facts, team, handed_in.number)
    except ArenaError as why:
        return await overview.show(request, problem=f"{why}.", status=409)
    return go_to(request, overview.HERE)


def _take_back(site: Site, facts: SiteFacts, team: Team, number: int) -> None:
    closed = [each.name for each in facts.phases if each.closed]
    phase = window(facts.phases, closed, site.now())
    names = [each.name for each in facts.phases]
    take_back(site.store, names, phase.name, team, number)


async def _upload(request: Request) -> Upload:
    """The upload in the address, if the team may see it."""
    require_team(request)
    name = request.path_params["receipt"]
    upload = await in_thread(upload_of, site_of(request).store.database, name)
    if upload is None or not sees(request, Thing(UPLOAD, teams=(upload.team,))):
        raise not_found("file")
    return upload


async def _version(request: Request, kind: str) -> tuple[Team, Version]:
    """The team, and its version with the number in the address."""
    site, key = site_of(request), require_team(request)
    team = await in_thread(site.store.team, key)
    if team is None or not sees(request, Thing(kind, teams=(key,))):
        raise not_found("file")
    for each in await in_thread(site.store.versions, team):
        if each.number == request.path_params["number"]:
            return team, each
    raise not_found("file")


def _attachment(path: Path, name: str) -> Response:
    """The file as it was handed in. No browser runs or shows it."""
    kind = "text/plain" if path.suffix == ".py" else "application/octet-stream"
    return FileResponse(path, media_type=kind, filename=f"{name}{path.suffix}")


def _receipt_page(site: Site, facts: SiteFacts, upload: Upload) -> FilePage:
    words, database = words_of(facts), site.store.database
    verdict = REFUSED if upload.status == REFUSED else upload.verdict
    queue = ""
    if not verdict:
        place = place_in_queue(database, upload)
        queue = words("site.area.next_in_queue" if place == 1 else "site.area.queue", n=place)
    phase = facts.phase(upload.phase)
    number = upload.number or 0
    return FilePage(
        words("site.area.version", n=number) if number else words("site.area.receipt"),
        [
            (words("site.area.receipt"), upload.receipt),
            (words("site.area.received"), exact(upload.received_at)),
            ("SHA-256", upload.sha256),
            (words("site.area.size"), words("site.area.bytes", n=words.number(upload.size))),
            *([(words("site.area.phase"), phase.title)] if phase else []),
        ],
        queue,
        words(f"site.area.verdict.{verdict}") if verdict else "",
        verdict,
        [_tidy(step) for step in steps_of(database, upload)],
        f"/team/uploads/{upload.receipt}/file",
        number,
        upload.verdict == "admitted",
    )


def _version_page(facts: SiteFacts, version: Version) -> FilePage:
    words, report = words_of(facts), version.report
    phase = facts.phase(version.phase)
    verdict = version.status
    known = [
        StoredStep(each["ok"], each["said"], each["advice"]) for each in report.get("steps", [])
    ]
    accepted = report.get("accepted")
    return FilePage(
        words("site.area.version", n=version.number),
        [
            (words("site.area.received"), second(version.received_at)),
            ("SHA-256", version.sha256),
            (words("site.area.phase"), phase.title if phase else version.phase),
            *([(words("site.area.accepted"), accepted)] if accepted else []),
        ],
        "" if verdict else words("site.area.waits"),
        words(f"site.area.verdict.{verdict}") if verdict else "",
        verdict,
        [_tidy(step) for step in known],
        f"/team/versions/{version.number}/file",
        version.number,
        verdict == "admitted",
    )


def _tidy(step: StoredStep) -> StoredStep:
    """The step with texts that a page may show: a bot may have said a part of them."""
    return StoredStep(step.ok, plain_lines(step.said)[:LONGEST], plain_lines(step.advice)[:LONGEST])
