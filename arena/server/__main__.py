"""`python -m arena.server SERVICE OPTIONS`: `arena serve` starts each service so."""

import sys

import msgspec

from arena.server.options import Options
from arena.server.running import run_service
from arena.server.services import load_service

if __name__ == "__main__":
    name, options = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Options)
    sys.argv = ["arena", "serve", options.folder]  # what a lock says about its holder
    run_service(load_service(name), options)
