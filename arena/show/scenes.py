"""Makes the scenes of a script from a plan: names, scores, tables and brackets as far as shown.

A scene is made from the games before it, and from nothing else. So no scene tells what comes later,
in whatever order an organiser puts them.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from arena.schedule.bracket import Meeting
from arena.show import plan
from arena.show.checking import check_plan
from arena.show.plan import PlannedScene, pages_with_news
from arena.show.results import MatchResult, ShowResults
from arena.show.script import (
    FORMAT,
    BracketScene,
    CountedGame,
    CounterScene,
    EndScene,
    GameScene,
    NextScene,
    OpeningScene,
    Scene,
    Script,
    ShownMeeting,
    TableRow,
    TableScene,
    TitleScene,
)

ID_BYTES = 4


class SeenSoFar:
    """What the room has seen so far."""

    def __init__(self, results: ShowResults) -> None:
        self.results = results
        self.games: set[str] = set()
        self.scores = [[0.0] * len(match.names) for match in results.matches]
        self.news: set[int] | None = None  # matches since the last bracket; None: there was none

    def show(self, game: str) -> None:
        played = self.results.games[game]
        self.games.add(game)
        if self.news is not None:
            self.news.add(played.match)
        score = self.scores[played.match]
        for entrant, credit in enumerate(played.credit):
            score[entrant] += credit

    def is_over(self, match: MatchResult) -> bool:
        return all(game.id in self.games for game in match.games)

    def score(self, match: int) -> tuple[float, ...]:
        return tuple([round(each, 6) for each in self.scores[match]])


def make_script(
    results: ShowResults, steps: Sequence[PlannedScene], minutes: int, cards: str, comments: bool
) -> Script:
    """The script of this plan. A wrong plan is refused, with a sentence for the organiser."""
    check_plan(results, steps, minutes)
    shown = SeenSoFar(results)
    ids = scene_ids(results, steps)
    scenes = [_scene(step, id, shown) for step, id in zip(steps, ids, strict=True)]
    return Script(
        format=FORMAT,
        phase=results.phase,
        game=results.game,
        options=dict(results.options),
        seal=results.seal,
        minutes=minutes,
        cards=cards,
        comments=comments,
        scenes=tuple(scenes),
    )


def scene_ids(results: ShowResults, steps: Sequence[PlannedScene]) -> list[str]:
    """An id for each scene: it stays when the order changes, and nobody outside can compute it."""
    ids: list[str] = []
    seen: dict[tuple[str, int, str], int] = {}
    for step in steps:
        what = step.kind, step.match, step.games[0] if step.games else ""
        seen[what] = number = seen.get(what, 0) + 1
        text = repr((*what, number)).encode()
        ids.append(blake2b(text, key=results.key, digest_size=ID_BYTES).hexdigest())
    return ids


def steps_of(script: Script, results: ShowResults) -> list[PlannedScene]:
    """The plan of a script, which somebody may have edited."""
    return [
        PlannedScene(
            str(scene.__struct_config__.tag),
            getattr(scene, "match", -1),
            _games_of(scene),
            getattr(scene, "matches", ()),
            scene.seconds,
        )
        for scene in script.scenes
    ]


def _games_of(scene: Scene) -> tuple[str, ...]:
    if isinstance(scene, GameScene):
        return (scene.game,)
    return tuple([each.game for each in scene.games]) if isinstance(scene, CounterScene) else ()


def _scene(step: PlannedScene, id: str, shown: SeenSoFar) -> Scene:
    """The scene of a step. Afterwards its games are shown."""
    results, seconds = shown.results, step.seconds
    for match in step.matches:
        for game in results.matches[match].games:
            shown.show(game.id)
    if step.kind == plan.TITLE:
        return TitleScene(
            id=id, seconds=seconds, competition=results.competition, phase=results.title
        )
    if step.kind == plan.END:
        return EndScene(id=id, seconds=seconds, places=results.places)
    if step.kind == plan.TABLE:
        rows = table_rows(shown)
        return TableScene(id=id, seconds=seconds, rows=rows, matches=step.matches)
    if step.kind == plan.BRACKET:
        rounds = bracket_rounds(shown)
        news = None if shown.news is None else sorted(shown.news)
        pages, shown.news = tuple(pages_with_news(results, news)), set()
        return BracketScene(
            id=id, seconds=seconds, rounds=rounds, pages=pages, matches=step.matches
        )
    return _match_scene(step, id, shown)


def _match_scene(step: PlannedScene, id: str, shown: SeenSoFar) -> Scene:
    number, match, seconds = step.match, shown.results.matches[step.match], step.seconds
    if step.kind == plan.OPENING:
        return OpeningScene(
            id=id, seconds=seconds, match=number, label=match.label, names=match.names,
            seats=match.games[0].seats,
        )  # fmt: skip
    if step.kind == plan.NEXT:
        return NextScene(id=id, seconds=seconds, match=number, label=match.label, names=match.names)
    before = shown.score(number)
    for game in step.games:
        shown.show(game)
    after = shown.score(number)
    games = [shown.results.games[game] for game in step.games]
    if step.kind == plan.GAME:
        return GameScene(
            id=id, seconds=seconds, match=number, label=match.label, names=match.names,
            game=games[0].id, number=games[0].number, seats=games[0].seats,
            before=before, after=after,
        )  # fmt: skip
    counted = tuple([CountedGame(game.id, game.number, game.credit) for game in games])
    return CounterScene(
        id=id, seconds=seconds, match=number, label=match.label, names=match.names,
        games=counted, before=before, after=after,
    )  # fmt: skip


def table_rows(shown: SeenSoFar) -> tuple[TableRow, ...]:
    """The teams by their credit in the games that were shown."""
    results = shown.results
    credit = dict.fromkeys(results.teams, 0.0)
    games = dict.fromkeys(results.teams, 0)
    for id in shown.games:
        played = results.games[id]
        for name, won in zip(results.matches[played.match].names, played.credit, strict=True):
            if name in credit:
                games[name] += 1
                credit[name] = round(credit[name] + won, 6)
    best_first = sorted(credit.values(), reverse=True)
    rows = [
        TableRow(best_first.index(won) + 1, name, won, games[name]) for name, won in credit.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.name)))


def bracket_rounds(shown: SeenSoFar) -> tuple[tuple[ShownMeeting, ...], ...]:
    """The bracket with the scores and the winners of the meetings that were shown."""
    tree = shown.results.bracket
    assert tree is not None
    known: dict[str, bool] = {}  # is the winner of this meeting known?
    rounds: list[tuple[ShownMeeting, ...]] = []
    for number, meetings in enumerate(tree.rounds):
        row = []
        for place, meeting in enumerate(meetings):
            before = feeders(shown.results, number, place)
            names = _names(shown, meeting, [known.get(each.label, False) for each in before])
            is_seated = not before or all(known.get(each.label, False) for each in before)
            known[meeting.label] = is_seated and is_decided(shown, meeting)
            row.append(_meeting(shown, meeting, names, known[meeting.label]))
        rounds.append(tuple(row))
    return tuple(rounds)


def feeders(results: ShowResults, number: int, place: int) -> list[Meeting]:
    """The meetings of the round before that decide who meets here."""
    tree = results.bracket
    if tree is None or number == 0:
        return []
    before = tree.rounds[number - 1]
    if tree.rounds[number][place] is tree.third:
        return before[:2]
    return before[2 * place : 2 * place + 2]


def is_decided(shown: SeenSoFar, meeting: Meeting) -> bool:
    """Were all games of the meeting shown? A bye has none."""
    return all(shown.is_over(match) for match in matches_of(shown.results, meeting))


def matches_of(results: ShowResults, meeting: Meeting) -> Iterator[MatchResult]:
    for match in results.matches:
        if match.meeting == meeting.label:
            yield match


def _names(shown: SeenSoFar, meeting: Meeting, known: Sequence[bool]) -> tuple[str, str]:
    """The names that the room may know: those of the first round, and of winners it has seen."""
    sides = (meeting.upper, meeting.lower)
    may = known or (True, True)
    upper, lower = [
        shown.results.teams[one] if one is not None and is_known else ""
        for one, is_known in zip(sides, may, strict=True)
    ]
    return upper, lower


def _meeting(
    shown: SeenSoFar, meeting: Meeting, names: tuple[str, str], is_known: bool
) -> ShownMeeting:
    scores: list[tuple[float, float]] = []
    for number, match in enumerate(shown.results.matches):
        begun = any(game.id in shown.games for game in match.games)
        if match.meeting == meeting.label and begun:
            credit = dict(zip(match.names, shown.score(number), strict=True))
            scores.append((credit[names[0]], credit[names[1]]))
    winner = shown.results.teams[meeting.winner] if is_known and meeting.winner is not None else ""
    return ShownMeeting(
        meeting.label, names, tuple(scores), winner, meeting.decided_by if winner else ""
    )
