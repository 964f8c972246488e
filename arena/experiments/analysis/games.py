"""Plays a block of games, and adds up their choices and results."""

from dataclasses import dataclass, field

from arena.experiments.analysis.arms import ALL, FIRST, RANDOM
from arena.experiments.analysis.estimates import Estimator, win_shares
from arena.experiments.analysis.measures import drama, security, slope, spread
from arena.experiments.analysis.sums import Tally
from arena.experiments.analysis.tricks import TrickPlace, TrickTable, by_choices
from arena.experiments.experiment import Json, Task
from arena.experiments.streams import stream_at
from Game.core.game import Game
from Game.core.keys import derive, master_key
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import find

HISTORIES = 6  # games whose changes of the lead are drawn on the page


@dataclass
class GameTrace:
    """The choices and the result of one game."""

    turns: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)  # at each choice
    choices: list[int] = field(default_factory=list)  # the place of each choice in the game's text
    places: list[TrickPlace | None] = field(default_factory=list)  # if the picture shows tricks
    spreads: list[float] = field(default_factory=list)  # at each estimated choice
    standings: list[list[float]] = field(default_factory=list)  # of all sides, at each of these
    judges: list[int] = field(default_factory=list)  # the side that estimated
    credits: list[float] = field(default_factory=list)  # of each side, at the end


class BlockSums:
    """The sums of a block of games."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.games = 0
        self.first = Tally()  # wins of the side that chooses first
        self.length = Tally()
        self.options = Tally()  # in a game
        self.crossed = 0.0  # the sum of length times options, for the interval of their ratio
        self.forced = Tally()  # the share of forced choices in a game
        self.slopes = Tally()
        self.by_choice: list[Tally] = []
        self.by_trick: list[list[Tally]] = []  # for each trick: leader, then followers
        self.tricks = True  # has every game so far been a game of tricks?
        self.by_turns = False  # are the tricks known only from the turns?
        self.leads = 0  # games in which the lead moved
        self.by_seat: list[Tally] = []
        self.spread, self.drama, self.security = Tally(), Tally(), Tally()
        self.histories: list[Json] = []

    def add(self, course: GameTrace) -> None:
        self.games += 1
        options = course.options
        count, total = len(options), sum(options)
        self.length.add(count)
        self.options.add(total)
        self.crossed += count * total
        self.forced.add(options.count(1) / count if count else 1.0)
        self.slopes.add(slope(options))
        _extend(self.by_choice, count)
        for tally, number in zip(self.by_choice, options, strict=False):
            tally.add(number)
        _extend(self.by_seat, len(course.credits))
        for tally, credit in zip(self.by_seat, course.credits, strict=True):
            tally.add(credit)
        if course.judges:
            self._add_estimates(course)

    def add_tricks(self, course: GameTrace, seats: int, drawn: bool) -> None:
        """Count the options of leaders and followers, if the game has tricks."""
        places = course.places
        if not drawn:
            self.by_turns = True
            tricks = by_choices(course.turns, course.choices, seats)
            if tricks is None:
                self.tricks = False
                return
            places, moves = tricks
            self.leads += moves
        for place, number in zip(places, course.options, strict=True):
            if place is None:
                continue
            trick, card = place
            while len(self.by_trick) <= trick:
                self.by_trick.append([Tally(), Tally()])
            self.by_trick[trick][card > 0].add(number)

    def _add_estimates(self, course: GameTrace) -> None:
        self.spread.add(sum(course.spreads) / len(course.spreads))
        for side, credit in enumerate(course.credits):
            own = [
                standings[side]
                for judge, standings in zip(course.judges, course.standings, strict=True)
                if judge == side
            ]
            if credit and own and self.sides > 1:
                self.drama.add(drama(own, self.sides))
                self.security.add(security(own, self.sides))

    def json(self) -> Json:
        return {
            "games": self.games,
            "sides": self.sides,
            "first": self.first.json(),
            "length": self.length.json(),
            "options": self.options.json(),
            "crossed": self.crossed,
            "forced": self.forced.json(),
            "slopes": self.slopes.json(),
            "by_choice": [tally.json() for tally in self.by_choice],
            "leading": [tallies[0].json() for tallies in self.by_trick],
            "following": [tallies[1].json() for tallies in self.by_trick],
            "tricks": self.tricks,
            "by_turns": self.by_turns,
            "leads": self.leads,
            "by_seat": [tally.json() for tally in self.by_seat],
            "spread": self.spread.json(),
            "drama": self.drama.json(),
            "security": self.security.json(),
            "histories": self.histories,
        }


def _extend(tallies: list[Tally], count: int) -> None:
    tallies.extend(Tally() for _ in range(count - len(tallies)))


def play_block(task: Task) -> Json:
    """Play the games of a task."""
    parameters = task.parameters
    game: Game = find(parameters["game"])(**parameters["options"])
    kind = parameters["kind"]
    table = TrickTable(game)
    sums = BlockSums(len(game.sides))
    key = derive(master_key(task.seed), "analysis", game.seats)
    for number in range(task.first, task.first + task.games):
        deal = stream_at(key, "deal", number)
        luck = stream_at(key, kind, number)
        state = game.deal(deal)
        opener = state.side(state.turn) if state.turn != OVER else 0
        course = play(game, state, kind, opener, luck, table)
        sums.add(course)
        if kind == RANDOM:
            sums.add_tricks(course, game.seats, table.drawn)
        sums.first.add(course.credits[opener])
        if kind == ALL and number < HISTORIES:
            sums.histories.append([course.judges, course.standings, course.credits])
    relaxed = game.relaxed_worlds()
    return sums.json() | {"arm": parameters["arm"], "relaxed": relaxed}


def play(
    game: Game, state: State, kind: str, opener: int, stream: Stream, table: TrickTable
) -> GameTrace:
    """Play a game to its end. In the kind FIRST, the side `opener` estimates."""
    course = GameTrace()
    estimator = Estimator(len(game.sides), stream)
    counts_cards = table.drawn and kind == RANDOM  # slow, and needed for random games only
    after = table.trick_length(state) if counts_cards else 0
    trick = -1
    while state.turn != OVER:
        actions = state.legal()
        side = state.side(state.turn)
        course.turns.append(state.turn)
        course.options.append(len(actions))
        course.choices.append(game.choice_place(state))
        thinks = kind == FIRST and side == opener and len(actions) > 1
        if kind == ALL or thinks:
            estimate = estimator.look(state)
            action = estimate.action
            course.judges.append(side)
            course.spreads.append(spread(estimate.chances))
            course.standings.append(estimate.standings)
        else:
            action = actions[stream.below(len(actions))]
        state.play(action)
        if counts_cards:
            before, after = after, table.trick_length(state)
            trick += before == 0 != after  # the first card of a trick leads it
            # A choice that plays no card was a bid, for example.
            course.places.append((trick, before) if after != before else None)
    course.credits = win_shares([state.value(side) for side in range(len(game.sides))])
    return course
