"""Converts a description from dialect 0.4 to 0.5. Only point maps are written in another way.

Comments, blanks and all other words stay. The result is the same game: both dialects are read into
the same nodes. One form means something else: `(all player 'P (tuples ...))` is one selection of
cards for each player in 0.4, and in 0.5 all groups of all players. So `union` is written there.
"""

from collections.abc import Iterator
from itertools import pairwise

from Game.recycle.reading.context import is_word
from Game.recycle.reading.dialects import COMMENT, NEW, comment_for, dialect_of
from Game.recycle.reading.errors import At, DescriptionError, Source
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.layout import format_description
from Game.recycle.reading.nodes import Description
from Game.recycle.reading.sexpr import Form, Item, Word, plain_text, read_forms

Change = tuple[int, int, str]  # from here, up to here, this text instead


def convert(text: str, name: str) -> str:
    """The text in dialect 0.5, formatted. A text that is no description of 0.4 is refused."""
    text = plain_text(text)
    source = Source(name, text)
    if dialect_of(text, name) == NEW:
        raise DescriptionError(source, At(1, 1), "This text is in dialect 0.5 already")
    description = read(text, name)
    form, _ = read_forms(source)
    for start, end, instead in sorted([*changes(form), *unions(description)], reverse=True):
        text = text[:start] + instead + text[end:]
    return format_description(COMMENT.sub(comment_for(NEW), text))


def changes(form: Form) -> Iterator[Change]:
    """What must be written in another way, in this form and in those within."""
    items = form.items
    if form.head == "put" and len(items) == 4 and isinstance(items[2], Word):
        yield form.items[0].at.start, items[2].at.end, f"set {points(items[2])}"
        if isinstance(items[3], Form):
            for row in items[3].items:
                yield from _changed_keys(row)
    for before, item in pairwise(items):
        if is_word(before, "using") and isinstance(item, Word) and item.kind == "VARIABLE":
            yield item.at.start, item.at.end, points(item)
    for item in items:
        if isinstance(item, Form):
            yield from changes(item)


def unions(description: Description) -> Iterator[Change]:
    """Where several groups of cards are one selection in 0.4, and would stay groups in 0.5."""
    for node in [one for part in description.parts for one in part.walk()]:
        body = node.parts[2] if node.op == "places" else node
        inner = body.parts[0][0] if body.op == "union" else body
        if inner is not body and inner.at == body.at and inner.op not in ("places", "row"):
            yield body.at.start, body.at.start, "(union "
            yield body.at.end, body.at.end, ")"


def _changed_keys(row: Item) -> Iterator[Change]:
    """`(KEY (VALUE))` becomes `(KEY : VALUE)`."""
    keys = row.items[:-1] if isinstance(row, Form) else ()
    for key in keys:
        if not isinstance(key, Form) or len(key.items) != 2:
            continue
        name, value = key.items
        if isinstance(value, Form) and len(value.items) == 1:
            inner = value.items[0]
            yield name.at.end, inner.at.start, " : "
            yield inner.at.end, value.at.end, ""
        else:
            yield name.at.end, value.at.start, " : "


def points(name: Word) -> str:
    """The point map of 0.5 that stands for a variable of 0.4."""
    return f"(game points {name.text[1:].upper()})"
