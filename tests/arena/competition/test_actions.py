"""Every action of organisers in every state of a phase, by the command and at the desk."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier, Thread

import pytest
from click import Context
from support import cups
from support.cases import case
from support.deciding import REASON, leaves, make_toy_cup, play_rounds, play_some

from arena.cli import arena
from arena.common.errors import ArenaError
from arena.competition import log as d
from arena.competition.config.folder import open_competition
from arena.competition.desk import carrying_out
from arena.competition.desk.carrying_out import carry_out, carry_out_logged
from arena.competition.entries.decisions import decisions, held_by
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing
from arena.competition.play.submitting import Intake
from arena.server.engine.desk import actions as desk_actions
from arena.server.engine.desk.actions import DESK_ACTIONS
from arena.server.engine.desk.board import DeskBoard
from arena.server.engine.play import ready
from arena.server.web.desk.forms import FIELDS
from arena.store.live.actions import (
    BEGUN,
    COMMAND,
    DESK,
    DONE,
    REFUSED,
    ActionRequest,
    Actor,
    action_of,
    answer_action,
    ask_action,
    logged_actions,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("games_here", "toy")]

LATER = datetime(2999, 1, 1, tzinfo=UTC)
PHASES = """
[[phase]]
name = "all"
kind = "round-robin"
deadline = 2998-01-01T00:00:00+00:00
games = 2
top = 2

