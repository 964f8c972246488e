"""Keeps the competition open, because opening it takes longer than a look."""

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from arena.competition.config.folder import Competition, open_competition
from arena.server.engine.play.news import file_news


class KeptCompetition:
    """Opens the competition again only when competition.toml has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._news = ""
        self._competition: Competition | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def open(self) -> Competition:
        news = file_news(self._folder)
        if self._competition is None or news != self._news:
            self._competition = None
            self._stack.close()
            self._competition = self._stack.enter_context(open_competition(self._folder))
            self._news = news
        self._competition.refresh()
        return self._competition
