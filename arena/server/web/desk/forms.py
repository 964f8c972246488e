"""The forms of the desk: which fields each action has, and what a person has filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData

from arena.common.times import with_zone
from arena.server.web.core.refused import Refused
from arena.store.live.actions import ActionRequest

LONGEST = 300  # characters of a line
MOST_MINUTES, MOST_VERSION = 600, 999_999

# The fields of each action besides the phase or the team, in the order in which the form has them.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "open-window": ("until", "reason"),
    "extend-window": ("until!", "reason"),
    "close-window": ("reason",),
    "start": ("note",),
    "pause": ("reason",),
    "stop": ("reason",),
    "freeze": ("reason",),
    "unfreeze": ("reason",),
    "rerun": ("match", "team", "opponent", "game", "reason"),
    "close": ("reason",),
    "replace-house": ("reason",),
    "publish": ("sealed", "code"),
    "reveal": (),
    "open-show": ("minutes", "rehearse", "again"),
    "accept": ("version", "reason"),
    "late-file": ("received!", "bot", "reason"),
    "withdraw": ("void", "reason"),
    "disqualify": ("void", "reason"),
    "restore": ("reason",),
    "announce": ("text",),
    "silence": (),
    "similar": (),
    "everything": (),
}
DANGEROUS = ("stop", "disqualify", "rerun", "publish", "reveal", "close")  # shown in another colour


@dataclass(frozen=True)
class DeskForm:
    what: str
    title: str
    about: str
    fields: tuple[str, ...]
    phase: str = ""
    team: str = ""
    warning: str = ""  # why the organiser should think twice

    @property
    def id(self) -> str:
        """The beginning of the names of its fields in the page."""
        return "-".join(filter(None, (self.what, self.phase, self.team.replace(" ", "_"))))

    @property
    def has_file(self) -> bool:
        return "bot" in self.fields

    @property
    def action(self) -> str:
        """Where the form is sent to."""
        return "/desk/late-files" if self.has_file else "/desk/actions"

    @property
    def is_dangerous(self) -> bool:
        return self.what in DANGEROUS


def read_form(form: FormData) -> ActionRequest:
    """What the organiser wants; a refusal if the form has a mistake. A file is not read here."""

    def text(name: str) -> str:
        value = form.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST:
            raise Refused(400, f"At most {LONGEST} characters can be written in a field.")
        return value.strip()

    what = text("what")
    if what not in FIELDS:
        raise Refused(400, "The desk has no such action.")
    chosen, opponent = text("team"), text("opponent")
    is_rerun = what == "rerun"
    return ActionRequest(
        what,
        reason=" ".join((text("reason") or text("note") or text("text")).split()),
        phase=text("phase"),
        team="" if is_rerun else chosen,
        version=_number(text("version"), "A version is", MOST_VERSION),
        until=_time(text("until")),
        games=text("game").split(),
        match=text("match"),
        teams=[name for name in (chosen, opponent) if name] if is_rerun else [],
        void=bool(text("void")),
        sealed=bool(text("sealed")),
        code=bool(text("code")),
        received=_time(text("received")),
        minutes=_number(text("minutes"), "The minutes of a show are", MOST_MINUTES),
        rehearse=bool(text("rehearse")),
        again=bool(text("again")),
    )


def _number(text: str, what: str, most: int) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not 1 <= int(text) <= most:
        raise Refused(400, f"{what} a number from 1 to {most:,}.")
    return int(text)


def _time(text: str) -> datetime | None:
    """A time in the zone of this machine, as browsers send it, or with a zone."""
    try:
        return with_zone(datetime.fromisoformat(text)) if text else None
    except (ValueError, OverflowError):
        raise Refused(400, "A time is written like 2026-04-03 18:30.") from None
