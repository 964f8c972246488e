"""Collects the facts that the pages show about a competition and a phase."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path

from msgspec import structs

from arena.competition.config.folder import Competition
from arena.competition.config.paths import SEAL, STANDINGS
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import announcement, departures
from arena.competition.play.beginning import closed_by, has_begun, teams_at_the_beginning
from arena.competition.play.closing import why_closed
from arena.competition.play.phase_state import PhaseState
from arena.competition.play.ranking import Ranking
from arena.competition.results.decision_text import decision_texts
from arena.competition.results.redaction import for_everybody_early
from arena.pages.site.code import FOLDER as CODE
from arena.pages.site.data import facts
from arena.pages.site.data.digest import Digest
from arena.pages.site.data.summary import VersionOutcome, read_outcome
from arena.pages.site.output import Output
from arena.pages.site.replays import Replays
from arena.pages.viewer.frames import play_record
from arena.pages.words import LANGUAGES, Words
from arena.replay.record import Record
from arena.schedule.match import Match

NOTHING: Mapping[str, Sequence[VersionOutcome]] = {}
LANGUAGE = "language"  # the note of the language that was used last


def words_for(competition: Competition, language: str | None) -> Words:
    """The requested language. Without a request, the language that was used last."""
    if language is None:
        return Words(competition.store.note(LANGUAGE) or LANGUAGES[0])
    words = Words(language)
    if competition.store.note(LANGUAGE) != language:
        competition.store.set_note(LANGUAGE, language)
    return words


def terms(competition: Competition, public: Path, words: Words) -> facts.PageTerms:
    """The competition, with the phases that are published in this folder."""
    settings, shown = competition.settings, competition.settings.presentation
    phases = [_phase(competition, phase, public / phase.name, words) for phase in settings.phases]
    game, said = competition.game.words(words.language), announcement(competition)
    return facts.PageTerms(
        settings.name,
        game["title"],
        game["about"],
        [
            words.option(competition.game.name, name, value)
            for name, value in competition.game.variant.items()
        ],
        settings.budget,
        settings.isolation,
        settings.packages,
        competition.seed_hash,
        competition.seed if all(phase.published for phase in phases) else "",
        phases,
        list(decision_texts(competition, words)),
        settings.tolerance,
        facts.Organiser(
            shown.about,
            logo_name(shown.logo),
            shown.contact,
            shown.stream,
            shown.place,
            shown.signatures,
        ),
        announcement=said.reason if said else "",
    )


def logo_name(logo: str) -> str:
    """The name of the published logo."""
    return f"logo{Path(logo).suffix.lower()}" if logo else ""


class PageFacts:
    """Collects the facts for the pages of a phase while its records are read.

    With `live`, the phase may be played meanwhile: `look` takes note of new matches. Then nobody is
    told which version of a bot plays, and which bots the house bots are. On the pages a game has
    its number as its id, because the real one depends on the hashes of its bots.
    """

    def __init__(
        self,
        state: PhaseState,
        output: Output,
        words: Words,
        *,
        live: bool = False,
        with_cards: bool = True,
    ) -> None:
        self.live = live
        self.with_cards = with_cards  # are there replays?
        self.state = state
        self.words = words
        name = state.competition.settings.name
        self.matches: list[Match] = []
        self._numbers: dict[Match, int] = {}
        self._games: Counter[int] = Counter()  # by match
        self._known = 0  # games of the schedule
        self.digest = Digest()
        title = words.phase(state.phase.name, state.phase.title)
        self.replays = Replays(output, words, name, title)
        self.look()

    def look(self) -> None:
        """Take note of the matches since the last call, and of their games, played or not."""
        games = self.state.progress_now().games
        for match in islice(games.values(), self._known, None):
            number = self._numbers.setdefault(match, len(self.matches))
            if number == len(self.matches):
                self.matches.append(match)
            self._games[number] += 1
        self._known = len(games)
        self.replays.expect(self._games)

    def add(self, record: Record) -> None:
        """One more record, as everybody may see it. Records come in any order."""
        number, match = self.state.progress.games.number_of(record.id), self.match_of(record.id)
        early = for_everybody_early(record) if self.live else None
        shown = structs.replace(early, id=str(number)) if early else record
        drawn = play_record(shown)
        if self.with_cards:
            self.replays.add(match, number, drawn, early)
        self.digest.add(match, number, shown, drawn.comeback)

    def match_of(self, game: str) -> int:
        """The number of the match to which this game belongs."""
        return self._numbers[self.state.progress.games[game]]

    def phase(
        self,
        ranking: Ranking,
        public: Path,
        downloads: Sequence[str],
        code: Sequence[facts.CodeFacts] = (),
        earlier: Mapping[str, Sequence[VersionOutcome]] = NOTHING,
    ) -> facts.ShownPhase:
        """The facts of the records so far. `downloads` are the phase's files of data.

        `earlier` has the results of earlier versions by team.
        """
        state, own = self.state, self.state.phase
        names = [each.name for each in state.entrants]
        versions = {
            each.name: each.version.number
            for each in state.entrants
            if each.version is not None and not self.live
        }
        goes_on = any(phase.source == own.name for phase in state.competition.settings.phases)
        return facts.ShownPhase(
            terms(state.competition, public, self.words),
            own.name,
            [
                facts.TeamFacts(team.name, team.key, team.members, versions.get(team.name, 0))
                for number, team in enumerate(state.teams)
                if number not in state.absences.void
            ],
            [
                facts.MatchFacts(match.label, tuple(names[entrant] for entrant in match.entrants))
                for match in self.matches
            ],
            ranking.book,
            ranking.standings,
            self.digest,
            {match: self.replays.file_of[match] for match in self.digest.games},
            ranking.bracket,
            [state.teams[number].name for number in ranking.going_on] if goes_on else [],
            ranking.left,
            ranking.house_faults(),
            downloads,
            code,
            None if self.live else date_of(state.competition, own.name),
            earlier,
            self.live,
            self.with_cards,
        )


def _phase(competition: Competition, phase: Phase, folder: Path, words: Words) -> facts.PhaseTerms:
    seal, shown = folder / SEAL, (folder / STANDINGS).exists()
    left = departures(competition)
    return facts.PhaseTerms(
        phase.name,
        phase.kind,
        phase.source,
        phase.games,
        phase.rounds,
        phase.top,
        phase.opens,
        phase.deadline,
        published=shown,
        seal=json.loads(seal.read_text())["sha256"] if seal.exists() else "",
        begun=has_begun(competition, phase),
        has_code=(folder / CODE).is_dir(),
        title=words.phase(phase.name, phase.title),
        outcome=read_outcome(folder),
        # The folder may be about to take its place.
        closed=shown or seal.exists() or why_closed(competition, phase) != "",
        over=closed_by(competition, phase) is not None,
        teams=sum(key not in left for key in teams_at_the_beginning(competition, phase)),
    )


def date_of(competition: Competition, phase: str) -> date:
    """The date on the certificates: the organiser's, or the day of the first publication."""
    chosen = competition.settings.presentation.date
    if chosen is not None:
        return chosen
    now, _ = competition.now()
    return date.fromisoformat(competition.store.claim(f"published {phase}", now.date().isoformat()))
