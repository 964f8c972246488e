"""Descriptions to fuzz with: damaged games, and games that a generator makes up.

A made-up game is mostly well formed, and mostly without sense. `survive` plays any text in all the
ways in which the arena plays a game. `tools/fuzz_games.py` does it for as long as you like.
"""

import random
import re
from collections.abc import Callable

from game.recycle.small import CASES
from game.recycle.test_constructs import Made
from support.paths import ROOT
from support.views import decode_view, encode_view

from Game.core.stream import Stream
from Game.recycle.reading.errors import DescriptionError, GameFault
from Game.recycle.reading.forms.checker import check

GAMES = ROOT / "Game/recycle/games"
OLD_FILES = [*sorted(CASES.glob("*/*.gdl")), *sorted(GAMES.glob("*.gdl"))]
NEW_FILES = [
    *sorted(GAMES.glob("*.rcy")),
    *sorted((ROOT / "tests/game/recycle/dialect05").glob("*.rcy")),
    ROOT / "tests/game/recycle/Intrigue.rcy",
]
FILES = [*OLD_FILES, *NEW_FILES]
NAMES = {"0.4": "made.gdl", "0.5": "made.rcy"}  # of the files of made-up games
WORDS = ["0", "999999999", "'P", "(", ")", "@", "\0", "é", "..", ",", "-", "any", "all", "mem",
         "owner", "1", "(turn pass)", "'C", "player", "team", "-7", "(shuffle (game iloc STOCK))",
         "(repeat all (move (top (game iloc STOCK)) (top (game mem M))))", "(game str S)", ":", "^",
         "new", "oloc", "(random 3)", "(game points P)", "(subsets (game iloc STOCK))", "''P",
         "(declare 1 'D)", "(partition RANK (game iloc STOCK))", '"A"']  # fmt: skip
LIMITS = "\n;; choices: 150\n;; work: 20000\n"


# Damage


def words_changed(text: str, dice: random.Random) -> str:
    """The text with one to three words removed, doubled, moved or replaced."""
    words = re.findall(r";;[^\n]*|\s+|[()]|'?\w+|[^\s\w()']+", text)
    for _ in range(dice.choice([1, 1, 2, 3])):
        place, other = dice.randrange(len(words)), dice.randrange(len(words))
        what = dice.randrange(5)
        if what == 0 and len(words) > 9:
            del words[place]
        elif what == 1:
            words.insert(place, words[other])
        elif what == 2:
            words[place], words[other] = words[other], words[place]
        elif what == 3:
            words[place] = dice.choice(WORDS)
        elif dice.random() < 0.1 and place > 9:
            del words[place:]
    return "".join(words)


def forms(text: str) -> list[tuple[int, int]]:
    """The start and the end of each form in the text."""
    lefts, found = [], []
    for place, letter in enumerate(text):
        if letter == "(":
            lefts.append(place)
        elif letter == ")" and lefts:
            found.append((lefts.pop(), place + 1))
    return [(first, last) for first, last in found if last - first < 300] or [(0, 0)]


def form_replaced(text: str, dice: random.Random) -> str:
    """The text with one form in the place of another: well formed, but mostly without meaning."""
    first, last = dice.choice(forms(text))
    other, end = dice.choice(forms(text))
    return text[:first] + text[other:end] + text[last:]


def letters_changed(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice([1, 2, 5])):
        place = dice.randrange(len(text))
        text = text[:place] + dice.choice(["", *"()'\" \n;,.-AZaz09#\0\ufeffé"]) + text[place + 1 :]
    return text


def spoilt(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice([1, 1, 2])):
        text = dice.choice((words_changed, form_replaced, form_replaced, letters_changed))(
            text, dice
        )
    return text


# Made-up games


