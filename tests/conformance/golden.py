"""Writes a game move by move, so that a changed move or view shows as a diff."""

import json
from collections.abc import Iterator
from hashlib import blake2b

import msgspec
from support.games import play_random, snapshot, variant_name

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream


def playthrough(game: Game, seed: int = 1) -> Iterator[str]:
    """The lines of one random game."""
    state = game.deal(Stream(seed))
    yield f"== {variant_name(game)}, seed {seed}"
    yield "deal " + json.dumps(game.write_deal(state), ensure_ascii=False)
    for action in play_random(state, Stream(seed)):
        texts = " ".join(game.action_text(state, legal) for legal in state.legal())
        played = game.action_text(state, action)
        yield f"{state.turn} plays {played} of {texts} | {seen(game, state)}"
    outcome = game.outcome(state)
    yield f"over | {seen(game, state)}"
    yield f"scores {outcome.scores} ranks {outcome.ranks}"
    for seat in range(game.seats):
        yield f"view of {seat}: {json.dumps(msgspec.to_builtins(state.view(seat)))}"
    yield ""


def seen(game: Game, state: State) -> str:
    """The points so far, and a short digest of what every seat sees."""
    now = snapshot(game, state)
    digest = blake2b(b"".join(now.views), digest_size=6).hexdigest()
    return f"points {' '.join(map(str, now.points))} | views {digest}"
