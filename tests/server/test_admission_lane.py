"""The admission lane: verdicts in the order of arrival, and no bot that delays the others."""

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.entries import submissions
from arena.match.findings import Step
from arena.server.engine.admission import lane as lanes
from arena.server.engine.admission import queue
from arena.server.engine.admission.examiner import BrokenOff, Examiner, ExaminerDied
from arena.server.engine.admission.lane import AdmissionLane, receive_all
from arena.server.options import Options
from arena.store.live.uploads import steps_of, unfinished, uploads_of

SLOW, DIES, BAD = "SLOW = 1", "DIES = 1", "BAD = 1"  # lines of bots; the examiner below knows them


class Scripted:
    """Examines by the bot's source. Notes the teams whose examination has begun."""

    def __init__(self, clock):
        self.begun = []
        self.clock = clock

    def examine(self, examination, bot, goes_on):
        source = bot.code.source.decode()
        self.begun.append(bot.path.parent.name)
        yield Step(True, "it loads")
        if DIES in source:
            raise ExaminerDied("it has died")
        for _ in range(100 if SLOW in source else 1):
            self.clock.now += 1
            if not goes_on():
                raise BrokenOff("broken off")
        yield Step(BAD not in source, "it plays", f'File "{bot.path}", line 6')


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 0.0

    for module in (lanes, queue):
        monkeypatch.setattr(module.time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.fixture
def examiner(clock):
    return Scripted(clock)


@pytest.fixture
def lane(cup, competition, examiner):
    return AdmissionLane(Options(str(cup)), competition.store, examiner)


def verdicts(competition):
    return {(v.team, v.number): v.status for v in competition.store.versions()}


def test_verdicts_come_in_the_order_of_arrival(lane, examiner, hand_in, competition):
    for team in ("bob", "ada"):
        hand_in(team, f"x = 1; {BAD}; return 0" if team == "bob" else cups.FIRST)
    lane.look()
    assert examiner.begun == ["bob", "ada"]
    [bob] = uploads_of(competition.store.database, "bob")
    advice = [step.advice for step in steps_of(competition.store.database, bob)]
    assert advice == ["", 'File "bot.py", line 6']  # not where it is on the server
    assert verdicts(competition) == {("ada", 1): "admitted", ("bob", 1): "refused"}
    assert not unfinished(competition.store.database)


def test_a_slow_bot_waits_for_the_others_and_gets_its_verdict_too(
    lane, examiner, hand_in, competition
):
    hand_in("ada", f"{SLOW}; return 0")
    hand_in("bob")
    lane.look()
    assert examiner.begun == ["ada", "bob", "ada"]
    assert verdicts(competition) == {("ada", 1): "admitted", ("bob", 1): "admitted"}


def test_a_file_that_comes_while_a_slow_bot_is_examined_soon_has_its_turn(
    lane, examiner, hand_in, competition, clock
):
    """Before `LONG`, the slow examination is broken off; after that, it ends."""
    hand_in("ada", f"{SLOW}; return 0")
    arrivals = iter([12, None, 45])

    class Later(Scripted):
        def examine(self, examination, bot, goes_on):
            began, at = self.clock.now, next(arrivals, None)

            def asked():
                nonlocal at
                if at is not None and self.clock.now - began >= at:
                    at = None
                    hand_in("bob", f"return {self.clock.now}")
                return goes_on()

            yield from super().examine(examination, bot, asked)

    lane._examiner = Later(clock)
    lane.look()
    assert lane._examiner.begun == ["ada", "bob", "ada", "bob"]
    assert verdicts(competition) == {
        ("ada", 1): "admitted",
        ("bob", 1): "admitted",
        ("bob", 2): "admitted",
    }


def test_a_file_at_which_the_examiner_dies_is_put_off_and_never_refused(
    lane, examiner, hand_in, competition
):
    hand_in("ada", f"{DIES}; return 0")
    hand_in("bob")
    lane.look()
    assert examiner.begun == ["ada", "bob", "ada", "ada"]
    assert verdicts(competition) == {("ada", 1): "", ("bob", 1): "admitted"}


def test_the_same_file_again_gets_the_same_verdict_at_once(lane, examiner, hand_in, visit):
    first = hand_in("ada").json["receipt"]
    lane.look()
    second = hand_in("ada").json["receipt"]
    lane.look()
    shown = [visit("GET", f"/api/v1/uploads/{each}", team="ada").json for each in (first, second)]
    assert [each["verdict"] for each in shown] == ["admitted", "admitted"]
    assert [len(each["steps"]) for each in shown] == [2, 2]
    assert len(examiner.begun) == 1


def test_two_files_of_one_team_are_two_versions_and_the_later_one_plays(lane, hand_in, competition):
    hand_in("ada", cups.FIRST)
    hand_in("ada", cups.LAST)
    lane.look()
    newest, oldest = uploads_of(competition.store.database, "ada")
    assert (oldest.number, newest.number) == (1, 2)


def test_a_full_disk_refuses_nobody(hand_in, competition, monkeypatch):
    hand_in("ada")
    monkeypatch.setattr(submissions, "save", lambda *_: (_ for _ in ()).throw(ArenaError("full")))
    with pytest.raises(ArenaError, match="full"):
        receive_all(competition)
    monkeypatch.undo()
    receive_all(competition)
    assert verdicts(competition) == {("ada", 1): ""}


def test_a_crash_after_the_version_was_stored_makes_no_second_one(
    hand_in, competition, monkeypatch
):
    hand_in("ada")
    monkeypatch.setattr(lanes, "take_upload", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        receive_all(competition)
    monkeypatch.undo()
    receive_all(competition)
    receive_all(competition)
    assert verdicts(competition) == {("ada", 1): ""}
    [upload] = unfinished(competition.store.database)
    assert upload.number == 1


@pytest.mark.slow
def test_a_real_bot_gets_its_steps_and_another_process_if_the_first_is_killed(
    cup, hand_in, competition
):
    hand_in("ada")
    with Examiner() as examiner:
        lane, seen = AdmissionLane(Options(str(cup)), competition.store, examiner), []
        real = examiner.examine

        def killed_once(*given):
            for step in real(*given):
                if not seen:
                    examiner._process.kill()
                seen.append(step.text)
                yield step

        examiner.examine = killed_once
        lane.look()
    assert verdicts(competition) == {("ada", 1): "admitted"}
    [upload] = uploads_of(competition.store.database, "ada")
    assert [step["said"] for step in upload.report["steps"]] == seen[1:]
