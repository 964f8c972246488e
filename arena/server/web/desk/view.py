"""What the desk shows, ready for the template."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from arena.common.times import minute, second
from arena.competition.config.paths import EVERYTHING
from arena.competition.entries.versions import ADMITTED, REFUSED
from arena.guest.protocol.safe_text import plain
from arena.pages.site.data.scene import display_name
from arena.pages.words import Words
from arena.server.desk_facts import PAUSED, STOPPED, DeskFacts, PhaseBoard
from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.show.cues import on_stage
from arena.server.show.state import ShowState, scene, settled
from arena.server.show.stored import read_show
from arena.server.troubles import read_troubles
from arena.server.web.core.services import dead_services
from arena.server.web.core.site import Site
from arena.server.web.desk.forms import FIELDS, DeskForm
from arena.store.live.actions import LoggedAction, action_of, logged_actions
from arena.store.live.heartbeats import heartbeats
from arena.store.live.running import Machine, machines_now, running_now
from arena.store.live.uploads import unfinished
from arena.store.store import Team, Version

RECENT = 50  # actions in the log


@dataclass(frozen=True)
class ActionRow:
    number: int
    when: str
    who: str
    what: str
    state: str
    mark: str  # the CSS class of the state
    said: list[str]
    waits: bool


@dataclass(frozen=True)
class PhaseView:
    name: str
    title: str
    state: str
    mark: str
    facts: list[str]
    problem: str
    forms: list[DeskForm]
    matches: list[str]


@dataclass(frozen=True)
class TeamView:
    key: str
    name: str
    state: str
    mark: str
    facts: list[str]
    forms: list[DeskForm]


@dataclass(frozen=True)
class RunningRow:
    where: str
    what: str


@dataclass(frozen=True)
class MachineView:
    name: str
    cores: str
    remarks: str


@dataclass(frozen=True)
class ShowView:
    """The show that is open."""

    phase: str
    mark: str  # the CSS class
    state: str
    facts: list[str]
    problem: str  # why its phase could not be published
    is_rehearsal: bool


@dataclass(frozen=True)
class DeskPage:
    organiser: str
    now: str
    services: list[str]  # what the parts of the server do
    dead: list[str]  # about those that do not work
    handed_in: str
    queue: list[str]
    running: list[RunningRow]
    machines: list[MachineView] | None  # of a cluster
    show: ShowView | None
    phases: list[PhaseView]
    teams: list[TeamView]
    others: list[DeskForm]
    announcement: str
    asked: ActionRow | None  # the action that this organiser has just asked for
    log: list[ActionRow]
    file: str  # when the file with everything was made; empty: it was not


def desk_page(
    site: Site, facts: SiteFacts, board: DeskFacts, words: Words, organiser: str, number: str
) -> DeskPage:
    store, now, clock = site.store, site.now(), datetime.now(UTC)
    dead = dead_services(site, read_troubles(site.folder))
    teams, versions = store.teams(), store.versions()
    made = site.folder / EVERYTHING
    is_number = number.isascii() and number.isdigit() and len(number) < 10
    asked = action_of(store.database, int(number)) if is_number else None
    beats = heartbeats(store.database).values()
    running, show = running_now(store, clock), read_show(store)
    title = _title(facts, running.phase)
    if show is not None:
        show = settled(show, now)
    return DeskPage(
        plain(organiser),
        second(now),
        [f"{beat.service}: {plain(beat.doing)}" for beat in beats if beat.service not in dead],
        list(dead.values()),
        _handed_in(words, teams, versions),
        list(_queue(site, words, teams, versions)),
        [_running(words, title, each.where, each.match, each.names, each.deal)
         for each in running.games],
        _machines(words, machines_now(store, clock)),
        _show(show, facts, words) if show else None,
        [_phase(phase, board.phase(phase.name), words, now, show) for phase in facts.phases],
        [_team(team, versions, facts, board, words) for team in teams],
        _other_forms(words, board),
        plain(board.announcement),
        _action(asked, words) if asked else None,
        [_action(each, words) for each in logged_actions(store.database, RECENT)],
        minute(datetime.fromtimestamp(made.stat().st_mtime).astimezone()) if made.is_file() else "",
    )  # fmt: skip


def _running(
    words: Words, phase: str, where: str, match: str, names: Sequence[str], deal: int
) -> RunningRow:
    between = " \u2013 ".join(map(display_name, names))
    text = words("site.desk.game", phase=phase, match=plain(match), names=between, deal=deal)
    return RunningRow(plain(where), text)


def _machines(words: Words, machines: Sequence[Machine] | None) -> list[MachineView] | None:
    if machines is None:
        return None
    return [
        MachineView(
            plain(each.name),
            words("site.desk.cores", n=each.blocks, of=each.cores),
            plain(each.remarks),
        )
        for each in machines
    ]


def _handed_in(words: Words, teams: Sequence[Team], versions: Sequence[Version]) -> str:
    admitted = {version.team for version in versions if version.status == ADMITTED}
    missing = [display_name(team.name) for team in teams if team.key not in admitted]
    ready = words("site.desk.ready", n=len(teams) - len(missing), of=len(teams))
    return f"{ready} {words('site.desk.missing', names=', '.join(missing))}" if missing else ready


def _queue(
    site: Site, words: Words, teams: Sequence[Team], versions: Sequence[Version]
) -> Iterator[str]:
    """The files that wait for a verdict, the first one first."""
    names = {team.key: display_name(team.name) for team in teams}
    uploads = unfinished(site.store.database)
    known = {upload.version for upload in uploads}
    waiting = [(each.received_at, names.get(each.team, "")) for each in uploads]
    waiting += [
        (each.received_at, names.get(each.team, ""))
        for each in versions
        if not each.status and each.id not in known
    ]
    for received, name in sorted(waiting):
        yield words("site.desk.waits_since", team=name, time=second(received.astimezone()))


def _show(show: ShowState, facts: SiteFacts, words: Words) -> ShowView:
    scenes, here = [cue.id for cue in on_stage(show.cues)], scene(show)
    state = "rehearsal" if show.rehearsal else "playing" if show.playing else "paused"
    number = scenes.index(here.id) + 1
    return ShowView(
        _title(facts, show.phase),
        "published" if show.revealed else state,
        words(f"site.desk.show.{state}"),
        [words("site.desk.show.scene", n=number, of=len(scenes), label=plain(here.label))],
        plain(show.refused),
        show.rehearsal,
    )


def _warning(show: ShowState | None, what: str, phase: str, words: Words) -> str:
    """Why the organiser should think twice: a phase is on show.

    Also in a rehearsal: only the remote's own button publishes nothing then.
    """
    if show is None or (show.revealed and not show.rehearsal):
        return ""
    if what == "open-show" and show.phase != phase and show.told and not show.rehearsal:
        return words("site.desk.show.replaces")
    is_on = show.phase == phase and what in ("reveal", "publish")
    return words("site.desk.show.warning") if is_on else ""


def _phase(
    phase: PhaseFacts, board: PhaseBoard, words: Words, now: datetime, show: ShowState | None
) -> PhaseView:
    said = [*_times(phase, words, now)]
    played = words.count("site.desk.games", board.played)
    said.append(f"{played} {words.count('site.desk.due', board.due)}" if board.due > 0 else played)
    if board.held_at is not None and board.state in (PAUSED, STOPPED):
        time, reason = minute(board.held_at.astimezone()), plain(board.held_for)
        said.append(words("site.desk.held", time=time, reason=reason))
    forms = [
        DeskForm(what, words(f"site.desk.action.{what}"), words(f"site.desk.about.{what}"),
                 FIELDS[what], phase.name, warning=_warning(show, what, phase.name, words))
        for what in board.actions
    ]  # fmt: skip
    return PhaseView(
        phase.name,
        display_name(phase.title),
        words(f"site.desk.state.{board.state}"),
        board.state,
        said,
        plain(board.problem),
        forms,
        [plain(match) for match in board.matches],
    )


def _times(phase: PhaseFacts, words: Words, now: datetime) -> Iterator[str]:
    """The clock of a phase."""
    if phase.closed or phase.published:
        yield words("site.desk.files_closed")
    elif phase.opens is not None and now < phase.opens:
        yield words("site.desk.opens", time=minute(phase.opens), left=_left(phase.opens - now))
    elif phase.deadline is None:
        yield words("site.desk.no_deadline")
    elif now <= phase.deadline:
        left = _left(phase.deadline - now)
        yield words("site.desk.deadline", time=minute(phase.deadline), left=left)
    else:
        yield words("site.desk.late", time=minute(phase.deadline))
    if phase.freeze is not None:
        yield words("site.desk.freeze", time=minute(phase.freeze))


def _left(span: timedelta) -> str:
    """The time that is left: hours, minutes and seconds."""
    seconds = int(span.total_seconds())
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _team(
    team: Team, versions: Sequence[Version], facts: SiteFacts, board: DeskFacts, words: Words
) -> TeamView:
    mine = [each for each in versions if each.team == team.key]
    newest, left = mine[-1] if mine else None, board.left.get(team.key, "")
    said = [
        words("site.desk.version", n=each.number, phase=_title(facts, each.phase),
              verdict=words(f"site.area.verdict.{each.status or 'waiting'}"),
              time=minute(each.received_at))
        for each in mine[-1:]
    ] or [words("site.desk.no_file")]  # fmt: skip
    for phase in board.phases:
        for each in phase.faults:
            if each.team == team.key:
                counts = Counter(each.faults)
                text = ", ".join(f"{n} {words.verdict(name)}" for name, n in counts.most_common())
                title = _title(facts, phase.name)
                said.append(words("site.desk.faults", phase=title, faults=text))
    actions = ["restore"] if left else ["late-file", "withdraw", "disqualify"]
    if newest is not None and newest.status in ("", REFUSED):
        actions.insert(0, "accept")
    forms = [
        DeskForm(what, words(f"site.desk.action.{what}"), words(f"site.desk.about.{what}"),
                 FIELDS[what], "", team.key)
        for what in actions
    ]  # fmt: skip
    state = left or (newest.status if newest else "") or ("waiting" if newest else "none")
    return TeamView(
        team.key,
        display_name(team.name),
        words(f"site.desk.team.{state}"),
        "refused" if left or state == REFUSED else state,
        said,
        forms,
    )


def _title(facts: SiteFacts, name: str) -> str:
    phase = facts.phase(name)
    return display_name(phase.title if phase else name)


def _other_forms(words: Words, board: DeskFacts) -> list[DeskForm]:
    actions = ["announce", *(["silence"] if board.announcement else []), "similar", "everything"]
    return [
        DeskForm(what, words(f"site.desk.action.{what}"), words(f"site.desk.about.{what}"),
                 FIELDS[what])
        for what in actions
    ]  # fmt: skip


def _action(logged: LoggedAction, words: Words) -> ActionRow:
    request, what = logged.request, logged.request.what
    about = " ".join(filter(None, (request.phase, request.team, *request.teams, request.match)))
    name = words(f"site.desk.action.{what}")
    return ActionRow(
        logged.id,
        second(logged.at.astimezone()),
        f"{plain(logged.actor.name)} ({words(f'site.desk.door.{logged.actor.door}')})",
        f"{name} {plain(about)}".strip(),
        words(f"site.desk.status.{logged.status}"),
        logged.status,
        [plain(each) for each in logged.answer] or [plain(request.reason)],
        logged.status in ("waiting", "begun"),
    )
