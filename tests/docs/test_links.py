"""Links from page to page lead somewhere: a newcomer clicks from the README to the rules."""

import re
from pathlib import Path

import pytest
from support.paths import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
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
