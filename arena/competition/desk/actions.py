"""All actions of organisers. A command and the desk call the same function (decision 58).

An action gets the open competition and what the organiser wants. It returns sentences that say what
was done, or raises an `ArenaError` that says why it cannot be done. Then nothing has changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.names import key
from arena.competition.config.settings import Phase
from arena.competition.desk.consequences import consequences
from arena.competition.entries import admitting
from arena.competition.entries.decisions import (
    ANNOUNCE,
    DISQUALIFY,
    PAUSE,
    SILENCE,
    STOP,
    WITHDRAW,
    Decision,
    announcement,
    checked_reason,
    decide,
)
from arena.competition.entries.submissions import registered_name
from arena.competition.entries.twins import twins
from arena.competition.play import (
    beginning,
    closing,
    holding,
    leaving,
    replaying,
    submitting,
    times,
)
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import enter_written_games
from arena.competition.results import publishing
from arena.competition.results.decision_text import decision_text, phase_titles
from arena.competition.results.everything import write_everything
from arena.pages.words import LANGUAGES, Words
from arena.store.live.actions import ActionRequest

Act = Callable[[Competition, ActionRequest, Words], Sequence[str]]


@dataclass(frozen=True)
class DeskAction:
    act: Act
    alone: bool  # Must nobody play meanwhile? Then it waits until the games under way are finished
    takes_long: bool = False  # Does it take minutes, in which other actions are done?


def described(competition: Competition, decision: Decision, words: Words) -> str:
    """The decision as a sentence for the organiser."""
    names = {team.key: team.name for team in competition.store.teams()}
    title = phase_titles(competition, words).get(decision.phase, decision.phase)
    return decision_text(decision, names.get(decision.team, ""), words, title)


def _phase(competition: Competition, request: ActionRequest) -> Phase:
    if not request.phase:
        raise ArenaError("Say of which phase")
    return competition.settings.phase(request.phase)


def _of_phase(change: Callable[[Competition, Phase, ActionRequest], Decision]) -> Act:
    """The action that makes a decision about a phase."""

    def act(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
        decision = change(competition, _phase(competition, request), request)
        return [described(competition, decision, words)]

    return act


def _extend(competition: Competition, phase: Phase, request: ActionRequest) -> Decision:
    if request.until is None:
        raise ArenaError(f"Say until when {phase.name} takes files: --until")
    return times.extend_window(competition, phase, request.until, request.reason)


def _close_ladder(competition: Competition, phase: Phase, request: ActionRequest) -> Decision:
    enter_written_games(competition)
    return closing.close(competition, phase, request.reason)


def _rerun(competition: Competition, phase: Phase, request: ActionRequest) -> Decision:
    if not (request.games or request.match or request.teams):
        raise ArenaError("Say which games: --game NUMBER, --match NAME or --team NAME")
    state = phase_state(competition, phase.name)
    return replaying.rerun(state, request.games, request.match, request.teams, request.reason)


def _accept(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    team = leaving.find_team(competition, request.team)
    version = admitting.accept(competition, team, request.reason, request.version)
    admitted = f"{team.name}, version {version.number}: admitted by your decision"
    return [admitted, *consequences(competition, team, version.phase)]


def _leave(what: str) -> Act:
    def act(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
        decision = leaving.leave(competition, request.team, what, request.reason, request.void)
        return [described(competition, decision, words)]

    return act


def _restore(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    team = leaving.find_team(competition, request.team)
    decision = leaving.come_back(competition, request.team, request.reason)
    return [described(competition, decision, words), *consequences(competition, team)]


def _announce(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    text, said = checked_reason(request.reason), announcement(competition)
    if said is not None and said.reason == text:
        raise ArenaError("The pages say this already")
    decision = Decision(ANNOUNCE, "", competition.now()[0], text)
    decide(competition, decision)
    return [described(competition, decision, words)]


def _silence(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    if announcement(competition) is None:
        raise ArenaError("There is no announcement on the pages")
    decision = Decision(SILENCE, "", competition.now()[0], "")
    decide(competition, decision)
    return [described(competition, decision, words)]


def _publish(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    state = phase_state(competition, _phase(competition, request).name)
    language = request.language or None
    if language is not None and language not in LANGUAGES:
        raise ArenaError(f"There are no pages in {language!r:.40}")
    where = publishing.publish(state, request.sealed, language, request.code)
    said = [f"{'sealed' if request.sealed else 'published'}: {where}"]
    if not request.sealed:
        said.append(f"the page to open: {where.parent / 'index.html'}")
    return [*said, f"an archive for each team: {competition.out / publishing.TEAMS / where.name}"]


def _reveal(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    where = publishing.reveal(competition, _phase(competition, request).name)
    return [f"published: {where}", f"the page to open: {where.parent / 'index.html'}"]


def _late_file(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    if request.received is None:
        raise ArenaError("Say when the file arrived: --received")
    known = competition.store.team(request.team)  # the desk names a team by its key
    name, path = known.name if known else request.team, competition.path / request.file
    receipt = submitting.submit(competition, path, name, request.received, request.reason)
    phase = receipt.version.phase
    said = [receipt.sentence, *consequences(competition, receipt.team, phase)]
    return [*said, receipt.warning] if receipt.warning else said


def _add_team(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    name = registered_name(competition, request.team)
    if competition.store.team(key(name)) is not None:
        raise ArenaError(
            f"There is a team {name!r} already. For a new code: arena team reissue {name!r}"
        )
    return [competition.store.register(name, key(name)).name]


def _similar(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    alike = twins(competition)
    return alike or ["No two teams have similar code"]


def _everything(competition: Competition, request: ActionRequest, words: Words) -> list[str]:
    file, number = write_everything(competition)
    return [f"{file}: {number} files"]


ACTIONS = {
    "open-window": DeskAction(
        _of_phase(lambda c, phase, r: times.open_window(c, phase, r.until, r.reason)), alone=True
    ),
    "extend-window": DeskAction(_of_phase(_extend), alone=True),
    "close-window": DeskAction(
        _of_phase(lambda c, phase, r: times.close_window(c, phase, r.reason)), alone=True
    ),
    "start": DeskAction(
        _of_phase(lambda c, phase, r: holding.start(c, phase, r.reason)), alone=False
    ),
    "pause": DeskAction(
        _of_phase(lambda c, phase, r: holding.hold(c, phase, PAUSE, r.reason)), alone=False
    ),
    "stop": DeskAction(
        _of_phase(lambda c, phase, r: holding.hold(c, phase, STOP, r.reason)), alone=False
    ),
    "freeze": DeskAction(
        _of_phase(lambda c, phase, r: times.freeze(c, phase, r.reason)), alone=False
    ),
    "unfreeze": DeskAction(
        _of_phase(lambda c, phase, r: times.unfreeze(c, phase, r.reason)), alone=False
    ),
    "rerun": DeskAction(_of_phase(_rerun), alone=True),
    "close": DeskAction(_of_phase(_close_ladder), alone=True),
    "replace-house": DeskAction(
        _of_phase(lambda c, phase, r: beginning.replace_house(c, phase, r.reason)), alone=True
    ),
    "accept": DeskAction(_accept, alone=True),
    "late-file": DeskAction(_late_file, alone=True),
    "withdraw": DeskAction(_leave(WITHDRAW), alone=True),
    "disqualify": DeskAction(_leave(DISQUALIFY), alone=True),
    "restore": DeskAction(_restore, alone=True),
    "add-team": DeskAction(_add_team, alone=False),
    "announce": DeskAction(_announce, alone=False),
    "silence": DeskAction(_silence, alone=False),
    "publish": DeskAction(_publish, alone=True),
    "reveal": DeskAction(_reveal, alone=False),  # the room waits for it
    "similar": DeskAction(_similar, alone=False),
    "everything": DeskAction(_everything, alone=False),
}
