"""`python -m arena.server.engine.play OPTIONS`: the engine starts the play lane so."""

import sys

import msgspec

from arena.server.engine.play.lane import serve_play
from arena.server.options import Options
from arena.server.running import run_service

if __name__ == "__main__":
    run_service(serve_play, msgspec.json.decode(sys.argv[1], type=Options))
