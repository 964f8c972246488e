"""The first step of reading: text into nested forms, each with its place in the text.

A form is a pair of parentheses with the words and forms between them. This module refuses text that
has no such shape. The readers decide which forms mean something. The formatter (`layout.py`) uses
the same tokens.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from Game.recycle.reading.errors import At, DescriptionError, Source
from Game.recycle.reading.limits import DEEPEST_FORM

GRAMMAR = r"""
start: form RIGHT*
form: LEFT (form | word)+ RIGHT
?word: WORD | NAME | TEXT | VARIABLE | INTEGER | OPERATOR | COMMA | RANGE | COLON

LEFT: "("
RIGHT: ")"
WORD: /[a-z]+/
NAME.2: /[0-9]*[A-Z][A-Za-z0-9_]*/
TEXT: /["\u201c\u201d][A-Za-z0-9_]+["\u201c\u201d]/
VARIABLE: /['`\u2018\u2019]+[ \t]*[A-Za-z][A-Za-z0-9_]*(?:['`\u2018\u2019](?=[\s),]))?/
INTEGER: /[0-9]+/
OPERATOR: "==" | "!=" | "<=" | ">=" | "<" | ">" | "+" | "-" | "*" | "//" | "%" | "^"
COMMA: ","
COLON: ":"
RANGE: ".."

COMMENT: /;[^\n]*/
BLANK: /[\s\ufeff\u200b]+/
%ignore COMMENT
%ignore BLANK
"""


@dataclass(frozen=True, slots=True)
class Word:
    """One word: a keyword, a NAME, a 'VARIABLE, a number, an operator, `,`, `:` or `..`."""

    kind: str
    text: str
    at: At

    def __str__(self) -> str:
        return f"`{self.text}`"


@dataclass(frozen=True, slots=True)
class Form:
    items: tuple["Form | Word", ...]
    at: At
    depth: int  # of nested forms, with this one

    @property
    def head(self) -> str:
        """Its first word; empty if it begins with a form."""
        first = self.items[0]
        return first.text if isinstance(first, Word) else ""

    def __str__(self) -> str:
        return f"`({self.head} ...)`" if self.head else "`((...) ...)`"


Item = Form | Word


class _Shape(Transformer[Token, Any]):
    def start(self, children: list[Any]) -> Any:
        return children[0], [_word(token).at for token in children[1:]]

    def form(self, children: list[Any]) -> Form:
        left, *inside, right = children
        items: list[Item] = []
        for child in inside:
            item = child if isinstance(child, Form) else _word(child)
            if len(items) > 1 and _is_minus(items[-1], item):
                items[-1] = _negative(item)
            else:
                items.append(item)
        if len(items) == 2 and _is_minus(items[0], items[1]):
            items = [_negative(items[1])]
        depths = [item.depth for item in items if isinstance(item, Form)]
        at = At(left.line, left.column, left.start_pos, right.end_pos)
        return Form(tuple(items), at, 1 + max(depths, default=0))


def _is_minus(sign: Item, number: Item) -> bool:
    """Is this the sign of the number that touches it? At the head of a form it subtracts."""
    return (
        isinstance(sign, Word)
        and isinstance(number, Word)
        and sign.text == "-"
        and number.kind == "INTEGER"
        and sign.at.end == number.at.start
    )


def _negative(number: Item) -> Word:
    assert isinstance(number, Word)
    at = number.at
    return Word("INTEGER", "-" + number.text, At(at.line, at.column - 1, at.start - 1, at.end))


def _word(token: Token) -> Word:
    kind, text = token.type, str(token)
    if kind == "VARIABLE":  # its apostrophe may be typographic, doubled, or written after it too
        text = "'" + text.strip(APOSTROPHES + " \t")
    elif kind == "TEXT":  # a NAME within quotation marks
        kind, text = "NAME", text[1:-1]
    at = At(token.line or 1, token.column or 1, token.start_pos or 0, token.end_pos or 0)
    return Word(kind, text, at)


APOSTROPHES = "'`\u2018\u2019"
PARSER = Lark(GRAMMAR, parser="lalr", transformer=_Shape())


def plain_text(text: str) -> str:
    """The text with one kind of line end, and without a byte-order mark."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def all_tokens(text: str) -> Iterator[Token]:
    """Every token of a text, with its comments (COMMENT) and blanks (BLANK)."""
    return PARSER.lex(text, dont_ignore=True)


def read_forms(source: Source) -> tuple[Form, list[At]]:
    """The form of a whole description, and the places of superfluous `)` after it."""
    try:
        form, more = _parse(source)
    except UnexpectedCharacters as error:
        at = At(error.line, error.column)
        raise DescriptionError(
            source,
            at,
            f"{error.char!r} means nothing here: keywords are small letters, names are capitals, "
            "variables are 'CAPITALS, and numbers are digits",
            _open_forms(source, at),
        ) from None
    except UnexpectedInput as error:
        raise _misshapen(source, error) from None
    if form.depth > DEEPEST_FORM:
        raise DescriptionError(
            source,
            form.at,
            f"There are {form.depth} forms within each other here: write the game with at most "
            f"{DEEPEST_FORM}, by taking parentheses away or giving parts of it a name with `let`",
        )
    return form, more


def _parse(source: Source) -> tuple[Form, list[At]]:
    shape: Any = PARSER.parse(source.text)
    form, more = shape
    return form, more


def _misshapen(source: Source, error: UnexpectedInput) -> DescriptionError:
    """The error for words that make no form."""
    token: Any = getattr(error, "token", None)
    lefts = _lefts(source, None)
    if token is None or token.type == "$END":
        if not lefts:
            return DescriptionError(
                source, At(1, 1), "There is no game in this file: expected `(game ...)`"
            )
        if unclosed := _unclosed_by_indentation(source):
            missing = f"{unclosed.missing} `)` {'are' if unclosed.missing > 1 else 'is'} missing"
            return DescriptionError(
                source,
                unclosed.form.at,
                f"The form that opens here is not closed: line {unclosed.line} begins too far left "
                f"to be in it, and {missing} before that line",
                _trail(unclosed.around),
            )
        return DescriptionError(
            source,
            lefts[-1].at,
            f"The form that opens here is not closed: the file ends, and {len(lefts)} `)` "
            f"{'are' if len(lefts) > 1 else 'is'} missing",
            _trail(lefts),
        )
    at = At(token.line, token.column)
    around = _lefts(source, at)
    if not around and (early := _closed_too_early(source)):
        form, line = early
        return DescriptionError(
            source,
            form.at,
            f"The form that opens here is closed too early: line {line} is indented to be in it. "
            "Before that line there is a `)` too many, or a `(` too few",
        )
    if around:
        return DescriptionError(
            source,
            at,
            "There is nothing between these parentheses: fill them, or take them away",
            _trail(around),
        )
    return DescriptionError(
        source,
        at,
        f"Expected one `(game ...)` and nothing around it, found {str(token)!r}: look for a "
        "parenthesis too many or too few before it",
    )


@dataclass(frozen=True)
class Unclosed:
    """A form that is not closed, as the indentation tells."""

    form: Form  # up to its first word
    around: list[Form]  # the open forms down to this one
    line: int  # the first line that is not in the form
    missing: int  # so many `)` are missing before that line


def _unclosed_by_indentation(source: Source) -> Unclosed | None:
    """None if the indentation does not explain every `)` that is missing."""
    sure, near = _close_by_indentation(source), _close_by_indentation(source, aligned=True)
    if sure and near and not sure.form.at.line <= near.line <= sure.line:
        return sure  # a line begins at the column of another form by chance
    return near or sure


def _close_by_indentation(source: Source, *, aligned: bool = False) -> Unclosed | None:
    """Close each open form as soon as a line begins where it cannot be in it: at the column where
    the form begins a line, or further left. Return the first form that was closed like this.

    With `aligned`, a form in the middle of a line also ends where a line begins at its column. The
    whole game is never closed like this, because many people do not indent its parts.
    """
    first: Unclosed | None = None
    opened: list[tuple[Form, bool]] = []  # and whether the form begins a line
    for form, begins_line in _forms_and_ends(source):
        if form is None:
            if not opened:
                return None  # too many are closed now: the indentation says something else
            opened.pop()
            continue
        at = form.at
        for number, (outer, begins) in enumerate(opened):
            is_left = outer.at.column >= at.column if begins else outer.at.column == at.column
            if begins_line and number and is_left and (begins or aligned):
                around = [form for form, _ in opened[: number + 1]]
                first = first or Unclosed(outer, around, at.line, len(opened) - number)
                del opened[number:]
                break
        opened.append((form, begins_line))
    return first if not opened else None


def _closed_too_early(source: Source) -> tuple[Form, int] | None:
    """The first form that is closed although a later line is indented to be in it, and the line."""
    above: list[Form] = []  # those that begin a line, each further right than the one before
    opened: list[At] = []
    closed: set[At] = set()
    for form, begins_line in _forms_and_ends(source):
        if form is None:
            closed |= {opened.pop()} if opened else set()
            continue
        opened.append(form.at)
        if begins_line:
            while above and above[-1].at.column >= form.at.column:
                above.pop()
            if above and above[-1].at in closed:
                return above[-1], form.at.line
            above.append(form)
    return None


def _forms_and_ends(source: Source) -> Iterator[tuple[Form | None, bool]]:
    """Each form, up to its first word, and whether it begins a line; None for each `)`."""
    words: list[Word] = []
    with suppress(UnexpectedInput):  # the rest has no words
        words.extend(map(_word, PARSER.lex(source.text)))
    line = 0
    for word, following in zip(words, [*words[1:], *words[-1:]], strict=True):
        begins_line, line = word.at.line > line, word.at.line
        if word.kind == "RIGHT":
            yield None, False
        elif word.kind == "LEFT":
            yield Form((following,), word.at, 0), begins_line


def _lefts(source: Source, end: At | None) -> list[Form]:
    """The forms that are open at a place, or at the end, each up to its first word."""
    stack: list[list[Word]] = []
    try:
        for token in PARSER.lex(source.text):
            word = _word(token)
            if end and (word.at.line, word.at.column) >= (end.line, end.column):
                break
            if word.kind == "LEFT":
                stack.append([word])
            elif word.kind == "RIGHT" and stack:
                stack.pop()
            elif stack and len(stack[-1]) == 1:
                stack[-1].append(word)
    except UnexpectedInput:
        pass  # the rest has no words
    return [Form(tuple(words[-1:]), words[0].at, 0) for words in stack]


def _trail(forms: list[Form]) -> str:
    return " > ".join(f"({form.head.strip('(')}" for form in forms[-3:])


def _open_forms(source: Source, at: At) -> str:
    return _trail(_lefts(source, at))
