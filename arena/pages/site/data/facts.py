"""The data that the site is made from: the competition, and a phase that is published."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from arena.pages.site.data.digest import Digest
from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.data.summary import PhaseOutcome, VersionOutcome
from arena.replay.result import WHOLE, credit_parts
from arena.schedule.bracket import Bracket
from arena.standings.rows import Standings
from arena.standings.scorebook import Scorebook


@dataclass(frozen=True)
class PhaseTerms:
    """A phase as the competition's file describes it, and its state of publication."""

    name: str
    kind: str
    source: str = ""  # the phase whose best teams play here
    games: int = 0  # of a match
    rounds: int = 0
    top: int | None = None  # the number of teams that go on
    opens: datetime | None = None
    deadline: datetime | None = None
    published: bool = False
    seal: str = ""  # the hash of the results, while they are sealed
    begun: bool = False
    has_code: bool = False  # is the code of its teams published?
    title: str = ""  # that the organiser gave it
    outcome: PhaseOutcome | None = None  # of a published phase, or so far
    live: bool = False  # are its results so far shown?
    closed: bool = False  # does it take no more files, whatever its dates say?
    over: bool = False  # have people seen the results of all its games?
    teams: int = 0  # that play in it; 0 before it begins

    @property
    def shown_name(self) -> str:
        return self.title or self.name


@dataclass(frozen=True)
class Organiser:
    """What the organiser adds to the pages."""

    about: str = ""
    logo: str = ""  # a file beside the first page
    contact: str = ""
    stream: str = ""
    place: str = ""  # on the certificates, as the signatures
    signatures: Sequence[str] = ()


@dataclass(frozen=True)
class PageTerms:
    """The competition: everything that is public from the beginning."""

    name: str
    game: str  # its title
    about: str  # its rules in a line, in the language of the pages
    options: Sequence[str]  # a sentence for each
    budget: float  # seconds a move
    isolation: str
    packages: Sequence[str]
    seed_hash: str
    seed: str  # empty until all phases are published
    phases: Sequence[PhaseTerms]
    decisions: Sequence[tuple[datetime, str]] = ()  # of the organiser, each as a text
    tolerance: int = 0  # late moves in a thousand that admission accepts
    organiser: Organiser = Organiser()
    featured: FeaturedGame | None = None
    announcement: str = ""  # what the organisers say to everybody now

    def phase(self, name: str) -> PhaseTerms:
        return next(phase for phase in self.phases if phase.name == name)


@dataclass(frozen=True)
class TeamFacts:
    name: str
    key: str  # the name of its files
    members: Sequence[str] = ()
    version: int = 0  # of the bot that played


@dataclass(frozen=True)
class CodeFacts:
    """A bot whose code is published."""

    team: str
    members: Sequence[str]
    file: str
    sha256: str


@dataclass(frozen=True)
class MatchFacts:
    label: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class ShownPhase:
    """A phase with all the data that its pages show."""

    terms: PageTerms
    name: str
    teams: Sequence[TeamFacts]  # in seeded order
    matches: Sequence[MatchFacts]  # the number of a match is its index here
    book: Scorebook
    standings: Standings
    digest: Digest
    files: Mapping[int, int]  # a match with games -> the number of its page, and of their file
    bracket: Bracket | None = None
    going_on: Sequence[str] = ()  # the teams that go on to another phase
    left: Collection[str] = ()  # the teams that have left the competition
    house_faults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by house bot
    downloads: Sequence[str] = ()  # the published data: paths from the folder of the phase
    code: Sequence[CodeFacts] = ()  # of the teams, if it is published
    certified_on: date | None = None  # the date on the certificates
    earlier: Mapping[str, Sequence[VersionOutcome]] = field(default_factory=dict)  # by team
    live: bool = False  # are these the results so far, while people watch?
    with_cards: bool = True  # are there replays?

    @property
    def title(self) -> str:
        return self.own.shown_name

    @property
    def own(self) -> PhaseTerms:
        return self.terms.phase(self.name)

    def credits(self, number: int) -> dict[str, float]:
        """The credit that each entrant of this match has won in it."""
        won = dict.fromkeys(self.matches[number].names, 0)  # in small parts of a win
        for game in self.digest.of(number):
            for name, parts in zip(game.names, credit_parts(game.ranks), strict=True):
                won[name] += parts
        return {name: parts / WHOLE for name, parts in won.items()}

    def matches_of_files(self) -> dict[int, list[int]]:
        """The numbers of the matches on each page, and in each file of games."""
        matches: dict[int, list[int]] = {}
        for number in range(len(self.matches)):
            if number in self.files:
                matches.setdefault(self.files[number], []).append(number)
        return matches
