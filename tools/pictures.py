"""Makes the pictures of the README: a game in the replay viewer, and a leaderboard.

    .venv/bin/python tools/pictures.py      needs Chromium and `make .venv/browser`

House bots play from a fixed seed. Only the thinking times differ from run to run.
"""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
SAVED = ROOT / "Out" / "pictures"
BOTS = ("ismcts(simulations=300)", "montecarlo(simulations=300)", "osla", "greedy", "random")
SIZE = {"width": 1100, "height": 690}
PLY = 22  # the move that the viewer shows


def arena(*words: object) -> None:
    subprocess.run([ROOT / ".venv/bin/arena", *map(str, words)], check=True, cwd=ROOT)


def main() -> None:
    if SAVED.exists():
        sys.exit(f"{SAVED} exists already: remove it and run this script again")
    PICTURES.mkdir(exist_ok=True)
    arena("league", *BOTS, "-n", 20, "--seed", 7, "--budget", 1, "--save", SAVED)
    games = next(SAVED.glob("*.jsonl"))
    page = SAVED / "games.html"
    arena("watch", games, "--no-open", "--out", page)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        tab = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        tab.goto(f"{page.as_uri()}#ply={PLY}")
        tab.wait_for_selector("html.ready")
        tab.screenshot(path=PICTURES / "viewer.png")
        tab.goto((SAVED / "index.html").as_uri())
        tab.screenshot(path=PICTURES / "leaderboard.png")
        browser.close()


if __name__ == "__main__":
    main()
