"""The paths that the documents name exist."""

import re

from support.cases import case
from support.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TABLE = GUIDE.partition("| I want to change | look in |")[2].partition("\n## ")[0]
PLACEHOLDERS = {
    "<game>": "brisca", "<language>": "en", "<Name>": "OSLA", "<preset>": "swiss",
}  # fmt: skip
EXAMPLES = ("mygame", "my_idea", "MyIdea", "NAME", "v0002")  # files that a reader would write
NAME = r"[\w<>*.-]+"
ENDING = r"\.(?:py|pyx|pxd|js|css|html|toml|gdl|sh)"
SOURCE = re.compile(rf"(?<!was in )`((?:{NAME}/)*{NAME}{ENDING}|(?:{NAME}/)+)`")
FOLDERS = ("Game", "Players", "arena", "bench", "docs", "submissions", "tests", "tools")


def test_every_path_that_a_document_names_exists():
    paths = {(page, path) for page in PAGES for path in SOURCE.findall(page.read_text("utf-8"))}
    roots = {one.name: ROOT for one in ROOT.iterdir() if one.name in FOLDERS}
    roots |= {one.name: ROOT / "arena" for one in (ROOT / "arena").iterdir() if one.is_dir()}
    checked = 0
    for page, path in sorted(paths):
        first = path.split("/")[0]
        if "/" not in path or first not in roots or any(name in path for name in EXAMPLES):
            continue
        with case(f"{page.name}: {path}"):
            for name, example in PLACEHOLDERS.items():
                path = path.replace(name, example)
            assert list(roots[first].glob(path.rstrip("/"))), "nothing is there"
        checked += 1
    assert checked > 200


def test_every_module_in_the_table_exists():
    """A row may name more modules of a folder: `Game/x/a.py`, `b.py`."""
    for row in TABLE.splitlines():
        paths = SOURCE.findall(row)
        places = [ROOT / path for path in paths if "/" in path]
        for path in paths:
            if "/" not in path and path != "competition.toml":
                with case(f"{path} in {row}"):
                    folders = [folder for place in places for folder in (place, place.parent)]
                    assert any((folder / path).exists() for folder in folders), "not there"
