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
    assert ours == {*CALLS, "drop_capabilities"}


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
