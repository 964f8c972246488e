"""Makes the show of a phase: reads its results, prepares the games, writes the script.

Each prepared game is a file. So after Ctrl-C the same command goes on with the others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.guest.protocol.safe_text import plain
from arena.replay.record import Record
from arena.show import plan
from arena.show.interest import interest
from arena.show.plan import PlannedScene, counter_seconds, make_plan
from arena.show.preparing import PrepareGames
from arena.show.results import GameResult, ShowResults, read_results
from arena.show.scenes import make_script, scene_ids
from arena.show.script import (
    FILE,
    OPEN,
    Script,
    ShownGame,
    game_file,
    read_game,
    read_script,
    save_game,
    save_script,
    show_folder,
)
from arena.show.telling import seconds_of
from arena.workers.engine import open_engine
from arena.workers.portable import OpenEngine

MINUTES = 45  # of a show, if nobody says otherwise
MOST_PREPARED = 300  # of a larger phase, only the closest games can be shown whole

Progress = Callable[[int], None]


class Show:
    """The show of a phase: its results, and the folder of its files."""

    def __init__(self, competition: Competition, phase: str) -> None:
        self.results = read_results(competition, phase)
        if not self.results.games:
            raise ArenaError(f"{phase} has no games: there is nothing to show")
        self.folder = show_folder(competition.out, phase)

    # Preparing

    def candidates(self) -> list[str]:
        """The games that are prepared: all of them, or of a larger phase the closest ones."""
        games = sorted(self.results.games.values(), key=lambda game: (-game.closeness, game.id))
        return [game.id for game in games[:MOST_PREPARED]]

    def missing(self, games: Iterable[str]) -> list[str]:
        """Those that have no file yet, or one of another game with the same id."""
        there = {game for game in games if game_file(self.folder, game).exists()}
        same = set()
        for record in self.results.records(frozenset(there)):
            with suppress(ArenaError):  # an older version wrote it
                if read_game(self.folder, record.id).record == record:
                    same.add(record.id)
        return [game for game in games if game not in same]

    def prepare(
        self,
        games: Sequence[str],
        workers: int,
        progress: Progress,
        opened: OpenEngine = open_engine,
    ) -> None:
        """Prepare these games, and write a file for each at once."""
        if not games:
            return
        records = self.results.records(frozenset(games))
        workers = min(workers, len(games))
        with opened(PrepareGames(), workers) as engine:
            blocks: Iterable[list[Record]] = ([record] for record in records)
            for ready in engine.results(blocks):
                for shown in ready:
                    save_game(self.folder, shown)
                    progress(1)

    def games_of(self, steps: Iterable[PlannedScene]) -> list[str]:
        """The games that the plan shows whole."""
        return [step.games[0] for step in steps if step.kind == plan.GAME]

    def forget(self) -> None:
        """Remove the prepared games and the script: everything is made again."""
        for game in self.results.games:
            with suppress(FileNotFoundError):
                game_file(self.folder, game).unlink()
        with suppress(FileNotFoundError):
            (self.folder / FILE).unlink()

    # The script

    def script(self) -> Script | None:
        """The script that was made before, if it is of these results."""
        if not (self.folder / FILE).exists():
            return None
        script = read_script(self.folder)
        return script if script.seal == self.results.seal else None

    def script_for(
        self,
        prepare: Callable[[Sequence[str]], None],
        minutes: int | None = None,
        cards: str | None = None,
        comments: bool | None = None,
    ) -> Script:
        """The script from before, or a new one if there is none, or if these values ask for it.

        `prepare` prepares the games that are missing.
        """
        before = self.script()
        if before is not None and minutes is None and cards is None:
            return before
        prepare(self.candidates())
        says = before.comments if before and comments is None else comments is not False
        return self.make(
            minutes or (before.minutes if before else MINUTES),
            cards or (before.cards if before else OPEN),
            says,
        )

    def make(self, minutes: int, cards: str = OPEN, comments: bool = True) -> Script:
        """A new script from the prepared games."""
        found = {id: self._interest(id, cards) for id in self.results.games if self._is_ready(id)}
        return self.write(make_plan(self.results, found, minutes), minutes, cards, comments)

    def write(
        self, steps: Sequence[PlannedScene], minutes: int, cards: str, comments: bool
    ) -> Script:
        """Check the plan, and write its script."""
        script = make_script(self.results, steps, minutes, cards, comments)
        save_script(self.folder, script)
        return script

    def _is_ready(self, game: str) -> bool:
        return game_file(self.folder, game).exists()

    def _interest(self, game: str, cards: str) -> int:
        shown: ShownGame = read_game(self.folder, game)
        curve = shown.open if cards == OPEN else shown.table
        return interest(curve, self.results.games[game].closeness)


# Editing


def find_game(results: ShowResults, text: str) -> GameResult:
    """The game with this id, or "LABEL/NUMBER": the seventh game of the final is "final/7"."""
    if text in results.games:
        return results.games[text]
    label, _, number = text.rpartition("/")
    place = int(number) if number.isdecimal() else 0
    named = [
        match.games[place - 1]
        for match in results.matches
        if match.label == label and 0 < place <= len(match.games)
    ]
    if len(named) > 1:
        raise ArenaError(
            f"{len(named)} matches of {results.phase} are called {plain(label)}: write the id of "
            f"the game instead. The script has it"
        )
    if named:
        return named[0]
    labels = ", ".join(dict.fromkeys(match.label for match in results.matches))
    raise ArenaError(
        f"{results.phase} has no game {plain(text)!r:.60}: write its id, or its match and its "
        f"number, such as {results.matches[-1].label}/1. The matches are: {labels:.400}"
    )


def with_games(
    results: ShowResults, steps: Sequence[PlannedScene], whole: Mapping[str, bool]
) -> list[PlannedScene]:
    """The plan, with these games shown whole (True) or only counted (False).

    A game stays where it was. Counters before and after it are joined or divided.
    """
    single: list[PlannedScene] = []
    for step in steps:
        if step.kind not in (plan.GAME, plan.COUNTER):
            folded = [game.id for match in step.matches for game in results.matches[match].games]
            wanted = [game for game in folded if whole.get(game)]
            if wanted:
                raise ArenaError(
                    f"The game {wanted[0]} belongs to a match without scenes of its own. Make the "
                    f"show longer: arena show --minutes"
                )
            single.append(step)
            continue
        for game in step.games:
            is_whole = whole.get(game, step.kind == plan.GAME)
            kind = plan.GAME if is_whole else plan.COUNTER
            time = step.seconds if kind == step.kind == plan.GAME else 0
            single.append(
                PlannedScene(kind, step.match, (game,), (), time or _time(results, kind, game))
            )
    return list(_joined(single))


def _time(results: ShowResults, kind: str, game: str) -> int:
    return seconds_of(results.games[game].moves) if kind == plan.GAME else counter_seconds(1)


def _joined(steps: Sequence[PlannedScene]) -> Iterable[PlannedScene]:
    """The steps, with counters of one match that follow each other made into one."""
    for (kind, match), some in groupby(steps, key=lambda step: (step.kind, step.match)):
        if kind == plan.COUNTER:
            games = tuple([game for step in some for game in step.games])
            yield PlannedScene(kind, match, games)
        else:
            yield from some


def reordered(
    results: ShowResults, steps: Sequence[PlannedScene], order: Sequence[str]
) -> list[PlannedScene]:
    """The plan with these scenes in this order, on the places that they have now."""
    ids = scene_ids(results, steps)
    places = sorted([_place(ids, id) for id in order])
    if len(set(order)) < len(order):
        raise ArenaError("--order names a scene twice: name each one once")
    changed = list(steps)
    for place, id in zip(places, order, strict=True):
        changed[place] = steps[ids.index(id)]
    return changed


def without(
    results: ShowResults, steps: Sequence[PlannedScene], dropped: Iterable[str]
) -> list[PlannedScene]:
    """The plan without these scenes. Scenes with games cannot be dropped."""
    ids = scene_ids(results, steps)
    gone = {_place(ids, id) for id in dropped}
    return [step for place, step in enumerate(steps) if place not in gone]


def _place(ids: Sequence[str], id: str) -> int:
    if id not in ids:
        raise ArenaError(
            f"The script has no scene {plain(id)!r:.40}. Its scenes and their ids: "
            f"arena show COMPETITION PHASE --list"
        )
    return ids.index(id)
