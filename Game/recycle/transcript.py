"""Transcripts: a game line by line, in the format of the language's first engine.

docs/recycle-engine.md lists what is known of that engine, and what is guessed. `transcript_replay`
plays a transcript again.
"""

from collections.abc import Iterable

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.effects import (
    CardCreated,
    CardMoved,
    CardRemembered,
    Effect,
    NumberStored,
    PlaceReordered,
    PlayerBegins,
    PlayerScored,
    PlayersCreated,
    PointsPut,
    TeamBegins,
    TeamCreated,
    TextStored,
)
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.plan import KINDS, Plan


def transcribe(program: Program, stream: Stream) -> list[str]:
    """The lines of a random game."""
    effects: list[Effect] = []
    table = program.start(StreamLuck(stream), effects)
    while not table.over:
        program.interpreter.choose(table, stream.below(len(table.options)))
    return all_lines(effects, program.plan)


def lines_of(effect: Effect, plan: Plan) -> list[str]:
    """An effect in the format of the first engine."""
    match effect:
        case CardMoved(face, start, goal, tried, _):
            mark, arrow = ("N", "?->") if tried else ("M", "->")
            card = plan.face_texts[face]
            return [f"{mark}:{card} {plan.place_text(start)} {arrow} {plan.place_text(goal)}"]
        case NumberStored(store, value):
            row, owner = divmod(store, plan.owners)
            return [f"S:{plan.owner_text(owner)} {plan.store_names[row]} {value}"]
        case TextStored(store, text):
            row, owner = divmod(store, plan.owners)
            return [f"S:{plan.owner_text(owner)} {plan.text_names[row]} {text}"]
        case PlayerBegins(seat):
            return [f"t: p{seat}"]
        case TeamBegins(team):
            return [f"t: {team}"]
        case PointsPut(values, points):
            return [f"A:{','.join(values)} {points}"]
        case CardCreated(face, place):
            owner_text, kind, name = plan.place_text(place).split(":")
            return [f"C:{plan.face_texts[face]} {owner_text} {kind} {name}"]
        case CardRemembered(place, faces):
            return _place_lines("m", plan, place, faces)
        case PlaceReordered(place, faces):
            return _place_lines("O", plan, place, faces)
        case TeamCreated(members):
            return [f"T:{' '.join([str(seat) for seat in members])} "]
        case PlayersCreated(players):
            return [f"nump:{players}"]
        case PlayerScored(seat, score):
            return [f"s:{score} {seat}"]


def _place_lines(mark: str, plan: Plan, place: int, faces: tuple[int, ...]) -> list[str]:
    kind, name = plan.labels[place // plan.owners]
    first = f"{mark}:CardCollection {name} (CC TYPE: {KINDS[kind]})"
    return [first, *[plan.face_texts[face] for face in faces], ""]


def all_lines(effects: Iterable[Effect], plan: Plan) -> list[str]:
    return [line for effect in effects for line in lines_of(effect, plan)]
