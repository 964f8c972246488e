"""Links from page to page lead somewhere: a newcomer clicks from the README to the rules."""

import re
from pathlib import Path

import pytest
from support.paths import ROOT, our_files

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
ROOMS = ("Game", "Players", "arena", "bench", "tests", "tools")
LINK = re.compile(r"\]\((?!https?://)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page):
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not Path(page.parent, link).exists()] == []


def test_the_readme_leads_to_the_rule_of_the_dealer():
    """Three clicks: the README, the game's file, and the rule about bids at its top."""
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    (rules,) = [ROOT / link for link in links if "boerenbridge" in link]
    docstring = rules.read_text(encoding="utf-8").split('"""')[1]
    assert "If the four bids add up" in docstring


def test_every_decision_that_is_named_exists_and_the_index_names_the_gaps():
    folder = ROOT / "docs" / "decisions"
    numbers = {int(page.name[:2]) for page in folder.glob("[0-9]*.md")}
    assert len(numbers) == len(list(folder.glob("[0-9]*.md"))), "two decisions have one number"
    gaps = (folder / "README.md").read_text("utf-8").partition("Numbers ")[2].partition("were")[0]
    never_used = {int(number) for number in re.findall(r"\d+", gaps)}
    assert set(range(1, max(numbers) + 1)) - numbers == never_used
    rooms = [*PAGES, *(file for room in ROOMS for file in our_files(room, "*.py"))]
    named = {
        (str(page.relative_to(ROOT)), int(number))
        for page in rooms
        for number in re.findall(r"[Dd]ecision (\d+)\b", page.read_text("utf-8"))
    }
    assert len(named) > 30
    assert {(page, number) for page, number in named if number not in numbers} == set()
