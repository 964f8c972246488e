"""Makes texts from bots safe to show: short, and without control characters."""

from textwrap import indent

QUOTED = "    "  # before each line of a text of a bot
CUT = "…"  # stands for the rest of a text that was too long


def printable(line: str) -> str:
    """The line with a space in place of each character that is not printable."""
    return "".join(c if c.isprintable() else " " for c in line)


def plain(text: str) -> str:
    """The text on one line, without unprintable characters."""
    return " ".join(printable(text).split())


def plain_lines(text: str) -> str:
    """The lines of the text, without unprintable characters."""
    return "\n".join(map(printable, text.splitlines()))


def quote(heading: str, text: str) -> str:
    """The text of a bot below a heading that says whose text it is, safe to print.

    Each line is indented, so no line of it looks like a line of the arena.
    """
    return f"{heading}\n{indent(plain_lines(text), QUOTED)}"


def shorten(text: str, most: int) -> str:
    """The text in at most so many characters. A longer one is cut between two words."""
    if len(text) <= most:
        return text
    kept = text[: most - len(CUT)]
    between = max(kept.rfind(" "), kept.rfind("\n"))
    if not text[len(kept)].isspace() and between > most // 2:  # otherwise one word is too long
        kept = kept[:between]
    return kept.rstrip() + CUT


def duration(seconds: float) -> str:
    """A time in a suitable unit."""
    if seconds >= 0.1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"
