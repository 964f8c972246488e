"""The teams, matches and games of a phase as files, for programs.

They have the numbers that the pages show. The API of the server hands them on.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from arena.pages.site.data.facts import ShownPhase
from arena.pages.site.data.games import GameDigest

RECORDS = "records.jsonl.gz"  # of all games, when the phase is published
TEAMS, MATCHES, PAIRS = "teams.json", "matches.json", "head-to-head.json"


def listings(
    phase: ShownPhase, pairs: Sequence[Mapping[str, Any]], files: Collection[int] | None = None
) -> Iterator[tuple[str, str]]:
    """Each file: its name and its text. Of the matches, those on these pages; None: all."""
    teams = [{"name": each.name, "key": each.key, "members": each.members} for each in phase.teams]
    matches = [_match(phase, number) for number in range(len(phase.matches))]
    yield from ((TEAMS, _text(teams)), (MATCHES, _text(matches)), (PAIRS, _text(pairs)))
    for file, numbers in phase.matches_of_files().items():
        if files is None or file in files:
            games = [[_game(game) for game in phase.digest.of(n)] for n in numbers]
            shown = [matches[n] | {"games": some} for n, some in zip(numbers, games, strict=True)]
            yield matches_file(file), _text(shown)


def matches_file(number: int) -> str:
    """The file with the matches of this page, and all of their games."""
    return f"matches/{number}.json"


def records_file(number: int) -> str:
    """The file with the records of these games, while the phase is played."""
    return f"records/{number}.jsonl"


def _match(phase: ShownPhase, number: int) -> dict[str, Any]:
    match, games = phase.matches[number], phase.digest.of(number)
    return {
        "number": number + 1,
        "label": match.label,
        "names": match.names,
        "credits": list(phase.credits(number).values()),
        "games": len(games),
        "page": phase.files.get(number),
    }


def _game(game: GameDigest) -> dict[str, Any]:
    return {
        "id": game.id,
        "number": game.number,
        "deal": game.deal + 1,
        "names": game.names,
        "scores": game.scores,
        "ranks": game.ranks,
        "faults": game.faults,
    }


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode() + "\n"
