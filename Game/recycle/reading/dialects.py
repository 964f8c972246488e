"""The dialects of the language: which one a text is in, and which forms only one of them has.

A comment in the text decides, or else the ending of its file: 0.5 for `.rcy`, 0.4 for any other.

    ;; dialect: 0.5
"""

import re

OLD, NEW = "0.4", "0.5"
DIALECTS = (OLD, NEW)
SUFFIXES = {".gdl": OLD, ".rcy": NEW}

COMMENT = re.compile(
    r"^[ \t]*;+[ \t]*(?:recycle|dialect)(?:[ \t]+dialect)?[ \t]*[:=]?[ \t]*"
    r"v?0\.([45])(?:\.\d+)*[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)

NAMED = re.compile(r"^[ \t]*;+[ \t]*(dialect:[ \t]*(\S+))[ \t]*$", re.MULTILINE | re.IGNORECASE)

# Forms that one dialect has and the other writes in another way, or not at all.
ONLY = {
    "put": (OLD, "write `(set (game points NAME) (((KEY : VALUE) POINTS) ...))`"),
    "points": (NEW, "write `(put points 'NAME (((KEY (VALUE)) POINTS) ...))`"),
    "str": (NEW, "remember a card instead"),
    "oloc": (NEW, "use `hloc`"),
}


def dialect_of(text: str, name: str) -> str:
    """The dialect of a text in a file of this name."""
    versions = COMMENT.findall(text)
    if versions:
        return f"0.{versions[-1]}"
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    return SUFFIXES.get(ending, OLD)


def unknown_dialect(text: str) -> re.Match[str] | None:
    """The first comment that names a dialect which is none, if there is one."""
    named = NAMED.finditer(text)
    return next((one for one in named if not COMMENT.match(one.group())), None)


def comment_for(dialect: str) -> str:
    """The line that puts a text into a dialect."""
    return f";; dialect: {dialect}"


def only_in(form: str, dialect: str, here: str, instead: str = "") -> str:
    """The sentence for a form of the other dialect."""
    advice = instead or ONLY.get(form, ("", ""))[1]
    sentence = f"`{form}` is a form of dialect {dialect}, and this text is in {here}"
    if advice:
        sentence += f": {advice}"
    return f"{sentence}. To read the text as {dialect}, add the line `{comment_for(dialect)}`"
