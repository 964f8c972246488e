"""The bundled games: their headers are correct, and together they use the whole language."""

import re
from collections.abc import Iterator

import pytest
from support.paths import ROOT

from Game import registry
from Game.core.options import OptionError
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.reading.forms.checker import check
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.header import header_mistakes, read_header
from Game.recycle.reading.layout import format_description
from Game.recycle.reading.nodes import Node
from Game.recycle.user_game import UserGame

FOLDER = ROOT / "Game" / "recycle" / "games"
FILES = sorted([*FOLDER.glob("*.gdl"), *FOLDER.glob("*.rcy")])
TEXTS = {file.stem: file.read_text("utf-8") for file in FILES}
NAMES = {file.stem: file.name for file in FILES}  # the ending tells the dialect
OLD = {name: text for name, text in TEXTS.items() if NAMES[name].endswith(".gdl")}

every_game = pytest.mark.parametrize("name", TEXTS)


def test_every_file_is_registered_and_every_name_has_a_file():
    assert set(TEXTS) == set(registry.DESCRIBED)


@every_game
def test_the_checker_has_no_warning_about_a_bundled_game(name):
    _, remarks = check(TEXTS[name], NAMES[name])
    assert remarks == []


@every_game
def test_the_file_is_formatted(name):
    assert format_description(TEXTS[name]) == TEXTS[name]


@every_game
def test_the_header_has_a_title_rules_and_the_declared_default_values(name):
    header = read_header(TEXTS[name])
    prose = [line for line in TEXTS[name].splitlines() if line.startswith(";;")]
    assert header.title
    assert header.about.endswith(".")
    assert len(" ".join(prose)) > 350, "the rules stand above the game"
    description = read(TEXTS[name], NAMES[name])
    declared = {key.lower(): value for key, value in description.numbers}
    declared["players"] = description.players
    told = {option.name: int(option.default) for option in header.options}
    assert {key: declared[key] for key in told} == told


def test_a_description_may_have_its_title_in_other_languages():
    lines = ";; title es: Mi juego\n;; about es: Bazas.\n;; title fr: Mon jeu\n"
    game = UserGame(text=lines + TEXTS["agram"], file="mine.gdl")
    told = [(game.words(each)["title"], game.words(each)["about"]) for each in ("es", "en", "nl")]
    assert told == [("Mi juego", "Bazas."), *[("Agram", game.about)] * 2]
    (remark,) = header_mistakes(read_header(game.text), 4, (("PLAYERS", 4), ("CARDS", 6)))
    assert "the language fr, and pages exist only in en, es, nl" in remark


@every_game
def test_every_value_of_every_option_can_be_dealt(name):
    kind = registry.find(name)
    for option in kind.options:
        for value in option.choices:
            game = kind(**{option.name: value})
            state = game.deal(Stream(1))
            assert not state.is_terminal()
            if option.name == "players":
                assert game.seats == int(value)


def test_the_file_of_a_bundled_game_plays_like_the_game():
    one, other = registry.find("agram")(cards=4), UserGame(text=TEXTS["agram"], cards=4)
    states = one.deal(Stream(3)), other.deal(Stream(3))
    stream = Stream(4)
    while not states[0].is_terminal():
        texts = [
            [g.action_text(s, a) for a in s.legal()]
            for g, s in zip((one, other), states, strict=True)
        ]
        assert texts[0] == texts[1]
        action = stream.below(len(texts[0]))
        for state in states:
            state.play(action)
    assert states[1].is_terminal()


def test_a_game_without_a_header_is_named_by_its_file_and_allows_any_number_of_players():
    text = "\n".join(line for line in TEXTS["agram"].splitlines() if not line.startswith(";;"))
    game = UserGame(text=text, file="cards.gdl", players=3, cards=2)
    assert (game.title, game.seats) == ("cards", 3)
    assert game.variant == {"file": "cards.gdl", "players": "3", "cards": "2"}
    with pytest.raises(OptionError, match="take a number"):
        UserGame(text=text, cards="-1")


def test_variable_names_do_not_collide_with_the_options():
    text = TEXTS["agram"].replace("'CARDS", "'TEXT")
    game = UserGame(text=text, file="odd.gdl")
    assert game.variant == {"file": "odd.gdl", "players": "4"}
    assert game.chosen["text"] == text


def test_partners_stay_partners_unless_the_number_of_players_changes():
    assert UserGame(text=TEXTS["whist"]).sides == ((0, 2), (1, 3))
    assert UserGame(text=TEXTS["whist"], players=4).sides == ((0, 2), (1, 3))


def test_a_game_is_the_same_in_another_process():
    from pickle import dumps, loads

    for game in (registry.find("whist")(), UserGame(text=TEXTS["agram"], players=2)):
        again = loads(dumps(game))
        assert (again.name, again.chosen, again.sides) == (game.name, game.chosen, game.sides)


