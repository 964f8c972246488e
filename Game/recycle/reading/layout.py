"""Formats a description: forms that fit stay on a line, others are broken and indented.

Only blanks change. Each comment stays with the form before or after it. Forms can have one empty
line between them. A formatted text comes out the same again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from Game.recycle.reading.sexpr import all_tokens, plain_text

WIDTH = 100
SMALL = 60  # longer forms of these heads, and longer lists of forms, are broken even if they fit
OPENED = ("game", "setup", "stage", "choice", "do")
ALONE = ("game", "setup", "deck")  # no part stays on their first line


@dataclass
class LayoutPart:
    """A word, or a form with its parts."""

    text: str = ""
    parts: list["LayoutPart"] = field(default_factory=list)
    above: list[str] = field(default_factory=list)  # comments on the lines before it
    behind: str = ""  # a comment on the same line, after it
    below: list[str] = field(default_factory=list)  # comments before the form is closed
    gap: bool = False  # is there an empty line before it?
    is_form: bool = False

    @property
    def head(self) -> str:
        return self.parts[0].text if self.parts else ""

    @property
    def has_comments(self) -> bool:
        inner = any(part.has_comments or part.above or part.behind for part in self.parts)
        return inner or bool(self.below)


def format_description(text: str) -> str:
    """The text of a description that can be read, with its lines broken and indented."""
    lines: list[str] = []
    whole = _parts(plain_text(text))
    for part in whole.parts:
        if part.gap and lines:
            lines.append("")
        lines += part.above
        made = _lines(part, 0, 0, "")
        if part.behind:
            made[-1] += f"  {part.behind}"
        lines += made
    return "\n".join([*lines, *whole.below]) + "\n"


def _words(text: str) -> Iterator[str]:
    """The parentheses, commas, comments, line ends and words. Words that touch are one."""
    word = ""
    for token in all_tokens(text):
        if token.type not in ("LEFT", "RIGHT", "COMMA", "COMMENT", "BLANK"):
            if word and token.startswith("'"):
                yield word
                word = ""
            word += " ".join(token.split())
            continue
        if word:
            yield word
        word = ""
        if token.type == "BLANK":
            yield from "\n" * token.count("\n")
        else:
            yield str(token)
    if word:
        yield word


def _parts(text: str) -> LayoutPart:
    """The parts of the text, in one that stands for the whole file."""
    open_forms = [LayoutPart(is_form=True)]
    above: list[str] = []  # comments that wait for the part that they stand above
    gap = False
    breaks, last = 2, None  # line ends since the last token, and the part that it ended
    for token in _words(text):
        if token == "\n":
            breaks += 1
            continue
        gap = gap or (breaks > 1 and not above)
        if breaks > 1 and above:
            above.append("")
        if token.startswith(";"):
            if breaks == 0 and last is not None and not last.behind:
                last.behind = token.rstrip()
            else:
                above.append(token.rstrip())
        elif token == ")":
            if len(open_forms) > 1:
                last = open_forms.pop()
                last.below, above, gap = above, [], False
        else:
            last = LayoutPart(
                "" if token == "(" else token, above=above, gap=gap, is_form=token == "("
            )
            above, gap = [], False
            open_forms[-1].parts.append(last)
            if last.is_form:
                open_forms.append(last)
                last = None
        breaks = 0
    open_forms[0].below = above
    return open_forms[0]


def _flat(part: LayoutPart) -> str:
    """The part on one line."""
    if not part.is_form:
        return part.text
    words = ""
    for inner in part.parts:
        words += ("" if not words or inner.text == "," else " ") + _flat(inner)
    return f"({words})"


def _begins_with_part(part: LayoutPart) -> bool:
    return part.head in OPENED or bool(part.parts and part.parts[0].is_form)


def _fits(part: LayoutPart, column: int, closing: int = 0) -> bool:
    """Does it fit on a line from this column on, with this many characters behind it?"""
    if part.has_comments or len(_flat(part)) > (SMALL if _begins_with_part(part) else WIDTH):
        return False
    if any(not _fits(inner, 0) for inner in part.parts if inner.is_form):
        return False
    return column + len(_flat(part)) + closing <= WIDTH


def _lines(part: LayoutPart, column: int, closing: int, within: str) -> list[str]:
    """The lines of a part that begins at this column; the first is not indented."""
    if not part.is_form or _fits(part, column, closing):
        return [_flat(part)]
    is_table = within in ("put", "set") and part.parts[0].is_form
    if not part.has_comments and (_is_list(part) or is_table):
        return _fill(part, column, closing)
    return _on_several_lines(part, column, closing)


def _on_several_lines(part: LayoutPart, column: int, closing: int) -> list[str]:
    """Put as much as fits on the first line, and then each part on its own line."""
    lines: list[str] = []
    together = True
    inners = list(_with_commas(part.parts))
    for number, (inner, comma) in enumerate(inners):
        is_last = number + 1 == len(inners) and not inner.behind and not part.below
        after = closing + 1 if is_last else len(comma)
        if number and together and _goes_on(part, inner, len(lines[-1]) + 1, after):
            lines[-1] += " " + _flat(inner)
        else:
            if number and inner.gap:
                lines.append("")
            lines += _place(inner, column + 1, after, part.head)
            together = len(lines) == 1
        lines[-1] += comma
        if inner.behind:
            lines[-1] += f"  {inner.behind}"
            together = False
    lines[0] = "(" + lines[0].lstrip()
    indent = " " * (column + 1)
    lines += [(indent + line).rstrip() for line in part.below]
    if part.below or part.parts[-1].behind:
        return [*lines, indent + ")"]
    lines[-1] += ")"
    return lines


def _goes_on(part: LayoutPart, inner: LayoutPart, column: int, closing: int) -> bool:
    """Does this part stay on the first line of its form?"""
    if inner.above or inner.gap or part.parts[0].is_form or part.head in ALONE:
        return False
    if part.head == "stage" and inner.is_form:
        return False
    return _fits(inner, column, closing)


def _place(part: LayoutPart, column: int, closing: int, within: str) -> list[str]:
    """The comments above a part and its lines, all of them indented."""
    indent = " " * column
    first, *rest = _lines(part, column, closing, within)
    return [*[(indent + line).rstrip() for line in part.above], indent + first, *rest]


def _is_list(part: LayoutPart) -> bool:
    return len(part.parts) > 2 and part.parts[1].text == ","


def _with_commas(parts: list[LayoutPart]) -> Iterator[tuple[LayoutPart, str]]:
    """Each part with the comma behind it, if there is one."""
    for number, part in enumerate(parts):
        if part.text != ",":
            following = parts[number + 1].text if number + 1 < len(parts) else ""
            yield part, "," if following == "," else ""


def _fill(part: LayoutPart, column: int, closing: int) -> list[str]:
    """Put as many parts on each line as fit."""
    indent = " " * (column + 1)
    lines: list[str] = []
    inners = list(_with_commas(part.parts))
    for number, (inner, comma) in enumerate(inners):
        text = _flat(inner) + comma
        after = closing + 1 if number + 1 == len(inners) else 0
        if lines and len(lines[-1]) + 1 + len(text) + after <= WIDTH:
            lines[-1] += " " + text
        else:
            lines.append(indent + text)
    lines[0] = "(" + lines[0].lstrip()
    lines[-1] += ")"
    return lines
