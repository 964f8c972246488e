"""What the site is told about a competition and about a phase that is published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.pages.site.digest import Digest
from arena.schedule.bracket import Bracket
from arena.standings.rows import Standings
from arena.standings.scorebook import Scorebook


@dataclass(frozen=True)
class PhaseTerms:
    """A phase as the competition's file has it, and what is to be seen of it."""

    name: str
    kind: str
    source: str = ""  # the phase whose best play here
    games: int = 0  # of a match
    rounds: int = 0
    top: int | None = None  # how many go on
    opens: datetime | None = None
    deadline: datetime | None = None
    published: bool = False
    seal: str = ""  # the hash of what will be published, while that is sealed
    begun: bool = False


@dataclass(frozen=True)
class PageTerms:
    """The competition: what everybody may know from the beginning."""

    name: str
    game: str  # its title
    about: str  # its rules in a line, in the language of the pages
    options: Mapping[str, str]
    budget: float  # seconds a move
    isolation: str
    packages: Sequence[str]
    seed_hash: str
    seed: str  # nothing until all is over
    phases: Sequence[PhaseTerms]

    def phase(self, name: str) -> PhaseTerms:
        return next(phase for phase in self.phases if phase.name == name)


@dataclass(frozen=True)
class TeamFacts:
    name: str
    key: str  # the name of its files


@dataclass(frozen=True)
class MatchFacts:
    label: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class PhaseFacts:
    """A phase that is over, with all that its pages show."""

    terms: PageTerms
    name: str
    teams: Sequence[TeamFacts]  # in seeded order
    matches: Sequence[MatchFacts]  # a match's number is its place here, from 0
    book: Scorebook
    standings: Standings
    digest: Digest
    replays: Mapping[int, int]  # the number of the viewer's page that has the match
    bracket: Bracket | None = None
    going_on: Sequence[str] = ()  # who goes on to another phase

    @property
    def own(self) -> PhaseTerms:
        return self.terms.phase(self.name)
