"""`python -m arena.server SERVICE OPTIONS`: `arena serve` starts each service so."""

import logging
import sys

import msgspec

from arena.common.errors import ArenaError
from arena.server.log import begin_log
from arena.server.options import Options
from arena.server.running import UNUSABLE, run_service
from arena.server.services import load_service

if __name__ == "__main__":
    name, options = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Options)
    sys.argv = ["arena", "serve", options.folder]  # what a lock says about its holder
    begin_log(name)
    try:
        run_service(load_service(name), options)
    except ArenaError as error:
        logging.getLogger(name).error("%s", error)
        sys.exit(UNUSABLE)
