"""The first page of a team: hand in a file, its versions, its members, its archives."""

from collections import defaultdict
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.common.errors import ArenaError
from arena.common.times import minute, second
from arena.competition.config.paths import OUT
from arena.competition.entries.team_data import MOST_MEMBERS, TeamData
from arena.competition.entries.versions import ADMITTED, versions_for
from arena.competition.entries.windows import window
from arena.pages.site.data.scene import display_name
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.visible import HOUSE, LOG, PRIVATE, Thing
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team.frame import area_nav, require_team
from arena.store.live.uploads import REFUSED, TAKEN, uploads_of
from arena.store.store import WITHDRAWN, Team

HERE = "/team/"
ARCHIVES = "teams"  # the folder of archives, in Out
MOST_MEMBERS_TEXT = 2000  # characters


@dataclass(frozen=True)
class FileRow:
    name: str
    href: str
    received: str
    phase: str  # for which it was handed in
    verdict: str
    mark: str
    plays: str  # the phases in which it plays
    again: str  # where to hand it in again; empty if it plays
    take_back: str


@dataclass(frozen=True)
class Overview:
    name: str
    problem: str  # why something could not be done
    window: str  # which phase takes files, and until when
    is_open: bool
    files: list[FileRow]
    members: str  # one in each line
    most_members: int
    archives: list[tuple[str, str]]  # text and address


async def show(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /team/. `problem` is why the last form could not be fulfilled."""
    site, key, facts = site_of(request), require_team(request), await facts_of(request)
    if not sees(request, Thing(PRIVATE, teams=(key,))):
        raise not_found()
    archives = [
        (phase.title, f"/team/archives/{phase.name}")
        for phase in facts.phases
        if _sees_archive(request, phase, key)
        and (site.folder / _archive(phase.name, key)).is_file()
    ]
    page = await in_thread(_overview, site, facts, key, problem, archives)
    return html(
        facts,
        "overview.html",
        page.name,
        status=status,
        nav=area_nav(facts, HERE),
        script="area.js",
        page=page,
    )


async def members(request: Request) -> Response:
    """POST /team/members: their names, one in each line."""
    site, key = site_of(request), require_team(request)
    typed = (await request.form(max_files=0, max_part_size=4 * MOST_MEMBERS_TEXT)).get("members")
    lines = str(typed or "").splitlines()
    names = tuple(tidy for line in lines if (tidy := " ".join(line.split())))
    try:
        await in_thread(_change, site, key, TeamData(names).check())
    except ArenaError as why:
        return await show(request, problem=f"{why}.", status=400)
    return go_to(request, HERE)


async def archive(request: Request) -> Response:
    """GET /team/archives/PHASE: the games, faults and bot of the team, as a zip archive."""
    site, key, facts = site_of(request), require_team(request), await facts_of(request)
    phase = facts.phase(request.path_params["phase"])
    if phase is not None and _sees_archive(request, phase, key):
        path = site.folder / _archive(phase.name, key)
        if path.is_file():
            return FileResponse(path, media_type="application/zip", filename=f"{phase.name}.zip")
    raise not_found("archive")


def _sees_archive(request: Request, phase: PhaseFacts, key: str) -> bool:
    """May the team have its archive? The records in it have the hashes of the house bots."""
    return sees(request, Thing(LOG, phase, (key,))) and sees(request, Thing(HOUSE, phase))


def _archive(phase: str, key: str) -> str:
    return f"{OUT}/{ARCHIVES}/{phase}/{key}.zip"


def _change(site: Site, key: str, data: TeamData) -> None:
    team = site.store.team(key)
    if team is not None:
        site.store.change_team(data.added_to(team))


def _overview(
    site: Site, facts: SiteFacts, key: str, problem: str, archives: list[tuple[str, str]]
) -> Overview:
    words, team = words_of(facts), site.store.team(key)
    if team is None:
        raise not_found("team")
    opened, sentence = _window(site, facts)
    return Overview(
        display_name(team.name),
        problem,
        sentence,
        bool(opened),
        _files(site, facts, team, opened),
        "\n".join(team.members),
        MOST_MEMBERS,
        [(words("site.area.archive_of", phase=title), href) for title, href in archives],
    )


def open_phase(site: Site, facts: SiteFacts) -> PhaseFacts | None:
    """The phase that takes files now."""
    closed = [each.name for each in facts.phases if each.closed]
    try:
        return window(facts.phases, closed, site.now())
    except ArenaError:
        return None


def _window(site: Site, facts: SiteFacts) -> tuple[str, str]:
    """The name of the phase that takes files now, or nothing, and a sentence about it."""
    words, phase = words_of(facts), open_phase(site, facts)
    if phase is None:
        return "", words("site.area.closed")
    if phase.deadline is None:
        return phase.name, words("site.area.open", phase=phase.title)
    return phase.name, words("site.area.open_until", phase=phase.title, time=minute(phase.deadline))


def _files(site: Site, facts: SiteFacts, team: Team, opened: str) -> list[FileRow]:
    """The versions, and the uploads that are not versions; the newest first."""
    words, plays = words_of(facts), phases_by_version(site, facts, team.key)
    uploads = uploads_of(site.store.database, team.key)
    receipts = {each.number: each.receipt for each in uploads if each.status == TAKEN}
    rows = []
    for each in site.store.versions(team):
        receipt, number = receipts.get(each.number), each.number
        address = f"/team/versions/{number}"
        is_open = each.phase == opened and each.status in (ADMITTED, "")
        is_spare = opened and each.status in (ADMITTED, WITHDRAWN) and not plays[number]
        rows.append(
            (
                each.received_at,
                FileRow(
                    words("site.area.version", n=number),
                    f"/team/uploads/{receipt}" if receipt else address,
                    second(each.received_at),
                    _title(facts, each.phase),
                    words(f"site.area.verdict.{each.status or 'waiting'}"),
                    each.status,
                    ", ".join(phase.title for phase in plays[number]),
                    f"{address}/again" if is_spare else "",
                    f"{address}/take-back" if is_open else "",
                ),
            )
        )
    for upload in uploads:
        if upload.status != TAKEN:
            status = upload.status if upload.status == REFUSED else "waiting"
            rows.append(
                (
                    upload.received_at,
                    FileRow(
                        words("site.area.file"),
                        f"/team/uploads/{upload.receipt}",
                        second(upload.received_at),
                        "",
                        words(f"site.area.verdict.{status}"),
                        status,
                        "",
                        "",
                        "",
                    ),
                )
            )
    return [row for _, row in sorted(rows, key=lambda each: each[0], reverse=True)]


def _title(facts: SiteFacts, name: str) -> str:
    phase = facts.phase(name)
    return phase.title if phase else name


def phases_by_version(site: Site, facts: SiteFacts, key: str) -> defaultdict[int, list[PhaseFacts]]:
    """The phases in which each version plays, as far as the team may know.

    That a team plays in a phase that follows another is a result of that other phase.
    """
    names, plays = [each.name for each in facts.phases], defaultdict[int, list[PhaseFacts]](list)
    for phase in facts.phases:
        source = facts.phase(phase.source)
        if source is not None and not source.published:
            continue
        if (phase.begun and key not in phase.teams) or (source is not None and not phase.begun):
            continue
        version = versions_for(site.store, names, phase.name).get(key)
        if version is not None:
            plays[version.number].append(phase)
    return plays
