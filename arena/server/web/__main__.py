"""`python -m arena.server.web OPTIONS`: `arena serve` starts web so, in a process of its own."""

import sys

import msgspec

from arena.server.options import Options
from arena.server.running import run_service
from arena.server.web.serving import serve_web

if __name__ == "__main__":
    run_service(serve_web, msgspec.json.decode(sys.argv[1], type=Options))
