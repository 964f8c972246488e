"""A reader finds a class by its name and a file by its folder: limits on both."""

import ast
from collections import Counter, defaultdict

from support.cases import case
from support.paths import ROOT, our_files

SOURCES = [file for room in ("Game", "Players", "arena") for file in our_files(room, "*.py")]
TWICE = {  # the name of a class -> why there are several
    "Card": "a Spanish card for the bots of RoboBrisca, a French card in BoerenBridge",
    "Policy": "how a search chooses, and what a network has learned: the term of both fields",
    "Position": "the position of RoboBrisca's bots, and a node of OpenSpiel",
    "Turn": "a choice that was made in a described game, and a bot that is asked in a box",
    "Settings": "of a competition; each training algorithm has its own in its file",
    "Candidate": "an action that a search has tried, and a version that waits for admission",
    "Script": "of a game that a transcript tells, and of a show",
}
MODULES = 16  # in a folder, without __init__.py
LINES = 400
LONG = {  # each is one class
    "Game/recycle/knowledge/turn_replay.py",
    "Game/recycle/knowledge/values/partial_values.py",
    "Game/recycle/machine/table.py",
    "arena/sandbox/box_seat.py",
    "arena/store/store.py",
}


def test_no_two_classes_have_the_same_name_without_a_reason():
    files = defaultdict(list)
    for file in SOURCES:
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                files[node.name].append(str(file.relative_to(ROOT)))
    twice = {name: places for name, places in files.items() if len(places) > 1}
    assert twice.keys() == TWICE.keys(), twice


def test_no_folder_has_too_many_modules():
    modules = Counter(file.parent for file in SOURCES if file.name != "__init__.py")
    for folder, number in modules.items():
        with case(str(folder.relative_to(ROOT))):
            assert number <= MODULES


def test_no_file_is_too_long_but_five():
    long = {file for file in SOURCES if file.read_text("utf-8").count("\n") > LINES}
    assert {str(file.relative_to(ROOT)) for file in long} == LONG
