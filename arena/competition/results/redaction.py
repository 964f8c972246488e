"""Removes the parts of a record that a reader may not see.

Everybody may see the verdicts. A team may also see the reasons of its own faults. Before the phase
is published, people see less of the bots: the hash of a house bot would say which bot it is.
"""

from msgspec import structs

from arena.replay.record import BotEntry, FaultEntry, Record, game_id

NOBODY = ""  # no team has this name


def for_everybody(record: Record) -> Record:
    """The record without the reasons of faults, and without paths of this machine."""
    return structs.replace(
        record,
        bots=[structs.replace(bot, spec="") for bot in record.bots],
        faults=[_verdict_only(fault) for fault in record.faults],
    )


def for_team(record: Record, team: str) -> Record:
    """The record with the reasons of this team's faults."""
    return structs.replace(
        for_everybody(record),
        faults=[
            fault if record.name(fault.seat) == team else _verdict_only(fault)
            for fault in record.faults
        ],
    )


def for_team_early(record: Record, team: str) -> Record:
    """The same before the phase is published: of other bots only the names and the moves.

    The identity of the game depends on the hashes of its bots, so the record gets another one.
    """
    own = {seat for seat in range(len(record.seats)) if record.name(seat) == team}
    bots = [
        bot if bot.name == team else BotEntry(bot.name, isolation=bot.isolation)
        for bot in record.bots
    ]
    return structs.replace(
        for_team(record, team),
        id=game_id(record.game, record.options, record.deal, [bots[bot] for bot in record.seats]),
        bots=[structs.replace(bot, spec="") for bot in bots],
        moves=[
            move if move.seat in own else structs.replace(move, thoughts=())
            for move in record.moves
        ],
        seeds=[seed if seat in own else 0 for seat, seed in enumerate(record.seeds)],
        notes=[note for note in record.notes if note.startswith(f"{team}, ")],
        replays=[replay for replay in record.replays if replay.bot == team],
        host="",
    )


def for_everybody_early(record: Record) -> Record:
    """The same for readers who own no bot of the game."""
    return for_team_early(record, NOBODY)


def _verdict_only(fault: FaultEntry) -> FaultEntry:
    """The fault without its reason, which may be in the bot's own words."""
    return structs.replace(fault, reason="", traceback="", output="")
