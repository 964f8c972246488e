"""Which names teams can have, and which two names count as one."""

from pathlib import Path
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.common.errors import ArenaError
from arena.competition.config.names import checked_name, key


@pytest.mark.parametrize(
    "name",
    ["Los Ases", "Ñandú 2", "a", "7", "x" * 32, "v1.2_b-c", "Команда", "チームが", "टीम", "فريق",
     "Trần Văn", "강남", "강" * 32, "Σίσυφος", "a..b", "console", "O'Brien", "D\u2019Artagnan"],
)  # fmt: skip
def test_a_name_in_any_script_is_not_changed(name):
    assert checked_name(name) == normalize("NFC", name)


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ñandú", "nandu"),
        ("Los  Ases", "los ases"),
        (" Los Ases ", "LOS ASES"),
        ("Straße", "STRASSE"),
        ("e\u0301clair", "\u00e9clair"),
        ("\uff21\uff23\uff25", "ace"),
        ("\ufb01n", "fin"),
        ("Ισχύς", "ισχυσ"),
        ("IŞIK", "\u0131ş\u0131k"),
        ("강남", normalize("NFD", "강남")),
        ("O'Brien", "o\u2019brien"),
        ("O'Brien", "O\u02bcBrien"),
    ],
)
def test_two_names_that_differ_in_case_accents_or_spaces_are_one(one, other):
    assert key(one) == key(other)
    assert key(checked_name(one)) == key(checked_name(other))


@pytest.mark.parametrize(
    "one, other", [("team1", "team2"), ("a b", "ab"), ("a.b", "a-b"), ("की", "का"), ("ж", "ш")]
)
def test_different_names_have_different_keys(one, other):
    assert key(one) != key(other)


REFUSED = {
    "": "needs a name",
    "   ": "needs a name",
    "x" * 33: "has 33 characters",
    "../../x": "'/' is in it",
    "a/b": "'/' is in it",
    "a\\b": "is in it",
    ".hidden": "begin with a letter or a digit",
    "-rf": "begin with a letter or a digit",
    "..": "begin with a letter or a digit",
    "\u0301x": "begin with a letter or a digit",
    "team.": "cannot end with a dot",
    "con": "Windows",
    "CON.txt": "Windows",
    "com1": "Windows",
    "\uff2e\uff55\uff4c": "Windows",
    "con .x": "Windows",
    "a\tb": "U+0009",
    "a\nb": "U+000A",
    "a\0b": "U+0000",
    "a\u00a0b": "no-break space (U+00A0)",
    "a\u2003b": "em space (U+2003)",
    "a\u200bb": "zero width space (U+200B)",
    "a\u200db": "zero width joiner (U+200D)",
    "a\u202eb": "right-to-left override (U+202E)",
    "a\u200fb": "right-to-left mark (U+200F)",
    "a\u2066b": "U+2066",
    "\ufeffa": "U+FEFF",
    "a\u3164b": "hangul filler (U+3164)",
    "a\u034fb": "U+034F",
    "a\ufe0fb": "variation selector-16 (U+FE0F)",
    "a\U000e0041b": "U+E0041",
    "a\ud800b": "U+D800",
    "a\ue000b": "U+E000",
    "🂡": "is in it",
    "<b>": "'<' is in it",
    "=1+1": "'=' is in it",
    "\x1b[31mred": "U+001B",
    "z\u0323\u0335\u0336\u0337": "more than 3 marks",
    "\ufe70": "too little is left",
    "\ufdfa" * 20: "too long for the name of a folder",
}


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_an_impossible_name_is_refused_with_a_printable_sentence(name):
    with pytest.raises(ArenaError) as refusal:
        checked_name(name)
    sentence = str(refusal.value)
    assert REFUSED[name] in sentence
    assert sentence.isprintable()


def possible(c: str) -> bool:
    try:
        checked_name(f"a{c}b")
    except ArenaError:
        return False
    return True


# There are many similar ones: Chinese characters and Korean syllables. We test some of them.
ALIKE = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0x20000, 0x323AF)]


def looked_at(number: int) -> bool:
    return number % 29 == 0 or not any(first <= number <= last for first, last in ALIKE)


@pytest.fixture(scope="module")
def possible_characters() -> list[str]:
    """The possible characters among those that Unicode has assigned."""
    characters = map(chr, filter(looked_at, range(0x110000)))
    assigned = [c for c in characters if category(c) not in ("Cn", "Co", "Cs")]
    return [c for c in assigned if possible(c)]


def forms(name: str) -> set[str]:
    return {name.upper(), name.lower(), name.title(), normalize("NFD", name)}


@pytest.mark.slow
def test_every_key_is_its_own_key_and_that_of_its_case_and_form(possible_characters):
    assert len(possible_characters) > 25_000
    assert {c for c in possible_characters if key(key(f"a{c}b")) != key(f"a{c}b")} == set()
    cased = [c for c in possible_characters if forms(c) != {c}]
    assert len(cased) > 2_000
    for c in cased:
        for other in forms(f"a{c}b"):
            assert key(other) == key(f"a{c}b"), ascii(c)


def test_nothing_invisible_is_in_a_name(possible_characters):
    kinds = {category(c) for c in possible_characters if c not in " ._-'\u2019"}
    assert kinds <= {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd"}
    # Unicode calls these letters and marks, and says that they are invisible.
    hidden = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u3164", "\uffa0"}
    assert not hidden & set(possible_characters)


@given(st.text(max_size=40))
def test_the_key_of_a_name_is_the_name_of_one_folder(tmp_path_factory, name):
    try:
        shown = checked_name(name)
    except ArenaError:
        return
    folder = key(shown)
    base = tmp_path_factory.mktemp("teams")
    (base / folder).mkdir()
    assert [path.name for path in base.iterdir()] == [folder]
    assert Path(folder).parts == (folder,)
    assert len(folder.encode()) <= 255
    assert folder[0].isalnum()
    assert folder[-1] not in ". "
    assert key(folder) == folder
