"""Runs web until it is told to stop."""

import gc
import socket
import tomllib

import uvicorn

from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.paths import DATABASE, FILE, OUT, RECORDS
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.options import Options
from arena.server.web.app import make_app
from arena.server.web.connections import Connection, WebServer, allow_many_connections
from arena.server.web.core.site import Site
from arena.store.store import Store

BACKLOG = 2048
GARBAGE = 20_000  # new objects after which Python looks for garbage; its default is 700
BUSY = 5.0  # seconds to wait for another process that writes; then people are told to try again


def serve_web(options: Options) -> None:
    end_with(options.parent)
    allow_many_connections()
    if options.parent is not None:
        keep_to_cores(PEOPLE)
    with open_store(options) as store, _listen(options) as listening:
        app = make_app(Site(options.place, store, options.url))
        config = uvicorn.Config(
            app,
            http=Connection,
            proxy_headers=bool(options.proxy),
            forwarded_allow_ips=options.proxy or None,
            server_header=False,
            access_log=False,
            log_config=None,
            lifespan="off",
            timeout_graceful_shutdown=3,
        )
        look_for_garbage_rarely()
        WebServer(config, app.state.hub).run(sockets=[listening])


def look_for_garbage_rarely() -> None:
    """With a thousand open streams, a search for garbage takes long, and all wait for it.

    Almost nothing in web is garbage that only a search finds.
    """
    gc.collect()
    gc.freeze()  # the modules stay
    gc.set_threshold(GARBAGE)


def open_store(options: Options) -> Store:
    """The store. Of competition.toml, web reads only the address of the database."""
    settings = tomllib.loads((options.place / FILE).read_text("utf-8"))
    out = options.place / OUT
    return Store.open(settings.get("database") or out / DATABASE, out / RECORDS, BUSY)


def _listen(options: Options) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT") and options.parent is None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # several web processes
    try:
        listening.bind((options.host, options.port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise ArenaError(
            f"The server cannot listen on {options.host}, port {options.port}: {error.strerror}. "
            f"Choose another port: arena serve --port 8080"
        ) from None
    return listening
