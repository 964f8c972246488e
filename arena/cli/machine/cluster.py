"""`arena cluster`: the scheduler of a cluster, its machines and its keys."""

import asyncio
import logging
import math
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import click

from arena.cli import fail
from arena.cli.tables import show_table
from arena.cli.workforce import KEYS
from arena.common.errors import ArenaError
from arena.common.extras import needs_extra
from arena.workers.cluster.addresses import LAST_PORT, PORT
from arena.workers.starting import worker_count


@click.group()
def cluster() -> None:
    """Let other machines play games.

    One machine runs `start`, every machine that plays runs `work`. Then `--on ADDRESS` plays there:
    in run, play, league, gym, experiment and analyse. docs/cluster.md explains it.
    """
    with needs_extra("cluster", "a cluster"):
        from arena.workers.cluster import settings  # noqa: F401  # dask reads them at its import
    logging.basicConfig(format="arena: %(message)s", level=logging.WARNING)


@cluster.command()
@click.option("--host", metavar="ADDRESS", help="The address of this machine in its network. "
              "Default: 127.0.0.1, which only this machine reaches; with --keys the one that "
              "others see.")  # fmt: skip
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, LAST_PORT),
              metavar="N", help="The port; 0: any.")  # fmt: skip
@click.option("--time-to-live", "ttl", default=30.0, show_default=True, metavar="SECONDS",
              help="Give a machine up that is silent for so long.")  # fmt: skip
@KEYS
def start(host: str | None, port: int, ttl: float, keys: Path | None) -> None:
    """Run the scheduler of a cluster, until Ctrl-C."""
    from arena.workers.cluster.addresses import own_address
    from arena.workers.cluster.keys import security_for
    from arena.workers.cluster.scheduling import schedule

    host = host or ("127.0.0.1" if keys is None else own_address())
    protocol = "tcp" if keys is None else "tls"
    security = security_for(f"{protocol}://{host}:{port}", keys)

    def announce(address: str) -> None:
        given = f" --keys {keys}" if keys is not None else ""
        click.echo(f"The scheduler runs at {address} until Ctrl-C.")
        click.echo(f"On every machine that plays: arena cluster work {address}{given}")
        click.echo(f"Then, for example:           arena run cup --on {address}{given}")

    _run(lambda stop: schedule(f"{protocol}://{host}", port, ttl, security, stop, announce))


@cluster.command()
@click.argument("address")
@click.option("--workers", default="auto", show_default=True, metavar="N",
              help="Number of games that this machine plays at the same time; auto: one on each "
              "core.")  # fmt: skip
@click.option("--user", metavar="NAME", help="If root starts the command: the user that plays. "
              "Default: nobody.")  # fmt: skip
@click.option("--give-up", default=math.inf, metavar="SECONDS",
              help="End after so long without a scheduler. Default: never.")  # fmt: skip
@KEYS
def work(address: str, workers: str, user: str | None, give_up: float, keys: Path | None) -> None:
    """Play games for the scheduler at ADDRESS, until Ctrl-C.

    The arena examines this machine before it sends games. `arena cluster show` says if it refuses.
    """
    from arena.workers.cluster.addresses import full_address
    from arena.workers.cluster.joining import check_version, work
    from arena.workers.cluster.keys import security_for
    from arena.workers.cluster.users import become

    place = full_address(address, encrypted=keys is not None)
    security = security_for(place, keys)
    cores = worker_count(workers)
    click.echo(become(user), nl=False, err=True)

    async def join(stop: asyncio.Event) -> None:
        await check_version(place, security)
        await work(place, cores, security, stop, click.echo, give_up)

    _run(join)


@cluster.command()
@click.argument("address")
@KEYS
def show(address: str, keys: Path | None) -> None:
    """Show the machines of a cluster, and why any of them is refused."""
    from arena.workers.cluster.addresses import full_address
    from arena.workers.cluster.fleet import Fleet
    from arena.workers.cluster.keys import security_for
    from arena.workers.cluster.showing import machine_rows

    place = full_address(address, encrypted=keys is not None)
    with Fleet(place, security_for(place, keys)) as fleet:
        rows = machine_rows(fleet)
    if not rows:
        click.echo(f"No machine works for {place}. On each one: arena cluster work {place}")
        return
    show_table(
        ["machine", "cores", "games/s", "isolation", "busy with", "remarks"],
        [list(map(str, row)) for row in rows],
        left=(0, 3, 5),
    )


@cluster.command("keys")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def make_keys(folder: Path) -> None:
    """Make the keys of a cluster, in the folder DIR.

    All connections between machines are encrypted with them. Copy DIR to every machine, and keep it
    secret: a program that has the keys can run code on all machines of the cluster.
    """
    from arena.workers.cluster import keys

    keys.make_keys(folder)
    click.echo(f"The keys are in {folder}. Copy it to every machine, and give --keys {folder}")


def _run(program: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
    """Run the program until Ctrl-C or the signal to terminate, which set its event."""

    async def until_stopped() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await program(stop)

    try:
        asyncio.run(until_stopped())
    except ArenaError:
        raise
    except OSError as error:
        fail(f"{error.strerror or error}", 2)
