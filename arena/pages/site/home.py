"""The first page: the competition, its phases and their dates, its rules, and its seed."""

from dataclasses import dataclass

from arena.common.times import minute
from arena.guest.protocol.safe_text import plain
from arena.pages.site.facts import PageTerms, PhaseTerms
from arena.pages.site.scene import display_name
from arena.pages.words import Words


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
class Home:
    name: str
    game: str
    about: str
    standing: str
    phases: list[PhaseCard]
    rules: list[tuple[str, str]]
    seed_hash: str
    seed: str
    decisions: list[tuple[str, str]]  # when, and what


def home(terms: PageTerms, words: Words) -> Home:
    """The competition at a glance."""
    published = [each for each in terms.phases if each.published]
    if published and len(published) == len(terms.phases):
        standing = words("site.home.over")
    elif published:
        standing = words("site.home.so_far", n=len(published), of=len(terms.phases))
    else:
        standing = words("site.home.coming")
    options = ", ".join(f"{name} = {value}" for name, value in terms.options.items())
    rules = [
        ("game", f"{terms.game}. {terms.about}"),
        ("options", options),
        ("budget", words("site.home.seconds", n=words.short(terms.budget))),
        ("isolation", terms.isolation),
        ("packages", ", ".join(terms.packages)),
    ]
    return Home(
        display_name(terms.name),
        terms.game,
        terms.about,
        standing,
        [_card(each, words) for each in terms.phases],
        [(words(f"site.home.{key}"), plain(value)) for key, value in rules if value],
        terms.seed_hash,
        terms.seed,
        [(minute(at), plain(text)) for at, text in terms.decisions],
    )


def _card(phase: PhaseTerms, words: Words) -> PhaseCard:
    about = [words.count("site.home.match_of", phase.games)]
    if phase.rounds:
        about.append(words.count("site.home.rounds", phase.rounds))
    if phase.source:
        about.append(words("site.home.from", phase=phase.source))
    if phase.top is not None:
        about.append(words.count("site.home.top", phase.top))
    dates = [
        words(f"site.home.{key}", date=minute(date))
        for key, date in (("opens", phase.opens), ("deadline", phase.deadline))
        if date is not None
    ]
    links = []
    if phase.published:
        pages = [("index", "leaderboard"), ("matches", "matches")]
        if phase.kind == "knockout":
            pages = [("bracket", "bracket"), ("spoiler-free", "spoiler_free"), *pages]
        if phase.has_code:
            pages.append(("code", "code"))
        links = [Link(f"{phase.name}/{page}.html", words(f"site.nav.{key}")) for page, key in pages]
        links.append(Link(f"{phase.name}/index.html#files", words("site.file.title")))
    mark = (
        "published" if phase.published
        else "sealed" if phase.seal
        else "begun" if phase.begun
        else "waiting"
    )  # fmt: skip
    return PhaseCard(
        phase.name,
        words(f"site.kind.{phase.kind}"),
        ". ".join(about) + ".",
        dates,
        words(f"site.state.{mark}"),
        mark,
        phase.seal,
        words(f"site.home.{'revealed' if phase.published else 'seal'}"),
        links,
    )
