"""`python -m arena.server SERVICE OPTIONS`: `arena serve` starts each service so."""

import logging
import sys

import msgspec

from arena.common.errors import ArenaError
from arena.server.log import begin_log
from arena.server.options import Options
from arena.server.running import AWAY, LOCKED, UNUSABLE, run_service
from arena.server.services import load_service
from arena.store.database import DatabaseAway
from arena.store.lock import Taken

if __name__ == "__main__":
    name, options = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Options)
    sys.argv = ["arena", "serve", options.folder]  # what a lock says about its holder
    begin_log(name)
    log = logging.getLogger(name)
    try:
        run_service(load_service(name), options)
    except ArenaError as error:
        log.error("%s", error)
        codes = {Taken: LOCKED, DatabaseAway: AWAY}
        sys.exit(next((codes[kind] for kind in codes if isinstance(error, kind)), UNUSABLE))
    except Exception:
        log.exception("an unexpected error")  # without secrets, which a bare traceback may have
        sys.exit(1)
