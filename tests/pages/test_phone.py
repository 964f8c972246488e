"""The leaderboard on a phone: everything is there to be read, in each language."""

from pathlib import Path
from typing import Any

import pytest
from support import sites
from support.browser import PHONE, Watched, shots
from support.cases import case
from support.viewing import games

from arena.pages.words import LANGUAGES
from arena.replay.record import FaultEntry

pytestmark = pytest.mark.slow

NAMES = [
    "Las Sotas del Mediterráneo", "Equipo con un nombre muy largo", "Onvoorspelbaarheid",
    "Ann", "W" * 32,
]  # fmt: skip

# For each cell: is its text cut, or does it leave the table or the screen? And is a word broken
# that fits into its column, or into 125 pixels?
PROBLEMS = """() => {
  const found = [];
  const board = document.getElementById("board");
  const room = board.closest(".wide");
  if (room.scrollWidth > room.clientWidth) found.push(`scrolls: ${room.scrollWidth}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls");
  const wordsOf = (element) => {
    const words = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        words.push([word[0], range]);
      }
    }
    return words;
  };
  for (const cell of board.querySelectorAll("th, td")) {
    const box = cell.getBoundingClientRect();
    if (!box.width) continue;  // a column that a phone does not show
    if (cell.scrollWidth > cell.clientWidth + 1) found.push(`cut: ${cell.innerText}`);
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${cell.innerText}`);
    for (const [word, range] of wordsOf(cell)) {
      const { left, right } = range.getBoundingClientRect();
      if (!right) continue;
      if (left < box.left - 1 || right > box.right + 1) found.push(`leaves its cell: ${word}`);
      const style = getComputedStyle(cell);
      const column = box.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const lines = new Set(Array.from(range.getClientRects(), (each) => Math.round(each.top)));
      const ruler = document.createElement("span");
      ruler.style.cssText = "position: absolute; white-space: nowrap; font: inherit";
      ruler.textContent = word;
      range.startContainer.parentElement.append(ruler);
      const isLong = ruler.getBoundingClientRect().width > Math.max(column, 125);
      ruler.remove();
      if (lines.size > 1 && !isLong) found.push(`broken: ${word}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module", params=LANGUAGES)
def made(request, tmp_path_factory) -> tuple[str, dict[str, Path]]:
    """A language, and a site of each kind of table in it."""
    faulty = games("greedy", "random", number=4)
    for record in faulty:
        record.moves[3].fault = "timeout"
        record.faults.append(FaultEntry(3, record.moves[3].seat, "timeout", "no answer"))
    folder, language = tmp_path_factory.mktemp("phone"), request.param
    return language, {
        "league": sites.make_site(folder / "league", NAMES, bracket=True, language=language),
        "faults": sites.make_site(folder / "faults", NAMES, played=faulty, language=language),
        "ladder": sites.make_site(folder / "ladder", NAMES, ladder=True, language=language),
    }


def cells(tab: Any) -> list[str]:
    return [each.inner_text() for each in tab.query_selector_all("#board tbody tr > *")]


def test_the_leaderboard_fits_on_a_phone_and_breaks_no_word(browser, made, tmp_path):
    language, folders = made
    watched = Watched(browser, viewport=PHONE)
    for kind, folder in folders.items():
        tab = watched.open(folder / "league" / "index.html")
        for scheme in ("light", "dark"):
            with case(f"{kind}, {scheme}"):
                tab.emulate_media(color_scheme=scheme)
                assert tab.evaluate(PROBLEMS) == []
                name = f"leaderboard-{kind}-{language}-{scheme}-360.png"
                tab.screenshot(path=str(shots(tmp_path) / name), full_page=True)
        shares = [text for text in cells(tab) if "%" in text]
        assert len(shares) == len(NAMES)
    watched.close()


def test_a_table_that_is_cut_would_be_found(browser, made):
    """Otherwise the test above would prove nothing."""
    _, folders = made
    watched = Watched(browser, viewport=PHONE)
    tab = watched.open(folders["league"] / "league" / "index.html")
    tab.evaluate("document.querySelector('#board tbody th').style.minWidth = '400px'")
    assert any(each.startswith("scrolls: ") for each in tab.evaluate(PROBLEMS))
    tab.reload()
    tab.evaluate(
        "document.querySelectorAll('#board .name')"
        ".forEach(each => { each.style.wordBreak = 'break-all'; })"
    )
    assert any(each.startswith("broken: ") for each in tab.evaluate(PROBLEMS))
    watched.close()
