"""The guest's calls to the kernel: the module in C does what the copy with ctypes does."""

import inspect
import subprocess
import sys

import pytest
from support.paths import PATHS, ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is Linux's")

CALLS = {
    "process_control": [(9999, 0), (38, 2), (36, 0)],
    "unshare_namespaces": [(1,), (0,)],
    "enter_namespaces": [(-1, 0)],
    "set_filter": [(b"",), (b"\0" * 8,)],
    "landlock_version": [()],
    "landlock_rules": [(b"",), (b"\0" * 24,)],
    "landlock_allow": [(-1, b"\0" * 12)],
    "landlock_restrict": [(-1,)],
}


def outcome(call, arguments) -> object:
    try:
        return call(*arguments)
    except OSError as error:
        return error.errno


@pytest.mark.parametrize("name", CALLS)
def test_both_do_the_same(name):
    compiled = pytest.importorskip("arena.guest._kernel")
    from arena.guest import kernel_by_ctypes

    for arguments in CALLS[name]:
        one = outcome(getattr(compiled, name), arguments)
        assert one == outcome(getattr(kernel_by_ctypes, name), arguments), arguments


def test_both_have_the_same_functions():
    compiled = pytest.importorskip("arena.guest._kernel")
    from arena.guest import kernel_by_ctypes

    ours = {
        name
        for name, value in vars(kernel_by_ctypes).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }
    assert ours == {name for name in vars(compiled) if not name.startswith("_")}
    assert ours == {*CALLS, "drop_capabilities", "fork_box"}


@pytest.mark.parametrize("module", ["_kernel", "kernel_by_ctypes"])
def test_no_address_reaches_the_kernel_from_outside(module):
    pytest.importorskip(f"arena.guest.{module}")
    code = f"from arena.guest import {module} as k\nk.process_control(22, 0)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "a filter is set with set_filter" in done.stderr


@pytest.mark.parametrize("module", ["_kernel", "kernel_by_ctypes"])
def test_after_dropping_capabilities_there_are_none(module):
    pytest.importorskip(f"arena.guest.{module}")
    code = (
        f"from arena.guest import {module} as k\nk.drop_capabilities()\n"
        f"print([l.split()[1] for l in open('/proc/self/status') if l.startswith('CapEff')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "['0000000000000000']\n", done.stderr


FORKED = """
import os, resource, struct
from arena.guest import {module} as kernel
channel, output = os.pipe(), os.pipe()
limits = struct.pack("=qqqq", resource.RLIMIT_CORE, 0, resource.RLIMIT_NOFILE, 9)
nothing = os.open("/dev/null", os.O_RDWR)
child = kernel.fork_box(-1, channel[1], output[1], nothing, -1, True, limits, b"")
if child == 0:
    os.write(3, b"channel")
    caps = [l.split()[1] for l in open("/proc/self/status") if l.startswith("CapEff")]
    print(os.getsid(0) == os.getpid(), resource.getrlimit(resource.RLIMIT_NOFILE), caps,
          sorted(map(int, os.listdir("/proc/self/fd")))[:4], os.read(0, 9), flush=True)
    os._exit(0)
os.waitpid(child, 0)
os.close(channel[1])
os.close(output[1])
print(os.read(channel[0], 99), os.read(output[0], 999).decode(), end="")
"""


@pytest.mark.parametrize("module", ["_kernel", "kernel_by_ctypes"])
def test_a_box_has_its_descriptors_its_limits_and_no_rights(module):
    pytest.importorskip(f"arena.guest.{module}")
    done = subprocess.run(
        [sys.executable, "-c", FORKED.format(module=module)],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = "b'channel' True (9, 9) ['0000000000000000'] [0, 1, 2, 3] b''\n"
    assert done.stdout == expected, done.stderr


@pytest.mark.parametrize("module", ["_kernel", "kernel_by_ctypes"])
def test_a_box_that_cannot_give_up_its_rights_ends_with_a_sentence(module):
    """A filter that is none: the bot must not run without."""
    pytest.importorskip(f"arena.guest.{module}")
    code = FORKED.replace('b"")', 'b"12345678")').format(module=module)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("b'' a box cannot be made: ")