def test_a_position_that_was_pickled_plays_on():
    from pickle import dumps, loads

    game = registry.find("agram")()
    dealt = game.deal_number(b"pickled", 1)
    state = game.observe(dealt.view(dealt.turn), Stream(1)).world()
    again = loads(dumps(state))
    while state.turn != OVER:
        assert again.view(state.turn) == state.view(state.turn)
        state.play(state.legal()[-1])
        again.play(again.legal()[-1])
    assert [again.points(seat) for seat in range(4)] == [state.points(seat) for seat in range(4)]


# Every construct of the language

CONSTRUCTS = """
declare / create players / create teams / create deck / repeat create deck / attributes nested
stage player / stage team / choice / do / any action / all action / let / when
create teams later / create deck later / put points / put points cardatt / put points jointly
cycle next owner / cycle next current / cycle next previous / cycle current owner
cycle current next / cycle current previous / cycle current player
set / inc / dec / move / remember / forget / shuffle / turn pass / repeat N / repeat all
card variable / card top / card bottom / card INT / max / min / actual
goal top / goal bottom
vloc / iloc / hloc / mem / game place / variable place / player place
place named by a variable / store named by a variable
union / filter / tuples / top tuples / bottom tuples / INT tuples
cards variable / collection variable
game sto / variable sto / player sto / team sto
INT player / next player / previous player / current player / other player
INT team / next team / previous team / current team / other team / owner / team of
list / player / team / members / range / places of all
and / or / not / quantifier any / quantifier all
compare integers / compare strings / compare cards / compare players / compare teams
== / != / < / > / <= / >=
number / variable / + / - / * / // / % / sum / size / score / cardatt
"""


def used(node: Node, above: Node | None) -> Iterator[str]:
    """The construct that a node is an example of, by its name in the list."""
    op, parts = node.op, node.parts
    plain = {
        "all_player": "player", "all_team": "team", "places": "places of all", "row": "list",
        "numbered_player": "INT player", "numbered_team": "INT team", "team_of": "team of",
        "next_player": "next player", "current_player": "current player", "pass": "turn pass",
        "previous_player": "previous player", "other_player": "other player",
        "current_team": "current team", "next_team": "next team", "other_team": "other team",
        "previous_team": "previous team", "put": "put points", "tuples": "tuples",
        "repeat": "repeat N", "repeat_all": "repeat all", "create_players": "create players",
        "create_teams": "create teams", "create_deck": "create deck",
    }  # fmt: skip
    yield plain.get(op, op)
    if op == "arithmetic":
        yield parts[0]
    if op == "compare":
        kind = {"integer": "integers", "name": "strings", "card": "cards", "player": "players",
                "team": "teams"}  # fmt: skip
        yield f"compare {kind.get(parts[1].type, parts[1].type)}"
        yield parts[0]
    if op in ("any", "all"):
        yield f"quantifier {op}" if node.type == "condition" else f"{op} action"
        yield "members" if parts[0].type == "team" else ""
        yield "collection variable" if parts[0].op == "variable" else ""
    if op == "stage":
        yield f"stage {parts[0]}"
    if op == "place":
        yield parts[1]
        yield f"{whose(parts[0])} place"
        yield "place named by a variable" if parts[2].op == "variable" else ""
    if op in ("store", "set", "inc", "dec"):
        yield f"{whose(parts[0])} sto"
        yield "store named by a variable" if parts[1].op == "variable" else ""
    if op == "cycle":
        who = parts[1] if isinstance(parts[1], str) else parts[1].op
        yield f"cycle {parts[0]} {'player' if who == 'numbered_player' else who}"
    if op == "card":
        yield f"card {parts[0]}" if isinstance(parts[0], str) else "card INT"
        yield "cards variable" if parts[1].op == "variable" else ""
    if op == "group":
        yield f"{parts[0] if isinstance(parts[0], str) else 'INT'} tuples"
    if op == "variable" and node.type == "card":
        yield "card variable"
    if op in ("move", "remember"):
        yield f"goal {parts[1]}"
    if op == "put" and any(one.op == "cardatt" for entry in parts[1] for one in all_in(entry)):
        yield "put points cardatt"
    if op == "put" and any(len(entry[0]) > 1 for entry in parts[1]):
        yield "put points jointly"
    if op == "repeat" and parts[1].op == "create_deck":
        yield "repeat create deck"


def all_in(entry):
    return [one for key in entry[0] for node in key for one in node.walk()]


def whose(node: Node) -> str:
    return "variable" if node.op == "variable" else node.type


def test_the_bundled_games_use_every_construct():
    found: set[str] = {"declare", "attributes nested"}
    for text in OLD.values():
        description = read(text)
        for part in (*description.setup, *description.steps, description.scoring):
            for node in part.walk():
                found |= set(used(node, None))
        later = {node.op for step in description.steps for node in step.walk()}
        found |= {"create teams later"} if "create_teams" in later else set()
        found |= {"create deck later"} if "create_deck" in later else set()
    wanted = {name for name in re.split(r"\s+/\s+|\n", CONSTRUCTS) if name}
    assert wanted - found == set()


def test_attributes_are_nested_and_numbers_declared():
    assert "(declare" in TEXTS["agram"]
    assert "(TONE (WARM (GEM" in TEXTS["gems"]
