"""`arena show`: prepares the show of a phase, which the projector page plays."""

from collections.abc import Sequence

import click

from arena.cli import fail
from arena.cli.cups.acting import BY, actor
from arena.cli.cups.competition import WHERE, folder_and_phase
from arena.cli.progress import count_text, progress_bar, time_span
from arena.cli.tables import show_table
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition
from arena.show.making import MINUTES, Show, find_game, reordered, with_games, without
from arena.show.plan import PlannedScene, total_seconds
from arena.show.results import latest_phase
from arena.show.scenes import scene_ids, steps_of
from arena.show.script import FILE, OPEN, TABLE, Script
from arena.store.live.actions import ActionRequest, Actor
from arena.store.live.issuing import log_action
from arena.workers.starting import worker_count

ACTION = "open-show"  # in the log of actions
KEPT = "it keeps its address; --new-address makes another one"
HINT = "Give a game by its id, or as MATCH/NUMBER: final/7."


@click.command()
@WHERE
@click.option("--minutes", type=click.IntRange(1, 600), metavar="M",
              help=f"The length of the show, which is never longer. Default: {MINUTES}, or that of "
              f"the script.")  # fmt: skip
@click.option(
    "--cards",
    type=click.Choice([OPEN, TABLE]),
    help="What the room sees: all cards, or what everybody at the table knows.",
)
@click.option("--comments/--no-comments", default=None, help="Say sentences about the games.")
@click.option("--whole", multiple=True, metavar="GAME", help=f"Show this game whole. {HINT}")
@click.option("--counter", multiple=True, metavar="GAME", help="Only count this game.")
@click.option("--order", default="", metavar="'ID ID ...'",
              help="Put these scenes in this order, on the places that they have now.")  # fmt: skip
@click.option("--drop", multiple=True, metavar="ID", help="Leave out this scene.")
@click.option("--again", is_flag=True, help="Prepare everything again, and begin the show again.")
@click.option("--rehearse", is_flag=True, help="Open the show as a rehearsal: the site tells "
              "nothing of it, also if it is revealed. arena remote end-rehearsal ends "
              "it.")  # fmt: skip
@click.option("--live", is_flag=True, help="Show a phase while it is played, without a script.")
@click.option("--new-address", is_flag=True, help="End the address of the projector page, and "
              "make another one.")  # fmt: skip
@click.option("--url", default="http://localhost:8000", show_default=True, metavar="URL",
              help="The address of the live site, as the projector's machine knows "
              "it.")  # fmt: skip
@click.option("--list", "listed", is_flag=True, help="List the scenes with their ids. Alone, it "
              "leaves the open show as it is.")  # fmt: skip
@click.option("--workers", default="auto", show_default=True, metavar="N",
              help="Number of games that are prepared at the same time; auto: one on each "
              "core.")  # fmt: skip
@BY
def show(
    words: tuple[str, ...], minutes: int | None, cards: str | None, comments: bool | None,
    whole: tuple[str, ...], counter: tuple[str, ...], order: str, drop: tuple[str, ...],
    again: bool, rehearse: bool, live: bool, new_address: bool, url: str, listed: bool,
    workers: str, by: str | None,
) -> None:  # fmt: skip
    """Prepare the show of a phase that is sealed or published.

    Chooses the games that are shown whole, the most interesting ones, and computes the chances of
    the sides and the sentences about the game. Out/show/PHASE/script.json has the scenes. You may
    edit this file: run the command again to check it. Without a phase, it takes the last one that
    is sealed or published. After Ctrl-C, run the command again to continue. docs/show.md has more.

    Then it opens the show, and prints the address of the projector page on the server. While the
    show goes on, the command changes its script, and the page stays at its scene.
    """
    crew, who = worker_count(workers), actor(by)
    folder, name = folder_and_phase(words)
    with open_competition(folder) as competition:
        if name:
            competition.settings.phase(name)  # or a clear sentence
        if live:
            if rehearse:
                raise ArenaError("A live phase cannot be rehearsed: leave out --live or --rehearse")
            _tell(competition, who, name, _open_live(competition, name, new_address), url)
            return
        prepared = Show(competition, name or latest_phase(competition))
        if again:
            prepared.forget()
        script = prepared.script_for(
            lambda games: _prepare(prepared, games, crew), minutes, cards, comments
        )
        steps = steps_of(script, prepared.results)
        steps = _edited(prepared, steps, whole, counter, order, drop)
        _prepare(prepared, prepared.games_of(steps), crew)
        says = script.comments if comments is None else comments
        script = prepared.write(steps, script.minutes, script.cards, says)
        if listed:
            _list(prepared, steps)
        _summary(prepared, script, steps)
        edits = (minutes, cards, comments, *whole, *counter, *drop)
        if listed and not (
            order or again or rehearse or new_address or any(e is not None for e in edits)
        ):
            return
        from arena.server.engine.show.staging import open_show

        address = open_show(
            competition, script.phase, again=again, rehearse=rehearse, new_token=new_address
        )
        _tell(competition, who, script.phase, address, url)


