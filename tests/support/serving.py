"""Serves the site of a competition over plain HTTP, for a browser."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn

from arena.server.web.app import make_app
from arena.server.web.connections import Connection, WebServer
from arena.server.web.core.site import Site

NAME = "cup.test"  # no address of a machine's own, so the browser does not trust plain HTTP


@contextmanager
def served(folder, store) -> Iterator[str]:
    """The site at an address of its own."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # the browser may come before the server is ready
        url = f"http://{NAME}:{listening.getsockname()[1]}"
        app = make_app(Site(folder, store, url))
        config = uvicorn.Config(
            app,
            http=Connection,
            log_level="warning",
            timeout_graceful_shutdown=2,
            lifespan="off",
            access_log=False,
        )
        server = WebServer(config, app.state.hub)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield url
        finally:
            server.should_exit = True
            thread.join()
