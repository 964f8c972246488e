"""What the projector shows of a phase that is being played: the game on show, table and bracket.

They are files of the live pages, so they appear with the same delay.
"""

from collections.abc import Sequence
from typing import Any

from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.data.scene import player_name
from arena.pages.viewer.frames import DrawnGame
from arena.pages.words import Words
from arena.pages.words.labels import match_label
from arena.schedule.bracket import Bracket
from arena.server.engine.show.drawn import Shown, drawn_game, on_pages
from arena.show.pages import table_pages
from arena.standings.rows import Standings


def live_game(words: Words, phase: str, drawn: DrawnGame, game: FeaturedGame) -> Shown:
    """The game on show, with the moment at which it begins."""
    shown = drawn_game(words, phase, drawn, game.number, game.names)
    milliseconds = round(1000 * game.pace)
    return shown | {
        "label": match_label(words, game.match),
        "hold": [milliseconds] * (len(drawn.record.moves) + 1),
        "turning": [],
        "curve": [],
        "comments": [],
        "view": "all",
        "starts": round(1000 * game.started_at.timestamp()),
    }


def live_tables(
    words: Words, standings: Standings, names: Sequence[str], tree: Bracket | None
) -> Shown:
    """The table and the bracket so far."""

    def name(entrant: int | None) -> str:
        return "" if entrant is None else player_name(words, names[entrant])

    rows = [
        {
            "place": row.rank,
            "name": player_name(words, row.name),
            "credit": words.short(row.credit),
            "games": words.number(row.games),
        }
        for row in standings.rows
    ]
    rounds: list[list[dict[str, Any]]] = [
        [
            {
                "label": match_label(words, meeting.label),
                "names": [name(meeting.upper), name(meeting.lower)],
                "scores": [[words.short(part) for part in each.credit] for each in meeting.scores],
                "winner": name(meeting.winner),
                "by": meeting.decided_by,
            }
            for meeting in meetings
        ]
        for meetings in (tree.rounds if tree else [])
    ]
    bracket = {"pages": on_pages(rounds)} if tree else None
    return {"table": {"pages": table_pages(rows)}, "bracket": bracket}
