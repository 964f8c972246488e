# expect: fine
# levels: sandbox docker
"""Looks for other bots, replays, passwords, processes and devices."""

import os

from Players.Player import Player


def denied(attempt, *arguments):
    """It must not work."""
    try:
        got = attempt(*arguments)
    except (OSError, MemoryError, RuntimeError):
        return
    raise AssertionError(f"{attempt} worked: {got!r:.80}")


FOLDERS = "home root work tmp var/tmp proc sys run/arena mnt opt srv media dev/pts dev/shm"
SECRETS = "etc/shadow proc/self/mem proc/1/environ proc/1/mem box/submissions"
DEVICES = "mem ptmx tty kmsg fuse kvm"
CONTAINER = os.path.exists("/.dockerenv")  # has a root of its own, with a Debian and its /proc


def listed(folder):
    """The files in a folder that the bot can see."""
    try:
        return set(os.listdir(folder))
    except OSError:
        return set()


def read(file):
    """The content of a file, if the bot can read it."""
    try:
        with open(file) as opened:
            return opened.read()
    except OSError:
        return ""


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            assert "work" not in listed("/")
            for folder in FOLDERS.split():
                if folder != "proc" or not CONTAINER:
                    assert not listed(f"/{folder}"), folder
            for file in SECRETS.split():
                denied(os.open, f"/{file}", os.O_RDONLY)
            for device in DEVICES.split():
                denied(os.open, f"/dev/{device}", os.O_RDONLY)
            if CONTAINER:
                self.sees_a_container()
            else:
                self.sees_a_box()
        return observation.get_list_actions()[0]

    def sees_a_box(self):
        strange = {"etc", "home", "root", "tmp", "var", "proc", "sys", "run", "mnt", "opt"}
        assert not listed("/") & strange
        assert listed("/dev") == {"null", "zero", "full", "random", "urandom"}
        denied(os.open, "/etc/passwd", os.O_RDONLY)

    def sees_a_container(self):
        processes = {name for name in listed("/proc") if name.isdigit()}
        assert processes <= {"1", str(os.getpid())}, processes
        for gauge in ("stat", "meminfo", "loadavg", "uptime", "version", "locks", "vmstat"):
            assert not read(f"/proc/{gauge}"), gauge
        numbers = {int(line.split(":")[2]) for line in read("/etc/passwd").splitlines()}
        assert not [number for number in numbers if 1000 <= number < 65534], "a person"
        for gauge in ("smaps", "smaps_rollup", "mountinfo", "maps"):
            denied(os.open, f"/proc/self/{gauge}", os.O_RDONLY)
