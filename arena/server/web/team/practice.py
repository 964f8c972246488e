"""Practice matches of a team against public house bots: ask for one, and its result."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.common.times import minute
from arena.competition.entries.versions import ADMITTED
from arena.pages.words import Words
from arena.replay.files import from_line
from arena.server.facts import SiteFacts
from arena.server.visible import LOG, Thing
from arena.server.web.core.pages import go_to, html, words_of
from arena.server.web.core.refused import not_found
from arena.server.web.core.site import Site, facts_of, in_thread, sees, site_of
from arena.server.web.team.faults import ShownFault, shown_faults
from arena.server.web.team.frame import area_nav, require_team
from arena.server.web.team.replays import alone
from arena.store.live.practice import (
    Practice,
    PracticeReport,
    TooMany,
    ask_practice,
    practice_of,
    practices_before,
    practices_of,
)

HERE = "/team/practice"
MOST_FAULTS = 20  # that the page shows


@dataclass(frozen=True)
class PracticeRow:
    title: str
    href: str
    asked: str
    result: str


@dataclass(frozen=True)
class PracticePage:
    problem: str
    versions: list[int]
    opponents: Sequence[str]
    matches: list[PracticeRow]


@dataclass(frozen=True)
class PracticeMatchPage:
    title: str
    result: str
    waits: bool
    games: list[tuple[str, str, str]]  # points, margin and faults of each game
    faults: list[ShownFault]
    replays: str
    records: str


async def show(request: Request, problem: str = "", status: int = 200) -> Response:
    """GET /team/practice."""
    site, key, facts = site_of(request), require_team(request), await facts_of(request)
    page = await in_thread(_page, site, facts, key, problem)
    title = words_of(facts)("site.area.nav.practice")
    nav = area_nav(facts, HERE)
    return html(facts, "practice.html", title, status=status, nav=nav, page=page)


async def ask(request: Request) -> Response:
    """POST /team/practice: a version, and an opponent."""
    site, key, facts = site_of(request), require_team(request), await facts_of(request)
    form = await request.form(max_files=0)
    number, opponent = str(form.get("version", "")), str(form.get("opponent", ""))
    version = await in_thread(_admitted, site, key, number)
    if version is None or opponent not in facts.opponents:
        return await show(request, "Choose an admitted version, and an opponent.", 400)
    database = site.store.database
    try:
        asked = await in_thread(ask_practice, database, key, version, opponent, site.now())
    except TooMany as why:
        return await show(request, str(why), 429)
    return go_to(request, f"{HERE}/{asked.name}")


async def one(request: Request) -> Response:
    """GET /team/practice/NAME."""
    site, facts = site_of(request), await facts_of(request)
    practice = await practice_in(request)
    page = await in_thread(_match_page, site, words_of(facts), practice)
    script = "area.js" if page.waits else ""
    nav = area_nav(facts, HERE)
    return html(facts, "practice_match.html", page.title, nav=nav, script=script, page=page)


async def replays(request: Request) -> Response:
    """GET /team/practice/NAME/replays: the viewer with all games."""
    path = _path(site_of(request), await practice_in(request), ".html")
    if not path.is_file():
        raise not_found("match")
    return alone(await in_thread(path.read_text, "utf-8"))


async def records(request: Request) -> Response:
    """GET /team/practice/NAME/records."""
    practice = await practice_in(request)
    path = _path(site_of(request), practice, ".jsonl")
    if not path.is_file():
        raise not_found("match")
    return FileResponse(path, media_type="text/plain", filename=path.name)


async def practice_in(request: Request) -> Practice:
    """The match in the address, if the team may see it."""
    require_team(request)
    name = request.path_params["name"]
    practice = await in_thread(practice_of, site_of(request).store.database, name)
    if practice is None or not may_see(request, practice):
        raise not_found("match")
    return practice


def may_see(request: Request, practice: Practice) -> bool:
    return sees(request, Thing(LOG, teams=(practice.team,)))


def _path(site: Site, practice: Practice, suffix: str) -> Path:
    return site.practice / f"{practice.name}{suffix}"


def _admitted(site: Site, key: str, number: str) -> int | None:
    """The id of the version with this number, if it is admitted."""
    team = site.store.team(key)
    for version in site.store.versions(team) if team else ():
        if str(version.number) == number and version.status == ADMITTED:
            return version.id
    return None


def _page(site: Site, facts: SiteFacts, key: str, problem: str) -> PracticePage:
    words, team = words_of(facts), site.store.team(key)
    versions = site.store.versions(team) if team else []
    return PracticePage(
        problem,
        [each.number for each in reversed(versions) if each.status == ADMITTED],
        facts.opponents,
        [
            PracticeRow(
                _title(words, each),
                f"{HERE}/{each.name}",
                minute(each.asked_at.astimezone()),
                _result(words, each.report),
            )
            for each in practices_of(site.store.database, key)
        ],
    )


def _title(words: Words, practice: Practice) -> str:
    version = words("site.area.version", n=practice.number)
    return words("site.area.against", version=version, opponent=practice.opponent)


def _result(words: Words, report: PracticeReport | None) -> str:
    if report is None:
        return words("site.area.verdict.waiting")
    if report.failed:
        return words("site.area.failed")
    credit, faults = sum(game.credit for game in report.games), sum(g.faults for g in report.games)
    won = words("site.area.credit", credit=words.short(credit), games=len(report.games))
    return ", ".join([won, *([words.count("site.faults", faults)] if faults else [])])


def _match_page(site: Site, words: Words, practice: Practice) -> PracticeMatchPage:
    report, here = practice.report, f"{HERE}/{practice.name}"
    if report is None:
        place = practices_before(site.store.database, practice) + 1
        waits = words("site.area.practice_queue", n=place)
        return PracticeMatchPage(_title(words, practice), waits, True, [], [], "", "")
    is_there = _path(site, practice, ".html").is_file()
    return PracticeMatchPage(
        _title(words, practice),
        _result(words, report),
        False,
        [
            (
                words.short(game.credit),
                words.number(game.margin, 1, sign=True),
                words.number(game.faults),
            )
            for game in report.games
        ],
        _faults(site, words, practice),
        f"{here}/replays" if is_there else "",
        f"{here}/records" if is_there else "",
    )


def _faults(site: Site, words: Words, practice: Practice) -> list[ShownFault]:
    path, team = _path(site, practice, ".jsonl"), site.store.team(practice.team)
    if team is None or not path.is_file():
        return []
    lines = path.read_bytes().splitlines()
    played = (from_line(line, "a practice match") for line in lines)
    shown = [fault for record in played for fault in shown_faults(words, record, team.name)]
    return shown[:MOST_FAULTS]
