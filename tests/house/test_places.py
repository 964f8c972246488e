"""The table of places in CONTRIBUTING: every path in it exists."""

import re

from support.cases import case
from support.paths import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TABLE = GUIDE.partition("| I want to change | look in |")[2].partition("\n## ")[0]
PLACEHOLDERS = {"<game>": "brisca", "<language>": "en", "<Name>": "OSLA"}


def test_every_place_in_the_table_exists():
    paths = [
        path
        for row in TABLE.splitlines()
        for path in re.findall(r"`((?:Game|Players|arena)/[^`]*)`", row)
    ]
    assert len(paths) > 40
    for path in paths:
        with case(path):
            for name, example in PLACEHOLDERS.items():
                path = path.replace(name, example)
            assert list(ROOT.glob(path.rstrip("/"))), "nothing is there"
