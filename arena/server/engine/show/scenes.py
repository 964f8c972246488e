"""What each scene of a show shows, as data for the projector page."""

from pathlib import Path

from msgspec import structs

from arena.competition.config.folder import Competition
from arena.pages.site.data.scene import display_name, player_name
from arena.pages.viewer.frames import play_record
from arena.pages.words import Words
from arena.pages.words.labels import match_label
from arena.server.engine.show.drawn import Shown, drawn_curves, drawn_game, on_pages
from arena.show.pages import PODIUM, table_pages
from arena.show.script import (
    OPEN,
    BracketScene,
    CounterScene,
    EndScene,
    NextScene,
    OpeningScene,
    Script,
    ShownMeeting,
    TableScene,
    TitleScene,
    comment_text,
    read_game,
)

MILLI = 1000


class SceneWriter:
    """Writes scenes in the language of the site."""

    def __init__(
        self, competition: Competition, script: Script, folder: Path, words: Words
    ) -> None:
        self._competition = competition
        self._script = script
        self._folder = folder
        self._words = words
        title = competition.settings.phase(script.phase).title
        self._title = words.phase(script.phase, title)

    def title(self, scene: TitleScene) -> Shown:
        game = self._competition.game.words(self._words.language)
        return {
            "competition": display_name(scene.competition),
            "phase": display_name(self._words.phase(scene.phase)),
            "game": game["title"],
            "seal": self._script.seal,
        }

    def match(self, scene: OpeningScene | NextScene | CounterScene) -> Shown:
        return {"label": self.label(scene.label), "names": self.names(scene.names)}

    def table(self, scene: TableScene) -> Shown:
        rows = [
            {
                "place": row.place,
                "name": self.name(row.name),
                "credit": self._words.short(row.credit),
                "games": self._words.number(row.games),
            }
            for row in scene.rows
        ]
        return {"pages": table_pages(rows)}

    def bracket(self, scene: BracketScene) -> Shown:
        rounds = [[self._meeting(each) for each in some] for some in scene.rounds]
        pages = on_pages(rounds)
        return {"pages": [pages[number] for number in scene.pages] or pages}

    def end(self, scene: EndScene) -> Shown:
        """The first places one by one. All others come before, on pages, from the last place."""
        podium = [each for each in scene.places if each.last <= PODIUM]
        others = [
            {"first": each.first, "last": each.last, "name": self.name(name)}
            for each in scene.places
            if each not in podium
            for name in each.names
        ]
        return {
            "podium": [
                {"first": each.first, "last": each.last, "names": self.names(each.names)}
                for each in podium
            ],
            "pages": table_pages(others)[::-1] if others else [],
            "seal": self._script.seal,
        }

    def game(self, id: str, label: str, number: int, names: tuple[str, ...]) -> Shown:
        """A whole game. The record has no id, because its id tells which versions play."""
        shown = read_game(self._folder, id)
        record = structs.replace(shown.record, id=str(number), fixture=None)
        drawn = play_record(record)
        is_open, told = self._script.cards == OPEN, shown.telling[self._script.cards]
        # The room does not see the cards. The other curve would tell it who has good ones.
        curves = drawn_curves(self._words, shown.open if is_open else None, shown.table)
        texts = drawn.game.words(self._words.language)
        seats = [self.name(record.name(seat)) for seat in range(drawn.game.seats)]
        comments = told.comments if self._script.comments else ()
        return drawn_game(self._words, self._title, drawn, number, names) | {
            "label": self.label(label),
            "hold": told.hold,
            "turning": told.turning,
            "curves": curves,
            "comments": [
                [each.at, comment_text(each, texts, seats, self._words.short)] for each in comments
            ],
            "view": "all" if is_open else "table",
            "seconds": sum(told.hold) / MILLI,
        }

    def label(self, label: str) -> str:
        return match_label(self._words, label)

    def names(self, names: tuple[str, ...]) -> list[str]:
        return [self.name(name) for name in names]

    def name(self, name: str) -> str:
        return player_name(self._words, name)

    def _meeting(self, meeting: ShownMeeting) -> Shown:
        return {
            "label": self.label(meeting.label),
            "names": [self.name(name) if name else "" for name in meeting.names],
            "scores": [[self._words.short(part) for part in both] for both in meeting.scores],
            "winner": self.name(meeting.winner) if meeting.winner else "",
            "by": meeting.won_by,
        }
