"""The page of a phase that lists the published bots of the teams, with their authors."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from arena.pages.site.data.facts import CodeFacts
from arena.pages.site.data.scene import display_name

FOLDER, PAGE = "code", "code.html"  # in the folder of the phase
ATTRIBUTION = "ATTRIBUTION.txt"


@dataclass(frozen=True)
class CodeRow:
    team: str
    members: str
    file: str
    href: str
    sha256: str


def code_rows(code: Sequence[CodeFacts]) -> list[CodeRow]:
    return [
        CodeRow(
            display_name(each.team),
            ", ".join(each.members),
            each.file,
            f"{FOLDER}/{quote(each.file)}",
            each.sha256,
        )
        for each in code
    ]
