"""Makes the pictures of the README: the first page of a competition, a leaderboard, and a replay.

    .venv/bin/python tools/pictures.py      needs Chromium and `make .venv/test`

Ten small bots play a competition from a fixed seed. Only the thinking times differ from run to
run. It takes a few minutes, since all bots are examined first.
"""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
CUP = ROOT / "Out" / "pictures"
SIZE = {"width": 1100, "height": 690}
PLY = 22  # the move that the viewer shows
SEED = "c0ffee" * 10 + "cafe\n"
# How often each team's bot plays at random; otherwise it plays like the house bot.
TEAMS = {
    "Ases de Vila-real": ("GreedyPlayer", 0.02),
    "Baraja Perdida": ("OSLAPlayer", 0.3),
    "Cartas y Café": ("GreedyPlayer", 0.5),
    "Dos de Bastos": ("OSLAPlayer", 0.7),
    "El Último Triunfo": ("GreedyPlayer", 0.1),
    "Els Brisquers": ("OSLAPlayer", 0.15),
    "Fullet": ("GreedyPlayer", 0.8),
    "Garrotins": ("GreedyPlayer", 0.25),
    "Las Cuarenta": ("OSLAPlayer", 0.0),
    "Van Veen": ("GreedyPlayer", 0.9),
}
BOT = """\
    from random import Random

    from Players.{house} import {house}
    from Players.Player import Player


    class Mine(Player):
        def __init__(self):
            self.house = {house}()
            self.random = Random(1)

        def think(self, observation, budget):
            if self.random.random() < {chance}:
                return self.random.choice(observation.get_list_actions())
            return self.house.think(observation, budget)
"""
ABOUT = """\
about = "Ten teams have programmed a bot that plays Brisca. All have met the house, and the best \
eight each other."
contact = "cards@example.org"
"""


def arena(*words: object) -> None:
    subprocess.run([ROOT / ".venv/bin/arena", *map(str, words)], check=True, cwd=ROOT)


def play() -> None:
    """Play the competition and publish it."""
    arena("init", CUP, "--preset", "robobrisca", "--name", "Brisca Open 2026")
    (CUP / "Out" / "seed").write_text(SEED)
    settings = CUP / "competition.toml"
    text = settings.read_text().replace("games = 100", "games = 50")
    settings.write_text(text.replace('game = "brisca"', ABOUT + 'game = "brisca"'))
    for number, (team, (house, chance)) in enumerate(TEAMS.items()):
        bot = CUP / f"bot{number}.py"
        bot.write_text(dedent(BOT).format(house=house, chance=chance))
        arena("submit", bot, "--team", team, "--to", CUP)
    arena("admit", CUP)
    for phase in ("qualifying", "final"):
        arena("run", CUP, phase)
        arena("publish", CUP, phase)


def main() -> None:
    if CUP.exists():
        sys.exit(f"{CUP} exists already: remove it and run this script again")
    PICTURES.mkdir(exist_ok=True)
    play()
    site = CUP / "Out" / "public"
    pages = {
        "home": site / "index.html",
        "leaderboard": site / "qualifying" / "index.html",
        "viewer": site / "final" / "replays.html",
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        tab = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        for name, page in pages.items():
            tab.goto(page.as_uri() + (f"#match=7&ply={PLY}" if name == "viewer" else ""))
            if name == "viewer":
                tab.wait_for_selector("html.ready")
            tab.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
