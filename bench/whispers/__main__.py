"""`python -m bench.whispers [GAMES] [LEVEL...]`: how many bits can partners send in a game?

In each game two boxes of one bot sit at a table as partners. In one turn the first draws random
bits and tries to send them. In the next turn the second tries to read them. Some channels are also
tried from one game of a bot to its next, in the boxes of one seat. The result is the
information that arrives: n times (1 - H(e)) for n bits of which the share e is wrong. If a call is
refused, no bit arrives. Run it on a quiet machine: then the figures are the most that a bot can
send with these simple methods.
"""

import sys
import time
from math import log2, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.bots.bot import find
from arena.guest.protocol.verdict import Fault
from arena.sandbox.isolation import Isolation
from arena.sandbox.levels import unavailable
from arena.sandbox.timing.cores import own_core
from Game.brisca.game import Brisca
from Game.core.stream import Stream

# The end of each bot. A channel's file has COUNT, the number of bits of a turn, and `send` and
# `receive`. The bot tells us the bits of all turns in its last one.
BOT = """

from Players.Player import Player


class Bot(Player):
    '''The first to move sends random bits. Its partner reads them.'''

    def __init__(self, number, turns):
        self.number, self.turns, self.bits = number, turns, []

    def think(self, observation, budget):
        if observation.playing_cards.len() == 0:
            bits = [self.dice.below(2) for _ in range(COUNT)]
            send(self.number, bits)
        else:
            bits = receive(self.number)
        self.bits += bits
        if len(self.bits) == self.turns * COUNT:
            raise ValueError("<" + "".join(map(str, self.bits)) + ">")
        return observation.get_list_actions()[0]
"""
OPPONENT = """from Players.Player import Player


class Opponent(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[0]
"""
TURNS = {"by_cache": 10}  # in a game, with a turn of an opponent before the partner's
LATER = ("by_names", "by_pipes")  # the channels that are also tried from a game to the next
LEVELS = ("process", "reduced", "sandbox", "docker")
CHANNELS = sorted(path.stem for path in Path(__file__).parent.glob("by_*.py"))
GAMES = 40
BUDGET = 2.0


def main(words: list[str]) -> None:
    games = int(words[0]) if words else GAMES
    for level in words[1:] or LEVELS:
        if why_not := unavailable(level):
            print(f"{level}: not here: {why_not}")
            continue
        for channel in CHANNELS:
            print(f"{level:8} {channel:12} {measure(level, channel, games)}", flush=True)
        for channel in LATER:
            result = measure(level, channel, games, to_next_game=True)
            print(f"{level:8} {channel:12} {result}, to its next game", flush=True)


def measure(level: str, channel: str, games: int, to_next_game: bool = False) -> str:
    """One line on the bits that arrived at the partner, or at the same seat in its next game."""
    game, sent, read, refused = Brisca(), "", "", ""
    with own_core(), Isolation() as place, TemporaryDirectory() as folder:
        path, other = Path(folder, f"{channel}.py"), Path(folder, "opponent.py")
        path.write_text(Path(__file__).with_name(f"{channel}.py").read_text() + BOT)
        other.write_text(OPPONENT)
        for number in range(games):
            turns = TURNS.get(channel, 1)
            secret = time.time_ns()  # a number that both know, new in each game
            bot = find(f"{path}({secret}, {turns})")
            sender, receiver = (place.seat(level, bot, game, BUDGET, True) for _ in "AB")
            opponent = place.seat(level, find(str(other)), game, BUDGET, True)
            if to_next_game:
                receiver = sender
            state = game.deal(Stream(number))
            views = []
            for _ in range(3):
                views.append(state.view(state.turn))
                state.play(state.legal()[0])
            for nth, seat in enumerate((sender, opponent, receiver)):
                seat.new_game(3 * number + nth)
            for turn in range(turns):
                told = sender.ask(views[0], turn).fault
                if to_next_game:
                    receiver.new_game(3 * number + 2)
                if channel in TURNS:
                    opponent.ask(views[1], turn)
                heard = receiver.ask(views[2], turn).fault
            one, two = _bits(told), _bits(heard)
            if one and len(one) == len(two):
                sent, read = sent + one, read + two
            for fault in (told, heard):
                refused = refused or ("" if fault is None or _bits(fault) else fault.reason)
            place.clear()
    if not sent:
        return f"0 bits a game: {refused[:90]}"
    return verdict(sent, read, games)


def _bits(fault: Fault | None) -> str:
    return "" if fault is None else fault.reason.partition("<")[2].partition(">")[0]


def verdict(sent: str, read: str, games: int) -> str:
    count, wrong = len(sent), sum(a != b for a, b in zip(sent, read, strict=True))
    share = wrong / count
    if abs(share - 0.5) < 1.5 / sqrt(count):  # three standard deviations
        bits = 0.0
    else:
        lost = 0.0 if share in (0, 1) else -share * log2(share) - (1 - share) * log2(1 - share)
        bits = count / games * (1 - lost)
    return f"{bits:.1f} bits a game ({wrong} of {count} wrong)"


if __name__ == "__main__":
    main(sys.argv[1:])
