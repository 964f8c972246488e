"""A certificate for each team: a page to print on one sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.pages.site.data.facts import ShownPhase
from arena.pages.site.data.scene import display_name
from arena.pages.words import Words
from arena.standings.rows import StandingsRow

METALS = {"1": "gold", "2": "silver", "3": "bronze"}


@dataclass(frozen=True)
class Certificate:
    team: str
    long: bool  # does the name need smaller letters?
    members: str
    title: str  # a diploma for the first three
    metal: str  # gold, silver or bronze; empty for the others
    logo: str  # the address of the organiser's logo
    place: str
    competition: str
    phase: str
    record: str
    proof: str
    signed: str  # where and when
    signatures: Sequence[str]


def certificate(
    phase: ShownPhase, words: Words, row: StandingsRow, members: Sequence[str]
) -> Certificate:
    """The certificate of the team in this row."""
    organiser = phase.terms.organiser
    return Certificate(
        display_name(row.name),
        len(row.name) > 18,
        ", ".join(members),
        words(f"site.certificate.{'diploma' if row.rank <= 3 else 'certificate'}"),
        METALS.get(row.place, ""),
        f"../../{organiser.logo}" if organiser.logo else "",
        _place(words, row, len(phase.teams)),
        display_name(phase.terms.name),
        _phase(words, phase),
        words.count(
            "site.certificate.record",
            row.games,
            wins=words.number(row.wins),
            draws=words.number(row.draws),
            losses=words.number(row.losses),
        ),
        words("site.certificate.proof", hash=phase.terms.seed_hash),
        ", ".join(
            filter(
                None,
                (organiser.place, words.date(phase.certified_on) if phase.certified_on else ""),
            )
        ),
        organiser.signatures,
    )


def _phase(words: Words, phase: ShownPhase) -> str:
    kind, game = words(f"site.kind.{phase.own.kind}"), phase.terms.game
    if phase.title.casefold() == kind.casefold():
        return f"{kind}, {game}"
    return words("site.certificate.phase", phase=phase.title, kind=kind, game=game)


def _place(words: Words, row: StandingsRow, teams: int) -> str:
    first, _, last = row.place.partition("-")
    if last:
        return words("site.certificate.shared", first=first, last=last, teams=teams)
    return words("site.certificate.place", place=words.ordinal(int(first)), teams=teams)
