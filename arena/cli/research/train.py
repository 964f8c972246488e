"""`arena train`: lets a network learn a game."""

from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from arena.bots.bot import check_plays
from arena.bots.bot import find as find_bot
from arena.cli import fail
from arena.cli.games.beginning import parse_options
from arena.cli.numbers import Within
from arena.cli.progress import progress_bar
from arena.cli.shared_options import GAME_OPTIONS
from arena.common.errors import ArenaError, BotError
from arena.common.extras import needs_extra
from arena.common.games import game_of, is_description
from Game.core.game import Game

if TYPE_CHECKING:
    from arena.learn.training.curve import Point
    from arena.learn.training.run import Trainer

ALGORITHMS = ("dmc", "dqn", "ppo")
USUAL = ("random", "greedy", "osla", "greedykripke", "fullkripke")  # they measure the network
LONGEST = 1000.0  # hours
MOST = 10**12  # decisions


@click.command()
@click.argument("game", metavar="GAME")
@GAME_OPTIONS
@click.option(
    "--features",
    default="raw",
    show_default=True,
    metavar="SET",
    help="What the network sees of the game. Brisca has raw and turned. BoerenBridge has raw, "
    "kripke and marginals, each also with what others know (kripke+others), and turned. Other "
    "games have raw.",
)
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="dmc",
    show_default=True,
    help="How it learns: deep Monte Carlo, deep Q-learning, or proximal policy optimisation.",
)
@click.option(
    "--hidden",
    default="128,128",
    show_default=True,
    metavar="SIZES",
    help="The sizes of the layers of the network between what it sees and its choice.",
)
@click.option(
    "--target",
    type=click.Choice(("points", "result")),
    default="points",
    show_default=True,
    help="What it learns to reach: many points in each deal, or a win of the game.",
)
@click.option(
    "--opponents",
    default="self",
    show_default=True,
    metavar="BOTS",
    help="Who plays against it, in turn: self and bots, with commas between them.",
)
@click.option(
    "--against",
    metavar="BOTS",
    help="The bots that measure it, with commas between them. Default: those of "
    f"{', '.join(USUAL)} that play the game.",
)
@click.option(
    "--hours",
    type=Within(0.0, LONGEST, above=True),
    default=0.5,
    show_default=True,
    help="How long to train in this call. A chapter that was begun is finished.",
)
@click.option(
    "--decisions",
    type=Within(1, MOST),
    metavar="N",
    help="Stop after so many decisions of the whole run, if the time is not over before.",
)
@click.option(
    "--seed",
    default="1",
    show_default=True,
    help="The same seed gives the same network and the same curve.",
)
@click.option(
    "--chapter",
    type=Within(1, MOST),
    default=250_000,
    show_default=True,
    metavar="N",
    help="Decisions between two measurements. Each is followed by a checkpoint.",
)
@click.option(
    "--deals",
    type=Within(2, 1_000_000),
    default=100,
    show_default=True,
    metavar="N",
    help="Deals of a measurement against each bot.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the run. Default: Out/train/ and the name of the game.",
)
def train(
    game: str, options: tuple[str, ...], features: str, algorithm: str, hidden: str, target: str,
    opponents: str, against: str | None, hours: float, decisions: int | None, seed: str,
    chapter: int, deals: int, out: Path | None,
) -> None:  # fmt: skip
    """Let a network learn a game.

    GAME is a name from `arena games`, or a file in the RECYCLE language. The network plays against
    itself and against bots, learns from the results, and is measured against bots that stay the
    same, on duplicate deals. Ctrl-C stops the training. The same command continues it from the last
    checkpoint.
    """
    with needs_extra("learn", "training"):
        from arena.learn.training.export import too_large
        from arena.learn.training.report import write_page
        from arena.learn.training.run import CHECKPOINT, Settings, train
    chosen = parse_options(options)
    played = game_of(game, chosen)
    settings = Settings(
        game=game,
        options=chosen,
        features=features,
        algorithm=algorithm,
        target=target,
        opponents=names_in(opponents),
        against=names_in(against) if against else usual_bots(played),
        seed=seed,
        chapter=chapter,
        deals=deals,
        hidden=sizes_in(hidden),
    )
    folder = out or Path("Out/train") / (Path(game).stem if is_description(game) else played.name)
    end, warnings, chapters = monotonic() + 3600 * hours, list[str](), count()

    try:
        with progress_bar(unit="decisions") as bar:

            def goes_on(trainer: "Trainer") -> bool:
                bar.begin(f"chapter {len(trainer.curve) + 1}", chapter)
                wanted = decisions is None or trainer.decisions < decisions
                return wanted and (next(chapters) == 0 or monotonic() < end)

            def show(trainer: "Trainer") -> None:
                bar.say(line_of(trainer.curve[-1]))
                if not warnings and (sentence := too_large(trainer)):
                    warnings.append(sentence)
                    bar.say(f"This network cannot be exported. {sentence}.")
                write_page(trainer, folder)

            trainer = train(settings, folder, goes_on, show, bar.advance)
    except KeyboardInterrupt:
        kept = "the last checkpoint" if (folder / CHECKPOINT).exists() else "no checkpoint yet"
        fail(f"interrupted. {folder} has {kept}. Run the same command to continue.", 130)
    write_page(trainer, folder)  # again, because the run may have been killed before it did so
    click.echo(f"{trainer.decisions:,} decisions; the page: {folder / 'index.html'}")


def names_in(text: str) -> tuple[str, ...]:
    """The names between the commas. Commas within brackets separate nothing."""
    names, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            names.append("")
        else:
            names[-1] += letter
    if not all(name.strip() for name in names):
        raise ArenaError(f"{text!r} has an empty name: write names with commas between them")
    return tuple([name.strip() for name in names])


def sizes_in(text: str) -> tuple[int, ...]:
    """The sizes of layers between the commas."""
    sizes = [part.strip() for part in text.split(",")]
    if not all(size.isdecimal() and len(size) < 10 for size in sizes):
        raise ArenaError(
            f"--hidden {text!r} is not a list of sizes: write them with commas between them, as in "
            "128,128"
        )
    return tuple(map(int, sizes))


def usual_bots(game: Game) -> tuple[str, ...]:
    """The bots that measure a network of this game, unless the user chooses others."""
    playing = []
    for name in USUAL:
        try:
            check_plays(find_bot(name), game.name)
        except BotError:
            continue
        playing.append(name)
    return tuple(playing)


def line_of(point: "Point") -> str:
    """The end of a chapter, in a line."""
    shares = "  ".join(
        f"{name} {each.share:.1%} ({each.low:.0%}-{each.high:.0%})"
        for name, each in point.shares.items()
    )
    return f"{point.decisions:>12,}  {shares}  loss {point.figures.get('loss', 0):.4f}"
