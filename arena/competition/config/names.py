"""Names of teams: which are possible, and which two are too similar.

A team's key is its name without case and accents. Two names with the same key belong to the same
team. The key is also the name of its folder, on any system. Names are shown on pages and in
terminals, so they have no invisible characters.
"""

from unicodedata import category, combining, normalize

from arena.common.devices import is_device
from arena.common.errors import ArenaError
from arena.common.name_looks import character_name, is_invisible

LONGEST = 32  # characters
LONGEST_KEY = 200  # bytes: a file system allows 255 for a folder's name
MOST_MARKS = 3  # on one letter; more of them reach into the lines above and below
SIGNS = " ._-'\u2019"

DOTLESS_I = "\u0131"  # in Turkish, the small letter of I
# Letters and signs that look like others: a key has the same letter for both.
LOOK_ALIKE = str.maketrans({DOTLESS_I: "i", "\u2019": "'", "\u02bc": "'"})


def key(name: str) -> str:
    """The name without case and accents: equal for names that are too similar."""
    folded = normalize("NFKD", normalize("NFKD", name).casefold()).translate(LOOK_ALIKE)
    # Vowel signs, as Hindi has them, combine with nothing in Unicode's sense: they are letters.
    bare = normalize("NFC", "".join(c for c in folded if not combining(c)))
    return " ".join("".join(c for c in bare if _is_possible(c)).split())


def checked_name(name: str) -> str:
    """The name as it will be shown; an `ArenaError` if it is not possible for a team."""
    tidy = " ".join(filter(None, normalize("NFC", name).split(" ")))
    if not tidy:
        raise ArenaError(f"A team needs a name: letters or digits, at most {LONGEST} characters")
    if len(tidy) > LONGEST:
        raise ArenaError(
            f"{_quote(tidy)} has {len(tidy)} characters: the name of a team has at most {LONGEST}"
        )
    for c in tidy:
        if not _is_possible(c):
            raise ArenaError(
                f"{_quote(tidy)} cannot be the name of a team: {character_name(c)} is in it. "
                f"Take letters, digits, spaces, and . _ - '"
            )
    if not tidy[0].isalnum():
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: begin with a letter or a digit"
        )
    if tidy.endswith("."):
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: a folder's name cannot end with a dot "
            f"everywhere, end with something else"
        )
    if _marks_in_a_row(tidy) > MOST_MARKS:
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: one of its letters has more than "
            f"{MOST_MARKS} marks, leave some out"
        )
    folder = key(tidy)
    if not folder or not folder[0].isalnum() or folder.endswith("."):
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: without accents too little is left of "
            f"it, add letters or digits"
        )
    if is_device(folder):
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: Windows keeps it for a device, add a "
            f"letter"
        )
    if len(folder.encode()) > LONGEST_KEY:
        raise ArenaError(
            f"{_quote(tidy)} cannot be the name of a team: written out it is too long for the "
            f"name of a folder, take a shorter one"
        )
    return tidy


def _is_possible(c: str) -> bool:
    if c in SIGNS:
        return True
    return (category(c)[0] in "LM" or category(c) == "Nd") and not is_invisible(c)


def _marks_in_a_row(text: str) -> int:
    most = row = 0
    for c in normalize("NFD", text):
        row = row + 1 if category(c)[0] == "M" else 0
        most = max(most, row)
    return most


def _quote(text: str) -> str:
    """The name in quotation marks, cut, and with escapes for characters that cannot be printed."""
    return repr(text if len(text) <= 2 * LONGEST else text[: 2 * LONGEST] + "...")