class Maker:
    """Makes up a game: forms of the right type, picked at random, not too deep."""

    def __init__(self, dice: random.Random, dialect: str) -> None:
        self.dice, self.is_new = dice, dialect == "0.5"
        self.points = "(game points P)" if self.is_new else "'P"
        self.scope: list[tuple[str, str]] = []  # the variables that can be used, and their types
        self.count = 0  # of variables
        self.more_kinds = ["group", "group"] if self.is_new else []  # what a loop goes through

    def game(self) -> str:
        players = self.dice.choice([1, 2, 2, 3, 4, 4, 5, 9, 20])
        seats = range(players)
        if self.is_new:
            fill = "(set (game points P) (((RANK : A) 3) ((RANK : B) 1) ((SUIT : X) 10)))"
        else:
            fill = "(put points 'P (((RANK (A)) 3) ((RANK (B)) 1) ((SUIT (X)) 10)))"
        teams = "" if players % 2 else f"({', '.join(map(str, seats[::2]))})" * (players > 2)
        if teams:
            teams += f" ({', '.join(map(str, seats[1::2]))})"
        steps = "\n ".join([self.step(3) for _ in range(self.dice.randint(1, 4))])
        return (
            f"(game (setup (create players {players}) {f'(create teams {teams})' if teams else ''}"
            f" {self.deck()})\n"
            f" (do ((shuffle (game iloc STOCK)) {fill}"
            f" (all player 'Q (repeat {self.dice.randint(0, 4)}"
            " (move (top (game iloc STOCK)) (top ('Q iloc HAND)))))))\n"
            f" {steps}\n (scoring {self.dice.choice(['max', 'min'])} {self.number(2)}))"
        )

    def deck(self) -> str:
        times = self.dice.choice([1, 2, 8])
        return (
            f"(repeat {times} (create deck (game iloc STOCK)"
            " (deck (RANK (A, B, C, D)) (SUIT (X, Y, Z)))))"
        )

    def one_of(self, depth: int, simple: list[str], *others: Callable[[], str]) -> str:
        """A simple form, or one with forms inside if there is room."""
        if depth <= 0 or self.dice.random() < 0.3:
            return self.dice.choice(simple)
        return self.dice.choice(others)()

    def held(self, kind: str) -> list[str]:
        return [name for name, one in self.scope if one == kind]

    def within(self, kind: str, make: Callable[[], str]) -> tuple[str, str]:
        """A new variable, and a form in which it can be used."""
        self.count += 1
        name = f"'V{self.count}"
        self.scope.append((name, kind))
        body = make()
        self.scope.pop()
        return name, body

    def player(self) -> str:
        return self.dice.choice(
            ["(current player)", "(next player)", "(previous player)", "(0 player)",
             *self.held("player")]
        )  # fmt: skip

    def place(self, depth: int) -> str:
        owner = self.dice.choice(["game", self.player()])
        kinds, names = ["iloc", "iloc", "vloc", "hloc", "mem"], ["HAND", "STOCK", "HEAP"]
        if self.is_new:
            kinds.append("oloc")
            names += ["new", "3", "(game str S)", f"(+ 1 {self.number(0)})"]
        kind, name = self.dice.choice(kinds), self.dice.choice(names)

        def filtered() -> str:
            cards = self.place(depth - 1)
            card, test = self.within("card", lambda: self.truth(depth - 1))
            return f"(filter {cards} {card} {test})"

        return self.one_of(
            depth, [f"({owner} {kind} {name})", "((current player) iloc HAND)"],
            filtered, filtered, lambda: f"(union {self.place(depth - 1)} {self.place(depth - 1)})",
            lambda: "(all player 'W ('W iloc HAND))",
            *([lambda: self.new_place(depth - 1)] * 6 if self.is_new else []),
            lambda: f"(top (tuples {self.dice.randint(1, 3)} {self.place(depth - 1)}"
                    f" using {self.points}))",
        )  # fmt: skip

    def new_place(self, depth: int) -> str:
        """A selection that only 0.5 has."""
        cards, many = self.place(depth), self.dice.randint(0, 3)
        return self.dice.choice(
            [
                f"(top {many} {cards})",
                f"(bottom {self.number(0)} {cards})",
                f"(sort {cards} using {self.points})",
                f"(intersect {cards} {self.place(0)})",
                f"(disjunction {cards} (all player 'W ('W iloc HAND)))",
                f"(run top {many} {cards} using {self.points})",
                f"({many} {self.groups(0)})",
                f"(bottom {self.groups(0)})",
            ]
        )

    def groups(self, depth: int) -> str:
        """Groups of cards, as only 0.5 has them."""
        cards = self.place(depth)
        return self.dice.choice(
            [
                f"(partition RANK {cards})",
                f"(partition (game str S) {cards} {self.place(0)})",
                f"(subsets (top 5 {cards}))",
                f"(subsets {cards})",
                f"(runs all 2 {cards} using {self.points})",
                f"(runs largest 1 {cards} using {self.points})",
            ]
        )

    def card(self, depth: int) -> str:
        end = self.dice.choice(["top", "bottom", self.number(0)])
        best = self.dice.choice(["max", "min"])
        return self.one_of(
            depth, [f"({end} {self.place(0)})", *self.held("card") * 3],
            lambda: f"({end} {self.place(depth - 1)})",
            lambda: f"({best} {self.place(depth - 1)} using {self.points})",
            lambda: f"(actual {self.card(depth - 1)})",
        )  # fmt: skip

    def number(self, depth: int) -> str:
        sign = self.dice.choice(["+", "-", "*", "//", "%"])
        store = f"({self.dice.choice(['game', self.player()])} sto N)"
        return self.one_of(
            depth, ["0", "1", "2", "7", store, *self.held("number")],
            lambda: f"({sign} {self.number(depth - 1)} {self.number(depth - 1)})",
            lambda: f"(size {self.place(depth - 1)})",
            lambda: f"(sum {self.place(depth - 1)} using {self.points})",
            lambda: f"(score {self.card(depth - 1)} using {self.points})",
            *([lambda: f"(^ {self.number(0)} {self.number(depth - 1)})",
               lambda: f"(tri {self.number(depth - 1)})", lambda: f"(fib {self.number(0)})",
               lambda: f"(random {self.number(0)} .. {self.number(depth - 1)})",
               lambda: f"(size {self.groups(depth - 1)})"] if self.is_new else []),
        )  # fmt: skip

    def truth(self, depth: int) -> str:
        sign = self.dice.choice(["==", "!=", "<", ">", "<=", ">="])
        equal = self.dice.choice(["==", "!="])
        key = self.dice.choice(["RANK", "SUIT"])

        def quantified() -> str:
            cards = self.place(depth - 1)
            card, test = self.within("card", lambda: self.truth(depth - 1))
            return f"({self.dice.choice(['any', 'all'])} {cards} {card} {test})"

        simple = f"({sign} (size {self.place(0)}) {self.dice.randint(0, 5)})"
        return self.one_of(
            depth, [simple, simple, f"({sign} {self.number(0)} {self.number(0)})"],
            lambda: f"({equal} (cardatt {key} {self.card(depth - 1)}) "
                    f"{self.dice.choice('ABXY')})",
            lambda: f"({equal} (cardatt {key} {self.card(0)}) (cardatt {key} {self.card(0)}))",
            lambda: f"({sign} {self.number(depth - 1)} {self.number(depth - 1)})",
            lambda: f"({equal} (owner {self.card(depth - 1)}) {self.player()})",
            lambda: f"({self.dice.choice(['and', 'or'])} {self.truth(depth - 1)} "
                    f"{self.truth(depth - 1)})",
            lambda: f"(not {self.truth(depth - 1)})",
            quantified,
            *([lambda: f"({equal} (game str S) (cardatt RANK {self.card(0)}))",
               lambda: f"({equal} ({self.player()} str S) A)"] if self.is_new else []),
        )  # fmt: skip

    def action(self, depth: int) -> str:
        end = self.dice.choice(["top", "bottom"])
        memory = "(top (game mem M))"
        store = f"({self.dice.choice(['game', self.player()])} sto N)"

        def loop(word: str) -> str:
            kind = self.dice.choice(["card", "card", "player", "number", *self.more_kinds])
            items = {"card": self.place(depth - 1), "player": "player", "number": "(range 0 .. 3)"}
            if kind == "group":
                name, body = self.within("group", lambda: f"(all {self.scope[-1][0]} 'K (move 'K "
                                         "(top (game vloc HEAP))))")  # fmt: skip
                return f"({word} {self.groups(depth - 1)} {name} {body})"
            name, body = self.within(kind, lambda: self.action(depth - 1))
            return f"({word} {items[kind]} {name} {body})"

        def let() -> str:
            worth = self.number(depth - 1)
            name, body = self.within("number", lambda: self.action(depth - 1))
            return f"(let {worth} {name} {body})"

        return self.one_of(
            depth, [f"(move {self.card(1)} ({end} {self.place(0)}))", "(turn pass)",
                    f"(inc {store} {self.number(1)})", f"(set {store} {self.number(1)})"],
            lambda: f"(move {self.card(depth)} ({end} {self.place(0)}))",
            lambda: f"(remember {self.card(depth)} {memory})",
            lambda: f"(do ((forget {memory})))",
            lambda: f"(shuffle {self.place(0)})",
            lambda: f"(cycle {self.dice.choice(['next', 'current'])} {self.player()})",
            lambda: f"(repeat {self.dice.randint(0, 3)} {self.action(0)})",
            lambda: f"(repeat all (move (top {self.place(0)}) (top {self.place(0)})))",
            *([lambda: f"(set (game points P) (((SUIT : (cardatt SUIT {self.card(0)})) 5)))",
               lambda: f"(set ({self.player()} str S) (cardatt RANK {self.card(1)}))",
               lambda: f"(set (game str S) {self.dice.choice(['NONE', 'A', 'B'])})",
               lambda: "(create teams ((current player), (next player)))",
               lambda: f"(do ((declare {self.number(1)} 'D) (set (game sto N) 'D)))",
               lambda: "(repeat all (forget (top (game mem M))))",
               lambda: f"(shuffle faro {self.place(0)} {self.place(0)})"] if self.is_new else
              [lambda: f"(put points 'P (((SUIT ((cardatt SUIT {self.card(0)}))) 5)))"]),
            lambda: self.several(depth - 1), lambda: self.several(depth - 1),
            lambda: loop("any"), lambda: loop("any"), lambda: loop("all"), let,
        )  # fmt: skip

    def several(self, depth: int) -> str:
        parts = [
            f"({self.truth(depth)} {self.action(depth)})" if self.dice.random() < 0.4
            else self.action(depth)
            for _ in range(self.dice.randint(1, 3))
        ]  # fmt: skip
        return f"(do ({' '.join(parts)}))"

    def step(self, depth: int) -> str:
        if depth <= 0 or self.dice.random() < 0.3:
            return self.several(2)
        if self.dice.random() < 0.5:
            options = [
                f"({self.truth(1)} {self.action(2)})" for _ in range(self.dice.randint(0, 2))
            ]
            return f"(choice ({' '.join([*options, self.action(3), self.action(1)])}))"
        who = self.dice.choice(["player", "player", "player", "team"])
        steps = " ".join([self.step(depth - 1) for _ in range(self.dice.randint(1, 2))])
        return f"(stage {who} (end {self.truth(2)})\n  {steps})"


