# expect: load
# levels: sandbox docker
# with ctypes: fine
"""Makes namespaces and mounts, and changes its root folder and its user."""

import ctypes
import os

from Players.Player import Player

libc = ctypes.CDLL(None, use_errno=True)
EPERM, ENOSYS = 1, 38


def denied(name, number, *arguments):
    """The kernel must refuse the call."""
    result = libc.syscall(number, *arguments)
    if result != -1 or ctypes.get_errno() not in (EPERM, ENOSYS):
        raise AssertionError(f"{name} gave {result}, {os.strerror(ctypes.get_errno())}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            denied("unshare", 272, 0x10000000)
            denied("setns", 308, 3, 0)
            denied("mount", 165, b"none", b"/box", b"tmpfs", 0, None)
            denied("umount2", 166, b"/", 2)
            denied("pivot_root", 155, b"/", b"/")
            denied("chroot", 161, b"/usr")
            denied("chdir", 80, b"/usr")
            denied("open_tree", 428, -100, b"/", 1)
            denied("fsopen", 430, b"tmpfs", 0)
            denied("setuid", 105, 0)
            denied("setgid", 106, 0)
            denied("setresuid", 117, 0, 0, 0)
            denied("capset", 126, None, None)
            denied("prctl", 157, 4, 1, 0, 0, 0)
            denied("seccomp", 317, 1, 0, None)
            denied("personality", 135, 0x0040000)
            denied("open_by_handle_at", 304, 3, None, 0)
            denied("acct", 163, None)
            denied("sethostname", 170, b"x", 1)
            denied("reboot", 169, 0, 0, 0)
        return observation.get_list_actions()[0]
