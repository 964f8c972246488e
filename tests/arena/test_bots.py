"""Bots are found by name or by file, and a file that cannot play is refused with a reason."""

import importlib
import os
import sys

import pytest

from arena.bots.bot import about, house_bots, load, of_instance, with_distinct_names
from arena.common.errors import BotError
from Players.RandomPlayer import RandomPlayer

BOT = "from Players.Player import Player\nclass Mine(Player):\n    pass\n"


def refusal(spec: str) -> str:
    with pytest.raises(BotError) as caught:
        load(spec)
    return str(caught.value)


@pytest.mark.parametrize("name", sorted(house_bots()))
def test_every_bot_of_the_house_loads_by_its_name(name):
    assert load(name).make(1).think


@pytest.mark.parametrize("spec", ["osla", "OSLA", " osla "])
def test_a_house_bots_name_may_be_written_in_any_case(spec):
    assert load(spec).name == "OSLAPlayer"


def test_a_file_with_one_bot_needs_no_class_name(write_bot):
    assert load(write_bot(BOT)).name == "Mine"


def test_the_class_may_be_named_otherwise_than_the_file(write_bot):
    assert load(write_bot(BOT, "robobrisca_2019.py")).name == "Mine"


def test_a_class_is_chosen_by_its_name(write_bot):
    path = write_bot(BOT + "class Other(Mine):\n    pass\n", "file.py")
    assert load(f"{path}:Other").name == "Other"


@pytest.mark.parametrize("file", ["bestone.py", "best_one.py", "BestOne.py"])
def test_in_a_file_with_several_bots_the_one_with_the_name_of_the_file_plays(write_bot, file):
    assert load(write_bot(BOT + "class BestOne(Player):\n    pass\n", file)).name == "BestOne"


def test_a_class_with_underscores_is_named_like_its_file(write_bot):
    source = BOT + "class As_de_oros(Player):\n    pass\n"
    assert load(write_bot(source, "as_de_oros.py")).name == "As_de_oros"


def test_several_bots_and_none_named_like_the_file_are_refused_with_a_choice(write_bot):
    sentence = refusal(write_bot(BOT + "class Yours(Player):\n    pass\n", "file.py"))
    assert "several bots (Mine, Yours)" in sentence
    assert "file.py:Mine" in sentence


def test_imported_bots_do_not_count(write_bot):
    imports = "from Players.OSLAPlayer import OSLAPlayer\nfrom Players.RandomPlayer import *\n"
    assert load(write_bot(imports + BOT)).name == "Mine"


def test_a_file_without_a_bot_says_what_it_needs(write_bot):
    sentence = refusal(write_bot("class Mine:\n    pass\n"))
    assert "needs a class that inherits from Player" in sentence
    assert "arena new" in sentence


@pytest.mark.parametrize(
    "spec, arguments",
    [
        ("(3)", "3 7"),
        ("(a=4, b='x')", "4 x"),
        ("(1, b=[2, 3])", "1 [2, 3]"),
        ("()", "5 7"),
    ],
)
def test_arguments_go_to_the_constructor(write_bot, spec, arguments):
    path = write_bot(
        """\
        from Players.Player import Player
        class Mine(Player):
            def __init__(self, a=5, b=7):
                self.name = f"{a} {b}"
            def __str__(self):
                return self.name
        """
    )
    assert load(path + spec).name == arguments
    assert load(f"{path}:Mine{spec}").name == arguments


@pytest.mark.parametrize(
    "arguments", ["(worlds=open('x'))", "(worlds)", "(worlds=)", "(1 2)", "({[]: 1})", "(1)(2)"]
)
def test_arguments_that_are_not_plain_values_are_refused(arguments):
    assert "must be plain values" in refusal("montecarlo" + arguments)


def test_an_argument_that_the_bot_does_not_take_is_named():
    assert "wrlds" in refusal("montecarlo(wrlds=3)")


@pytest.mark.parametrize("spec", ["", "()", "montecarlo(worlds=3", "(osla)"])
def test_a_text_that_does_not_name_a_bot_is_refused_with_examples(spec):
    assert "montecarlo(worlds=200)" in refusal(spec)


def test_a_misspelt_name_brings_the_nearest():
    assert "Did you mean 'random'?" in refusal("rndom")


def test_a_misspelt_class_brings_the_nearest(write_bot):
    assert "Did you mean 'Mine'?" in refusal(write_bot(BOT) + ":Mime")


def test_a_syntax_error_is_shown_with_its_line(write_bot):
    path = write_bot("from Players.Player import Player\nclass Mine(Player)\n    pass\n")
    sentence = refusal(path)
    assert f"{path}, line 2" in sentence
    assert "class Mine(Player)" in sentence
    assert "Traceback" not in sentence


