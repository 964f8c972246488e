"""The line of each key is found in any file."""

import tomllib
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.common.toml.lines import TomlLines


def paths(data, where=()):
    """Every key, table and item in the parsed file."""
    if where:
        yield where
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from paths(value, (*where, key))
        else:
            yield (*where, key)


def lines_of(text: str) -> TomlLines:
    return TomlLines(dedent(text).lstrip("\n"))


def test_keys_of_tables_and_of_each_of_several_tables():
    lines = lines_of("""
        name = "x"
        [options]

        tie = "draw"
        [[phase]]   # games = 1
        name = "first"
        [[phase]]
        # name
        name = "second"
        games = 3
    """)
    assert lines.of(("name",)) == 1
    assert lines.of(("options", "tie")) == 4
    assert lines.of(("phase",)) == lines.of(("phase", 0)) == 5
    assert lines.of(("phase", 0, "name")) == 6
    assert lines.of(("phase", 1, "name")) == 9
    assert lines.of(("phase", 1, "games")) == 10


def test_a_missing_key_has_the_line_of_its_table():
    lines = lines_of("""
        a = 1
        [[phase]]
        b = 1
        [[phase]]
    """)
    assert lines.of(("phase", 1, "games")) == 4
    assert lines.of(("phase", 0, "house", 3)) == 2
    assert lines.of(("nothing",)) == 1


def test_a_text_of_several_lines_does_not_confuse_the_reader():
    lines = lines_of('''
        a = """
        b = 1
        [c]
        \\""" still a, and so is this: ""
        """""
        b = \'\'\'
        d = 2
        ''\'\'\'
        d = "# [e]"
        "e" = '"""'
        f = 1
    ''')
    assert [lines.of((key,)) for key in "abdef"] == [1, 6, 9, 10, 11]


def test_items_of_a_list_over_several_lines():
    lines = lines_of("""
        names = ["one", "t]wo",   # "three"
          # "four",
          'fi,ve',
          ["six"], { a = 1, b.c = [2,
          3] },
        ]
        after = 1
    """)
    assert lines.of(("names", 1)) == 1
    assert lines.of(("names", 2)) == 3
    assert lines.of(("names", 4, "b", "c", 0)) == 4
    assert lines.of(("names", 4, "b", "c", 1)) == 5
    assert lines.of(("after",)) == 7


NASTY = [
    "a.b.c = 1\na.b.d = 2\n",
    '"a.b" . \'c d\' = 1\n"\\u0041" = 2\n"" = 3\n',
    "[a.b]\nc = 1\n[a]\nd = 2\n",
    "[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\nc = 2\n[a.b.d]\ne = 1\n[[a]]\n[[a.b]]\nc = 3\n",
    "[ a . b ]\nc=1\n[[ d . 'e' ]]\nf=1 # ]]\n",
    "a = {}\nb = []\nc = [[], [[]], {}]\n",
    "a = 2026-04-03 23:59:00\nb = [2026-04-03T23:59:00+02:00, 07:32:00]\nc = 1e5\nd = -inf\n",
    'a = ""\nb = \'\'\nc = """"""\nd = \'\'\'\'\'\'\ne = """"a""""\nf = 1\n',
    'a = "\\\\"\nb = "\\""\nc = \'\\\'\nd = """\\\\"""\ne = """\\\n  """\nf = 1\n',
    "a = [\n\n1\n,\n2 # ,\n,]\n\n\nb = { c = [ { d = 1 } ] }\n",
    "# only a comment",
    "",
    "a = 1",
    "3.14 = 1\n-_- = 2\n",
]


@pytest.mark.parametrize("text", NASTY)
def test_every_key_that_the_parser_finds_has_a_line(text):
    lines = TomlLines(text)
    for where in paths(tomllib.loads(text)):
        assert where in lines


KEYS = st.sampled_from(["a", "b-c", '"d e"', "'f.g'", "h.i", '"\\u00e9"'])
SIMPLE = st.sampled_from(
    ["1", "-0.5", "true", '"x # [y]"', "'a = 1'", '"""\n[z]\na = "1\n"""', "1979-05-27 07:32:00"]
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[ " + ",\n ".join(items) + " # ]\n ]"),
        st.lists(SIMPLE.filter(lambda text: "\n" not in text), max_size=3).map(
            lambda items: "{ " + ", ".join(f"k{n} = {v}" for n, v in enumerate(items)) + " }"
        ),
    ),
    max_leaves=6,
)


@given(st.lists(st.tuples(KEYS, VALUES, st.integers(0, 2)), max_size=8))
def test_the_line_of_a_key_is_where_it_was_written(entries):
    """Each key stands in a [[t]] of its own, so equal keys can be distinguished."""
    text, expected = "", []
    for key, value, empty in entries:
        text += "\n" * empty + "[[t]]\n"
        expected.append(text.count("\n") + 1)
        text += f"{key} = {value}\n"
    lines = TomlLines(text)
    data = tomllib.loads(text)
    for number, table in enumerate(data.get("t", [])):
        (first,) = table
        assert lines.of(("t", number, first)) == expected[number]
        assert lines.of(("t", number)) == expected[number] - 1
    for where in paths(data):
        assert where in lines
