"""Gives teams their codes, and logs who did it. The command and the desk both call this."""

from arena.store import clock
from arena.store.live.actions import (
    DONE,
    ActionRequest,
    Actor,
    ask_action,
)
from arena.store.live.codes import make_code
from arena.store.store import Store, Team

CODE = "team-code"  # the action


def issue_code(store: Store, actor: Actor, team: Team, *, revoke: bool = False) -> str:
    """A new code for the team. With `revoke`, all others of the team end, and their sessions."""
    code = make_code(store.database, team, revoke=revoke)
    log_action(store, actor, ActionRequest(CODE, team=team.name), team.name)
    return code


def log_action(store: Store, actor: Actor, request: ActionRequest, answer: str) -> None:
    """Log an action that is done already."""
    ask_action(store.database, actor, request, clock.now(store)[0], DONE, [answer])
