"""Serves the site over HTTP in a thread, for browsers."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from arena.server.web.app import make_app
from arena.server.web.connections import Connection, WebServer
from arena.server.web.core.site import Site


@contextmanager
def serving(site: Site) -> Iterator[str]:
    """Serves this site; yields its address."""
    app = make_app(site)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(app, http=Connection, lifespan="off", log_level="error")
        server = WebServer(config, app.state.hub)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()