class ChoiceMaker(Maker):
    """Makes up a game with one choice, whose options pick items of different kinds: a card in one
    of them, a player in another. What players see of one option could have been another one too."""

    HAND = "((current player) iloc HAND)"
    HAS_A = "(any ((current player) iloc HAND) 'H (== (cardatt RANK 'H) A))"

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice, "0.5")

    def game(self) -> str:
        options = " ".join([self.option() for _ in range(self.dice.randint(2, 4))])
        return (
            f"(game (setup (create players 4) (create teams (0, 2) (1, 3)) {self.deck()})\n"
            " (do ((shuffle (game iloc STOCK))"
            " (set (game points P) (((RANK : A) 3) ((RANK : B) 1) ((SUIT : X) 10)))"
            " (all player 'Q (repeat 3 (move (top (game iloc STOCK)) (top ('Q iloc HAND)))))))\n"
            " (stage player (end (>= (game sto TURNS) 30))\n"
            f"  (choice ({options} (turn pass)))\n"
            f"  (do ((inc (game sto TURNS) 1) ({self.truth(2)} (set (game sto N) 1)))))\n"
            " (scoring max ((current player) sto COINS)))"
        )

    def option(self) -> str:
        option = self.pick(self.dice.randint(1, 3))
        return f"({self.test()} {option})" if self.dice.random() < 0.3 else option

    def pick(self, left: int) -> str:
        if left == 0:
            return f"(do ({' '.join([self.effect() for _ in range(self.dice.randint(1, 3))])}))"
        kind = self.dice.choice(
            ["player", "player", "team", "card", "card", "number", "text", "group"]
        )
        items = self.dice.choice(self.items(kind))
        name, body = self.within(kind, lambda: self.pick(left - 1))
        word = self.dice.choice(["any", "any", "any", "any", "all", "let", "before"])
        if word == "let":
            return f"(let {self.dice.choice(self.singles(kind))} {name} {body})"
        if word == "before":
            return f"(do ({self.effect()} (any {items} {name} {body})))"
        return f"({word} {items} {name} {body})"

    def items(self, kind: str) -> list[str]:
        hands = [self.HAND, *[f"({one} iloc HAND)" for one in self.held("player")]]
        hand = self.dice.choice(hands)
        return {
            "player": ["player", "(other player)", "((0 player), (next player))",
                       f"(filter player 'F (>= ('F sto COINS) {self.dice.randint(0, 2)}))",
                       "(filter (other player) 'F"
                       " (any ('F iloc HAND) 'G (== (cardatt RANK 'G) A)))"],
            "team": ["team", "(other team)", "(filter team 'F (== ('F sto COINS) 0))"],
            "card": [hand, hand, f"(union {hand} (game vloc HEAP))", f"(top 2 {hand})",
                     f"(filter {hand} 'F (== (cardatt RANK 'F) {self.dice.choice('ABC')}))",
                     "(game mem M)", f"(sort {hand} using (game points P))"],
            "number": ["(range 0 .. 2)", f"(range 0 .. (size (filter {hand} 'F {self.truth(1)})))",
                       f"(0, 1, (size {hand}))"],
            "text": ["(A, B, C)", "(filter (A, B, C) 'F (!= 'F (game str S)))"],
            "group": [f"(partition RANK {hand})", f"(subsets (top 3 {hand}))",
                      f"(tuples 1 {hand} using (game points P))", "(all player 'W ('W iloc HAND))",
                      f"(runs all 2 {hand} using (game points P))"],
        }[kind]  # fmt: skip

    def singles(self, kind: str) -> list[str]:
        """Values for a `let`."""
        return {
            "player": ["(next player)", "(owner (top ((1 player) iloc HAND)))", "(0 player)"],
            "team": ["(current team)", "(team (next player))"],
            "card": [f"(top {self.HAND})", f"(min {self.HAND} using (game points P))"],
            "number": [f"(size (filter {self.HAND} 'F {self.truth(1)}))", "2"],
            "text": [f"(cardatt RANK (top {self.HAND}))", "(game str S)"],
            "group": [f"(filter {self.HAND} 'F {self.truth(1)})", self.HAND],
        }[kind]

    def test(self) -> str:
        tests = [self.HAS_A, self.truth(1), f"(>= (size {self.HAND}) 2)"]
        tests += [f"(== (cardatt RANK {one}) B)" for one in self.held("card")]
        tests += [f"(>= ({one} sto COINS) 1)" for one in [*self.held("player"), *self.held("team")]]
        tests += [f"(any {self.HAND} 'H (== (cardatt RANK 'H) {one}))" for one in self.held("text")]
        return self.dice.choice(tests)

    def effect(self) -> str:
        """An action, most often with a variable of the picks around it."""
        change = self.dice.choice(["inc", "dec", "set"])
        player = self.player()
        effects = [f"({change} ({player} sto COINS) 2)", "(set (game sto N) 5)",
                   f"((> (size (game iloc STOCK)) 0) (move (top (game iloc STOCK)) (top ({player} "
                   "iloc HAND))))"]  # fmt: skip
        for one in self.held("player"):
            effects += [f"({change} ({one} sto COINS) 1)", f"(cycle next {one})",
                        f"(set ({one} str S) A)", f"(shuffle ({one} iloc HAND))",
                        f"(repeat all (move (top ({one} iloc HAND)) (top (game vloc HEAP))))",
                        f"(inc ((team {one}) sto COINS) 1)"]  # fmt: skip
        for one in self.held("team"):
            effects += [f"({change} ({one} sto COINS) 1)",
                        f"(all {one} 'K (inc ('K sto COINS) 1))"]  # fmt: skip
        for one in self.held("card"):
            effects += [f"(move {one} (top (game vloc HEAP)))",
                        f"(move {one} (top ({player} iloc HAND)))",
                        f"(set (game str S) (cardatt RANK {one}))",
                        f"(inc ((owner {one}) sto COINS) 1)",
                        f"(remember {one} (top (game mem M)))"]  # fmt: skip
        for one in self.held("number"):
            effects += [f"(set (game sto N) {one})", f"(inc (({one} player) sto COINS) 1)",
                        f"(repeat {one} (inc ({player} sto COINS) 1))",
                        f"(move (top {self.HAND}) (top (game vloc {one})))",
                        f"(inc ({player} sto {one}) 1)"]  # fmt: skip
        for one in self.held("text"):
            effects += [f"(set (game str S) {one})", f"(set ({player} str S) {one})",
                        f"(move (top {self.HAND}) (top (game vloc {one})))"]  # fmt: skip
        for one in self.held("group"):
            effects += [f"(all {one} 'K (move 'K (top (game vloc HEAP))))",
                        f"(inc ({player} sto COINS) (size {one}))",
                        f"(move (top {one}) (top (game vloc HEAP)))"]  # fmt: skip
        effect = self.dice.choice(effects)
        return f"({self.test()} {effect})" if self.dice.random() < 0.2 else effect


