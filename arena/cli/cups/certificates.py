"""`arena certificates`: prints the certificates of a published phase into PDF files."""

from pathlib import Path

import click

from arena.cli.cups.competition import WHERE, folder_and_phase
from arena.cli.cups.printing import browser, print_pdf
from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import PUBLIC
from arena.competition.config.settings import Settings
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder

FOLDER = "certificates"


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
        chromium = browser("Or open the pages in Out/public/PHASE/certificates and print them")
        out = competition.out / FOLDER / phase
        make_folder(out)
        for page in pages:
            pdf = out / f"{page.stem}.pdf"
            pdf.unlink(missing_ok=True)
            print_pdf(chromium, page, pdf)
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