@pytest.mark.parametrize(
    "line, said",
    [
        ("raise KeyError('lost')", "KeyError: 'lost'"),
        ("import no_such_module", "no_such_module"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_an_exception_while_importing_is_reported_with_its_line(write_bot, line, said):
    path = write_bot(f"x = 1\n{line}\n")
    with pytest.raises(BotError) as caught:
        load(path)
    sentence, lines = str(caught.value), caught.value.lines
    assert sentence.startswith(f"{path}, line 2: importing it raised ")
    assert said in sentence
    assert f'File "{path}", line 2' in lines
    assert f"{os.sep}arena{os.sep}" not in lines
    assert "importlib" not in lines


def test_an_exception_in_the_constructor_is_reported_with_its_line(write_bot):
    path = write_bot(BOT.replace("pass", "def __init__(self):\n        raise OSError('no book')"))
    sentence = refusal(path)
    assert sentence == f"{path}, line 4: its constructor raised OSError: no book"


def test_a_constructor_that_wants_arguments_is_refused(write_bot):
    path = write_bot(BOT.replace("pass", "def __init__(self, depth):\n        self.depth = depth"))
    assert "'depth'" in refusal(path)


def test_a_file_that_is_not_there_names_the_folder_we_look_from(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sentence = refusal("nobot.py")
    assert "nobot.py: there is no such file" in sentence
    assert str(tmp_path) in sentence


def test_a_folder_without_a_bot_is_refused(tmp_path):
    assert str(tmp_path) in refusal(str(tmp_path))


def test_a_file_that_does_not_end_in_py_is_refused(write_bot):
    assert "ends in .py" in refusal(write_bot(BOT, "mine.txt"))


@pytest.mark.parametrize("content", [b"\x00\x01\xfe\xff" * 50, b"class \xff\xfe:\n", b"# \xe9\n"])
def test_a_file_that_is_not_text_is_refused_by_name(write_bot, content):
    path = write_bot(content)
    assert refusal(path).startswith(path)


def test_an_old_file_that_declares_its_encoding_loads(write_bot):
    assert load(write_bot(b"# -*- coding: latin-1 -*-\n# \xe9\n" + BOT.encode())).name == "Mine"


def test_a_file_indented_with_tabs_loads(write_bot):
    assert load(write_bot(BOT.replace("    ", "\t"))).name == "Mine"


def test_a_file_with_windows_line_ends_and_a_bom_loads(write_bot):
    assert load(write_bot(b"\xef\xbb\xbf" + BOT.replace("\n", "\r\n").encode())).name == "Mine"


@pytest.mark.parametrize(
    "says, name",
    [
        ("'Ana'", "Ana"),
        ("'As de Copas'", "As de Copas"),
        ("'\\x1b[31mred\\n\\tAna\\x07'", "[31mred Ana"),
        ("'x' * 1000", "x" * 32),
        ("''", "Mine"),
        ("' \\n '", "Mine"),
        ("None", "Mine"),
        ("1 / 0", "Mine"),
        ("exit()", "Mine"),
    ],
)
def test_a_bots_name_is_one_printable_line(write_bot, says, name):
    lines = f"    def __str__(self):\n        return {says}\n"
    assert load(write_bot(BOT + lines)).name == name


def test_a_second_bot_of_the_same_name_gets_a_number():
    assert with_distinct_names([load("osla")] * 3) == [
        "OSLAPlayer",
        "OSLAPlayer (2)",
        "OSLAPlayer (3)",
    ]


def test_the_hash_changes_with_the_file(write_bot):
    before = load(write_bot(BOT))
    after = load(write_bot(BOT + "# a thought\n"))
    assert before.sha256 != after.sha256


def test_an_edited_file_is_loaded_as_it_is_now(write_bot, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    # The same length within the same second: Python's own cache cannot distinguish these.
    assert load(write_bot(BOT + "    def __str__(self): return 'Ana'")).name == "Ana"
    assert load(write_bot(BOT + "    def __str__(self): return 'Eva'")).name == "Eva"


def test_loading_a_bot_leaves_nothing_beside_its_file(write_bot, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    load(write_bot(BOT))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_two_files_with_the_same_name_are_two_bots(write_bot):
    ana = load(write_bot(BOT + "    def __str__(self): return 'Ana'", "a/bot.py"))
    eva = load(write_bot(BOT + "    def __str__(self): return 'Eva'", "b/bot.py"))
    assert (str(ana.make(1)), str(eva.make(1))) == ("Ana", "Eva")


def test_a_path_may_hold_spaces_and_brackets(write_bot):
    assert load(write_bot(BOT, "my bots (2)/mine (1).py")).name == "Mine"


def test_a_bot_is_found_again_by_its_spec_from_any_folder(write_bot, tmp_path, monkeypatch):
    write_bot(BOT)
    monkeypatch.chdir(tmp_path)
    spec = load("mine.py").spec
    monkeypatch.chdir("/")
    assert load(spec).name == "Mine"


@pytest.fixture
def own_bot_of_the_house(tmp_path, monkeypatch):
    """A student's bot that `arena new` put into Players/."""
    import Players

    monkeypatch.setattr(Players, "__path__", [*Players.__path__, str(tmp_path)])

    def write(source: str) -> str:
        (tmp_path / "studentplayer.py").write_text(source)
        return "student"

    return write


def test_a_broken_bot_in_players_is_refused_like_any_file(own_bot_of_the_house):
    assert "line 1" in refusal(own_bot_of_the_house("class Mine(\n"))


def test_each_seat_gets_a_copy_of_a_bot_that_is_an_instance():
    player = RandomPlayer()
    player.memory = []
    bot = of_instance(player)
    one, other = bot.make(1), bot.make(2)
    one.memory.append(1)
    assert other.memory == player.memory == []
    assert bot.name == "RandomPlayer"


def test_an_instance_of_a_strangers_class_is_a_strangers_bot(write_bot, tmp_path, monkeypatch):
    path = write_bot(BOT, "mine_here.py")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("mine_here")
    bot = of_instance(module.Mine())
    assert bot.is_file
    assert bot.sha256 == load(path).sha256


@pytest.mark.parametrize("thing", [RandomPlayer, "osla", None, 3])
def test_an_object_that_is_not_a_player_is_refused(thing):
    with pytest.raises(BotError, match="is not a Player: write RandomPlayer"):
        of_instance(thing)


def test_a_bot_is_described_by_the_docstring_of_its_player():
    assert about(house_bots()["human"]).startswith("You, at the terminal.")
