"""The first page: the competition, who leads it, its phases and dates, its rules, and its seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from urllib.parse import quote

from arena.common.times import minute
from arena.guest.protocol.safe_text import plain
from arena.pages.site.data.facts import PageTerms, PhaseTerms
from arena.pages.site.data.listings import RECORDS
from arena.pages.site.data.scene import display_name, player_name, round_title, team_link
from arena.pages.site.data.summary import PhaseOutcome, TeamOutcome, podium
from arena.pages.site.moments.tiles import Tile, tiles
from arena.pages.site.render import FEATURED
from arena.pages.words import Words
from arena.pages.words.labels import going_on, match_label

FIRST = 5  # teams of a phase that is being played


@dataclass(frozen=True)
class Link:
    href: str
    text: str


@dataclass(frozen=True)
class PhaseCard:
    name: str
    kind: str
    about: str
    dates: list[str]
    state: str
    mark: str  # the CSS class of the state
    seal: str
    seal_says: str
    links: list[Link]


@dataclass(frozen=True)
class PodiumTeam:
    place: str
    name: str
    href: str
    reached: str  # the number by which the table is sorted


@dataclass(frozen=True)
class MiniTeam:
    name: str
    score: str
    won: bool


@dataclass(frozen=True)
class TopTeams:
    """The best of the last published phase."""

    title: str
    phase: str
    href: str
    champion: bool  # is the whole competition decided?
    steps: list[PodiumTeam]
    rounds: list[tuple[str, list[list[MiniTeam]]]]  # a title, and the pairs of the bracket
    bracket: str  # the address of the bracket
    tiles: list[Tile]


@dataclass(frozen=True)
class LiveTeam:
    place: str
    name: str
    href: str
    score: str


@dataclass(frozen=True)
class LivePhase:
    """How a phase stands that is being played."""

    name: str
    href: str
    games: str
    teams: list[LiveTeam]  # the first ones
    links: list[Link]


@dataclass(frozen=True)
class Featured:
    """The game that is being shown."""

    match: str
    names: list[str]
    href: str


@dataclass(frozen=True)
class NextDate:
    """A date that may still come. The script of the page chooses the first one."""

    text: str
    iso: str


@dataclass(frozen=True)
class Home:
    name: str
    standing: str
    announcement: str
    about: list[str]  # the organiser's paragraphs
    logo: str
    contact: Link | None
    stream: str
    live: list[LivePhase]
    featured: Featured | None
    top: TopTeams | None
    dates: list[NextDate]
    phases: list[PhaseCard]
    rules: list[tuple[str, str]]
    seed_hash: str
    seed: str
    decisions: list[tuple[str, str]]  # when, and what
    downloads: list[Link]


def home(terms: PageTerms, words: Words) -> Home:
    """The competition at a glance."""
    published = [each for each in terms.phases if each.published]
    if published and len(published) == len(terms.phases):
        standing = words("site.home.over")
    elif published:
        standing = words("site.home.so_far", n=len(published), of=len(terms.phases))
    else:
        standing = words("site.home.coming")
    organiser = terms.organiser
    return Home(
        display_name(terms.name),
        standing,
        plain(terms.announcement),
        [" ".join(each.split()) for each in organiser.about.split("\n\n") if each.strip()],
        organiser.logo,
        _contact(organiser.contact),
        organiser.stream,
        [_live(each, words) for each in terms.phases if each.live],
        _featured(terms, words),
        _top(terms, words),
        _dates(terms, words),
        [_card(each, terms, words) for each in terms.phases],
        _rules(terms, words),
        terms.seed_hash,
        terms.seed,
        [(minute(at), plain(text)) for at, text in terms.decisions],
        _downloads(published, words),
    )


def _contact(contact: str) -> Link | None:
    if not contact:
        return None
    is_mail = "@" in contact and " " not in contact
    return Link(f"mailto:{quote(contact, safe='@')}" if is_mail else "", contact)


def _rules(terms: PageTerms, words: Words) -> list[tuple[str, str]]:
    rules = [
        ("game", f"{terms.game}. {terms.about}"),
        ("options", " ".join(terms.options)),
        ("budget", words("site.home.seconds", n=words.short(terms.budget))),
        ("tolerance", words.count("site.home.tolerance_text", terms.tolerance)),
        ("isolation", words.isolation(terms.isolation)),
        ("packages", ", ".join(terms.packages)),
    ]
    return [(words(f"site.home.{key}"), plain(value)) for key, value in rules if value]


def _dates(terms: PageTerms, words: Words) -> list[NextDate]:
    """All dates of the phases that can still take files, the first one first."""
    dates = [
        (date, words(f"site.home.next_{key}", phase=phase.shown_name))
        for phase in terms.phases
        if not phase.closed
        for key, date in (("opens", phase.opens), ("deadline", phase.deadline))
        if date is not None
    ]
    return [
        NextDate(f"{text} {minute(date)}", date.astimezone(UTC).isoformat())
        for date, text in sorted(dates, key=lambda each: each[0].astimezone(UTC))
    ]


def _downloads(published: Sequence[PhaseTerms], words: Words) -> list[Link]:
    links = [
        Link(f"{phase.name}/{file}", f"{phase.shown_name}: {words(f'site.file.{key}')} ({file})")
        for phase in published
        for key, file in (("standings", "standings.csv"), ("records", RECORDS))
    ]
    return [
        *links,
        Link("competition.json", "competition.json"),
        Link("decisions.json", "decisions.json"),
        Link("SHA256SUMS", "SHA256SUMS"),
    ]


def _live(phase: PhaseTerms, words: Words) -> LivePhase:
    outcome = phase.outcome
    assert outcome is not None
    return LivePhase(
        phase.shown_name,
        f"{phase.name}/index.html",
        words("site.live.so_far", games=words.count("site.games", outcome.games)),
        [
            LiveTeam(
                team.place.replace("-", "\u2013"),
                display_name(team.name),
                team_link(team.key, f"{phase.name}/"),
                _reached(outcome.by, team, words),
            )
            for team in outcome.teams[:FIRST]
        ],
        _links(phase, words),
    )


def _featured(terms: PageTerms, words: Words) -> Featured | None:
    game = terms.featured
    if game is None:
        return None
    names = [player_name(words, name) for name in game.names]
    return Featured(match_label(words, game.match), names, f"{game.phase}/{FEATURED}")


def _links(phase: PhaseTerms, words: Words) -> list[Link]:
    """The pages of a phase whose results are shown."""
    pages = [("index", "leaderboard"), ("matches", "matches")]
    if phase.kind == "knockout":
        pages = [("bracket", "bracket"), ("spoiler-free", "spoiler_free"), *pages]
    if phase.has_code:
        pages.append(("code", "code"))
    return [Link(f"{phase.name}/{page}.html", words(f"site.nav.{key}")) for page, key in pages]


def _top(terms: PageTerms, words: Words) -> TopTeams | None:
    """The podium, the bracket and the best moments of the last phase that is published."""
    shown = [each for each in terms.phases if each.published and each.outcome is not None]
    if not shown:
        return None
    phase = shown[-1]
    outcome = phase.outcome
    assert outcome is not None
    first = podium(outcome)
    champion = (
        all(each.published for each in terms.phases)
        and [team.place for team in first].count("1") == 1
    )
    return TopTeams(
        words(f"site.home.{'champion' if champion else 'podium'}"),
        phase.shown_name,
        f"{phase.name}/index.html",
        champion,
        [
            PodiumTeam(
                team.place,
                display_name(team.name),
                team_link(team.key, f"{phase.name}/"),
                _reached(outcome.by, team, words),
            )
            for team in first
        ],
        _mini_bracket(outcome, words),
        f"{phase.name}/bracket.html" if outcome.rounds else "",
        tiles(outcome.highlights, words, f"{phase.name}/"),
    )


def _reached(by: str, team: TeamOutcome, words: Words) -> str:
    """What decided the order of the first teams. A place in a bracket speaks for itself."""
    if by == "credit":
        form = "one" if team.credit == 1 else "many"
        return words(f"site.home.points.{form}", n=words.short(team.credit))
    if by == "share" and team.share is not None:
        return words.percent(team.share, 1)
    if by == "rating" and team.rating is not None:
        return f"{words('site.leaderboard.rating')} {words.number(team.rating)}"
    return ""


def _mini_bracket(outcome: PhaseOutcome, words: Words) -> list[tuple[str, list[list[MiniTeam]]]]:
    """The last three rounds of the bracket."""
    return [
        (
            round_title(words, len(pairings)),
            [
                [
                    MiniTeam(
                        display_name(name) if name else words("site.bracket.bye"),
                        words.short(pairing.scores[side]) if pairing.scores else "",
                        name != "" and name == pairing.winner,
                    )
                    for side, name in enumerate(pairing.names)
                ]
                for pairing in pairings
            ],
        )
        for pairings in outcome.rounds[-3:]
    ]


def _card(phase: PhaseTerms, terms: PageTerms, words: Words) -> PhaseCard:
    about = [words.count("site.home.match_of", phase.games)]
    if phase.rounds:
        about.append(words.count("site.home.rounds", phase.rounds))
    if phase.source:
        about.append(words("site.home.from", phase=terms.phase(phase.source).shown_name))
    if phase.top is not None and any(each.source == phase.name for each in terms.phases):
        about.append(going_on(words, phase.top, phase.teams))
    dates = [
        words(f"site.home.{key}", date=minute(date))
        for key, date in (("opens", phase.opens), ("deadline", phase.deadline))
        if date is not None and not phase.closed
    ]
    if phase.closed and not (phase.published or phase.seal):
        dates.append(words("site.home.closed"))
    links = _links(phase, words) if phase.published or phase.live else []
    if phase.published:
        links.append(Link(f"{phase.name}/index.html#files", words("site.file.title")))
    mark = (
        "published" if phase.published
        else "sealed" if phase.seal
        else "over" if phase.over
        else "begun" if phase.begun
        else "waiting"
    )  # fmt: skip
    return PhaseCard(
        phase.shown_name,
        words(f"site.kind.{phase.kind}"),
        ". ".join(about) + ".",
        dates,
        words(f"site.state.{mark}"),
        mark,
        phase.seal,
        words(f"site.home.{'revealed' if phase.published else 'seal'}"),
        links,
    )
