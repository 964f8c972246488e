"""`arena certificates`: prints the certificates of a published phase into PDF files."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.cli.cups.competition import WHERE, folder_and_phase
from arena.cli.machine.doctor import BROWSERS
from arena.common.errors import ArenaError
from arena.competition.config.folder import PUBLIC, open_competition
from arena.competition.config.settings import Settings
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder

FOLDER = "certificates"
PATIENCE = 60.0  # seconds for one certificate
# As root, Chromium does not start with its own sandbox. Our pages run no script, so that is safe.
AS_ROOT = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


@click.command()
@WHERE
@click.option("--team", metavar="NAME", help="Only the certificate of this team.")
def certificates(words: tuple[str, ...], team: str | None) -> None:
    """Print the certificates of a phase into PDF files, one for each team.

    The phase must be published. Default: the last published phase. The command needs Chromium.
    With any other browser, print the pages in Out/public/PHASE/certificates.
    """
    folder, name = folder_and_phase(words)
    with open_competition(folder) as competition:
        phase = name or _latest(competition.settings, competition.out / PUBLIC)
        competition.settings.phase(phase)
        pages = _pages(folder, competition.out / PUBLIC / phase, team)
        browser = _browser()
        out = competition.out / FOLDER / phase
        make_folder(out)
        for page in pages:
            _print(browser, page, out / f"{page.stem}.pdf")
    click.echo(f"{len(pages)} {'certificate' if len(pages) == 1 else 'certificates'}: {out}")


def _latest(settings: Settings, public: Path) -> str:
    for phase in reversed(settings.phases):
        if (public / phase.name / FOLDER).is_dir():
            return phase.name
    raise ArenaError(
        f"No phase has been published yet. To publish one: arena publish {settings.folder}"
    )


def _pages(folder: Path, published: Path, team: str | None) -> list[Path]:
    """The certificates to print, as pages."""
    from arena.competition.config.names import key

    pages = sorted((published / FOLDER).glob("*.html"))
    if not pages:
        raise ArenaError(
            f"{published.name} is not published, or it is sealed. To publish it: "
            f"arena publish {folder} {published.name}"
        )
    if team is None:
        return pages
    for page in pages:
        if page.stem == key(team):
            return [page]
    raise ArenaError(f"There is no team {plain(team)!r:.60} in {published.name}")


def _browser() -> str:
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise ArenaError(
        "There is no Chromium on this machine. On Debian: sudo apt-get install chromium. "
        "Or open the pages in Out/public/PHASE/certificates with any browser and print them"
    )


def _print(browser: str, page: Path, pdf: Path) -> None:
    """Print a page into a PDF file. The browser's profile is deleted afterwards."""
    pdf.unlink(missing_ok=True)
    with TemporaryDirectory() as profile:
        command = [
            browser,
            "--headless",
            *AS_ROOT,
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={profile}",
            f"--print-to-pdf={pdf.resolve()}",
            page.resolve().as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise ArenaError(
                f"{browser} took longer than {PATIENCE:.0f} s to print {page}: run the command "
                f"again"
            ) from None
    if done.returncode or not pdf.exists():
        output = plain(done.stderr.decode(errors="replace"))[-300:]
        raise ArenaError(f"{browser} could not print {page}: {output}")
