"""The guest's calls to the kernel: the module in C does what the copy with ctypes does."""

import inspect
import os
import subprocess
import sys

import pytest
from sandbox.conftest import need
from support.compiled import KERNEL, need_compiled
from support.paths import PATHS, ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is Linux's")

CALLS = {
    "process_control": [(9999, 0), (38, 2), (36, 0)],
    "unshare_namespaces": [(1,), (0,)],
    "enter_namespaces": [(-1, 0)],
    "cover_folder": [("/no/such/folder",), ("",)],
    "bind_folder": [("/nowhere", "/nothing")],
    "set_filter": [(b"",), (b"\0" * 8,)],
    "set_reporting_filter": [(b"",), (b"\0" * 8,)],
    "landlock_version": [()],
    "landlock_rules": [(b"",), (b"\0" * 24,)],
    "landlock_allow": [(-1, b"\0" * 12)],
    "landlock_restrict": [(-1,)],
}


def need_module(name: str) -> None:
    """The copy with ctypes is always there. The module in C is compiled."""
    if name == "_kernel":
        need_compiled(KERNEL)


def outcome(call, arguments) -> object:
    try:
        return call(*arguments)
    except OSError as error:
        return error.errno


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run this in a new Python, because rights that were given up do not come back."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(map(str, (ROOT, *PATHS)))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", CALLS)
def test_both_modules_give_the_same_result(name):
    need_compiled(KERNEL)
    from arena.guest.kernel import _kernel as compiled
    from arena.guest.kernel import calls_by_ctypes

    for arguments in CALLS[name]:
        one = outcome(getattr(compiled, name), arguments)
        assert one == outcome(getattr(calls_by_ctypes, name), arguments), arguments


def test_both_have_the_same_functions():
    need_compiled(KERNEL)
    from arena.guest.kernel import _kernel as compiled
    from arena.guest.kernel import calls_by_ctypes

    ours = {
        name
        for name, value in vars(calls_by_ctypes).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }
    assert ours == {name for name in vars(compiled) if not name.startswith("_")}
    assert ours == {*CALLS, "keep_capabilities", "fork_boxes", "make_mounts_read_only"}


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_no_address_reaches_the_kernel_from_outside(module):
    need_module(module)
    code = f"from arena.guest.kernel import {module} as k\nk.process_control(22, 0)"
    done = python(code)
    assert "a filter is set with set_filter" in done.stderr


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_only_the_capabilities_that_are_kept_are_left(module):
    need_module(module)
    if os.geteuid() != 0:
        pytest.skip("only root has capabilities")
    code = (
        f"from arena.guest.kernel import {module} as k\n"
        f"for kept in (6, 4, 0):\n"
        f"    k.keep_capabilities(kept)\n"
        f"    print([l.split()[1] for l in open('/proc/self/status') if l.startswith('CapEff')])"
    )
    done = python(code)
    assert done.stdout == "".join(f"['{kept:016x}']\n" for kept in (6, 4, 0)), done.stderr


HIDDEN = """
import os
from arena.guest.kernel import {module} as k
k.unshare_namespaces(0x10020000)
k.cover_folder("/proc")
k.make_mounts_read_only()
try:
    open("hidden", "w")
except OSError as error:
    print(os.listdir("/proc"), error.strerror)
"""


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_a_mount_namespace_hides_processes_and_is_read_only(module):
    need_module(module)
    need("sandbox")  # somebody else may make no namespaces
    assert python(HIDDEN.format(module=module)).stdout == "[] Read-only file system\n"


