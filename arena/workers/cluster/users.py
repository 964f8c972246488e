"""The user that plays on a machine: never root, because scheduler and machines trust each other."""

import atexit
import os
import pwd
import shutil
import sys
import tempfile
from pathlib import Path

from arena.common.errors import ArenaError

DEFAULT = "nobody"


def become(name: str | None) -> str:
    """If we are root, become the user with this name for good. Returns a line that says so."""
    if os.geteuid() != 0:
        if name is not None:
            raise ArenaError("--user needs root: start the command as that user, or leave it out")
        return ""
    try:
        user = pwd.getpwnam(name or DEFAULT)
    except KeyError:
        raise ArenaError(f"There is no user {name or DEFAULT!r}: give another --user") from None
    if user.pw_uid == 0:
        return "Bots play as root here, because --user root says so.\n"
    home = tempfile.mkdtemp(prefix="card-arena-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.chown(home, user.pw_uid, user.pw_gid)
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.environ.update(HOME=home, USER=user.pw_name, LOGNAME=user.pw_name)
    os.chdir(home)
    _check_readable(user.pw_name)
    return f"This machine plays as the user {user.pw_name}.\n"


def _check_readable(user: str) -> None:
    """Refuse if the user cannot read the arena's own files."""
    for path in (Path(sys.executable), Path(__file__)):
        if not os.access(path, os.R_OK):
            raise ArenaError(
                f"The user {user} cannot read {path}. Install Card Arena where all users can read "
                f"it, or give another --user"
            )
