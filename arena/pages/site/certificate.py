"""A certificate for each team: a page to print on one sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.pages.site.facts import PhaseFacts
from arena.pages.site.scene import display_name
from arena.pages.words import Words
from arena.standings.rows import StandingsRow


@dataclass(frozen=True)
class Certificate:
    team: str
    long: bool  # does the name need smaller letters?
    members: str
    place: str
    competition: str
    phase: str
    record: str
    best: bool  # is the team among the first three?
    proof: str


def certificate(
    phase: PhaseFacts, words: Words, row: StandingsRow, members: Sequence[str]
) -> Certificate:
    """The certificate of the team in this row."""
    return Certificate(
        display_name(row.name),
        len(row.name) > 18,
        ", ".join(members),
        _place(words, row, len(phase.teams)),
        display_name(phase.terms.name),
        words(
            "site.certificate.phase",
            phase=phase.name,
            kind=words(f"site.kind.{phase.own.kind}"),
            game=phase.terms.game,
        ),
        words.count(
            "site.certificate.record",
            row.games,
            wins=words.number(row.wins),
            draws=words.number(row.draws),
            losses=words.number(row.losses),
        ),
        row.rank <= 3,
        words("site.certificate.proof", hash=phase.terms.seed_hash),
    )


def _place(words: Words, row: StandingsRow, teams: int) -> str:
    first, _, last = row.place.partition("-")
    if last:
        return words("site.certificate.shared", first=first, last=last, teams=teams)
    return words("site.certificate.place", rank=first, teams=teams)
