"""Waits for the next command of the show, so that pages follow it at once."""

from time import monotonic

import anyio
from starlette.requests import Request

from arena.server.show.state import ShowState
from arena.server.show.stored import read_show
from arena.server.web.core.site import in_thread, site_of

WAIT = 10.0  # seconds until an answer comes in any case
LOOK = 0.1  # seconds between two looks at the database


async def wait_for_show(request: Request) -> ShowState | None:
    """The show as it is. With `?after=TAG`, the show when it has another tag."""
    after, stop = request.query_params.get("after"), monotonic() + WAIT
    while True:
        show = await in_thread(read_show, site_of(request).store)
        if after is None or tag_of(show) != after or monotonic() > stop:
            return show
        await anyio.sleep(LOOK)


def tag_of(show: ShowState | None) -> str:
    """Changes with every command."""
    return "" if show is None else f"{show.edition}.{show.revision}"
