"""`arena sandbox`: what isolating bots needs on this machine."""

from contextlib import closing

import click

from arena.sandbox.docker.engine import IMAGE, engine
from arena.sandbox.docker.image import from_debian, from_registry


@click.group()
def sandbox() -> None:
    """Prepare this machine for isolating bots."""


@sandbox.command("build-image")
@click.option("--offline", is_flag=True, help="Do not ask a registry of images.")
def build_image(offline: bool) -> None:
    """Make the image for isolation in Docker containers.

    From Python's official image where a registry can be reached; else from Debian's packages,
    for which it takes debootstrap, and root.
    """
    with closing(engine()) as client:
        if not offline:
            click.echo("Asking the registry for Python's official image")
            why_not = from_registry(client)
            if not why_not:
                click.echo(f"Ready: {IMAGE}")
                return
            click.echo(f"That did not work: {why_not}")
        from_debian(client, click.echo)
        click.echo(f"Ready: {IMAGE}")
