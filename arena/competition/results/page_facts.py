"""What the pages are told about a competition and a phase; the pages themselves are in `pages`."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.play.stage import Stage, has_begun
from arena.pages.site import facts
from arena.pages.site.digest import Digest
from arena.pages.site.replays import Replays
from arena.pages.words import LANGUAGES, Words
from arena.replay.record import Record
from arena.schedule.knockout import bracket
from arena.schedule.match import Match

LANGUAGE = "language"  # the note of the one that was asked for last


def words_for(competition: Competition, language: str | None) -> Words:
    """The language that is asked for, or else the one that was the last time."""
    if language is None:
        return Words(competition.store.note(LANGUAGE) or LANGUAGES[0])
    words = Words(language)
    if competition.store.note(LANGUAGE) != language:
        competition.store.set_note(LANGUAGE, language)
    return words


def terms(competition: Competition, public: Path, words: Words) -> facts.PageTerms:
    """The competition, and what is published of it in this folder."""
    settings = competition.settings
    phases = [_phase(competition, phase, public / phase.name) for phase in settings.phases]
    return facts.PageTerms(
        settings.name,
        competition.game.title,
        competition.game.words(words.language)["about"],
        competition.game.variant,
        settings.budget,
        settings.isolation,
        settings.packages,
        competition.seed_hash,
        competition.seed if all(phase.published for phase in phases) else "",
        phases,
    )


class Gathering:
    """Reads along while the records of a phase are written, for its pages."""

    def __init__(self, stage: Stage, folder: Path, words: Words) -> None:
        self.stage = stage
        self.words = words
        self.replays = Replays(folder, words)
        self.so_far = stage.so_far
        numbers: dict[Match, int] = {}
        for match in self.so_far.games.values():
            numbers.setdefault(match, len(numbers))
        self.matches = list(numbers)
        self.digest = Digest({id: numbers[match] for id, match in self.so_far.games.items()})

    def reading(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records."""
        for record in records:
            self.digest.add(record)
            self.replays.add(self.digest.match_of[record.id], record)
            yield record
        self.replays.close()

    def phase(self, public: Path) -> facts.PhaseFacts:
        """The phase with all that was gathered."""
        stage, own = self.stage, self.stage.phase
        ranking = stage.ranking()
        names = [each.name for each in stage.entrants]
        tree = None
        if own.kind == "knockout":
            played = self.so_far.played()
            tree = bracket(len(stage.teams), own.games, own.third_place, own.tied, played)
        goes_on = any(phase.source == own.name for phase in stage.competition.settings.phases)
        return facts.PhaseFacts(
            terms(stage.competition, public, self.words),
            own.name,
            [facts.TeamFacts(team.name, team.key) for team in stage.teams],
            [
                facts.MatchFacts(match.label, tuple(names[entrant] for entrant in match.entrants))
                for match in self.matches
            ],
            ranking.book,
            ranking.standings,
            self.digest,
            self.replays.page_of,
            tree,
            [stage.teams[number].name for number in ranking.going_on] if goes_on else [],
        )


def _phase(competition: Competition, phase: Phase, folder: Path) -> facts.PhaseTerms:
    seal = folder / "sealed.json"
    return facts.PhaseTerms(
        phase.name,
        phase.kind,
        phase.source,
        phase.games,
        phase.rounds,
        phase.top,
        phase.opens,
        phase.deadline,
        published=(folder / "standings.json").exists(),
        seal=json.loads(seal.read_text())["sha256"] if seal.exists() else "",
        begun=has_begun(competition, phase),
    )
