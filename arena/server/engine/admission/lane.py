"""Takes uploads from the queue and examines them, in the order in which they came.

Files that the organiser has handed in with `arena submit`, and house bots from files, are examined
when no upload waits.
"""

import logging

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.folder import Competition, hold_admission, open_competition
from arena.competition.entries.admitting import (
    Candidate,
    level_of,
    store_verdict,
    versions_to_examine,
)
from arena.competition.entries.entrants import NotAsHandedIn, as_handed_in
from arena.competition.play.submitting import Intake
from arena.match import findings
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.engine.admission.examiner import Examiner, ExaminerDied
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.options import Options
from arena.store.live.heartbeats import ADMISSION
from arena.store.live.uploads import (
    WAITING,
    Step,
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


def serve_admission(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PEOPLE)
    with (
        hold_admission(options.place),
        Examiner() as examiner,
        open_competition(options.place) as competition,
    ):
        lane = AdmissionLane(options, competition.store, examiner)
        work_steadily(lane.look, LOOK)


class AdmissionLane:
    """The work of the lane. Each call of `look` does everything that is to be done now."""

    def __init__(self, options: Options, store: Store, examiner: Examiner) -> None:
        self.options = options
        self.store = store
        self.examiner = examiner
        self._put_off: set[str] = set()  # candidates that cannot be examined now
        self._pulse = Pulse(store, ADMISSION)

    def look(self) -> None:
        """Examine everything that waits."""
        self._pulse.beat("waits for files")
        while True:
            waiting = unfinished(self.store.database)
            if not waiting and all(version.status for version in self.store.versions()):
                return
            with open_competition(self.options.place) as competition:
                for upload in waiting:
                    if upload.status == WAITING:
                        receive(competition, upload)
                if not self._examine_next(competition):
                    return

    def _examine_next(self, competition: Competition) -> bool:
        """Examine the next candidate; False if there is none."""
        uploads = {each.version: each for each in unfinished(self.store.database)}

        def order(candidate: Candidate) -> tuple[bool, int]:
            upload = uploads.get(candidate.version.id) if candidate.version else None
            return upload is None, upload.id if upload else 0

        for candidate in sorted(versions_to_examine(competition), key=order):
            if candidate.name not in self._put_off:
                version = candidate.version.id if candidate.version else None
                self._examine(competition, candidate, uploads.get(version) if version else None)
                return True
        return False

    def _examine(
        self, competition: Competition, candidate: Candidate, upload: Upload | None
    ) -> None:
        level, steps = level_of(competition, self.options.trusted), list[findings.Step]()
        try:
            bot = _bot(competition, candidate)
            for step in self.examiner.examine(
                competition, bot, level, lambda: self._pulse.beat(f"examines {candidate.name}")
            ):
                if upload is not None:
                    said = Step(step.ok, step.text, step.advice)
                    add_step(self.store.database, upload.id, len(steps), said)
                steps.append(step)
        except (NotAsHandedIn, ExaminerDied) as why:
            log.error("%s is not examined: %s", candidate.name, why)
            self._put_off.add(candidate.name)
            return
        if not store_verdict(competition, candidate, steps, level).is_good and candidate.house:
            self._put_off.add(candidate.name)


def receive(competition: Competition, upload: Upload) -> None:
    """Make a version of a file that has come, or refuse it."""
    store, path = competition.store, competition.path / upload.file
    team = store.team(upload.team)
    assert team is not None
    try:
        receipt = Intake(competition, arrived=upload.received_at).take_bot(team.name, path)
    except ArenaError as why:
        said = str(why).replace(str(path), YOURS).replace(path.name, YOURS)
        add_step(store.database, upload.id, 0, Step(False, said, ""))
        refuse_upload(store.database, upload)
        return
    take_upload(store.database, upload, receipt.version.id)


def _bot(competition: Competition, candidate: Candidate) -> Bot:
    if candidate.house is not None:
        return candidate.house
    assert candidate.team is not None
    assert candidate.version is not None
    return as_handed_in(competition, candidate.team, candidate.version)
