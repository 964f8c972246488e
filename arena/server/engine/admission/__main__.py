"""`python -m arena.server.engine.admission OPTIONS`: the engine starts the admission lane so."""

import sys

import msgspec

from arena.server.engine.admission.lane import serve_admission
from arena.server.options import Options
from arena.server.running import run_service

if __name__ == "__main__":
    run_service(serve_admission, msgspec.json.decode(sys.argv[1], type=Options))
