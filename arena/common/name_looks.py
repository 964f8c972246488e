"""How names look to people: which are empty to the eye, and which two look alike."""

# ruff: noqa: RUF001  # it lists letters that look alike

from unicodedata import category, name, normalize

# Letters and signs that are drawn as an empty space.
BLANK = frozenset(
    [0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159]
)
# Marks that are not drawn at all. Some choose how the letter before them is drawn.
HIDDEN = frozenset([0x034F, 0x180B, 0x180C, 0x180D, 0x180F])
SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))

# Letters and digits, after `casefold`, and what they look like. A letter counts as alike if its
# capital is: casefold makes both the same. This is a small part of Unicode's list of such letters.
ALIKE = str.maketrans(
    dict(
        pair
        for letters, looks in (
            ("01i\u0131", "olll"),  # Latin; a capital I looks like a small l
            ("авекмнорстухѕіјԛԝԁһӏ", "abekmhopctyxsljqwdhl"),  # Cyrillic
            ("αβεζηικμνορτυχ", "abezhlkmnoptyx"),  # Greek
            ("օսհո", "ouhn"),  # Armenian
            ("ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡ", "abcdefghljklmnoprstuvwyzag"),  # small capitals
            ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghljklmnoprstuvwxyz"),  # Lisu
            ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "abcdeghljklmprstvwz"),  # Cherokee
        )
        for pair in zip(letters, looks, strict=True)
    )
)


def is_invisible(c: str) -> bool:
    """Is this printable character drawn as nothing, or as an empty space?"""
    return ord(c) in BLANK or ord(c) in HIDDEN or any(ord(c) in each for each in SELECTORS)


def why_unreadable(text: str) -> str:
    """Why people cannot read this name; empty if they can."""
    blank = next((c for c in text if ord(c) in BLANK), "")
    if blank:
        return f"{character_name(blank)} is in it, which looks like an empty space"
    if not any(category(c)[0] in "LNPS" for c in text):
        return "none of its characters can be seen"
    return ""


def character_name(c: str) -> str:
    """A character by its name in Unicode, if it cannot be shown."""
    if c.isprintable() and not is_invisible(c):
        return repr(c)
    return f"{name(c, 'a character without a name').lower()} (U+{ord(c):04X})"


def look(text: str) -> str:
    """What a name looks like: names that are hard to tell apart have the same look.

    It has no case, accents, spaces or signs. Wide and decorated letters become plain ones, and
    letters of other scripts become the Latin letters that they resemble. It does not know groups
    that look like one letter (rn and m), or letters that `ALIKE` does not list.
    """
    folded = normalize("NFKD", normalize("NFKD", text).casefold())
    seen = (c for c in folded if c.isalnum() and not is_invisible(c))
    return "".join(seen).translate(ALIKE)
