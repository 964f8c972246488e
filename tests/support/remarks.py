"""When a sentence of the commentary is true: a check for each key, written apart from the code.

A check sees the whole game, so it can also look at what happened later.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from Game.brisca.deck import NUMBERS, points_of
from Game.core.commentary import Moment, Sentence
from Game.core.game import Game
from Game.core.picture import HAND, STOCK, Fact
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.counting import piles_of
from Game.tarot.picture import TarotPicture
from Game.tarot.rules.deck import BOUTS, CONTRACTS, FIRST_TRUMP, HANDFULS, PETIT, half_points_of


@dataclass
class Said:
    """A sentence, and the game in which it was said."""

    game: Game
    states: Sequence[State]
    at: int  # the position
    fact: Fact
    fault: str = ""

    @property
    def now(self) -> Any:
        return self.states[self.at]

    @property
    def before(self) -> Any:
        return self.states[self.at - 1]

    @property
    def side(self) -> int:
        return next(n for n, seats in enumerate(self.game.sides) if self.fact.seat in seats)


Check = Callable[[Said], bool]


def played_at_random(game: Game, stream: Stream) -> tuple[list[State], list[int]]:
    """The positions of a random game, and the seat that made each move."""
    state = game.deal(stream)
    states, seats = [state.clone()], []
    while state.turn != OVER:
        seats.append(state.turn)
        actions = state.legal()
        state.play(actions[stream.below(len(actions))])
        states.append(state.clone())
    return states, seats


def sentences(game: Game, states: Sequence[State], seats: Sequence[int]) -> list[Said]:
    """Everything that the commentary says about this game."""
    commentary = game.commentary()
    said = []
    for at in range(1, len(states)):
        moment = Moment(game, states[at - 1], states[at], seats[at - 1])
        remarks: list[Sentence] = commentary.remarks(moment) + commentary.open_remarks(moment)
        said += [Said(game, states, at, remark.fact) for remark in remarks]
    return said


# All games


def points(said: Said) -> list[int]:
    return [sum(said.now.points(seat) for seat in seats) for seats in said.game.sides]


def is_ahead(said: Said) -> bool:
    own, second = said.fact.values
    others = points(said)
    is_own = others.pop(said.side) == own
    return is_own and own > second == max(others) and said.now.turn != OVER


def winners(said: Said) -> list[int]:
    ranks = said.game.outcome(said.states[-1]).ranks
    return [side for side, rank in enumerate(ranks) if rank == 0]


def wins_always(said: Said) -> bool:
    """Does the side win in 20 random games that go on from here, and in the real one?"""
    for seed in range(20):
        world = said.now.clone()
        world.chance = stream = Stream(seed)
        world.playout(stream)
        ranks = said.game.outcome(world).ranks
        if ranks[said.side] != 0 or ranks.count(0) > 1:
            return False
    return winners(said) == [said.side]


GENERAL: dict[str, Check] = {
    "won": lambda s: s.now.turn == OVER and winners(s) == [s.side],
    "drawn": lambda s: s.now.turn == OVER and len(winners(s)) == len(s.game.sides),
    "shared": lambda s: s.now.turn == OVER and s.fact.values == (len(winners(s)),),
    "lead": is_ahead,
    "certain": wins_always,
}

# Brisca


def worth(cards: Sequence[int]) -> int:
    return sum(points_of(NUMBERS[card]) for card in cards)


def in_piles(said: Said) -> list[list[int]]:
    return [said.now.pile_of(0) + said.now.pile_of(2), said.now.pile_of(1) + said.now.pile_of(3)]


def in_hands(said: Said) -> list[int]:
    return [card for seat in range(4) for card in said.now.hand_of(seat)]


def needs(said: Said) -> bool:
    need, left = said.fact.values
    own = worth(in_piles(said)[said.side])
    return own + need == 61 and left == 120 - sum(map(worth, in_piles(said))) and need <= left


def decides(said: Said) -> bool:
    """Does each side win if it takes the rest of the points?"""
    rest = worth(in_hands(said))
    one, other = map(worth, in_piles(said))
    is_last = len(in_hands(said)) == 4 and not said.now.on_table()
    return is_last and said.fact.values == (rest,) and one + rest > other and other + rest > one


BRISCA: dict[str, Check] = {
    "trick": lambda s: (
        s.fact.values == (worth(s.now.pile_of(s.fact.seat)[-4:]),)
        and s.now.leader == s.fact.seat
        and len(s.now.pile_of(s.fact.seat)) == len(s.before.pile_of(s.fact.seat)) + 4
    ),
    "last_trump": lambda s: (
        sum(card // 10 == s.now.trump // 10 for card in [*sum(in_piles(s), []), *s.now.on_table()])
        == 10
    ),
    "needs": needs,
    "enough": lambda s: (
        s.fact.values == (worth(in_piles(s)[s.side]),)
        and s.fact.values[0] > 60
        and winners(s) == [s.side]
    ),
    "turned_up": lambda s: s.now.trump in s.now.hand_of(s.fact.seat) and not s.now.deck_left(),
    "last_trick": decides,
}

# BoerenBridge


def end_of_round(said: Said) -> Any:
    """The round of this position when it was over."""
    return past_of(said, said.now.view(0).round)


def past_of(said: Said, number: int) -> Any:
    last = said.states[-1].view(0)
    return last.past[number] if number < len(last.past) else last


def bids_of(round_: Any) -> dict[int, int]:
    bids = {(round_.opener + place) % 4: bid for place, bid in enumerate(round_.bids[:4])}
    if len(round_.bids) == 5:
        bids[(round_.opener + 3) % 4] = round_.bids[4]
    return bids


def total_bid(said: Said) -> bool:
    view = said.now.view(0)
    return said.fact.values == (sum(bids_of(view).values()), view.cards)


def own_bid(said: Said) -> tuple[int, int, int]:
    """The seat's bid, its tricks, and the tricks that are left."""
    view = said.now.view(0)
    seat = said.fact.seat
    return bids_of(view)[seat], view.won[seat], view.cards - sum(view.won)


