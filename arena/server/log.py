"""The log of a service: a line of JSON for each event, or readable lines in a terminal.

Secrets never get into it: a processor removes codes, tokens and passwords, wherever they come from.
"""

import logging
import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_NAMES = ("code", "cookie", "authorization", "token", "password", "seed")
GROUP = "[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{4}"
SECRETS = (
    (re.compile(rf"\b{GROUP}(?:-{GROUP}){{3}}\b"), "***"),  # the code of a team
    (re.compile(r"://[^/\s:@]*:[^/\s@]*@"), "://***@"),  # the password in an address
    (re.compile(r"(?i)\bbearer\s+\S+"), "Bearer ***"),
)


def begin_log(service: str) -> None:
    """Let everything that this process logs go to its error stream."""
    in_terminal = sys.stderr.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper("iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        _named(service),
    ]
    last: Processor = (
        structlog.dev.ConsoleRenderer() if in_terminal else structlog.processors.JSONRenderer()
    )
    form = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            without_secrets,
            last,
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(form)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING if in_terminal else logging.INFO)
    for quiet in ("asyncio", "alembic"):
        logging.getLogger(quiet).setLevel(logging.WARNING)


def without_secrets(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """The event, with stars in place of secrets."""
    return {
        key: "***" if key.lower() in SECRET_NAMES else _clean(value) for key, value in event.items()
    }


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        for pattern, stars in SECRETS:
            value = pattern.sub(stars, value)
        return value
    if isinstance(value, dict):
        return {
            key: "***" if str(key).lower() in SECRET_NAMES else _clean(each)
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_clean(each) for each in value]
    return value


def _named(service: str) -> Processor:
    def add(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    return add
