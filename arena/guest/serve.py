"""Serves one bot in one game from inside its box, until the arena hangs up."""

import sys

from arena.guest.alarmed_runner import failure_message
from arena.guest.bot.loading import BotFile, LoadError
from arena.guest.bot.package import PackageFinder
from arena.guest.bot.watch import Watch
from arena.guest.protocol import wire
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.verdict import Fault
from arena.guest.template import Template

READY = wire.Ready("")


def serve(channel: Channel, template: Template) -> None:
    """Answer for one bot in one game, until the connection ends."""
    start = channel.receive()
    if not isinstance(start, wire.Start):
        return
    watch = Watch(template.load.folder) if start.watched else None
    try:
        if template.error is not None:
            raise template.error
        if template.source is not None:
            _take_code(channel, start, template.source)
    except LoadError as error:
        channel.send(failure_message(-1, Fault("load", str(error))))
        return
    runner, (game, read_question) = template.runner, template.prepared
    fault = runner.new_game(game, start.seed)
    if fault is not None:
        channel.send(failure_message(-1, fault))
        return
    answer: wire.FromBot = wire.Ready(runner.name()) if start.named else READY
    while (asked := channel.exchange(answer, read_question)) is not None:
        if isinstance(asked, wire.Act):
            answer = runner.answer(asked)
        else:
            answer = wire.Examined(runner.copying_error(), watch.touched if watch else [])


def _take_code(channel: Channel, start: wire.Start, bot: BotFile | PackageFinder) -> None:
    """Receive the bot's source and its compiled code. If there is no code, compile it."""
    data, wanted = start.data, start.size + start.code
    while len(data) < wanted:
        piece = channel.receive()
        if not isinstance(piece, wire.Piece):
            raise SystemExit  # the arena has hung up
        data += piece.data
    if isinstance(bot, BotFile):
        bot.source = data[: start.size]
    if start.code:
        bot.use(data[start.size :])
    else:
        _hand_over(channel, bot.compile())


def _hand_over(channel: Channel, code: bytes) -> None:
    """Send the compiled code to the arena, for the next boxes. The bot cannot change it yet."""
    channel.send(wire.Compiled(len(code)))
    for start in range(0, len(code), wire.PIECE_FROM_BOT):
        if not isinstance(channel.receive(), wire.More):
            raise SystemExit
        channel.send(wire.Piece(code[start : start + wire.PIECE_FROM_BOT]))
    if not isinstance(channel.receive(), wire.More):  # we may send only after a request
        raise SystemExit


def print_to(descriptor: int) -> None:
    """Send everything that the bot prints to this descriptor, line by line."""
    printed = open(  # noqa: SIM115  # open until the process ends
        descriptor, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    sys.stdout = sys.stderr = printed