def made_up(dice: random.Random, dialect: str) -> str:
    """A made-up game in this dialect. Its comments may ask for much work."""
    limits = dice.choice([LIMITS, LIMITS, LIMITS, "\n;; choices: 200\n;; work: 100000000\n"])
    return Maker(dice, dialect).game() + limits


def mixed(dice: random.Random) -> str:
    """A made-up game in dialect 0.5 whose options pick items of different kinds."""
    return ChoiceMaker(dice).game() + LIMITS


# Playing


Story = Callable[[object], None]  # takes everything that was seen of a game, as it comes


def survive(text: str, name: str, number: int, story: Story = lambda _: None) -> str:
    """Play a random game, with views and imagined worlds. Return its end, as a word.

    An exception is a mistake of ours. The checker refuses more than the reader, so it looks at
    every other text only.
    """
    try:
        if number % 2:
            check(text, name)
        play(text, number, name, story)
    except DescriptionError as error:
        outcome, said, place = "refused", str(error), rf"{re.escape(name)}:\d+:\d+: .*\n"
    except GameFault as fault:
        outcome, said, place = "stopped", str(fault), r".*This is line \d+"
    else:
        return "played"
    story(said)
    assert re.match(place, said, re.DOTALL), said
    return outcome


def play(text: str, number: int, name: str, story: Story) -> None:
    game, stream = Made(text, name), Stream(number)
    state = game.deal(stream)
    picture = game.picture()
    looks = 40  # at what the seats know; a long game is played on without
    while not state.is_terminal():
        looks -= 1
        if looks > 0:
            look(game, picture, state, stream, story)
        state.play(stream.choice(state.legal()))
        story([state.points(seat) for seat in range(game.seats)])


def look(game: Made, picture: object, state: object, stream: Stream, story: Story) -> None:
    """Take the views of a position, imagine worlds, write the options and the picture."""
    if len(state.legal()) < 50:
        assert len(set(game.texts(state))) == len(state.legal())
    picture.position(state)
    view = decode_view(game, encode_view(state.view(state.turn)))
    story(view)
    imagined = game.determinise(view, stream)
    story(game.cards(imagined))
    assert imagined.view(state.turn) == view
    observation = game.observe(view, stream)
    observation.table_text()
    imagined.playout(stream)
    world = state.clone()
    world.redeal(state.turn, stream)
    assert world.view(state.turn) == view
