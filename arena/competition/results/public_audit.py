"""Checks a published folder with its files alone. So anybody can do it, without the competition.

The records are replayed by the rules. The seed, as soon as it is published, must have the hash that
was published first, and must give the deals and the lots. The tables, and the matches of a bracket,
are computed again from the records. A phase that was sealed must have the hash of its seal.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.competition.config.folder import DECISIONS, INDEX, SEAL, STANDINGS
from arena.competition.config.seed import fingerprint
from arena.competition.entries.decisions import LEAVE
from arena.competition.play.ranking import draw_lots
from arena.competition.results.audit import of_deal
from arena.competition.results.publishing import RECORDS, fingerprint_of
from arena.guest.protocol.safe_text import plain
from arena.replay.files import read_records
from arena.replay.replayer import verify
from arena.replay.result import Result, credit, result
from arena.standings.quantity import Quantity, by_place, by_skill
from arena.standings.rows import standings
from arena.standings.scorebook import Scorebook
from arena.standings.skill import skills
from arena.standings.table import table_rows
from Game.core.keys import derive, master_key

# The columns that are not compared exactly: credit may come from byes, and the files do not say
# where each team began on a ladder.
UNKNOWN = ("credit", "ladder")


@dataclass
class PhaseAudit:
    """The results of the audit of a published phase."""

    phase: str
    games: int = 0
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # with the reason
    problems: list[str] = field(default_factory=list)


def is_published_folder(path: Path) -> bool:
    """Is this a folder that `arena publish` has written, such as Out/public?"""
    return (path / INDEX).is_file()


def audit_public(folder: Path, seed: str | None = None) -> Iterator[PhaseAudit]:
    """Check each published phase. Without `seed`, the published one counts."""
    index = _read_json(folder / INDEX)
    try:
        published, seed_hash, names = index["seed"], index["seed_sha256"], list(index["phases"])
    except (KeyError, TypeError):
        raise ArenaError(
            f"{folder / INDEX} does not describe a competition: get the published folder again"
        ) from None
    seed = seed or published
    wrong_seed = (
        f"The seed does not have the hash {seed_hash} that {folder / INDEX} promises"
        if seed and fingerprint(seed) != seed_hash
        else ""
    )
    for name in names:
        audit = PhaseAudit(name)
        if wrong_seed:
            audit.problems.append(wrong_seed)
        elif seed:
            audit.checked.append("the hash of the seed")
        _audit_phase(folder / name, audit, seed)
        yield audit


def _audit_phase(folder: Path, audit: PhaseAudit, seed: str | None) -> None:
    results: list[tuple[str, Result]] = []  # the label of each match, and the result
    ids: set[str] = set()
    for number, record in read_records(folder / RECORDS):
        audit.games += 1
        try:
            verify(record)
            said = of_deal(record, seed) if seed else ""
            if record.fixture is None or record.fixture.phase != audit.phase:
                said = f"Game {plain(record.id)} does not belong to this phase"
            elif record.id in ids:
                said = f"Game {plain(record.id)} occurs twice"
            else:
                results.append((record.fixture.match, result(record, record.fixture.deal)))
        except ArenaError as error:
            said = f"Game {number}, {plain(record.id)}: {error}"
        ids.add(record.id)
        if said:
            audit.problems.append(said)
    audit.checked.append("moves and results")
    lots = _read_json(folder / "lots.json")
    if seed:
        audit.checked += ["deals", "lots"]
        if lots != draw_lots(derive(master_key(seed), "phase", audit.phase), lots):
            audit.problems.append(f"{folder / 'lots.json'}: the lots are not those of the seed")
    else:
        audit.unchecked.append("deals and lots, because the seed is not published yet")
    tree = folder / "bracket.json"
    if tree.exists():
        audit.problems += _bracket_problems(_read_json(tree), results)
        audit.checked.append("bracket")
    audit.problems += _table_problems(folder, [each for _, each in results], lots)
    if not _somebody_left(folder.parent):
        audit.problems += _credit_problems(folder, results)
    audit.checked.append("standings")
    if (folder / SEAL).exists():
        audit.checked.append("seal")
        if fingerprint_of(folder) != _read_json(folder / SEAL).get("sha256"):
            audit.problems.append(f"{folder} does not have the hash that {SEAL} promised")


def _table_problems(folder: Path, results: list[Result], lots: Mapping[str, int]) -> Iterator[str]:
    """Where the published table differs from the one that the records give."""
    published = _read_json(folder / STANDINGS)
    rows = {row["name"]: row for row in published["teams"]}
    book = Scorebook(sorted(rows, key=lambda name: lots.get(name, 0)), results)
    # A bye, or a game that an opponent forfeited, has no record. The decisions name the forfeits.
    byes = {
        name: row["credit"] - round(book.lines[name].credit, 4)
        for name, row in rows.items()
        if row["credit"] > book.lines[name].credit + 1e-3
    }
    first, *others = [criterion["name"] for criterion in published["order"]]
    computed = standings(
        book, by=_quantity(first, folder, results), tiebreaks=others, byes=byes,
        lot=lambda name: lots.get(name, 0),
    )  # fmt: skip
    for now, row in zip(table_rows(computed), published["teams"], strict=True):
        now = json.loads(json.dumps(now))
        wrong = [key for key in row if key not in UNKNOWN and row[key] != now.get(key)]
        if abs(row["credit"] - now["credit"]) > 1e-3:
            wrong.append("credit")
        if wrong:
            yield (
                f"{folder / 'standings.json'}: the row of {plain(row['name'])} is not what the "
                f"records give: {', '.join(wrong)}"
            )


def _somebody_left(public: Path) -> bool:
    """Has a team left, so that games may count that were not played?"""
    return any(each["what"] in LEAVE for each in _read_json(public / DECISIONS))


def _credit_problems(folder: Path, results: list[tuple[str, Result]]) -> Iterator[str]:
    """The teams with more credit than byes can give: a whole match in each round without a game."""
    games: Counter[tuple[str, str]] = Counter()
    won: dict[str, float] = defaultdict(float)
    for label, each in results:
        games.update((label, name) for name in set(each.who))
        for name, part in zip(each.who, credit(each.ranks), strict=True):
            won[name] += part
    most = max(games.values(), default=0)
    rounds = {label for label, _ in results}
    for row in _read_json(folder / STANDINGS)["teams"]:
        name = row["name"]
        free = sum((label, name) not in games for label in rounds)
        if row["credit"] > won[name] + most * free + 1e-3:
            yield (
                f"{folder / STANDINGS}: {plain(name)} has a credit of {row['credit']:g}, and its "
                f"games give {won[name]:g}"
            )


def _quantity(name: str, folder: Path, results: list[Result]) -> Any:
    """The quantity of the first criterion, by its name."""
    if name == "skill":
        return by_skill(skills(results))
    if name == "place":
        return _places(_read_json(folder / "bracket.json"))
    return name


def _places(tree: Mapping[str, Any]) -> Quantity:
    return by_place(
        {team: (each["first"], each["last"]) for each in tree["places"] for team in each["teams"]}
    )


def _bracket_problems(tree: Mapping[str, Any], results: list[tuple[str, Result]]) -> Iterator[str]:
    """Contradictions between the bracket's scores, winners and pairings, and the records."""
    credits: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for label, each in results:
        for name, won in zip(each.who, credit(each.ranks), strict=True):
            credits[label][name] += won
    winners: set[str] = set()
    for number, meetings in enumerate(tree["rounds"]):
        now: set[str] = set()
        for meeting in meetings:
            label, pair = meeting["label"], (meeting["upper"], meeting["lower"])
            own = [credits[label][name] for name in pair]
            # Forfeited games add to a score, and have no record.
            first = meeting["scores"][0] if meeting["scores"] else own
            if any(score + 1e-6 < won for score, won in zip(first, own, strict=True)):
                yield f"{label}: its score {first} is not that of the records, {own}"
            if meeting["winner"] not in pair:
                yield f"{label}: the winner {meeting['winner']} did not play in it"
            if meeting["won_by"] == "games":
                score = meeting["scores"][0]
                if (score[0] > score[1]) != (meeting["winner"] == meeting["upper"]):
                    yield f"{label}: {meeting['winner']} did not win more games"
            strangers = set(pair) - winners - {None}
            if number and strangers and label != "third place":
                yield f"{label}: {', '.join(sorted(strangers))} did not win in the round before"
            now.add(meeting["winner"])
        winners = now


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ArenaError(
            f"{path} cannot be read: {error.strerror or error}. Get the whole published folder"
        ) from None
    except ValueError:
        raise ArenaError(f"{path} is not JSON: get the published folder again") from None
