"""Reads formulas: `K_N not holds(E, AH)`, `C (holds(N, QC) -> M_W holds(N, QC))`.

From the weakest to the strongest connective: `->` (implies, grouped to the right), `or`, `and`,
and then the words before a formula: `not`, `K_x`, `M_x`, `E`, `C` (of everybody) and `E_NS`,
`C_NS` (of some agents). Agents are N, E, S, W. You can also write `|`, `&`, `~` or `∨`, `∧`, `¬`,
`→`. `N_H_A` (agent, suit, rank) stands for `holds(N, AH)`; spades are `SP` or `S` there.

This module imports lark, so import it only where formulas are read.
"""

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput

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

GRAMMAR = r"""
?formula: either
        | either _IMPLIES formula -> implies
?either: both
       | either _OR both -> either_of
?both: single
     | both _AND single -> both_of
?single: "(" formula ")"
       | _NOT single -> negation
       | KNOWING single -> knowing
       | _HOLDS "(" AGENT "," CARD ")" -> holds
       | SHORT -> short

_IMPLIES: "->" | "→"
_OR: /or(?!LETTER)|[|∨]/
_AND: /and(?!LETTER)|[&∧]/
_NOT: /not(?!LETTER)|[~¬]/
_HOLDS: /holds(?!LETTER)/
KNOWING: /[KMEC](_[NESW]*)?(?!LETTER)/
SHORT: /[NESW]_(C|D|H|SP|S)_[0-9AKQJ]+(?!LETTER)/
AGENT: /[NESW](?!LETTER)/
CARD: /LETTER+/
%ignore /\s+/
""".replace("LETTER", "[A-Za-z0-9_♣♦♥♠]")

DEEPEST = 400  # formulas within each other

BEGINNINGS = {"LPAR", "_NOT", "KNOWING", "_HOLDS", "SHORT"}
A_FORMULA = "holds(...), not, '(', K_x, M_x, E or C, with x one of N, E, S, W"
A_CARD = "a card, as AH or 10S"
NAMES = {
    "AGENT": "an agent, one of N, E, S, W",
    "CARD": A_CARD,
    "COMMA": "','",
    "LPAR": "'('",
    "RPAR": "')'",
    "_AND": "'and'",
    "_OR": "'or'",
    "_IMPLIES": "'->'",
    "$END": "the end",
}


class FormulaError(ValueError):
    """A text that is not a formula. The message says where, and what was expected there."""


def read(text: str) -> Formula:
    """The formula in a text."""
    try:
        formula: Formula = PARSER.parse(text)
    except UnexpectedCharacters as error:
        what = f"{error.char!r} is not part of a formula"
        raise _error(text, error.pos_in_stream, what) from None
    except UnexpectedInput as error:
        raise _unexpected_token(text, error.token, _names(error.accepts)) from None
    except _WrongWord as error:
        raise _unexpected_token(text, error.token, error.expected) from None
    if _depth(formula) > DEEPEST:
        raise _error(text, 0, "this is nested too deeply to be read")
    return formula


class _WrongWord(Exception):
    """A word that has the right form, but no meaning."""

    def __init__(self, token: Token, expected: str) -> None:
        super().__init__(expected)
        self.token = token
        self.expected = expected


class _Formulas(Transformer):
    """Makes the formula of each rule of the grammar."""

    def implies(self, children):
        left, right = children
        return left >> right

    def either_of(self, children):
        return Or(*children)

    def both_of(self, children):
        return And(*children)

    def negation(self, children):
        return Not(*children)

    def knowing(self, children):
        word, what = children
        kind, line, group = word.partition("_")
        agents = tuple([LETTERS.index(letter) for letter in group])
        if kind in "KM" and len(agents) != 1:
            raise _WrongWord(word, f"one agent, as in {kind}_N")
        if line and not agents:
            raise _WrongWord(word, f"{kind} alone, or with agents as in {kind}_NS")
        if kind == "K":
            return Knows(agents[0], what)
        if kind == "M":
            return possible(agents[0], what)
        return (Everybody if kind == "E" else Common)(what, agents or SEATS)

    def holds(self, children):
        agent, card = children
        return Holds(LETTERS.index(agent), _card(card, card))

    def short(self, children):
        (word,) = children
        agent, suit, rank = word.split("_")
        return Holds(LETTERS.index(agent), _card(rank + suit[0], word))


PARSER = Lark(GRAMMAR, parser="lalr", start="formula", transformer=_Formulas())


def _card(text: str, token: Token) -> int:
    try:
        return FRENCH.parse(text)
    except CardError:
        raise _WrongWord(token, A_CARD) from None


def _depth(formula: Formula) -> int:
    """The depth of nesting. (A loop, because a deep formula would exceed Python's recursion.)"""
    depth, level = 0, [formula]
    while level:
        depth += 1
        inner = [value for each in level for value in vars(each).values()]
        level = [value for value in inner if isinstance(value, Formula)]
    return depth


def _names(expected: set[str]) -> str:
    """The possible next tokens, in words."""
    names = [name for terminal, name in NAMES.items() if terminal in expected - BEGINNINGS]
    if expected >= BEGINNINGS:
        names.append(A_FORMULA)
    elif "LPAR" in expected:
        names.append(NAMES["LPAR"])
    return ("one of: " if len(names) > 1 else "") + ", ".join(names)


def _unexpected_token(text: str, token: Token, expected: str) -> FormulaError:
    if token.type == "$END":
        return _error(text, len(text), f"expected {expected}, and the text ends")
    return _error(text, token.start_pos, f"expected {expected}, found {str(token)!r}")


def _error(text: str, at: int, what: str) -> FormulaError:
    shown = text if len(text) <= 80 else f"{text[:77]}..."
    return FormulaError(f"{shown!r}, character {at + 1}: {what}")
