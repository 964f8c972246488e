"""Hands in a file to a server, and prints its receipt, steps and verdict."""

import json
import time
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from textwrap import indent
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import click

from arena.bots.code import check_suffix, read_code
from arena.cli import fail
from arena.common.errors import ArenaError
from arena.common.times import second
from arena.guest.protocol.safe_text import plain, plain_lines

PATIENCE = 30.0  # seconds for an answer
LOOK = 0.5  # seconds between two looks at the steps
TRIES = 5  # at an answer, while the server is not ready
PAUSE = 2.0  # seconds before the next of them, unless the server says how long
MOST = 1_000_000  # bytes of an answer


def is_address(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def submit_to_server(file: Path, address: str, code: str) -> None:
    """Hand in the bot, and wait for its verdict."""
    check_suffix(file)
    suffix, content = read_code(file).as_one_file()
    site = f"{address.rstrip('/')}/api/v1/uploads"
    receipt = _ask(Request(f"{site}?name={quote(f'bot{suffix}')}", content), code)
    when = second(datetime.fromisoformat(str(receipt["received_at"])))
    click.echo(
        f"Received at {when} for {plain(str(receipt['phase']))}: receipt "
        f"{plain(str(receipt['receipt']))}, sha256 {plain(str(receipt['sha256']))}"
    )
    if receipt["place"] and receipt["place"] > 1:
        click.echo(f"Place {receipt['place']} in the queue")
    _follow(f"{site}/{quote(str(receipt['receipt']))}", code)


def _follow(address: str, code: str) -> None:
    """Print the steps as they come, and then the verdict."""
    shown = 0
    while True:
        state = _ask(Request(address), code)
        for step in state["steps"][shown:]:
            click.echo(f"  {'ok ' if step['ok'] else 'NO '} {plain(str(step['said']))}")
            if not step["ok"] and step["advice"]:
                click.echo(indent(plain_lines(str(step["advice"])), " " * 6))
        shown = len(state["steps"])
        if state["verdict"]:
            break
        time.sleep(LOOK)
    version = f"version {state['version']}: " if state["version"] else ""
    if state["verdict"] != "admitted":
        fail(f"{version}refused", 1)
    click.echo(f"{version}admitted")


def _ask(request: Request, code: str) -> Any:
    """The answer of the server. A server that is not ready is asked again."""
    request.add_header("Authorization", f"Bearer {code}")
    request.add_header("Content-Type", "application/octet-stream")
    for tries in range(TRIES):
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read(MOST))
        except HTTPError as error:
            if error.code != 503 or tries == TRIES - 1:
                raise ArenaError(f"{request.host}: {_sentence(error)}") from None
            after = error.headers.get("Retry-After", "")
            time.sleep(float(after) if after.isdigit() else PAUSE)
        except (URLError, HTTPException, OSError, ValueError) as error:
            why = getattr(error, "reason", None) or error
            raise ArenaError(
                f"{request.host} does not answer: {plain(str(why))}. Check the address after --to, "
                f"and try again"
            ) from None
    raise AssertionError


def _sentence(error: HTTPError) -> str:
    """What the server says."""
    try:
        return plain(str(json.loads(error.read(MOST))["error"]))
    except (ValueError, KeyError, TypeError, OSError):
        return f"it answers with the status {error.code}. Is this the address of a competition?"
