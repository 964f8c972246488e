"""Makes sites for tests, of a phase in which all teams have met, and reads their pages."""

import dataclasses
import gzip
import re
from base64 import b64decode
from datetime import UTC, date, datetime
from hashlib import blake2b
from html import unescape
from html.parser import HTMLParser
from itertools import combinations, zip_longest
from math import factorial
from pathlib import Path
from zlib import decompress

from msgspec import structs
from support.viewing import games

from arena.pages.site.data import facts
from arena.pages.site.data.digest import Digest
from arena.pages.site.data.summary import read_outcome
from arena.pages.site.output import Output
from arena.pages.site.replays import Replays
from arena.pages.site.write import write_home, write_phase
from arena.pages.viewer.frames import play_record
from arena.pages.words import Words
from arena.replay.record import Record, RecordPlace
from arena.replay.result import Result, result
from arena.schedule.bracket import Bracket
from arena.schedule.match import MatchScore
from arena.standings.quantity import by_skill
from arena.standings.rows import standings
from arena.standings.scorebook import Scorebook
from arena.standings.skill import skills

VOID = {"meta", "link", "br", "img", "input", "hr"}
PHASE = "league"


def make_site(
    folder: Path,
    names: list[str],
    number: int = 4,
    *,
    title: str = "Cup",
    bracket: bool = False,
    code: bool = False,
    played: list[Record] | None = None,
    language: str = "en",
    ladder: bool = False,
) -> Path:
    """Make a site in which each pair of teams has met in a number of equal games, or in `games`.

    Games for three are played by each group of three.

    With `code`, the bot of the first team is published.

    With `ladder`, its table is the one of a ladder.

    With `bracket`, it has a bracket: each meeting was a tie and then won by the better seed.
    """
    words, played = Words(language), played or games("greedy", "random", number=number)
    public = folder / PHASE
    public.mkdir(parents=True)
    output, book, digest = Output(public), Scorebook(names), Digest()
    replays = Replays(output, words, title, PHASE)
    tree = won(len(names)) if bracket else None
    labels = [meeting.label for meetings in tree.rounds for meeting in meetings] if tree else []
    labels += [f"{label}, sudden death 1" for label in labels[:1]]
    matches = [
        facts.MatchFacts(label or "round 1", pair)
        for pair, label in zip_longest(combinations(names, len(played[0].bots)), labels)
    ]
    count, results = 0, list[Result]()
    replays.expect(dict.fromkeys(range(len(matches)), len(played)))
    for match, each in enumerate(matches):
        for game, record in enumerate(played):
            own = between(record, each.names, match, game)
            count += 1
            results.append(result(own, own.fixture.deal))
            book.add(results[-1])
            drawn = play_record(own)
            replays.add(match, count, drawn)
            digest.add(match, count, own, drawn.comeback)
    replays.write()
    own_terms = facts.PhaseTerms(
        PHASE,
        "round-robin",
        games=number,
        deadline=datetime(2998, 1, 1, tzinfo=UTC),  # it is published before
        published=True,
        closed=True,
        has_code=code,
        title=title,
    )
    opens = datetime(2999, 1, 1, tzinfo=UTC)
    coming = facts.PhaseTerms("coming", "swiss", games=2, rounds=2, opens=opens, title=title)
    organiser = facts.Organiser(title, "", title, "https://example.org/live", title, [title])
    terms = facts.PageTerms(
        title,
        "Brisca",
        title,
        [title],
        1.0,
        title,
        [title],
        "0" * 64,
        "",
        [own_terms],
        tolerance=10,
        organiser=organiser,
    )
    phase = facts.ShownPhase(
        terms,
        PHASE,
        [facts.TeamFacts(name, f"team {place}") for place, name in enumerate(names)],
        matches,
        book,
        standings(
            book,
            by=by_skill(skills(results)) if ladder else "credit",
            tiebreaks=["margin"],
            ladder={name: place for place, name in enumerate(names, start=1)} if ladder else None,
        ),
        digest,
        replays.file_of,
        tree,
        going_on=names[:2],
        code=[facts.CodeFacts(names[0], [title, "Ben"], "bot.py", "0" * 64)] if code else [],
        certified_on=date(2026, 6, 12),
    )
    if code:
        (public / "code").mkdir()
        (public / "code" / "bot.py").write_text("pass\n")
    write_phase(output, phase, words)
    own_terms = dataclasses.replace(own_terms, outcome=read_outcome(public))
    write_home(folder, dataclasses.replace(terms, phases=[own_terms, coming]), words)
    return folder


def won(entrants: int) -> Bracket:
    """A bracket in which the better seed has won all meetings, the first one after a tie."""
    tree = Bracket(entrants, third_place=True)
    for meetings in tree.rounds:
        for meeting in meetings:
            tree.seat_winners()
            meeting.scores = [MatchScore((3.0, 1.0), (9.0, -9.0))]
            meeting.winner, meeting.decided_by = meeting.upper, "games"
    tree.rounds[0][0].scores = [
        MatchScore((2.0, 2.0), (0.0, 0.0)),
        MatchScore((2.0, 0.0), (9.0, -9.0)),
    ]
    return tree


def between(record: Record, names: tuple[str, ...], match: int, game: int) -> Record:
    """The same game with these names."""
    bots = [structs.replace(bot, name=name) for bot, name in zip(record.bots, names, strict=True)]
    id = blake2b(f"{match} {game}".encode(), digest_size=8).hexdigest()
    return structs.replace(
        record,
        id=id,
        bots=bots,
        fixture=RecordPlace(PHASE, "round 1", game // factorial(len(names))),
    )


def pages(folder: Path) -> list[Path]:
    """All pages of a site except those of the viewer."""
    return [path for path in sorted(folder.rglob("*.html")) if path.name != "replays.html"]


def games_in(path: Path) -> str:
    """The data in a file of games, as JSON."""
    found = re.fullmatch(r'takeGames\(\d+, "([A-Za-z0-9+/=]+)"\);\n', path.read_text("utf-8"))
    assert found
    return decompress(b64decode(found[1])).decode()


def readable(path: Path) -> bytes:
    """The content of a published file, unpacked if it is packed."""
    if path.parent.name == "replays":
        return games_in(path).encode()
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


class Reader(HTMLParser):
    """Reads a page. Every tag must be closed, and in the right order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.skeleton: list[str] = []  # tags and classes, by depth
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        told = dict(attrs)
        self.tags.append((tag, told))
        names = "." + ".".join(told["class"].split()) if told.get("class") else ""
        self.skeleton.append("  " * len(self.open) + tag + names)

    def handle_endtag(self, tag) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text.append(data)

    @property
    def visible_text(self) -> str:
        return " ".join("".join(self.text).split())

    @property
    def policy(self) -> str:
        (found,) = (
            attrs["content"]
            for tag, attrs in self.tags
            if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
        )
        return unescape(found or "")
