"""Takes the actions of organisers. The engine does them; codes of teams are made here."""

import time

import anyio
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arena.competition.config.names import key
from arena.competition.config.paths import EVERYTHING
from arena.server.show.stored import read_show
from arena.server.show.token import new_address
from arena.server.web.core import intake
from arena.server.web.core.pages import go_to, words_of
from arena.server.web.core.refused import Refused, not_found
from arena.server.web.core.site import Site, facts_of, in_thread, site_of
from arena.server.web.desk.forms import LONGEST, read_form
from arena.server.web.desk.page import show
from arena.server.web.desk.sign_in import HERE, require_organiser
from arena.store.live.actions import (
    BEGUN,
    DESK,
    DONE,
    WAITING,
    ActionRequest,
    Actor,
    LoggedAction,
    action_of,
    actions_that_wait,
    ask_action,
)
from arena.store.live.issuing import issue_code, log_action

PATIENCE = 3.0  # seconds for an action; after that, the page shows that it waits
LOOK = 0.1  # seconds between two looks
MOST_WAITING = 30  # actions


async def act(request: Request) -> Response:
    """POST /desk/actions: the engine is asked to do something."""
    actor = Actor(require_organiser(request), DESK)
    try:
        logged = await _ask_engine(request, actor, read_form(await request.form(max_files=0)))
    except Refused as why:
        return await show(request, problem=str(why), status=why.status)
    return go_to(request, f"{HERE}?action={logged.id}#said")


async def take_late_file(request: Request) -> Response:
    """POST /desk/late-files: a file of a team that arrived in another way, such as by mail."""
    actor, site = Actor(require_organiser(request), DESK), site_of(request)
    try:
        async with request.form(max_files=1, max_fields=6, max_part_size=4 * LONGEST) as form:
            wanted = read_form(form)
            suffix, body = await intake.read_file(form)
        file = await intake.keep_late(site, suffix, body)
        logged = await _ask_engine(request, actor, replace(wanted, what="late-file", file=file))
    except Refused as why:
        return await show(request, problem=str(why), status=why.status)
    return go_to(request, f"{HERE}?action={logged.id}#said")


async def make_show_address(request: Request) -> Response:
    """POST /desk/show/address: a new address of the projector page. It is shown once."""
    actor, site = Actor(require_organiser(request), DESK), site_of(request)
    opened = await in_thread(read_show, site.store)
    if opened is None:
        return await show(request, problem="No show is open: open one first.", status=404)
    address = await in_thread(new_address, site.store)
    wanted = ActionRequest("show", "new address", opened.phase)
    await in_thread(log_action, site.store, actor, wanted, "The projector page has a new address")
    words = words_of(await facts_of(request))
    url = f"{site.url or str(request.base_url).rstrip('/')}{address}"
    return await show(request, new_code=(words("site.desk.show.address"), url))


async def make_team_code(request: Request) -> Response:
    """POST /desk/codes: a code for a new team, or another one for a team. It is shown once."""
    actor, site = Actor(require_organiser(request), DESK), site_of(request)
    form = await request.form(max_files=0)
    name, is_new = str(form.get("team", ""))[:LONGEST], not form.get("again")
    try:
        if is_new:
            added = await _ask_engine(request, actor, ActionRequest("add-team", team=name))
            if added.status != DONE:
                return go_to(request, f"{HERE}?action={added.id}#said")
        team = await in_thread(site.store.team, key(name))
        if team is None:
            raise Refused(404, "There is no such team.")
        code = await in_thread(issue_code, site.store, actor, team, revoke=not is_new)
    except Refused as why:
        return await show(request, problem=str(why), status=why.status)
    return await show(request, new_code=(team.name, code))


async def everything(request: Request) -> Response:
    """GET /desk/everything: the file that the engine has made last."""
    require_organiser(request)
    path = site_of(request).folder / EVERYTHING
    if not path.is_file():
        raise not_found("file")
    return FileResponse(path, media_type="application/zip", filename=path.name)


async def _ask_engine(request: Request, actor: Actor, wanted: ActionRequest) -> LoggedAction:
    """Ask the engine, and wait a little; returns how far the action is."""
    site = site_of(request)
    number = await in_thread(_ask, site, actor, wanted)
    until = time.monotonic() + PATIENCE
    while True:
        logged = await in_thread(action_of, site.store.database, number)
        assert logged is not None
        if logged.status not in (WAITING, BEGUN) or time.monotonic() > until:
            return logged
        await anyio.sleep(LOOK)


def _ask(site: Site, actor: Actor, wanted: ActionRequest) -> int:
    database = site.store.database
    if len(actions_that_wait(database)) >= MOST_WAITING:
        raise Refused(429, "Many actions wait for the engine. Wait until they are done.")
    return ask_action(database, actor, wanted, site.now())