def _tell(competition: Competition, who: Actor, phase: str, address: str, url: str) -> None:
    """Print where the projector page is, and log that the show was opened or changed."""
    done = "opened, with a new address" if address else "changed, with the same address"
    log_action(competition.store, who, ActionRequest(ACTION, phase=phase), done)
    click.echo(f"the projector page: {url.rstrip('/') + address if address else KEPT}")
    from arena.server.show.stored import read_show

    opened = read_show(competition.store)
    if opened is not None and opened.rehearsal:
        click.echo(f"This is a rehearsal: the site tells nothing of it. To end it: "
                   f"arena remote end-rehearsal {competition.path}")  # fmt: skip


def _open_live(competition: Competition, phase: str, new_address: bool) -> str:
    from arena.server.engine.show.staging import open_live_show

    if not phase:
        raise ArenaError("Say which phase is played: arena show cup qualifying --live")
    return open_live_show(competition, phase, new_token=new_address)


def _edited(
    prepared: Show, steps: list[PlannedScene], whole: Sequence[str], counter: Sequence[str],
    order: str, drop: Sequence[str],
) -> list[PlannedScene]:  # fmt: skip
    """The plan with the changes that the options ask for."""
    results = prepared.results
    wanted = {find_game(results, text).id: True for text in whole}
    counted = {find_game(results, text).id: False for text in counter}
    if both := wanted.keys() & counted.keys():
        raise ArenaError(f"{min(both)} is in --whole and in --counter: choose one of the two")
    if wanted or counted:
        steps = with_games(results, steps, wanted | counted)
    if order:
        steps = reordered(results, steps, order.split())
    return without(results, steps, drop) if drop else steps


def _prepare(prepared: Show, games: Sequence[str], workers: int) -> None:
    missing = prepared.missing(games)
    if not missing:
        return
    with progress_bar("prepare", len(missing), lines=True) as bar:
        bar.begin("prepare", len(missing))
        try:
            prepared.prepare(missing, workers, bar.advance)
        except KeyboardInterrupt:
            fail("stopped. The prepared games are saved: run the command again to continue", 130)


def _list(prepared: Show, steps: Sequence[PlannedScene]) -> None:
    results = prepared.results
    rows = []
    for step, id in zip(steps, scene_ids(results, steps), strict=True):
        label = results.matches[step.match].label if step.match >= 0 else ""
        numbers = [str(results.games[game].number) for game in step.games]
        span = numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}" if numbers else ""
        rows.append([id, step.kind, label, span, f"{step.seconds}"])
    show_table(["id", "scene", "match", "games", "seconds"], rows, left=(0, 1, 2))


def _summary(prepared: Show, script: Script, steps: Sequence[PlannedScene]) -> None:
    games = len(prepared.games_of(steps))
    counted = len(prepared.results.games) - games
    click.echo(
        f"{script.phase}: {count_text(len(steps), 'scenes')}, "
        f"{time_span(total_seconds(steps))} of {script.minutes} min; "
        f"{count_text(games, 'games')} whole, {counted:,} counted"
    )
    click.echo(f"the script: {prepared.folder / FILE}")
