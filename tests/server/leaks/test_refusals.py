"""A refusal tells a team nothing about results."""

from support import planted as p

from arena.competition.config.folder import open_competition
from arena.competition.play.leaving import leave
from arena.server.engine.admission.lane import receive
from arena.store.live.uploads import steps_of, upload_of


def answer_to_a_file(cup, competition, team):
    """The status of a file that the team hands in, and what was said about it."""
    database, receipt = competition.store.database, p.upload(cup, competition, team)
    receive(competition, upload_of(database, receipt))
    found = upload_of(database, receipt)
    return [found.status, *(step.said for step in steps_of(database, found))]


def test_while_results_are_hidden_every_team_may_hand_in_for_the_next_phase(cup):
    """Only one of two goes on, and a refusal would tell the other one."""
    said = {}
    with open_competition(cup.folder) as competition:
        for state in ("sealed", "frozen", "published"):
            if state == "published":
                p.set_state(cup, competition, state)
            p.change_settings(competition, p.ALWAYS | p.STATES[state] | {"top": 1})
            for team in p.TEAMS:
                said[state, team] = answer_to_a_file(cup, competition, team)
                for version in competition.store.versions():
                    if not version.status:
                        competition.store.judge(version, "refused", {})
    for state in ("sealed", "frozen"):
        assert said[state, "ada"] == said[state, "bob"] == ["taken"]
    refused = [each for (state, _), each in said.items() if state == "published" and each[1:]]
    assert len(refused) == 1
    assert "did not go on from qualifying" in refused[0][1]


def test_no_sentence_for_a_team_names_a_folder_of_the_server(cup):
    with open_competition(cup.folder) as competition:
        leave(competition, "Ada", "withdraw", "no time", void=False)
        status, said = answer_to_a_file(cup, competition, "ada")
    assert status == "refused"
    assert "no longer takes part" in said
    assert str(cup.folder) not in said
