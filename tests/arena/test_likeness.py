"""Which code counts as alike: names, comments and layout make no difference."""

import re
from pathlib import Path

import pytest
from support.paths import ROOT

from arena.bots.code import BotCode
from arena.bots.likeness import likeness, profile_of, tokens_of

SOURCE = (ROOT / "submissions" / "cuenta_triunfos.py").read_text()


def profile(*sources: str):
    files = {f"m{number}.py": source.encode() for number, source in enumerate(sources)}
    return profile_of(BotCode(files, "m0.py", is_package=len(files) > 1))


def renamed(source: str) -> str:
    """The source with other names, comments and indentation."""
    source = re.sub(r"\bobservation\b", "vista", source)
    source = re.sub(r"\b(action|card)s?\b", "cosa", source)
    source = re.sub(r"^( +)", r"\1\1", source, flags=re.MULTILINE)
    return "# otra cosa\n" + source.replace("\n\n", "\n\n\n").replace(", ", ",")


def test_names_comments_and_layout_make_no_difference():
    copy = renamed(SOURCE)
    assert copy != SOURCE
    assert likeness(profile(SOURCE), profile(copy)) == 1


@pytest.mark.parametrize(
    "one, other",
    [
        ("x = f(1, 2)  # why\n", "y=g(1,\n  2,)"),
        ("def f():\n    '''Doc.'''\n    return 'a'", 'def g():\n\n\treturn "a"'),
        ("a = (b +\n c)", "a = b + \\\n c"),
    ],
)
def test_the_same_statement_has_the_same_tokens(one, other):
    assert list(tokens_of(one)) == list(tokens_of(other))


@pytest.mark.parametrize("one, other", [("x = 1", "x = 2"), ("x = 'a'", "x = 'b'"), ("a+b", "a-b")])
def test_other_numbers_texts_and_signs_are_other_code(one, other):
    assert list(tokens_of(one)) != list(tokens_of(other))


def test_the_files_of_a_package_may_have_other_names_and_another_order():
    other = "def f(a):\n" + "".join(f"    a += {n}\n" for n in range(30))
    assert likeness(profile(SOURCE, other), profile(renamed(other), renamed(SOURCE))) == 1


def test_bots_of_our_own_are_not_alike():
    names = ("ISMCTSPlayer", "MonteCarloPlayer", "GreedyPlayer", "OSLAPlayer", "KripkePlayer")
    profiles = [profile(Path(ROOT, "Players", f"{name}.py").read_text()) for name in names]
    for number, one in enumerate(profiles):
        for other in profiles[:number]:
            assert likeness(one, other) < 0.4


def test_code_that_everybody_has_does_not_count():
    kit = (ROOT / "Players" / "GreedyPlayer.py").read_text()
    mine = "def f(a, b):\n" + "".join(f"    a[b * {n}] -= b ** {n + 1}\n" for n in range(20))
    theirs = "class F:\n" + "".join(f"    x{n} = not y{n} and z\n" for n in range(40))
    known = profile(kit).fingerprints
    assert likeness(profile(kit + mine), profile(kit + theirs)) > 0.2
    assert likeness(profile(kit + mine), profile(kit + theirs), known) < 0.2


def test_very_short_bots_are_not_alike():
    short = "from Players.Player import Player\nclass A(Player):\n    pass\n"
    assert likeness(profile(short), profile(short)) == 0


def test_hostile_text_is_compared_in_time():
    """Python's own parser would refuse these texts, or need very much memory for them."""
    for text in ("(" * 50_000, "'''" + "x" * 50_000, '"' * 50_001, "\\" * 50_000, "\0\ud800"):
        content = text.encode("utf-8", "surrogatepass")
        profile_of(BotCode({"m.py": content}, "m.py", is_package=False)).fingerprints  # noqa: B018
