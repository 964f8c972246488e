"""`arena serve`: the live site."""

import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import click

from arena.common.errors import ArenaError
from arena.common.extras import MissingPackage
from arena.competition.config.paths import place

PACKAGES = ("starlette", "uvicorn", "python_multipart", "segno", "structlog", "prometheus_client")


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--web", "only_web", is_flag=True, help="Only the half that talks to people.")
@click.option("--engine", "only_engine", is_flag=True, help="Only the half that admits and plays.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address on which web listens; 0.0.0.0: all of this machine.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    metavar="N",
    help="The port on which web listens.",
)
@click.option(
    "--proxy",
    default="",
    metavar="ADDRESS",
    help="The address of a proxy in front of web, which names the visitors' addresses.",
)
@click.option("--url", default="", metavar="URL", help="The address that people know.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option(
    "--workers",
    default="auto",
    show_default=True,
    metavar="N",
    help="Number of games that are played at the same time; auto: one on each core but "
    "one, which is for admission.",
)
@click.option("--on", default="", metavar="CLUSTER", help="Play on a cluster (docs/cluster.md).")
@click.option("--keys", default="", metavar="DIR", help="The folder with the keys of the cluster.")
@click.option(
    "--i-trust-these-bots",
    "trusted",
    is_flag=True,
    help="Run bots even if this machine cannot isolate them.",
)
def serve(
    folder: Path, only_web: bool, only_engine: bool, host: str, port: int, proxy: str, url: str,
    no_open: bool, workers: str, on: str, keys: str, trusted: bool,
) -> None:  # fmt: skip
    """Run the competition as a live site: teams hand in, games are played, people watch.

    Without --web and --engine, both halves run, until Ctrl-C.
    """
    place(folder)
    if only_web and only_engine:
        raise ArenaError("--web and --engine are the two halves: give one of them, or neither")
    check_extra()
    from arena.server.options import Options
    from arena.server.running import run_service

    options = Options(str(folder), host, port, proxy, url, workers, on, keys, trusted)
    if only_web:
        from arena.server.log import begin_log
        from arena.server.web.serving import serve_web

        begin_log("web")

        run_service(serve_web, options)
    elif only_engine:
        from arena.server.services import serve_engine

        run_service(serve_engine, options)
    else:
        from arena.server.services import serve_both

        address = url or f"http://{host if host not in ('0.0.0.0', '::') else 'localhost'}:{port}"
        click.echo(f"{address}   Ctrl-C stops the server", err=True)
        if not no_open and sys.stdout.isatty():
            Thread(target=_open, args=(f"http://localhost:{port}", address), daemon=True).start()
        run_service(serve_both, options)


def check_extra() -> None:
    """Refuse if the packages of the extra `server` are not installed."""
    for package in PACKAGES:
        if find_spec(package) is None:
            raise MissingPackage(package, "server", "the live site")


def _open(here: str, address: str) -> None:
    """Open the browser when the first page is there."""
    import time
    from urllib.error import URLError
    from urllib.request import urlopen

    for _ in range(100):
        try:
            urlopen(f"{here}/healthz", timeout=1).close()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
