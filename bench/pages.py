"""The time to write the site of a large competition: 100 teams, 30,000 games, one core."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from msgspec import structs

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.pages.site.data import facts
from arena.pages.site.data.digest import Digest
from arena.pages.site.output import Output
from arena.pages.site.replays import Replays
from arena.pages.site.write import write_home, write_phase
from arena.pages.viewer.frames import play_record
from arena.pages.words import Words
from arena.replay.files import compressed_file, to_line
from arena.replay.record import Record, RecordPlace
from arena.replay.result import result
from arena.standings.rows import standings
from arena.standings.scorebook import Scorebook
from arena.workers import here
from bench.contest import Contest, recorded_side
from bench.rows import Row
from Game.brisca.game import Brisca

TEAMS, HOUSE, GAMES = 100, 3, 100  # each team against each house bot
ALLOWED = 60.0  # seconds
LARGEST = 40e6  # bytes


@contextmanager
def site() -> Iterator[Contest]:
    """Write the site once, since that takes long enough to be measured."""
    run = new_match(
        Brisca(), [load("random"), load("greedy")], GAMES, RunOptions(clock=False, seed="bench")
    )
    played = list(here.play(run, run.fixtures))
    with TemporaryDirectory() as folder:
        started = process_time()
        size = make(Path(folder), played)
        took = process_time() - started
    if size > LARGEST:
        raise AssertionError(f"The site has {size / 1e6:.0f} MB; {LARGEST / 1e6:.0f} are allowed.")
    yield Contest(recorded_side(1 / took), recorded_side(1 / ALLOWED), f"60 s; {size / 1e6:.0f} MB")


def make(folder: Path, played: list[Record], teams: int = TEAMS) -> int:
    """Write the site of a phase in which every match has these games; return its size in bytes."""
    words = Words("en")
    names = [f"Team {number}" for number in range(teams)]
    matches = [
        facts.MatchFacts(f"house bot {bot + 1}", (name, f"House {bot + 1}"))
        for name in names
        for bot in range(HOUSE)
    ]
    public = folder / "qualifying"
    public.mkdir()
    output, book, digest = Output(public), Scorebook(names), Digest()
    replays = Replays(output, words, "Bench", "qualifying")
    replays.expect(dict.fromkeys(range(len(matches)), min(GAMES, len(played))))
    count = 0
    with compressed_file(public / "records.jsonl.gz") as file:
        for number, match in enumerate(matches):
            for game, record in enumerate(between(played, match.names)):
                count += 1
                book.add(result(record, game // 2))
                drawn = play_record(record)
                replays.add(number, count, drawn)
                digest.add(number, count, record, drawn.comeback)
                file.write(to_line(record))
    replays.write()
    own = facts.PhaseTerms("qualifying", "qualifying", games=len(played), top=8, published=True)
    terms = facts.PageTerms(
        "Bench", "Brisca", "Cards.", [], 1.0, "inprocess", [], "0" * 64, "", [own]
    )
    phase = facts.ShownPhase(
        terms,
        "qualifying",
        [facts.TeamFacts(name, name.casefold()) for name in names],
        matches,
        book,
        standings(book, tiebreaks=["margin"]),
        digest,
        replays.file_of,
    )
    write_phase(output, phase, words)
    write_home(folder, terms, words)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def between(played: list[Record], names: tuple[str, ...]) -> Iterator[Record]:
    """The same games, with these bots' names."""
    for game, record in enumerate(islice(played, GAMES)):
        bots = [
            structs.replace(bot, name=name) for bot, name in zip(record.bots, names, strict=True)
        ]
        id = blake2b(f"{names} {game}".encode(), digest_size=8).hexdigest()
        place = RecordPlace("qualifying", "match", game // 2)
        yield structs.replace(record, id=id, bots=bots, fixture=place)


ROWS = [Row("pages.site", "s", site, ceiling=1)]
