"""docs/recycle.md: every example is played; docs/editor: the grammar colours them."""

import json
import re

import pytest
from support.paths import ROOT

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from Game.core.stream import Stream
from Game.recycle.reading.forms.checker import check
from Game.recycle.reading.layout import format_description
from Game.recycle.user_game import UserGame

GUIDE = (ROOT / "docs" / "recycle.md").read_text("utf-8")
EXAMPLES = re.findall(r"```recycle\n(.*?)```", GUIDE, re.DOTALL)
EDITOR = ROOT / "docs" / "editor"
GRAMMAR = json.loads((EDITOR / "recycle.tmLanguage.json").read_text("utf-8"))


def play(text: str, seed: int, **options: int) -> int:
    """How many choices a random game has."""
    game = UserGame(text=text, file="example.rcy", **options)
    state, stream = game.deal(Stream(seed)), Stream(seed)
    choices = 0
    while not state.is_terminal():
        state.play(stream.choice(state.legal()))
        choices += 1
    assert min(game.outcome(state).ranks) == 0
    return choices


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_is_a_game_and_is_played(number):
    text = EXAMPLES[number]
    _, remarks = check(text, "example.rcy")
    assert remarks == []
    assert all(play(text, seed) > 0 for seed in range(20))


def test_the_examples_grow_from_five_lines_to_agram():
    assert len(EXAMPLES[0].splitlines()) == 5
    assert {play(EXAMPLES[-1], seed) for seed in range(5)} == {24}
    assert len(EXAMPLES) >= 4


def test_the_options_work_as_the_guide_says():
    numbers = next(text for text in EXAMPLES if "'TURNS" in text)
    assert play(numbers, 1, turns=4, players=2) == 8
    assert play(numbers, 1, players=3) == 9


def test_longer_examples_are_laid_out_as_the_command_does():
    assert format_description(EXAMPLES[-1]) == EXAMPLES[-1]


def test_the_bot_of_the_guide_plays_the_guide_s_games(tmp_path):
    (source,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    bot = tmp_path / "careful.py"
    bot.write_text(source, "utf-8")
    for text in EXAMPLES[1:3]:
        game = UserGame(text=text, file="example.rcy", players=2)
        bots = [load(str(bot)), load("random")]
        run = new_match(
            game, bots, 2, RunOptions(seed="1", budget=0.05, clock=False, isolation="inprocess")
        )
        for record in here.play(run, run.fixtures):
            assert record.faults == []
            careful = [m.play for m in record.moves if record.name(m.seat) == "Careful"]
            assert careful
            assert "card of STOCK" not in careful


# The grammar for editors

NAMES = {
    "comment": ["comment"], "keyword": ["header", "part", "action", "operator"],
    "storage": ["place"], "support": ["function", "who"], "variable": ["variable"],
    "constant": ["number", "name"],
}  # fmt: skip


def coloured(line: str) -> list[tuple[str, str]]:
    """The words of a line, each with the rule that colours it: the first to match, leftmost."""
    rules = [item["include"][1:] for item in GRAMMAR["patterns"]]
    found, place = [], 0
    while place < len(line):
        hits = [
            (hit.start(), order, rule, hit)
            for order, rule in enumerate(rules)
            if (hit := re.compile(GRAMMAR["repository"][rule]["match"]).search(line, place))
        ]
        if not hits:
            break
        _, _, rule, hit = min(hits, key=lambda each: each[:2])
        found.append((rule, hit.group()))
        place = hit.end()
    return found


@pytest.mark.parametrize(
    "line,colours",
    [
        (";; (game) 'A", "comment=;; (game) 'A"),
        ("(declare 4 'PLAYERS)", "header=declare number=4 variable='PLAYERS"),
        ("(game iloc STOCK)", "place=game place=iloc name=STOCK"),
        ("(game", "header=game"),
        (
            "(all player 'P (== 1 2))",
            "part=all who=player variable='P operator=== number=1 number=2",
        ),
        ("(move (top (2 player)) x)", "action=move function=top number=2 who=player"),
        ("(range 1 .. 5)", "function=range number=1 operator=.. number=5"),
        ("(RANK (A10, TWO))", "name=RANK name=A10 name=TWO"),
        ("(game points P)", "place=game place=points name=P"),
        ("(RANK : ACE)", "name=RANK operator=: name=ACE"),
        ("(set ('P str S) NONE)", "action=set variable='P place=str name=S name=NONE"),
        (
            "(runs all 3 (top 2 'C))",
            "function=runs part=all number=3 function=top number=2 variable='C",
        ),
        ("(^ 2 (random 3))", "operator=^ number=2 function=random number=3"),
        ("(// 7 2) ;; half", "operator=// number=7 number=2 comment=;; half"),
    ],
)
def test_the_grammar_colours(line, colours):
    results = [f"{rule}={text}" for rule, text in coloured(line)]
    assert " ".join(results) == colours


def test_every_word_of_every_example_is_coloured():
    for text in EXAMPLES:
        for line in text.splitlines():
            words = re.findall(r";;.*|'?\w+|[=!<>]=|[<>+*%:^-]|//|\.\.", line)
            assert [word for _, word in coloured(line)] == words


def test_every_rule_has_a_name_that_editors_know_and_is_used():
    rules = [item["include"][1:] for item in GRAMMAR["patterns"]]
    assert set(rules) == set(GRAMMAR["repository"])
    for rule in rules:
        scope = GRAMMAR["repository"][rule]["name"]
        assert rule in NAMES[scope.split(".")[0]]
        assert scope.endswith(".recycle")
    assert GRAMMAR["fileTypes"] == ["rcy", "gdl"]


def test_the_settings_on_the_page_of_the_editor_are_json():
    blocks = re.findall(r"```json\n(.*?)```", (EDITOR / "README.md").read_text(), re.DOTALL)
    package, language = [json.loads(block) for block in blocks]
    assert package["contributes"]["grammars"][0]["scopeName"] == GRAMMAR["scopeName"]
    assert language["comments"]["lineComment"] == ";;"
