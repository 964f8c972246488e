"""Prints pages into PDF files, with Chromium."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.cli.machine.doctor import BROWSERS
from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.replay.files import unwritable

PATIENCE = 60.0  # seconds for one page
# As root, Chromium does not start with its own sandbox. Our pages run no script, so that is safe.
AS_ROOT = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def browser(otherwise: str) -> str:
    """The path of Chromium. `otherwise` says what to do without it."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise ArenaError(
        f"There is no Chromium on this machine. On Debian: sudo apt-get install chromium. "
        f"{otherwise}"
    )


def print_page(page: str, file: Path) -> None:
    """Write a page that only we may read: as PDF, or as it is into a file *.html."""
    if file.suffix.lower() == ".html":
        _write_private(file, page)
        return
    chromium = browser(f"Or write {file.with_suffix('.html')}, and print it with any browser")
    with TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page, encoding="utf-8")
        _write_private(file, "")
        print_pdf(chromium, source, file)


def print_pdf(chromium: str, page: Path, pdf: Path) -> None:
    """Print a page into a PDF file. The browser's profile is deleted afterwards."""
    with TemporaryDirectory() as profile:
        command = [
            chromium,
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
                f"{chromium} took longer than {PATIENCE:.0f} s to print {page}: run the command "
                f"again"
            ) from None
    if done.returncode or not pdf.exists():
        output = plain(done.stderr.decode(errors="replace"))[-300:]
        raise ArenaError(f"{chromium} could not print {page}: {output}")


def _write_private(file: Path, text: str) -> None:
    """Write a file that no other user can read."""
    try:
        file.unlink(missing_ok=True)
        fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise unwritable(file, error) from None
