"""Collects the facts of the competition for web."""

from contextlib import suppress
from functools import cache

from arena.bots.bot import check_plays, find
from arena.common.errors import BotError
from arena.competition.config.fields import SEALED
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.play.beginning import has_begun, teams_at_the_beginning
from arena.competition.play.closing import why_closed
from arena.competition.results.page_facts import words_for
from arena.pages.words import Words
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.show.state import ShowState, settled
from arena.server.show.stored import read_show

# House bots for practice, the weakest first. They are public, and quick on every machine.
OPPONENTS = ("random", "greedy", "osla", "montecarlo(simulations=200)")


def facts_of(competition: Competition) -> SiteFacts:
    settings, show = competition.settings, read_show(competition.store)
    if show is not None:
        show = settled(show, competition.now(coarse=True)[0])
    words = words_for(competition, None)
    return SiteFacts(
        settings.name,
        words.language,
        competition.seed_hash,
        settings.open,
        settings.submission_size,
        [_phase(competition, phase, show, words) for phase in settings.phases],
        list(_opponents(competition.game.name)),
    )


@cache
def _opponents(game: str) -> tuple[str, ...]:
    """The house bots for practice that play this game."""
    possible = []
    for name in OPPONENTS:
        with suppress(BotError):
            check_plays(find(name), game)
            possible.append(name)
    return tuple(possible)


def _phase(
    competition: Competition, phase: Phase, show: ShowState | None, words: Words
) -> PhaseFacts:
    own = show if show is not None and show.phase == phase.name and not show.rehearsal else None
    told = own if own is not None and not own.is_live else None
    is_sealed = phase.broadcast == SEALED or _has_seal(competition, phase)
    return PhaseFacts(
        phase.name,
        words.phase(phase.name, phase.title),
        phase.kind,
        phase.source,
        phase.opens,
        phase.deadline,
        is_sealed,
        phase.delay,
        phase.freeze,
        phase.name in competition.shown_phases(),
        has_begun(competition, phase),
        why_closed(competition, phase) != "",
        teams_at_the_beginning(competition, phase),
        own is not None,
        told.began if told else None,
        list(told.told) if told else [],
        phase.own_games == SEALED or (is_sealed and not phase.own_games),
    )


def _has_seal(competition: Competition, phase: Phase) -> bool:
    """Has only the hash of its results been published?"""
    published = competition.is_published(phase.name)
    return published and phase.name not in competition.shown_phases()
