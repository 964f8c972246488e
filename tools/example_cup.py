"""Makes the example competition of `make serve`: teams with codes, and files that they hand in.

The league takes no files after a few seconds. So its games may be watched as soon as the server has
admitted the bots. Files that are handed in later play in the final, a few minutes later.
"""

import shutil
import sys
from datetime import datetime, timedelta
from pathlib import Path
from textwrap import dedent, indent

from arena.competition.config.create import create_competition
from arena.competition.config.folder import open_competition
from arena.competition.config.names import key
from arena.competition.entries.team_data import TeamData
from arena.competition.play.submitting import submit
from arena.store.live.codes import make_code

ROOT = Path(__file__).resolve().parent.parent
SUBMITTED = sorted((ROOT / "submissions").glob("*.py"))
LEAGUE, FINAL = timedelta(seconds=15), timedelta(minutes=8)  # until the deadlines
CUP = """\
name = "Copa de ejemplo"
game = "brisca"
budget = 0.5
about = "An example: eight small bots, a league, and a final."

[[phase]]
name = "league"
kind = "round-robin"
deadline = {league}
games = 200
top = 4

[[phase]]
name = "final"
kind = "knockout"
from = "league"
deadline = {final}
games = 200
"""
# The members of each team, and the lines of its bot's `think`.
BOTS = {
    "Los Ases": ("Ana, Luis", "return max(o.get_list_actions(), key=worth)"),
    "Las Sotas": ("Eva", "return min(o.get_list_actions(), key=worth)"),
    "El Tres": ("Pau, Nil, Mar", "return o.get_list_actions()[0]"),
    "Arrastre": (
        "Iker",
        """\
        trump = o.trump_card.get_type()
        return max(o.get_list_actions(), key=lambda a: a.get_card().get_type() == trump)
        """,
    ),
    "Las Cuarenta": (
        "Joan, Laia",
        "return max(o.get_list_actions(), key=lambda a: reward_of(o, a))",
    ),
    "Última": ("Noa", "return o.get_list_actions()[-1]"),
}
HEAD = """\
from Game.ForwardModel import ForwardModel
from Players.MyHeuristic import MyHeuristic
from Players.Player import Player


def worth(action):
    return action.get_card().get_value()


def reward_of(o, action):
    world = o.get_randomized_clone()
    return ForwardModel().play(world, action, MyHeuristic())


class Bot(Player):
    def think(self, o, budget):
"""


def make_example(folder: Path) -> dict[str, str]:
    """Make the competition, and return the code of each team."""
    shutil.rmtree(folder, ignore_errors=True)
    now = datetime.now().astimezone()
    league, final = [(now + time).isoformat(timespec="seconds") for time in (LEAGUE, FINAL)]
    create_competition(folder, CUP.format(league=league, final=final))
    files = {path.stem.replace("_", " ").title(): ("", path) for path in SUBMITTED}
    bots = folder / "house"
    for name, (members, think) in BOTS.items():
        path = bots / f"{key(name).replace(' ', '_')}.py"
        path.write_text(source(think))
        files[name] = (members, path)
    codes = {}
    with open_competition(folder, alone=True) as competition:
        for name, (members, path) in files.items():
            data = TeamData(tuple(members.split(", ")) if members else None)
            receipt = submit(competition, path, name, data=data)
            codes[name] = make_code(competition.store.database, receipt.team)
    return codes


def source(think: str) -> str:
    """A bot with these lines in `think`."""
    return HEAD + indent(dedent(think).strip(), " " * 8) + "\n"


if __name__ == "__main__":
    for team, code in make_example(Path(sys.argv[1])).items():
        print(f"{team:<20} {code}")
