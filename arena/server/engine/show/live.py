"""What the projector shows of a phase that is being played: the game on show, table and bracket.

They are files of the live pages, so they appear with the same delay.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.data.scene import player_name
from arena.pages.viewer.frames import DrawnGame
from arena.pages.words import Words
from arena.pages.words.labels import match_label
from arena.replay.record import Record
from arena.replay.replayer import game_of
from arena.schedule.bracket import Bracket
from arena.server.engine.show.drawn import Shown, drawn_curves, drawn_game, on_pages
from arena.show.pages import table_pages
from arena.show.preparing import Curves, curves_of, remarks_of
from arena.show.script import Comment, comment_text
from arena.show.telling import chosen_comments, turning_points
from arena.standings.rows import Standings

MILLI = 1000
SECONDS = 2.0  # of the processor, for the curves of a game: the lane has other work


class LiveTelling(NamedTuple):
    """What is said and drawn about a game on show."""

    curves: Curves | None  # None: they would have taken too long
    comments: Sequence[Comment]


def live_telling(record: Record, pace: float) -> LiveTelling:
    """Looks at the game as it comes on show. Everybody sees all of its cards."""
    game = game_of(record)
    _, remarks = remarks_of(game, record)
    hold = [round(MILLI * pace)] * (len(record.moves) + 1)
    return LiveTelling(curves_of(game, record, SECONDS), chosen_comments(hold, remarks))


def live_game(
    words: Words, phase: str, drawn: DrawnGame, game: FeaturedGame, told: LiveTelling
) -> Shown:
    """The game on show, with the moment at which it begins."""
    shown, curves = drawn_game(words, phase, drawn, game.number, game.names), told.curves
    texts = drawn.game.words(words.language)
    seats = [player_name(words, drawn.record.name(seat)) for seat in range(drawn.game.seats)]
    return shown | {
        "label": match_label(words, game.match),
        "hold": [round(MILLI * game.pace)] * (len(drawn.record.moves) + 1),
        "turning": turning_points(curves.open) if curves else [],
        "curves": drawn_curves(words, *curves) if curves else [],
        "comments": [
            [each.at, comment_text(each, texts, seats, words.short)] for each in told.comments
        ],
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
