"""Plays one deal of French Tarot in several seatings, to compare a policy with rules of thumb.

The rules of thumb are the bot `greedy`. It and the policy hold the same cards in turn.
`tarot_search.py` counts the results of many deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from arena.experiments.streams import stream_at
from Game.core.keys import master_key
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.playouts.bidding import worth_of_hand
from Game.tarot.rules.deck import BID, BIDS, SEATS
from Game.tarot.state import TarotState
from Players.greedy.tarot import choose
from Players.search import search

GAME = Tarot(deals="1")
GREEDY, RANDOM = "greedy", "random"
GARDE = BIDS + 2

# The six ways to seat a policy (True) and greedy (False) at a table of three, each at least once.
SEATINGS = [seats for seats in product((True, False), repeat=SEATS) if len(set(seats)) == 2]
GAMES_OF_ROLES = 3  # on a deal: by greedy alone, and by the policy in both roles


@dataclass
class TarotEffort:
    """How much a policy has searched."""

    searches: int = 0
    simulations: int = 0


@dataclass(frozen=True)
class TarotBot:
    """How a seat chooses: greedy, random, or a policy of `Players.search` and its limits."""

    policy: str
    simulations: int | None = None
    seconds: float | None = None
    c: float | None = None

    def choose(
        self, seen: TarotObservation, legal: list[int], luck: Stream, effort: TarotEffort
    ) -> int:
        if self.policy == GREEDY:
            return choose(seen, legal)
        if self.policy == RANDOM:
            return luck.choice(legal)
        result = search(
            seen,
            self.seconds,
            self.policy,
            simulations=self.simulations,
            c=self.c,
            stream=luck,
            reserve=0.0,
        )
        effort.searches += 1
        effort.simulations += result.simulations
        return seen.number(result.best)


def deal(seed: str, number: int) -> TarotState:
    """The deal with this number. It is the same for every policy."""
    return GAME.deal(stream_at(master_key(seed), "tarot-search", number))


def play(
    state: TarotState, bots: Sequence[TarotBot], luck: Stream, effort: TarotEffort
) -> list[int]:
    """Play a deal to its end, and return the score of each seat."""
    while not state.is_terminal():
        legal = state.legal()
        action = legal[0]
        if len(legal) > 1:
            seen = TarotObservation(GAME, state.view(state.turn), luck)
            action = bots[state.turn].choose(seen, legal, luck, effort)
        state.play(action)
    return [state.points(seat) for seat in range(SEATS)]


@dataclass
class SeatingResult:
    """The results of a policy in the six seatings of a deal, played from the auction on."""

    lead: float = 0.0  # the mean score of its seats minus that of greedy's seats
    took: int = 0  # how often one of its seats was the taker
    took_score: int = 0  # the sum of these seats' scores
    defended: int = 0
    defended_score: int = 0


def six_seatings(
    start: TarotState, bot: TarotBot, luck: Stream, effort: TarotEffort
) -> SeatingResult:
    """Play the deal in all six seatings. Both bots hold each hand equally often."""
    result = SeatingResult()
    for seats in SEATINGS:
        state = start.clone()
        scores = play(
            state, [bot if is_bot else TarotBot(GREEDY) for is_bot in seats], luck, effort
        )
        ours = [scores[seat] for seat in range(SEATS) if seats[seat]]
        theirs = [scores[seat] for seat in range(SEATS) if not seats[seat]]
        result.lead += (sum(ours) / len(ours) - sum(theirs) / len(theirs)) / len(SEATINGS)
        for seat in range(SEATS):
            if seats[seat] and seat == state.taker:
                result.took += 1
                result.took_score += scores[seat]
            elif seats[seat] and state.taker >= 0:
                result.defended += 1
                result.defended_score += scores[seat]
    return result


def roles(
    start: TarotState, bot: TarotBot, luck: Stream, effort: TarotEffort
) -> tuple[float, float]:
    """What the policy gains on greedy as the taker, and as the two defenders.

    The best hand plays garde. The gain is the difference in what each defender pays, compared with
    the same deal played by greedy alone.
    """
    taker = max(range(SEATS), key=lambda seat: worth_of_hand(start, seat))

    def points_of(taking: TarotBot, defending: TarotBot) -> float:
        state = start.clone()
        while state.phase == BID:
            state.play(GARDE if state.turn == taker else BIDS)
        bots = [taking if seat == taker else defending for seat in range(SEATS)]
        return play(state, bots, luck, effort)[taker] / 2

    greedy = TarotBot(GREEDY)
    usual = points_of(greedy, greedy)
    return points_of(bot, greedy) - usual, usual - points_of(greedy, bot)
