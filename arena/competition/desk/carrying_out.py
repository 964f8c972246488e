"""Carries out actions of organisers, and writes each into the log.

A command carries out its action itself. What somebody wants at the desk waits in the log until the
engine carries it out. If the engine is killed meanwhile, it does so again, but decides nothing
twice: a decision has the number of its action.
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition
from arena.competition.desk.actions import ACTIONS, DeskAction, described
from arena.competition.entries.decisions import decisions
from arena.competition.log import Overtaken, history
from arena.competition.results.page_facts import words_for
from arena.pages.words import Words
from arena.replay.files import unwritable
from arena.store.database import DatabaseAway
from arena.store.live.actions import (
    BEGUN,
    DONE,
    REFUSED,
    ActionRequest,
    Actor,
    LoggedAction,
    answer_action,
    ask_action,
)

Actions = Mapping[str, DeskAction]

TRIES = 5  # at an action, if other organisers decide at the same moment

log = logging.getLogger(__name__)


def carry_out(
    folder: Path, request: ActionRequest, actor: Actor, actions: Actions = ACTIONS
) -> Sequence[str]:
    """Do what the organiser wants, and log it; returns what was done, in sentences."""
    action = actions[request.what]
    with open_competition(folder, alone=action.alone) as competition:
        now, database = competition.now()[0], competition.store.database
        number = ask_action(database, actor, request, now, BEGUN)
        return _do(competition, number, request, action, Words("en"))


def carry_out_logged(folder: Path, logged: LoggedAction, actions: Actions = ACTIONS) -> None:
    """Do what an organiser has asked for at the desk. The answer is in the log afterwards."""
    action = actions[logged.request.what]
    with open_competition(folder) as competition:
        database, words = competition.store.database, words_for(competition, None)
        answer_action(database, logged.id, BEGUN)
        try:
            if action.alone:
                with open_competition(folder, alone=True) as alone:
                    _do(alone, logged.id, logged.request, action, words)
            else:
                _do(competition, logged.id, logged.request, action, words)
        except DatabaseAway:
            raise  # it is done when the database answers again
        except ArenaError as why:  # also if another arena has the competition for itself
            answer_action(database, logged.id, REFUSED, [str(why)])
        except Exception:
            log.exception("action %d, %s", logged.id, logged.request.what)
            mistake = "The arena has made a mistake, which is in the log of the server"
            answer_action(database, logged.id, REFUSED, [mistake])


def _do(
    competition: Competition,
    number: int,
    request: ActionRequest,
    action: DeskAction,
    words: Words,
) -> Sequence[str]:
    database, competition.action = competition.store.database, number
    decided = [each for each in decisions(competition) if each.action == number]
    try:
        if decided:  # before the engine was killed
            answer: Sequence[str] = [described(competition, each, words) for each in decided]
        else:
            answer = _try(competition, request, action, words)
    except DatabaseAway:
        raise
    except (ArenaError, OSError) as problem:  # such as a full disk
        path = Path(getattr(problem, "filename", None) or competition.out)
        why = unwritable(path, problem) if isinstance(problem, OSError) else problem
        answer_action(database, number, REFUSED, [str(why)])
        raise why from problem
    answer_action(database, number, DONE, answer)
    return answer


def _try(
    competition: Competition, request: ActionRequest, action: DeskAction, words: Words
) -> Sequence[str]:
    """Do it. If somebody else has decided something meanwhile, look again whether it is possible.

    An action for which nobody may play meanwhile cannot be overtaken by another one of its kind.
    """
    for _ in range(TRIES):
        competition.refresh()
        competition.decided = None if action.alone else history(competition.store).number
        try:
            return action.act(competition, request, words)
        except Overtaken:
            continue
    raise ArenaError("Other organisers decide all the time: look at the desk, and try again")
