"""Deletes files that were sent, but got no receipt, because the database did not answer."""

import time
from datetime import timedelta

from arena.competition.config.folder import Competition
from arena.server.facts import UPLOADS
from arena.store.live.uploads import upload_of

OLD = timedelta(hours=1)  # a younger file may get its receipt now


def delete_orphans(competition: Competition) -> None:
    folder = competition.out / UPLOADS
    for path in folder.iterdir() if folder.is_dir() else ():
        is_old = time.time() - path.stat().st_mtime > OLD.total_seconds()
        receipt = path.name.partition(".")[0]
        if is_old and upload_of(competition.store.database, receipt) is None:
            path.unlink()
