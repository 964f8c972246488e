"""`arena recycle new`, `convert` and `format`: write, translate and format descriptions."""

import re
from difflib import unified_diff
from pathlib import Path

import click

from arena.cli import fail
from arena.common.errors import ArenaError
from arena.common.games import text_of
from arena.replay.files import make_folder, unwritable, write_text
from Game.recycle.reading.dialects import NEW, SUFFIXES
from Game.recycle.reading.errors import Source
from Game.recycle.reading.forms.convert import convert as converted
from Game.recycle.reading.layout import format_description
from Game.recycle.reading.sexpr import plain_text, read_forms

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

# In dialect 0.4: a file of 0.5 gets it converted.
SKELETON = """\
;; title: {title}
;; about: Describe the game here in one line.
;; players: 2 3 4 -- how many play
;; option CARDS: 5 4 6 -- how many cards everybody is dealt
;;
;; Write the rules here, in prose: what everybody is dealt, what may be played, who wins.
;; In this first version everybody plays three cards, one in each turn. The highest sum of ranks
;; wins.
(game
 ;; Options of the game. Choose one with: arena play {file} random random --option cards=4
 (declare 2 'PLAYERS)
 (declare 5 'CARDS)
 (setup
  (create players 'PLAYERS)
  (create teams (0) (1))
  ;; A card has one value of each attribute. The owner sees the cards of an iloc, everybody sees
  ;; those of a vloc, and nobody those of an hloc. STOCK belongs to the game, so nobody sees it.
  (create deck (game iloc STOCK)
   (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)) (SUIT (CLUBS, DIAMONDS, HEARTS, SPADES)))))

 ;; Before the first turn: shuffle, deal, and set the value of each card.
 (do
  ((shuffle (game iloc STOCK))
   (all player 'P (repeat 'CARDS (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
   (put points 'WORTH
    (((RANK (ONE)) 1) ((RANK (TWO)) 2) ((RANK (THREE)) 3) ((RANK (FOUR)) 4) ((RANK (FIVE)) 5)
     ((RANK (SIX)) 6)))))

 ;; A stage goes round the players until its end is true. Here each turn is one choice.
 (stage player
  (end (all player 'P (== (size ('P vloc ROW)) 3)))
  (choice
   (;; play any card of the hand
    (any ((current player) iloc HAND) 'CARD (move 'CARD (top ((current player) vloc ROW)))))))

 ;; The highest number wins. It is computed for each player, as if it were the current player.
 (scoring max (sum ((current player) vloc ROW) using 'WORTH)))
"""


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise unwritable(path, error) from None


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Write the file of a new game, NAME.rcy.

    It is a small game that can be played. Change it step by step. NAME.gdl makes it in dialect 0.4.
    """
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        path = path.with_name(f"{path.name}.rcy")
    if not re.fullmatch(r"\w[\w-]*", path.stem):
        raise ArenaError(f"{name!r} cannot name a game: use letters, digits, - and _")
    title = path.stem.replace("_", " ").replace("-", " ").title()
    text = format_description(SKELETON.format(title=title, file=path))
    if SUFFIXES[path.suffix.lower()] == NEW:
        text = converted(text, "new.gdl")
    make_folder(path.parent)
    write_new(path, text)
    click.echo(f"{path}   a small game that can be played: change it step by step")
    click.echo(f"Try it: arena recycle check {path}")
    click.echo(f"        arena play {path} random montecarlo -n 20 --budget 0.2")


@click.command("convert")
@click.argument("file", type=FILE, metavar="FILE.gdl")
@click.option(
    "-o", "--out", "goal", required=True, type=click.Path(path_type=Path), metavar="FILE.rcy",
    help="The file to write. It must not exist.",
)  # fmt: skip
def convert(file: Path, goal: Path) -> None:
    """Translate a description from dialect 0.4 to 0.5.

    Comments stay. The game is the same: with the same seed it deals the same cards.
    """
    if SUFFIXES.get(goal.suffix.lower()) != NEW:
        raise ArenaError(f"{goal} is a file of dialect 0.4 by its name: let the name end in .rcy")
    text = converted(text_of(file), str(file))
    make_folder(goal.parent)
    write_new(goal, text)
    click.echo(f"{goal}   {file} in dialect 0.5")


@click.command("format")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Change no file. Show the changes; if any, end with exit code 1."
)
def format_files(files: tuple[Path, ...], check: bool) -> None:
    """Format descriptions: break and indent their lines.

    Comments and words stay the same. A file that is formatted already is not written.
    """
    untidy = 0
    for file in files:
        text = text_of(file)
        read_forms(Source(str(file), plain_text(text)))
        made = format_description(text)
        if made == text:
            continue
        untidy += 1
        if check:
            changes = unified_diff(text.splitlines(), made.splitlines(), str(file), lineterm="")
            click.echo("\n".join(list(changes)[2:]))
            continue
        write_text(file, made)
        click.echo(f"{file}: formatted")
    if check and untidy:
        fail(f"{untidy} of {len(files)} are not formatted. To do so: arena recycle format", 1)