def right(said: Said) -> int:
    over = past_of(said, said.fact.values[0] - 1)
    return sum(over.won[seat] == bid for seat, bid in bids_of(over).items())


def anybody(said: Said, compare: Callable[[int, int], bool]) -> bool:
    over = end_of_round(said)
    return any(compare(over.won[seat], bid) for seat, bid in bids_of(over).items())


BOERENBRIDGE: dict[str, Check] = {
    "too_many_bid": lambda s: (
        total_bid(s)
        and s.fact.values[0] > s.fact.values[1]
        and anybody(s, lambda won, bid: won != bid)
    ),
    "too_few_bid": lambda s: (
        total_bid(s)
        and s.fact.values[0] < s.fact.values[1]
        and anybody(s, lambda won, bid: won > bid)
    ),
    "has_bid": lambda s: own_bid(s)[:2] == s.fact.values * 2,
    "one_too_many": lambda s: own_bid(s)[:2] == (s.fact.values[0], s.fact.values[0] + 1),
    "out_of_reach": lambda s: (
        own_bid(s)[0] == s.fact.values[0] and end_of_round(s).won[s.fact.seat] < s.fact.values[0]
    ),
    "needs_last": lambda s: own_bid(s)[0] - own_bid(s)[1] == own_bid(s)[2] == 1,
    "needs_all": lambda s: own_bid(s)[0] - own_bid(s)[1] == own_bid(s)[2] == s.fact.values[0],
    "right_bids": lambda s: s.fact.values[1:] == (right(s), 4),
    "last_trump": lambda s: (
        not any(card // 13 == s.now.trump for seat in range(4) for card in s.now.hand_of(seat))
    ),
}

# Tarot


def last_three(said: Said) -> list[int]:
    return list(said.now.view(0).played[-3:])


def player_of(said: Said, card: int) -> int:
    """The seat that had this card when the trick began."""
    return next(seat for seat in range(3) if card in said.states[said.at - 3].hand_of(seat))


def bouts_won(said: Said, camp: int) -> int:
    return sum(card in BOUTS for card in piles_of(said.now.view(0), False)[camp])


def has_fact(said: Said, key: str) -> bool:
    """Does the picture of the game count the same for the end of the deal?"""
    picture = TarotPicture(said.game)
    for state in said.states[: said.at + 1]:
        position = picture.position(state)
    name, over = said.fact.values
    for fact in position.messages:
        if fact.key == key and fact.seat == said.fact.seat:
            return fact.values[1] == name and abs(fact.values[2] - fact.values[3]) == over
    return False


def enough_points(said: Said) -> bool:
    facts = {fact.key: fact for fact in TarotPicture(said.game).position(said.now).facts}
    has, needed, bouts = facts["count"].values
    return said.fact.values == (has, bouts) and has >= needed


TAROT: dict[str, Check] = {
    "takes": lambda s: (
        s.now.view(0).taker == s.fact.seat
        and s.fact.values == (CONTRACTS[s.now.view(0).contract].text,)
    ),
    "passed": lambda s: not any(s.before.view(0).bids) and s.now.taker < 0,
    "slam": lambda s: s.now.view(0).slam and s.now.view(0).taker == s.fact.seat,
    "handful": lambda s: (
        s.fact.values == (len(s.now.view(0).handfuls[s.fact.seat]),) and len(HANDFULS) == 3
    ),
    "trick": lambda s: (
        s.fact.values == (sum(map(half_points_of, last_three(s))) / 2,)
        and s.now.view(0).leader == s.fact.seat
    ),
    "bouts": lambda s: s.fact.values == (bouts_won(s, 0), (56, 51, 41, 36)[bouts_won(s, 0)]),
    "bout_of_defence": lambda s: (
        any(card in BOUTS for card in last_three(s)) and bouts_won(s, 1) > 0
    ),
    "petit_lost": lambda s: (
        PETIT in last_three(s)
        and player_of(s, PETIT) == s.fact.seat
        and (s.fact.seat == s.now.taker) != (s.now.leader == s.now.taker)
    ),
    "enough": enough_points,
    "made": lambda s: has_fact(s, "made"),
    "failed": lambda s: has_fact(s, "failed"),
    "defence_won": lambda s: (
        s.now.turn == OVER and winners(s) == [seat for seat in range(3) if seat != s.before.taker]
    ),
    "last_trump": lambda s: (
        not any(
            FIRST_TRUMP <= card < FIRST_TRUMP + 21
            for seat in range(3)
            for card in s.now.hand_of(seat)
        )
    ),
}

# Described games


def counts(said: Said, state: State, kind: str) -> list[int]:
    picture = said.game.picture()
    assert picture is not None
    cards = picture.position(state).cards
    return [len(row) for row, zone in zip(cards, picture.zones, strict=True) if zone.kind == kind]


def hands(said: Said) -> list[int]:
    return counts(said, said.now, HAND)


def takes_this_trick(said: Said) -> bool:
    """Agram: does the seat lead the next trick, or has it won the game?"""
    end = said.at + len(said.game.sides) - 1
    return said.states[end].turn == said.fact.seat or winners(said) == [said.fact.seat]


RECYCLE: dict[str, Check] = {
    "one_card_each": lambda s: {*hands(s)} == {1},
    "one_card": lambda s: hands(s)[s.fact.seat] == 1 and sorted(hands(s))[1] >= 3,
    "empty_stock": lambda s: (
        0 in counts(s, s.now, STOCK)
        and sum(counts(s, s.before, STOCK)) > sum(counts(s, s.now, STOCK))
    ),
    "agram_last": lambda s: (
        {*hands(s)} == {1}
        and len(s.states) - 1 - s.at == len(s.game.sides)
        and s.now.turn == s.fact.seat
    ),
    "agram_ace": takes_this_trick,
}

CHECKS = {
    "Game.core": GENERAL,
    "Game.brisca": BRISCA,
    "Game.boerenbridge": BOERENBRIDGE,
    "Game.tarot": TAROT,
    "Game.recycle": RECYCLE,
}


def is_true(said: Said) -> bool:
    """Is the sentence true in its position?"""
    key = said.fact.key.removeprefix("remark.")
    own = CHECKS[type(said.game).__module__.rpartition(".")[0]]
    return bool((own.get(key) or GENERAL[key])(said))