[[phase]]
name = "final"
kind = "knockout"
from = "all"
games = 2
tied = "odd-game"
"""
STATES = ("early", "open", "late", "begun", "paused", "stopped", "frozen", "over", "sealed",
          "changed", "published", "next")  # fmt: skip
ASKED = {
    "open-window": {"until": LATER},
    "extend-window": {"until": LATER},
    "accept": {"team": "Late"},
    "withdraw": {"team": "A"},
    "disqualify": {"team": "B", "void": True},
    "restore": {"team": "Gone"},
    "rerun": {"match": "round 1"},
    "add-team": {"team": "New"},
    "late-file": {"team": "Late", "received": datetime(2026, 1, 1, tzinfo=UTC), "file": "late.py"},
    "open-show": {"minutes": 1},
}
CARDS, PUBLISHED, NEXT = "everybody may see its cards", "is published", "final has begun"
CLOSED, NOT_ON, OVER = "took files until", "takes files from", "is over: no game"
NOT_BEGUN, NOT_OVER = "has not begun", "is not over"


def spread(**some: str) -> dict[str, str]:
    """The effect in each state: done, but for these."""
    named = {each: text for names, text in some.items() for each in names.split("_")}
    return {state: named.get(state, DONE) for state in STATES}


def everywhere(text: str, **some: str) -> dict[str, str]:
    return dict.fromkeys(STATES, text) | dict.fromkeys(some.pop("but", "").split(), DONE)


PLAYED = "begun_paused_stopped_frozen_over"
# Done, or a part of the sentence that refuses it.
EFFECTS = {
    "open-window": spread(**{"open": "takes files already until", PLAYED: CARDS,
                             "sealed_changed_published": PUBLISHED, "next": NEXT}),
    "extend-window": spread(**{"early": NOT_ON, f"late_{PLAYED}": CLOSED,
                               "sealed_changed_published": PUBLISHED, "next": NEXT}),
    "close-window": spread(**{"early": NOT_ON, f"late_{PLAYED}": CLOSED,
                              "sealed_changed_published": PUBLISHED, "next": NEXT}),
    "start": spread(early_open="begins by itself afterwards", late="begins by itself",
                    begun_frozen="is not paused", over=OVER, sealed_published=PUBLISHED,
                    next=NEXT),
    "pause": spread(paused="is paused since", stopped="is stopped since", over=OVER,
                    sealed_published=PUBLISHED, next=NEXT),
    "stop": spread(stopped="is stopped since", over=OVER, sealed_published=PUBLISHED, next=NEXT),
    "freeze": spread(frozen="is frozen since", sealed_changed_published=PUBLISHED),
    "unfreeze": everywhere("is not frozen", but="frozen")
    | dict.fromkeys(("sealed", "changed", "published"), PUBLISHED),
    "rerun": spread(early_open_late_changed="No game of all that was played", next=NEXT),
    "close": everywhere("Only a phase of kind"),
    "replace-house": spread(**{"early_open_late": NOT_BEGUN, f"{PLAYED}_sealed_changed_published":
                               "are those with which it began", "next": NEXT}),
    "accept": spread(),
    "withdraw": spread(),
    "disqualify": everywhere("Leave out --void",
                             but="begun paused stopped frozen over sealed changed published"),
    "restore": spread(),
    "add-team": spread(),
    "announce": spread(),
    "silence": everywhere("no announcement"),
    "publish": spread(early_open_late=NOT_BEGUN, begun_paused_stopped_frozen_changed=NOT_OVER),
    "reveal": everywhere("is not sealed", but="sealed") | {"changed": "after it was sealed"},
    "late-file": spread(early_changed="is not over", sealed_published_next="did not go on from"),
    "open-show": spread(),
    "similar": spread(),
    "everything": spread(),
}  # fmt: skip


@pytest.fixture(autouse=True)
def prepares_here(monkeypatch):
    """Games of a show are prepared in this process, because others do not know the toy game."""
    monkeypatch.setattr(desk_actions, "WORKERS", 1)


def request(what: str) -> ActionRequest:
    return ActionRequest(what, **{"phase": "all", "reason": REASON} | ASKED.get(what, {}))


def do(cup: Path, what: str, name: str = "Ana") -> None:
    carry_out(cup, request(what), Actor(name, COMMAND), DESK_ACTIONS)


def at_the_desk(cup: Path, wanted: ActionRequest, name: str = "Ben") -> tuple[str, list[str]]:
    """Ask for it at the desk. The engine does it."""
    with open_competition(cup) as competition:
        database = competition.store.database
        number = ask_action(database, Actor(name, DESK), wanted, competition.now()[0])
        logged = action_of(database, number)
    assert logged is not None
    carry_out_logged(cup, logged, DESK_ACTIONS)
    with open_competition(cup) as competition:
        after = action_of(competition.store.database, number)
    assert after is not None
    return after.status, after.answer


@pytest.fixture(scope="module")
def states(tmp_path_factory) -> dict[str, Path]:
    """The competition in each state."""
    folder, states = tmp_path_factory.mktemp("states"), dict[str, Path]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("Game").registry.GAMES, "nearest", "toys.nearest:Nearest")
        patch.setattr("arena.competition.play.playing.Cores", cups.in_process)
        cup = make_toy_cup(folder / "cup", PHASES, "ABC")
        cups.enter(cup, "Gone", "return sorted(o.get_list_actions(), key=str)[0]  # gone")
        cups.hand_in(cup, "Late", "return sorted(o.get_list_actions(), key=str)[0]  # late")
        leaves(cup, "Gone")
        think = "return sorted(o.get_list_actions(), key=str)[-1]  # it came by mail"
        (cup / "late.py").write_text(cups.source(think))

        def keep(state: str, what: str = "") -> Path:
            states[state] = Path(shutil.copytree(cup, folder / state))
            if what:
                do(states[state], what)
            return states[state]

        keep("open")
        cups.edit(keep("early"), "deadline =", "opens = 2997-01-01T00:00:00+00:00\ndeadline =")
        do(cup, "close-window")
        keep("late")
        play_some(cup, 3)
        keep("begun")
        keep("paused", "pause")
        keep("stopped", "stop")
        keep("frozen", "freeze")
        cups.play(cup, "all")
        keep("over")
        carry_out(keep("sealed"), ActionRequest("publish", phase="all", sealed=True),
                  Actor("Ana", COMMAND))  # fmt: skip
        states["changed"] = Path(shutil.copytree(states["sealed"], folder / "changed"))
        do(states["changed"], "rerun")
        keep("published", "publish")
        play_rounds(cup, 0, "final")
        keep("next")
    return states


def noted(cup: Path) -> object:
    with open_competition(cup) as competition:
        ids = list(competition.store.ids("all"))
        return decisions(competition), ids, competition.shown_phases(), competition.settings


def test_there_is_an_effect_for_every_action():
    assert EFFECTS.keys() == DESK_ACTIONS.keys() == FIELDS.keys() | {"add-team"}


@pytest.mark.parametrize("what", EFFECTS)
def test_an_action_in_every_state_is_done_or_refused_with_a_sentence(states, tmp_path, what):
    for number, (state, effect) in enumerate(EFFECTS[what].items()):
        with case(state):
            if effect == DONE:
                cup = Path(shutil.copytree(states[state], tmp_path / state))
                if number % 2:
                    do(cup, what)
                else:
                    status, answer = at_the_desk(cup, request(what))
                    assert (status, bool(answer and all(answer))) == (DONE, True), answer
                continue
            before = noted(states[state])
            with pytest.raises(ArenaError) as refused:
                do(states[state], what)
            assert effect in str(refused.value)
            status, [said] = at_the_desk(states[state], request(what))
            assert (status, said) == (REFUSED, str(refused.value))
            assert noted(states[state]) == before


def test_the_desk_offers_what_can_be_done_with_a_phase_and_nothing_else(states):
    of_phases = {what for what, asked in ASKED.items() if "team" not in asked} | {
        "close-window", "start", "pause", "stop", "freeze", "unfreeze", "close", "replace-house",
        "publish", "reveal",
    }  # fmt: skip
    for state in STATES:
        with case(state), open_competition(states[state]) as competition:
            offered = set(DeskBoard().look(competition).phase("all").actions)
            done = {what for what in of_phases if EFFECTS[what][state] == DONE}
            promised = {"publish"} if state == "sealed" else set()  # its hash is public
            elsewhere = {"rerun"} if state == "changed" else set()  # of another match
            assert offered == (done - promised) | elsewhere


def test_games_that_were_set_aside_after_the_seal_are_played_and_sealed_again(states, tmp_path):
    cup = Path(shutil.copytree(states["changed"], tmp_path / "cup"))

    def offered() -> set[str]:
        with open_competition(cup) as competition:
            return set(DeskBoard().look(competition).phase("all").actions)

    def next_phase() -> str:
        with open_competition(cup) as competition:
            state = ready.next_phase(competition)
            return state.phase.name if state else ""

    def promise() -> str:
        return (cup / "Out" / "public" / "all" / "sealed.json").read_text()

    before = promise()
    assert next_phase() == ""  # the server does not touch a sealed phase by itself
    assert "publish" not in offered()
    do(cup, "start")
    assert next_phase() == "all"
    assert "start" not in offered()
    cups.play(cup, "all")
    assert next_phase() == ""
    assert "publish" in offered()
    assert "reveal" not in offered()  # the sealed results are not those of the games any more
    sealed = ActionRequest("publish", phase="all", sealed=True)
    assert at_the_desk(cup, sealed)[0] == DONE
    assert promise() != before  # other games, with other times
    assert "publish" not in offered()
    do(cup, "reveal")
    assert at_the_desk(cup, request("reveal"))[0] == DONE  # as after a kill: it does the rest


def test_a_team_that_leaves_after_the_seal_does_not_stop_the_reveal(states, tmp_path):
    """All its games have been played. If they become void, there are other results."""
    cup = Path(shutil.copytree(states["sealed"], tmp_path / "cup"))
    void = Path(shutil.copytree(states["sealed"], tmp_path / "void"))
    do(cup, "withdraw")
    carry_out(cup, ActionRequest("restore", team="A", reason=REASON), Actor("Ana", COMMAND))
    do(cup, "withdraw")
    assert at_the_desk(cup, request("reveal"))[0] == DONE
    do(void, "disqualify")
    with pytest.raises(ArenaError, match="after it was sealed"):
        do(void, "reveal")


def test_every_action_of_the_desk_is_also_a_command():
    other_words = {
        "open-window": "window open", "extend-window": "window extend",
        "close-window": "window close", "add-team": "team add", "silence": "announce",
        "similar": "desk similar", "everything": "desk everything", "late-file": "submit",
        "open-show": "show",
    }  # fmt: skip
    for what in DESK_ACTIONS:
        first, *rest = other_words.get(what, what).split()
        command = arena.get_command(Context(arena), first)
        with case(what):
            assert command is not None
            assert not rest or rest[0] in command.commands


def test_each_action_is_in_the_log_with_its_organiser_and_door(states, tmp_path):
    cup = Path(shutil.copytree(states["begun"], tmp_path / "cup"))
    do(cup, "pause", "Ana")
    at_the_desk(cup, request("pause"), "Ben")
    with open_competition(cup) as competition:
        [second, first, *_] = logged_actions(competition.store.database, 2)
        [decision] = [each for each in decisions(competition) if each.what == d.PAUSE]
    assert (first.actor, first.status) == (Actor("Ana", COMMAND), DONE)
    assert (second.actor, second.status) == (Actor("Ben", DESK), REFUSED)
    assert first.request.reason == REASON
    assert "is paused since" in second.answer[0]
    assert decision.action == first.id


def test_what_had_begun_when_the_engine_was_killed_is_decided_once(states, tmp_path, monkeypatch):
    cup = Path(shutil.copytree(states["begun"], tmp_path / "cup"))
    with open_competition(cup) as competition:
        database, now = competition.store.database, competition.now()[0]
        wanted = request("withdraw")
        number = ask_action(database, Actor("Ben", DESK), wanted, now)

        def killed(database, id, status, answer=()):
            if status == DONE:
                raise KeyboardInterrupt
            answer_action(database, id, status, answer)

        with monkeypatch.context() as patch:
            patch.setattr(carrying_out, "answer_action", killed)
            with pytest.raises(KeyboardInterrupt):
                carry_out_logged(cup, action_of(database, number))
        assert action_of(database, number).status == BEGUN
        carry_out_logged(cup, action_of(database, number))
        assert action_of(database, number).status == DONE
        assert [each.what for each in decisions(competition)].count(d.WITHDRAW) == 2  # Gone, and A


def test_of_two_organisers_at_once_one_decides_and_the_other_is_told(states, tmp_path):
    cup = Path(shutil.copytree(states["begun"], tmp_path / "cup"))
    together, refused = Barrier(2), list[str]()

    def pause(name: str) -> None:
        together.wait()
        try:
            do(cup, "pause", name)
        except ArenaError as why:
            refused.append(str(why))

    organisers = [Thread(target=pause, args=(name,)) for name in ("Ana", "Ben")]
    for each in organisers:
        each.start()
    for each in organisers:
        each.join()
    with open_competition(cup) as competition:
        made = [each.what for each in decisions(competition)]
    assert made.count(d.PAUSE) == 1
    assert len(refused) == 1
    assert "is paused since" in refused[0]


def test_decisions_at_the_same_moment_are_all_kept(states, tmp_path):
    cup = Path(shutil.copytree(states["open"], tmp_path / "cup"))

    def say(name: str) -> None:
        wanted = ActionRequest("announce", reason=f"{name} says this")
        carry_out(cup, wanted, Actor(name, COMMAND))

    organisers = [Thread(target=say, args=(f"organiser {n}",)) for n in range(4)]
    for each in organisers:
        each.start()
    for each in organisers:
        each.join()
    with open_competition(cup) as competition:
        said = [each.reason for each in decisions(competition) if each.what == d.ANNOUNCE]
    assert sorted(said) == [f"organiser {n} says this" for n in range(4)]


def test_a_changed_time_counts_until_competition_toml_says_another(states, tmp_path):
    cup = Path(shutil.copytree(states["open"], tmp_path / "cup"))
    do(cup, "extend-window")

    def deadline() -> datetime | None:
        with open_competition(cup) as competition:
            return competition.settings.phase("all").deadline

    assert deadline() == LATER
    cups.edit(cup, "2998-01-01", "2998-06-01")
    assert deadline() == datetime(2998, 6, 1, tzinfo=UTC)


def test_a_closed_window_takes_no_file_and_one_that_is_opened_again_does(states, tmp_path):
    cup = Path(shutil.copytree(states["late"], tmp_path / "cup"))

    def takes_files() -> str:
        with open_competition(cup) as competition:
            return Intake(competition).phase.name

    assert takes_files() == "final"
    do(cup, "open-window")
    assert takes_files() == "all"


@pytest.mark.parametrize("what", ["pause", "stop"])
def test_a_phase_is_held_while_it_is_played_and_loses_no_game(states, tmp_path, monkeypatch, what):
    cup = Path(shutil.copytree(states["late"], tmp_path / "cup"))
    monkeypatch.setattr("arena.competition.play.playing.ENTERED", -1.0)  # it looks after each game
    with open_competition(cup, alone=True) as competition:
        run, played = Playing(phase_state(competition, "all"), workers=1), 0
        for event in run.games():
            played += len(event) if isinstance(event, list) else 0
            if played == 2 and held_by(competition, "all") is None:
                do(cup, what)
        assert run.stopped
        assert run.broken_off == (what == "stop")
        assert played < 6
    with pytest.raises(ArenaError, match="To go on: arena start"):
        cups.play(cup, "all")
    do(cup, "start")
    cups.play(cup, "all")
    assert cups.table(cup, "all") == cups.table(states["over"], "all")
