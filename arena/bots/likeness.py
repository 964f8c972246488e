"""How alike the code of two bots is, although names, comments and layout may differ.

The code is cut into tokens. Comments, docstrings, line ends, indentation, brackets and commas are
left out, and all names are one token. Then the fingerprints of two bots are compared. They are
chosen by winnowing (Schleimer, Wilkerson and Aiken, 2003): of all hashes of `LENGTH` tokens in a
row, the smallest one in each window is a fingerprint. So every common piece of at least `LENGTH +
WINDOW - 1` tokens is found, also if it is in another file of a package.

The tokens are found with one regular expression and not with Python's parser. A file may be hostile
or wrong, and a parser can need very much memory for it.
"""

import keyword
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, sha256

from arena.bots.code import BotCode

LENGTH = 16  # tokens in a hash
WINDOW = 8  # hashes of which one is a fingerprint
SHORT = 60  # tokens: two shorter bots can be the same by chance
OWN = 20  # fingerprints: a bot with fewer that are not `known` is compared as a whole
SMALL = 256  # bytes of a data file: smaller ones can be the same by chance

TOKEN = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<doc>^[ \t]*[rbuRBU]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''|\"[^\"\n]*\"|'[^'\n]*')[ \t]*$)"
    r"|(?P<text>[rbufRBUF]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<layout>\n|(?:[^\S\n]|[\\;,()])+)"  # a docstring begins after a line end
    r"|(?P<sign>[-+*/%@&|^<>=!~]+|.)",
    re.DOTALL | re.MULTILINE,
)
LEFT_OUT = ("comment", "doc", "layout")
QUOTES = re.compile(r"^[rbufRBUF]{0,2}(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")


@dataclass(frozen=True)
class CodeProfile:
    """The parts of a bot's code that are compared."""

    sha256: str
    modules: tuple[tuple[str, ...], ...]  # the tokens of each Python file, in a fixed order
    data: frozenset[str]  # hashes of files that are not Python

    @property
    def length(self) -> int:
        return sum(map(len, self.modules))

    @cached_property
    def fingerprints(self) -> frozenset[int]:
        return frozenset(each for tokens in self.modules for each in _winnow(tokens))


def profile_of(code: BotCode) -> CodeProfile:
    """The profile of one file, or of all files of a package."""
    modules, data = [], []
    for name, content in code.files.items():
        if name.endswith(".py"):
            modules.append(tuple(tokens_of(content.decode("utf-8", "replace"))))
        elif len(content) >= SMALL:
            data.append(sha256(content).hexdigest())
    return CodeProfile(code.sha256, tuple(sorted(filter(None, modules))), frozenset(data))


def likeness(one: CodeProfile, other: CodeProfile, known: Set[int] = frozenset()) -> float:
    """The share of the smaller bot's code that is also in the other one, from 0 to 1.

    Code with a fingerprint in `known` does not count, for example code from the course material.
    Two bots with exactly the same tokens have likeness 1, unless they are very short.
    """
    if min(one.length, other.length) < SHORT:
        return 0.0
    if one.modules == other.modules:
        return 1.0
    mine, theirs = one.fingerprints - known, other.fingerprints - known
    least = min(len(mine), len(theirs))
    if least < OWN:
        return 0.0
    return len(mine & theirs) / least


def tokens_of(source: str) -> Iterator[str]:
    """The tokens of Python code that count. All names but keywords are one token."""
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if kind in LEFT_OUT:
            continue
        if kind == "name" and not keyword.iskeyword(text):
            yield "name"
        elif kind == "text":
            yield "'" + QUOTES.sub("", text)
        else:
            yield text


def _winnow(tokens: tuple[str, ...]) -> Iterator[int]:
    """The fingerprints of a module."""
    hashes = [_hash(tokens[start : start + LENGTH]) for start in range(len(tokens) - LENGTH + 1)]
    windows = max(1, len(hashes) - WINDOW + 1) if hashes else 0
    for start in range(windows):
        yield min(hashes[start : start + WINDOW])


def _hash(tokens: Iterable[str]) -> int:
    return int.from_bytes(blake2b("\0".join(tokens).encode(), digest_size=8).digest())
