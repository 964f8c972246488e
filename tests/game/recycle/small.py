"""A small game that the tests change, and functions that play a game from its text."""

from pathlib import Path

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.table import Table
from Game.recycle.reading.forms.description import read

CASES = Path(__file__).parent / "cases"

SMALL = """\
(game
 (declare 2 'SEATS)
 (setup
  (create players 'SEATS)
  (create teams (0) (1))
  (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)) (SUIT (REDS, BLUES)))))
 (do
  ((shuffle (game iloc STOCK))
   (put points 'WORTH (((RANK (ONE)) 1) ((RANK (TWO)) 2) ((RANK (THREE)) 3)))
   (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice
   ((any ((current player) iloc HAND) 'C
     (do ((inc ((current player) sto SUM) (score 'C using 'WORTH))
          (move 'C (top ((current player) vloc ROW)))))))))
 (scoring max ((current player) sto SUM)))
"""


def game(course: str, setup: str = "", players: int = 2, scoring: str = "0") -> Program:
    """A game with six cards in STOCK, from bottom to top C1 to C6, and these steps."""
    teams = " ".join([f"({seat})" for seat in range(players)])
    return Program(
        read(
            f"(game (setup (create players {players}) (create teams {teams})"
            " (create deck (game iloc STOCK) (deck (CARD (C1, C2, C3, C4, C5, C6)))))"
            f" {setup} {course} (scoring max {scoring}))",
            "test.gdl",
        )
    )


def started(course: str, seed: int = 1, **more: object) -> tuple[Program, Table]:
    made = game(course, **more)  # type: ignore[arg-type]
    return made, made.start(StreamLuck(Stream(seed)))


def cards(made: Program, table: Table, kind: str, name: str, owner: int = 0) -> str:
    """The cards in a place, from bottom to top: owner 0 is the game, then the players."""
    place = table.places[made.plan.rows[kind, name] * made.plan.owners + owner]
    return " ".join([table.card_text(card).replace("CARD=", "") for card in place])


def number(made: Program, table: Table, name: str, owner: int = 0) -> int:
    return table.stores[made.plan.store_rows["sto", name] * made.plan.owners + owner]