FORKED = """
import os, resource, socket, struct
from arena.guest.kernel import {module} as kernel
questions, answers, output = os.pipe(), os.pipe(), os.pipe()
limits = struct.pack("=qqqq", resource.RLIMIT_CORE, 0, resource.RLIMIT_NOFILE, 9)
arena, slot = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
socket.send_fds(arena, [b"box"], [answers[1], questions[0], output[1]])
arena.send(b"enough")
os.write(questions[1], b"a question")
said = kernel.fork_boxes(slot.fileno(), -1, -1, 0, False, limits, b"", b"")
if said is None:
    os.write(3, os.read(4, 99).replace(b"a question", b"an answer"))
    caps = [l.split()[1] for l in open("/proc/self/status") if l.startswith("CapEff")]
    print(os.getsid(0) == os.getpid(), resource.getrlimit(resource.RLIMIT_NOFILE), caps,
          sorted(map(int, os.listdir("/proc/self/fd")))[:5], os.read(0, 9), flush=True)
    os._exit(0)
born, handles, _, _ = socket.recv_fds(arena, 9, 1)
os.waitpid(said[1], 0)
os.close(answers[1])
os.close(output[1])
print(said[0], born, "Pid" in open(f"/proc/self/fdinfo/{{handles[0]}}").read())
print(os.read(answers[0], 99), os.read(output[0], 999).decode(), end="")
"""
NEWS = "b'enough' b'born' True\n"


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_a_box_has_its_descriptors_its_limits_and_no_rights(module):
    need_module(module)
    done = python(FORKED.format(module=module))
    expected = f"{NEWS}b'an answer' True (9, 9) ['0000000000000000'] [0, 1, 2, 3, 4] b''\n"
    assert done.stdout == expected, done.stderr


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_a_box_that_cannot_give_up_its_rights_ends_with_a_sentence(module):
    """With an invalid filter: the bot must not run without one."""
    need_module(module)
    code = FORKED.replace('b"", b"")', 'b"", b"12345678")').format(module=module)
    done = python(code)
    assert done.stdout.startswith(f"{NEWS}b'' a box cannot be made: ")


REPORTED = """
import os, socket
from arena.guest.kernel import seccomp
from arena.guest.kernel import {module} as kernel
from arena.sandbox.boxes.reports import Reports
kernel.process_control(38, 1)
questions, answers, output = os.pipe(), os.pipe(), os.pipe()
arena, slot = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
socket.send_fds(arena, [b"box"], [answers[1], questions[0], output[1]])
arena.send(b"enough")
said = kernel.fork_boxes(slot.fileno(), -1, -1, 0, False, b"", seccomp.reporting_program(),
                         seccomp.box_program(reports=True))
if said is None:
    tried = (lambda: os.close(os.open("/etc/passwd", os.O_RDONLY)), os.fork, socket.socket)
    for attempt in tried:
        try:
            os.write(3, f"{{attempt()}}; ".encode())
        except OSError as error:
            os.write(3, f"{{error.strerror}}; ".encode())
    os._exit(0)
got = dict(socket.recv_fds(arena, 9, 1)[:2] for _ in range(2))
reports = Reports(got[b"reports"][0], [])
for _ in range(3):
    reports.answer()
os.waitpid(said[1], 0)
print(os.read(answers[0], 99), *reports.touched)
"""


@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_the_kernel_reports_the_calls_of_a_box(module):
    need_module(module)
    done = python(REPORTED.format(module=module))
    refused = "Operation not permitted; "
    touched = "a file to read (/etc/passwd) other processes the network"
    assert done.stdout == f"{f'None; {refused}{refused}'.encode()} {touched}\n", done.stderr


NO_ROOM = """
import os, resource, socket
from arena.guest.kernel import {module} as kernel
os.setresuid(62023, 62023, 62023)
arena, slot = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
pipe = os.pipe()
socket.send_fds(arena, [b"box"], [*pipe, pipe[1]])
arena.send(b"enough")
def forks():
    return kernel.fork_boxes(slot.fileno(), -1, -1, 0, False, b"", b"", b"")
resource.setrlimit(resource.RLIMIT_NPROC, (0, 99))
said = [forks(), forks()]
resource.setrlimit(resource.RLIMIT_NPROC, (99, 99))
said.append(forks())
if said[-1] is not None:
    print([word for word, _ in said], said[-1][1] > 0)
"""


@pytest.mark.skipif(sys.platform == "linux" and os.geteuid() != 0, reason="another user is needed")
@pytest.mark.parametrize("module", ["_kernel", "calls_by_ctypes"])
def test_a_box_for_which_there_is_no_room_is_made_when_there_is_room_again(module):
    need_module(module)
    done = python(NO_ROOM.format(module=module))
    assert done.stdout == "[b'full', b'full', b'enough'] True\n", done.stderr
