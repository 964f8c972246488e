"""`arena sandbox`: prepares this machine to isolate bots."""

from contextlib import closing

import click

from arena.sandbox.docker.docker_engine import IMAGE, engine
from arena.sandbox.docker.image import from_debian, from_registry


@click.group()
def sandbox() -> None:
    """Prepare this machine to isolate bots."""


@sandbox.command("build-image")
@click.option("--offline", is_flag=True, help="Use no registry of images.")
def build_image(offline: bool) -> None:
    """Build the image for bots in Docker containers.

    Builds it from Python's official image if a registry can be reached. Otherwise builds it from
    Debian's packages: this needs debootstrap, and you must be root.
    """
    with closing(engine()) as client:
        if not offline:
            click.echo("Asking the registry for Python's official image")
            why_not = from_registry(client)
            if not why_not:
                click.echo(f"Ready: {IMAGE}")
                return
            click.echo(f"That did not work: {why_not}")
            click.echo("Building the image from Debian's packages")
        from_debian(client, click.echo)
        click.echo(f"Ready: {IMAGE}")
