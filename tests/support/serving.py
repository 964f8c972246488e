"""Serves the site of a competition over plain HTTP, for a browser."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from arena.server.web.app import make_app
from arena.server.web.connections import Connection, WebServer
from arena.server.web.core.site import Site
from arena.store.store import Store

NAME = "cup.test"  # no address of a machine's own, so the browser does not trust plain HTTP


@contextmanager
def served(folder: Path, store: Store) -> Iterator[str]:
    """The site at an address of its own."""
    with serving(Site(folder, store), NAME) as url:
        yield url


@contextmanager
def serving(site: Site, name: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve this site; its address ends without a slash. Port 0 is one that is free."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen()  # the browser may come before the server is ready
        url = f"http://{name}:{listening.getsockname()[1]}"
        site.url = site.url or url
        app = make_app(site)
        config = uvicorn.Config(
            app,
            http=Connection,
            log_level="error",
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
