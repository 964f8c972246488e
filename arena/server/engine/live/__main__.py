"""`python -m arena.server.engine.live OPTIONS`: the engine starts the live lane so."""

import sys

import msgspec

from arena.server.engine.live.lane import serve_live
from arena.server.options import Options
from arena.server.running import run_service

if __name__ == "__main__":
    run_service(serve_live, msgspec.json.decode(sys.argv[1], type=Options))
