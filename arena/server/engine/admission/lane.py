"""Takes uploads from the queue and examines them. Otherwise it plays practice matches of teams.

Files that the organiser has handed in with `arena submit`, and house bots from files, are examined
when no upload waits.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.folder import Competition, hold_admission, open_competition
from arena.competition.entries.admitting import (
    Candidate,
    examination_of,
    level_of,
    store_verdict,
    versions_to_examine,
)
from arena.competition.entries.entrants import NotAsHandedIn, as_handed_in
from arena.competition.entries.submissions import Receipt
from arena.competition.entries.team_data import NO_DATA
from arena.competition.play.submitting import Intake
from arena.match import findings
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.engine.admission.examiner import BrokenOff, Examiner, ExaminerDied
from arena.server.engine.admission.orphans import delete_orphans
from arena.server.engine.admission.practice import practise
from arena.server.engine.admission.queue import Queue
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.options import Options
from arena.store.database import DatabaseAway
from arena.store.live.heartbeats import ADMISSION
from arena.store.live.uploads import (
    WAITING,
    StoredStep,
    Upload,
    add_step,
    refuse_upload,
    take_upload,
    unfinished,
)
from arena.store.store import Store

LOOK = 0.25  # seconds between two looks at the queue
YOURS = "your file"  # the name of an upload in sentences for its team

log = logging.getLogger(__name__)
_missing: set[int] = set()  # uploads whose files are gone, which has been logged


def serve_admission(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PEOPLE)
    with (
        hold_admission(options.place),
        Examiner() as examiner,
        open_competition(options.place) as competition,
    ):
        delete_orphans(competition)
        lane = AdmissionLane(options, competition.store, examiner)
        work_steadily(lane.look, LOOK)


class AdmissionLane:
    """The work of the lane. Each call of `look` does everything that is to be done now."""

    def __init__(self, options: Options, store: Store, examiner: Examiner) -> None:
        self._options = options
        self._store = store
        self._examiner = examiner
        self._queue = Queue()
        self._pulse = Pulse(store, ADMISSION)

    def look(self) -> None:
        """Examine everything that waits, also what comes meanwhile."""
        self._pulse.beat("waits for files")
        self._examine_all()
        with open_competition(self._options.place) as competition:
            while practise(competition, self._options, self._examiner, self._no_file_waits):
                pass

    def _no_file_waits(self) -> bool:
        self._pulse.beat("plays a practice match")
        return not unfinished(self._store.database)

    def _examine_all(self) -> None:
        while unfinished(self._store.database) or not all(v.status for v in self._store.versions()):
            with open_competition(self._options.place) as competition:
                receive_all(competition)
                uploads = self._uploads()
                order = self._queue.order(versions_to_examine(competition), uploads)
                if not order:
                    return
                version = order[0].version
                self._examine(competition, order[0], uploads.get(version.id) if version else None)

    def _uploads(self) -> dict[int, Upload]:
        """The uploads without a verdict, by their version."""
        waiting = unfinished(self._store.database)
        return {each.version: each for each in waiting if each.version is not None}

    def _examine(
        self, competition: Competition, candidate: Candidate, upload: Upload | None
    ) -> None:
        level, steps = level_of(competition, self._options.trusted), list[findings.Step]()
        examination = examination_of(competition, level)
        goes_on = self._patience(competition, candidate)
        try:
            bot = _bot(competition, candidate)
            for finding in self._examiner.examine(examination, bot, goes_on):
                step = _without_paths(finding, bot)
                if upload is not None:
                    stored = StoredStep(step.ok, step.text, step.advice)
                    add_step(self._store.database, upload.id, len(steps), stored)
                steps.append(step)
        except BrokenOff:
            self._queue.note_slow(candidate)
            return
        except ExaminerDied as why:
            log.error("%s: %s", candidate.name, why)
            self._queue.note_death(candidate)
            return
        except NotAsHandedIn as why:
            log.error("%s is not examined: %s", candidate.name, why)
            self._queue.put_off(candidate)
            return
        if not store_verdict(competition, candidate, steps, level).is_good and candidate.house:
            self._queue.put_off(candidate)  # until it is repaired, and the server starts again

    def _patience(self, competition: Competition, candidate: Candidate) -> Callable[[], bool]:
        """A function that says whether the examination, which begins now, may go on."""
        began = time.monotonic()

        def goes_on() -> bool:
            self._pulse.beat(f"examines {candidate.name}")
            if self._queue.is_patient(candidate, began):
                return True
            receive_all(competition)
            waiting = [each.name for each in versions_to_examine(competition)]
            return not self._queue.others_wait(candidate, waiting)

        return goes_on


def receive_all(competition: Competition) -> None:
    """Make versions of the files that have come."""
    competition.refresh()
    for upload in unfinished(competition.store.database):
        if upload.status == WAITING:
            receive(competition, upload)


def receive(competition: Competition, upload: Upload) -> None:
    """Make a version of a file that has come, or refuse it.

    An error of ours, such as a full disk, refuses nothing: the upload waits.
    """
    store, path = competition.store, competition.path / upload.file
    team = store.team(upload.team)
    assert team is not None
    if not path.is_file():  # it waits: the others go on
        if upload.id not in _missing:
            log.error("%s of %s, an upload, is gone: put it back", path, team.name)
        _missing.add(upload.id)
        return
    intake = Intake(competition, arrived=upload.received_at)
    try:
        entry = intake.check(team.name, path, NO_DATA)
        phase = intake.phase  # a refusal if no phase takes files
    except DatabaseAway:
        raise
    except ArenaError as why:
        reason = str(why).replace(str(path), YOURS).replace(path.name, YOURS)
        reason = reason.replace(str(competition.path), competition.path.name)
        add_step(store.database, upload.id, 0, StoredStep(False, reason, ""))
        refuse_upload(store.database, upload)
        return
    receipt = intake.take(entry)
    assert isinstance(receipt, Receipt)
    assert receipt.phase == phase.name or not receipt.new
    take_upload(store.database, upload, receipt.version.id)


def _without_paths(step: findings.Step, bot: Bot) -> findings.Step:
    """The step without the places of files on the server, which tracebacks have."""
    place, name = str(bot.path), f"bot{bot.path.suffix}"
    return replace(
        step,
        text=step.text.replace(place, name).replace(bot.path.name, name),
        advice=step.advice.replace(place, name).replace(bot.path.name, name),
    )


def _bot(competition: Competition, candidate: Candidate) -> Bot:
    if candidate.house is not None:
        return candidate.house
    assert candidate.team is not None
    assert candidate.version is not None
    return as_handed_in(competition, candidate.team, candidate.version)
