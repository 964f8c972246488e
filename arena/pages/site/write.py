"""Writes the site into a folder: the first page, and for each phase a folder of pages."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from arena.pages.site.bracket import bracket_page
from arena.pages.site.certificate import certificate
from arena.pages.site.code import code_rows
from arena.pages.site.data.facts import PageTerms, PhaseFacts
from arena.pages.site.data.scene import Scene, display_name
from arena.pages.site.data.summary import TeamOutcome, write_outcome
from arena.pages.site.home import home
from arena.pages.site.leaderboard import LeaderboardRow, leaderboard
from arena.pages.site.matches import match_list, match_page
from arena.pages.site.matrix import matrix
from arena.pages.site.moments.highlights import extremes
from arena.pages.site.moments.outcome import outcome_of
from arena.pages.site.render import SCRIPTS, STYLE, Nav, Pages, asset
from arena.pages.site.team import OwnFault, own_page, team_page
from arena.pages.viewer.document import viewer_files
from arena.pages.words import Words
from arena.replay.files import make_folder, write_text
from arena.standings.table import as_csv, pair_rows


def write_home(folder: Path, terms: PageTerms, words: Words) -> None:
    """Write the first page, and the files that all pages share."""
    make_folder(folder)
    assets = {**{name: asset(name) for name in (STYLE, *SCRIPTS)}, **viewer_files()}
    for name, text in assets.items():
        write_text(folder / name, text)
    page, name = home(terms, words), display_name(terms.name)
    script = "home.js" if page.dates else ""
    text = Pages(words, name).page("home.html", name, script=script, page=page)
    write_text(folder / "index.html", text)


def write_phase(folder: Path, phase: PhaseFacts, words: Words) -> None:
    """Write the pages of a phase. They link to the team pages of earlier published phases."""
    _PhaseSite(folder, phase, words).write()


def write_own(words: Words, competition: str, team: str, faults: Sequence[OwnFault]) -> str:
    """The page that only the team may see. It needs the style sheet beside it."""
    page = own_page(words, team, faults)
    return Pages(words, display_name(competition)).page("own.html", page.name, page=page)


class _PhaseSite:
    def __init__(self, folder: Path, phase: PhaseFacts, words: Words) -> None:
        self.folder = folder
        self.phase = phase
        self.words = words
        self.scene = Scene(phase, words)
        self.pages = Pages(words, display_name(phase.terms.name))
        for name in ("", "matches", "teams", "certificates"):
            make_folder(folder / name)

    def write(self) -> None:
        outcome = outcome_of(self.phase)
        write_outcome(self.folder, outcome)
        board = leaderboard(self.scene, outcome.highlights)
        self.page("index", "leaderboard.html", "leaderboard", script="board.js", page=board)
        self.page("head-to-head", "matrix.html", "matrix", page=matrix(self.scene))
        self.page("matches", "matches.html", "matches", page=match_list(self.scene))
        write_text(self.folder / "head-to-head.csv", as_csv(pair_rows(self.phase.book)))
        if self.phase.bracket is not None:
            page = bracket_page(self.scene)
            self.page("bracket", "bracket.html", "bracket", page=page, hidden=False)
            page = page.without_results()
            self.page("spoiler-free", "bracket.html", "spoiler_free", page=page, hidden=True)
        if self.phase.code:
            self.page("code", "code.html", "code", page=code_rows(self.phase.code))
        self.match_pages()
        self.team_pages({row.anchor: row for row in board.rows}, outcome.teams)

    def page(self, name: str, template: str, key: str, script: str = "", **shown: Any) -> None:
        """Write a page of the phase's own folder."""
        text = self.pages.page(
            template,
            f"{self.words(f'site.nav.{key}')}, {self.phase.title}",
            "../",
            self.nav("", f"{name}.html"),
            script,
            phase=self.phase.title,
            **shown,
        )
        write_text(self.folder / f"{name}.html", text)

    def nav(self, up: str, here: str = "") -> list[Nav]:
        pages = [("index.html", "leaderboard"), ("head-to-head.html", "matrix")]
        if self.phase.bracket is not None:
            pages.insert(1, ("bracket.html", "bracket"))
        pages.append(("matches.html", "matches"))
        if self.phase.code:
            pages.append(("code.html", "code"))
        return [Nav(self.words(f"site.nav.{key}"), up + page, page == here) for page, key in pages]

    def match_pages(self) -> None:
        nav, last = self.nav("../"), max(self.phase.files.values(), default=0)
        for file, numbers in groupby(range(len(self.phase.matches)), self.phase.files.__getitem__):
            page = match_page(self.scene, file, list(numbers), last)
            text = self.pages.page(
                "match.html", page.title, "../../", nav, phase=self.phase.title, page=page
            )
            write_text(self.folder / "matches" / f"{file}.html", text)

    def team_pages(self, rows: dict[str, LeaderboardRow], table: Sequence[TeamOutcome]) -> None:
        nav, extreme = self.nav("../"), extremes(self.phase.digest)
        played: dict[str, list[int]] = defaultdict(list)
        for number, match in enumerate(self.phase.matches):
            for name in match.names:
                played[name].append(number)
        by_name = {row.name: row for row in self.phase.standings.rows}
        for team in self.phase.teams:
            page = team_page(
                self.scene,
                team,
                rows[self.scene.anchor(team.name)],
                played[team.name],
                table,
                extreme.get(team.name),
            )
            text = self.pages.page(
                "team.html", page.name, "../../", nav, phase=self.phase.title, page=page
            )
            write_text(self.folder / "teams" / f"{team.key}.html", text)
            certified = certificate(self.phase, self.words, by_name[team.name], team.members)
            title = f"{self.words('site.team.certificate')}: {page.name}"
            text = self.pages.page("certificate.html", title, "../../", page=certified)
            write_text(self.folder / "certificates" / f"{team.key}.html", text)
