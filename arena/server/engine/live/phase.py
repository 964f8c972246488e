"""A phase that is being played, as everybody may see it now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import structs

from arena.competition.config.folder import Competition
from arena.competition.config.paths import NEW, PUBLIC, STANDINGS
from arena.competition.play.beginning import beginning
from arena.competition.play.game_table import GameTable
from arena.competition.play.phase_state import phase_state
from arena.competition.play.progress import outcome
from arena.competition.results.page_facts import PageFacts
from arena.competition.results.published_phase import BRACKET, bracket_data
from arena.competition.results.redaction import for_everybody_early
from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.featured import write_featured
from arena.pages.site.write import write_phase
from arena.pages.viewer.frames import play_record
from arena.pages.words import Words
from arena.replay.record import Record
from arena.replay.result import result
from arena.schedule.match import Match
from arena.server.engine.live.featured import GamesOnShow, ShowableGame, pace_of
from arena.server.engine.live.output import LiveOutput
from arena.server.engine.play.news import entry_news, file_news
from arena.server.engine.show.live import live_game, live_tables, live_telling
from arena.server.facts import LIVE, PhaseFacts
from arena.server.show.files import LIVE_GAME, LIVE_TABLES
from arena.server.visible import EVERYBODY, GAME, REPLAY, Thing, visible
from arena.store.live.events import NewEvent

CHUNK = 50  # games that are read at a time
SLICE = 1.0  # seconds for games in one look, so that the lane gives signs of life
LEAST = 2.0  # seconds between two times at which the pages are written
SHARE = 4  # of the time that this takes, so that long tables are written less often
CSV = "standings.csv"


class PhaseWriter:
    """Takes each game once. Pages and tables are written at most every few seconds."""

    def __init__(
        self,
        competition: Competition,
        phase: PhaseFacts,
        place: Path,
        words: Words,
        now: datetime,
        on_show: GamesOnShow,
    ) -> None:
        self.name = phase.name
        self.news = phase_news(competition, phase, now)
        self.games = 0  # that are shown
        self._state = phase_state(competition, self.name)
        self._state.outcomes = GameTable()  # of the games that may be shown
        self._output = LiveOutput(place, competition.out / NEW / LIVE / phase.name)
        self._facts = PageFacts(
            self._state, self._output, words, live=True, with_cards=_has_cards(phase, now)
        )
        self._on_stage = phase.on_stage
        self._has_show = phase.show_began is not None
        self._told: list[int] = []  # by the show
        self._keys = {team.name: team.key for team in self._state.teams}
        self._on_show = on_show
        on_show.begin_again()
        self._has_page = False  # of the game on show
        self._since: datetime | None = None  # all games before were taken
        self._taken = 0  # of the moment `_since`
        self._waiting: set[str] = set()  # games that were taken and do not count, perhaps not yet
        self._changed: set[int] = set()  # the pages of matches with new games
        self._pages: list[int] = []  # of matches, at the last time
        self._next_write = monotonic()
        self.written_at: float | None = None
        self.is_over = False  # are the results of all its games shown?

    @property
    def is_written(self) -> bool:
        return self.written_at is not None

    @property
    def at(self) -> datetime | None:
        """The time of the newest game that is shown."""
        return self._output.at

    def take(self, phase: PhaseFacts, now: datetime) -> bool:
        """Take games that may be shown now, for about a second; False if there are more."""
        if phase.show_began is not None:
            self._take_told(phase, now)
            return True
        store, stop = self._state.competition.store, monotonic() + SLICE
        while True:
            most = self._taken + CHUNK
            some = store.games_since(self.name, self._since, most)
            new = [game for game in some if game.id not in self._state.outcomes]
            shown = [
                game for game in new if visible(Thing(GAME, phase, at=game.at), EVERYBODY, now)
            ]
            if shown:
                self._since = self._output.at = shown[-1].at
                self._taken = sum(game.at == self._since for game in some)
                self._show(list(store.all_records(self.name, [game.id for game in shown])))
            if len(shown) < len(new) or len(some) < most:
                return True
            if monotonic() > stop:
                return False

    def _take_told(self, phase: PhaseFacts, now: datetime) -> None:
        """Take the games of the matches that the show has told. They come to be now."""
        if phase.told == self._told:
            return
        competition, self._told = self._state.competition, phase.told
        known, numbers = self._state.outcomes, dict[Match, int]()
        whole = phase_state(competition, self.name)
        new = [
            id
            for id, match in whole.progress.games.items()
            if numbers.setdefault(match, len(numbers)) in phase.told
            and id in whole.outcomes
            and id not in known
        ]
        if new:
            self._output.at = now
            self._show(list(competition.store.all_records(self.name, new)))

    def _show(self, records: Sequence[Record]) -> None:
        """Add these games to those that count."""
        fresh = {record.id: record for record in records}
        for id, record in fresh.items():
            deal = record.fixture.deal if record.fixture else 0
            self._state.outcomes[id] = outcome(result(record, deal))
        self._facts.look()
        self._waiting |= fresh.keys()
        counted = {id for id in self._waiting if id in self._state.progress.games}
        self._waiting -= counted
        store = self._state.competition.store
        for id in sorted(counted, key=self._state.progress.games.number_of):
            record = fresh.get(id) or store.record(self.name, id)
            self._facts.add(record)
            self._offer(record)
            self._changed.add(self._facts.replays.file_of[self._facts.match_of(id)])
            self.games += 1

    def _offer(self, record: Record) -> None:
        """This game may be put on show."""
        if self._facts.with_cards and not self._has_show:
            number = self._state.progress.games.number_of(record.id)
            names = [record.name(seats[0]) for seats in record.sides]
            teams = [self._keys[name] for name in names if name in self._keys]
            match = self._facts.match_of(record.id)
            self._on_show.offer(ShowableGame(record.id, number, match, names, teams))

    def featured(self, now: datetime) -> FeaturedGame | None:
        """The game that is on show now."""
        show, shown = self._on_show, self._state.outcomes
        may = self.is_written and self._facts.with_cards and show.goes_on(now)
        return show.now_on if may and show.candidate and show.candidate.id in shown else None

    def feature(self, now: datetime) -> NewEvent | None:
        """Put the next game on show, if it is time; returns the news of it."""
        show, store = self._on_show, self._state.competition.store
        if not self._facts.with_cards:
            return None
        begins = self.featured(now) is None
        if not begins and self._has_page:
            return None
        game = show.choose() if begins else show.candidate
        if game is None:
            return None
        early = for_everybody_early(store.record(self.name, game.id))
        shown = structs.replace(early, id=str(game.number))
        if begins:
            show.candidate, show.told, moves = game, None, len(shown.moves)
            label = self._facts.matches[game.match].label
            show.now_on = FeaturedGame(
                self.name, label, game.names, game.teams, game.number, moves, now, pace_of(moves)
            )
        assert show.now_on is not None
        settings, phase = self._state.competition.settings, self._state.phase
        title = self._facts.words.phase(phase.name, phase.title)
        names = settings.name, title
        drawn = play_record(shown)
        write_featured(self._output, self._facts.words, names, drawn, game.match, show.now_on)
        if self._on_stage:
            if show.told is None:
                show.told = live_telling(early, show.now_on.pace)
            staged = live_game(self._facts.words, names[1], drawn, show.now_on, show.told)
            self._output.write(LIVE_GAME, msgspec.json.encode(staged).decode())
        self._has_page = True
        if not begins:
            return None
        at = store.game_at(self.name, game.id) or now
        return NewEvent(at, REPLAY, self.name, (), {"begins": True, "teams": game.teams})

    def write(self) -> bool:
        """Write what has changed, if it is time; returns whether anything was written."""
        if not self._changed or monotonic() < self._next_write:
            return False
        started = monotonic()
        ranking, output = self._state.ranking(), self._output
        public = self._state.competition.out / PUBLIC
        facts = self._facts.phase(ranking, public, [CSV, STANDINGS])
        output.write(CSV, ranking.csv())
        output.write(STANDINGS, ranking.json())
        if ranking.bracket is not None:
            bracket = bracket_data(ranking.names, ranking.bracket)
            output.write(BRACKET, msgspec.json.encode(bracket).decode())
        if self._on_stage:
            words, tree = self._facts.words, ranking.bracket
            tables = live_tables(words, ranking.standings, ranking.names, tree)
            output.write(LIVE_TABLES, msgspec.json.encode(tables).decode())
        self._facts.replays.write()
        pages = sorted(set(facts.files.values()))
        write_phase(output, facts, self._facts.words, self._changed | self._neighbours(pages))
        output.settle()
        self._pages = pages
        self._changed.clear()
        self.is_over = self._state.progress_now().over
        self.written_at = monotonic()
        self._next_write = self.written_at + max(LEAST, SHARE * (self.written_at - started))
        return True

    def _neighbours(self, pages: list[int]) -> set[int]:
        """The pages of matches that get a link to another page than before."""
        before = _with_neighbours(self._pages)
        return {page for page in pages if _with_neighbours(pages)[page] != before.get(page)}


def phase_news(competition: Competition, phase: PhaseFacts, now: datetime) -> str:
    """Changes with everything but new games on which the pages of the phase depend."""
    store = competition.store
    began = beginning(competition, competition.settings.phase(phase.name))
    terms = file_news(competition.path), entry_news(store), began
    stage = phase.on_stage, phase.show_began
    return repr((terms, store.times_set_aside(phase.name), _has_cards(phase, now), stage))


def _has_cards(phase: PhaseFacts, now: datetime) -> bool:
    """May people see the cards of the games that are shown?"""
    if phase.show_began is not None:
        return visible(Thing(REPLAY, phase, at=now), EVERYBODY, now)
    old = now - timedelta(seconds=phase.delay)
    at = min(old, phase.freeze - timedelta(seconds=1)) if phase.freeze else old
    return visible(Thing(REPLAY, phase, at=at), EVERYBODY, now)


def _with_neighbours(pages: list[int]) -> dict[int, tuple[int, int]]:
    around = [0, *pages, 0]
    return {page: (around[i], around[i + 2]) for i, page in enumerate(pages)}
