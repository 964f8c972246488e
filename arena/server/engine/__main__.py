"""`python -m arena.server.engine OPTIONS`: `arena serve` starts the engine so."""

import sys

import msgspec

from arena.server.engine.lanes import serve_engine
from arena.server.options import Options
from arena.server.running import run_service

if __name__ == "__main__":
    run_service(serve_engine, msgspec.json.decode(sys.argv[1], type=Options))
