"""Formulas as text: `K_N not holds(E, AH)`, `C (holds(N, QC) -> M_W holds(N, QC))`.

From the loosest to the tightest: `->` (implies, to the right), `or`, `and`, then what stands
before a formula: `not`, `K_x`, `M_x`, `E`, `C` (of everybody) and `E_NS`, `C_NS` (of some). Agents
are N, E, S, W. The signs `|`, `&`, `~` stand for the words too, and so do `∨`, `∧`, `¬`, `→`;
`N_H_A` (agent, suit, rank) stands for `holds(N, AH)`; its spades are `SP`, as the seed writes them,
or `S`.
"""

import re

from Game.core.cards import FRENCH, CardError
from Players.kripke.questions import (
    And,
    Common,
    Everybody,
    Formula,
    Holds,
    Knows,
    Not,
    Or,
    possible,
)
from Players.kripke.worlds import LETTERS, SEATS

TOKEN = re.compile(r"\s*(->|[()&|~,¬∧∨→]|[A-Za-z0-9_♣♦♥♠]+)")
SHORT = re.compile(r"([NESW])_(C|D|H|SP|S)_([0-9AKQJ]+)")
SIGNS = {"&": "and", "|": "or", "~": "not", "∧": "and", "∨": "or", "¬": "not", "→": "->"}


class FormulaError(ValueError):
    """A text that is no formula: what was expected, and where."""


def read(text: str) -> Formula:
    """The formula that a text says."""
    try:
        return _Reader(text).whole()
    except RecursionError:
        raise FormulaError(f"{text[:40]!r}...: this is nested too deeply to be read") from None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[tuple[str, int]] = []
        at = 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if found is None:
                at = len(text) - len(text[at:].lstrip())
                raise self.error("this is no part of a formula", at)
            self.words.append((SIGNS.get(found[1], found[1]), found.start(1)))
            at = found.end()
        self.words.append(("", len(text)))
        self.place = 0

    def error(self, what: str, at: int) -> FormulaError:
        return FormulaError(f"{self.text!r}, from character {at + 1} on: {what}")

    def next(self) -> str:
        return self.words[self.place][0]

    def take(self) -> str:
        word = self.next()
        self.place += bool(word)
        return word

    def expect(self, word: str) -> None:
        if self.next() != word:
            raise self.expected(repr(word))
        self.take()

    def expected(self, what: str) -> FormulaError:
        word, at = self.words[self.place]
        return self.error(
            f"{what} is expected, and there is {repr(word) if word else 'no more'}", at
        )

    def whole(self) -> Formula:
        formula = self.implication()
        if self.next():
            raise self.expected("the end, or one of and, or, ->,")
        return formula

    def implication(self) -> Formula:
        left = self.either()
        if self.next() != "->":
            return left
        self.take()
        return left >> self.implication()

    def either(self) -> Formula:
        formula = self.both()
        while self.next() == "or":
            self.take()
            formula = Or(formula, self.both())
        return formula

    def both(self) -> Formula:
        formula = self.single()
        while self.next() == "and":
            self.take()
            formula = And(formula, self.single())
        return formula

    def single(self) -> Formula:
        word = self.next()
        if short := SHORT.fullmatch(word):
            card = self.card(short[3] + short[2][0])
            self.take()
            return Holds(LETTERS.index(short[1]), card)
        if word == "not":
            self.take()
            return Not(self.single())
        if word == "(":
            self.take()
            formula = self.implication()
            self.expect(")")
            return formula
        if word == "holds":
            return self.holds()
        return self.knowing(word)

    def knowing(self, word: str) -> Formula:
        """What an agent knows, or holds possible; what some or all know."""
        kind, line, group = word.partition("_")
        agents = tuple([LETTERS.find(letter) for letter in group])
        if kind not in ("K", "M", "E", "C") or any(agent not in SEATS for agent in agents):
            raise self.expected("holds(...), not, (, K_x, M_x, E or C with x one of N, E, S, W")
        if kind in "KM" and len(agents) != 1:
            raise self.expected(f"one agent, as in {kind}_N,")
        if line and not agents:
            raise self.expected(f"{kind} alone, or with agents as in {kind}_NS,")
        self.take()
        what = self.single()
        if kind == "K":
            return Knows(agents[0], what)
        if kind == "M":
            return possible(agents[0], what)
        group_of = agents or SEATS
        return Everybody(what, group_of) if kind == "E" else Common(what, group_of)

    def holds(self) -> Formula:
        self.take()
        self.expect("(")
        agent = LETTERS.find(self.next()) if len(self.next()) == 1 else -1
        if agent not in SEATS:
            raise self.expected("an agent, one of N, E, S, W,")
        self.take()
        self.expect(",")
        card = self.card(self.next())
        self.take()
        self.expect(")")
        return Holds(agent, card)

    def card(self, text: str) -> int:
        try:
            return FRENCH.parse(text)
        except CardError:
            raise self.expected("a card, as AH or 10S,") from None
