"""The first process of a container: connects to the arena, and becomes the fork server.

    python -s -P -B connect.py LEVEL SOCKET FOLDER...

A container has no log. Until the first box is ready, errors go to the arena's socket.
"""

import os
import runpy
import socket
import sys

if __name__ == "__main__":
    _control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    _control.connect(sys.argv[2])
    os.dup2(_control.fileno(), 2)
    sys.argv[2] = str(_control.detach())
    runpy.run_path(os.path.join(os.path.dirname(__file__), "fork_server.py"), run_name="__main__")  # noqa: PTH118, PTH120
