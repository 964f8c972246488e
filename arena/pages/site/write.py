"""Writes the site into a folder: the first page, and for each phase a folder of pages."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from arena.pages.site.bracket import bracket_page
from arena.pages.site.certificate import certificate
from arena.pages.site.code import code_rows
from arena.pages.site.data.facts import PageTerms, ShownPhase
from arena.pages.site.data.listings import RECORDS, listings, records_file
from arena.pages.site.data.scene import Scene, display_name
from arena.pages.site.data.summary import FILE as SUMMARY
from arena.pages.site.data.summary import TeamOutcome, outcome_text
from arena.pages.site.home import home
from arena.pages.site.leaderboard import LeaderboardRow, leaderboard
from arena.pages.site.matches import match_list, match_page
from arena.pages.site.matrix import matrix
from arena.pages.site.moments.highlights import extremes
from arena.pages.site.moments.outcome import outcome_of
from arena.pages.site.output import Output
from arena.pages.site.render import FEATURED, SCRIPTS, STYLE, Nav, Pages, asset
from arena.pages.site.team import OwnFault, own_page, team_page
from arena.pages.viewer.document import viewer_files
from arena.pages.words import Words
from arena.standings.table import as_csv, pair_rows


def write_home(folder: Path, terms: PageTerms, words: Words) -> None:
    """Write the first page, and the files that all pages share."""
    output = Output(folder)
    assets = {**{name: asset(name) for name in (STYLE, *SCRIPTS)}, **viewer_files()}
    for name, text in assets.items():
        output.write(name, text)
    output.write("index.html", home_text(terms, words))


def home_text(terms: PageTerms, words: Words, live: str = "") -> str:
    """The first page. With `live`, the server keeps it up to date."""
    page, name = home(terms, words), display_name(terms.name)
    script = "home.js" if page.dates else ""
    return Pages(words, name).page("home.html", name, script=script, live=live, page=page)


def write_phase(
    output: Output, phase: ShownPhase, words: Words, files: Collection[int] | None = None
) -> None:
    """Write the pages of a phase. They link to the team pages of earlier published phases.

    Of the pages of matches, only those with these numbers are written. None: all.
    """
    _PhaseSite(output, phase, words).write(files)


def write_own(words: Words, competition: str, team: str, faults: Sequence[OwnFault]) -> str:
    """The page that only the team may see. It needs the style sheet beside it."""
    page = own_page(words, team, faults)
    return Pages(words, display_name(competition)).page("own.html", page.name, page=page)


class _PhaseSite:
    def __init__(self, output: Output, phase: ShownPhase, words: Words) -> None:
        self.output = output
        self.phase = phase
        self.words = words
        self.scene = Scene(phase, words)
        self.pages = Pages(words, display_name(phase.terms.name))

    def write(self, files: Collection[int] | None) -> None:
        outcome = outcome_of(self.phase)
        board = leaderboard(self.scene, outcome.highlights)
        self.page("index", "leaderboard.html", "leaderboard", script="board.js", page=board)
        self.page("head-to-head", "matrix.html", "matrix", page=matrix(self.scene))
        self.page("matches", "matches.html", "matches", page=match_list(self.scene))
        pairs = pair_rows(self.phase.book)
        self.output.write("head-to-head.csv", as_csv(pairs))
        self.output.write(SUMMARY, outcome_text(outcome))
        if self.phase.bracket is not None:
            page = bracket_page(self.scene)
            self.page("bracket", "bracket.html", "bracket", page=page, hidden=False)
            page = page.without_results()
            self.page("spoiler-free", "bracket.html", "spoiler_free", page=page, hidden=True)
        if self.phase.code:
            self.page("code", "code.html", "code", page=code_rows(self.phase.code))
        self.match_pages(files)
        self.team_pages({row.anchor: row for row in board.rows}, outcome.teams)
        for name, text in listings(self.phase, pairs, files):
            self.output.write(name, text)

    def page(self, name: str, template: str, key: str, script: str = "", **shown: Any) -> None:
        """Write a page of the phase's own folder."""
        title = f"{self.words(f'site.nav.{key}')}, {self.phase.title}"
        nav = self.nav("", f"{name}.html")
        self.output.write(
            f"{name}.html", self.text(template, title, "../", nav, script=script, **shown)
        )

    def text(self, template: str, title: str, root: str, nav: Sequence[Nav], **shown: Any) -> str:
        """A page with the name of the phase on top."""
        live = self.phase.name if self.phase.live else ""
        return self.pages.page(
            template, title, root, nav, phase=self.phase.title, live=live, **shown
        )

    def nav(self, up: str, here: str = "") -> list[Nav]:
        pages = [("index.html", "leaderboard"), ("head-to-head.html", "matrix")]
        if self.phase.bracket is not None:
            pages.insert(1, ("bracket.html", "bracket"))
        pages.append(("matches.html", "matches"))
        if self.phase.live and self.phase.with_cards:
            pages.append((FEATURED, "featured"))
        if self.phase.code:
            pages.append(("code.html", "code"))
        return [Nav(self.words(f"site.nav.{key}"), up + page, page == here) for page, key in pages]

    def match_pages(self, files: Collection[int] | None) -> None:
        nav, matches = self.nav("../"), self.phase.matches_of_files()
        order = ["", *(f"{file}.html" for file in matches), ""]
        for place, (file, numbers) in enumerate(matches.items()):
            if files is None or file in files:
                page = match_page(self.scene, numbers, order[place], order[place + 2])
                records = self.records(file)
                text = self.text(
                    "match.html", page.title, "../../", nav, page=page, records=records
                )
                self.output.write(f"matches/{file}.html", text)

    def records(self, file: int) -> str:
        """The file with the records of a page; while the phase is played, each page has its own."""
        if self.phase.live:
            return records_file(file) if self.phase.with_cards else ""
        return RECORDS

    def team_pages(self, rows: dict[str, LeaderboardRow], table: Sequence[TeamOutcome]) -> None:
        nav, extreme = self.nav("../"), extremes(self.phase.digest)
        by_name = {row.name: row for row in self.phase.standings.rows}
        for team in self.phase.teams:
            page = team_page(
                self.scene,
                team,
                rows[self.scene.anchor(team.name)],
                self.scene.matches_of[team.name],
                table,
                extreme.get(team.name),
            )
            text = self.text("team.html", page.name, "../../", nav, page=page)
            self.output.write(f"teams/{team.key}.html", text)
            if self.phase.live:
                continue
            certified = certificate(self.phase, self.words, by_name[team.name], team.members)
            title = f"{self.words('site.team.certificate')}: {page.name}"
            text = self.pages.page("certificate.html", title, "../../", page=certified)
            self.output.write(f"certificates/{team.key}.html", text)
