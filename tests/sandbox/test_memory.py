"""The memory of a fork server and its slots: it is laid out so that boxes are cheap."""

import subprocess
import sys

import pytest
from support.compiled import MEMORY, need_compiled
from support.paths import PATHS, ROOT

from arena.guest.kernel import memory

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is Linux's")


def python(code: str) -> str:
    """What a new Python prints, whose memory is laid out as in a fork server."""
    start = f"import sys\nsys.path[:0] = {[str(ROOT), *map(str, PATHS)]}\n"
    laid_out = "from arena.guest.start import lay_out_memory\nlay_out_memory()\n"
    done = subprocess.run(
        [sys.executable, "-c", start + laid_out + code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


HUGE = """
import gc, os, random, json, decimal
from pathlib import Path
from arena.guest.kernel import memory

def huge():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("AnonHugePages"))

before = huge()
kept = [[n] for n in range(200_000)]
memory.leave_room()
memory.settle()
print(before, huge())
child = os.fork()
if child == 0:  # a box: it changes all its memory, makes more, and frees some
    for each in kept:
        each.append(str(each))
    more = [bytes(n) for n in range(20_000)]
    del kept
    gc.collect()
    os._exit(json.loads("[7]")[0] if sum(map(len, more)) == 199_990_000 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), sum(map(sum, kept)))
"""


def test_python_works_in_huge_pages_and_after_a_fork():
    need_compiled(MEMORY)
    (before, after), (status, total) = (
        map(int, line.split()) for line in python(HUGE).splitlines()
    )
    assert (status, total) == (7, 199_999 * 100_000)
    if not before:
        pytest.skip("this kernel makes no huge pages on demand")
    assert before >= 2048, "Python's own code"
    assert after >= before + 4 * 2048, "200,000 objects have at least 16 MB"


def test_new_objects_lie_side_by_side():
    need_compiled(MEMORY)
    code = (
        "from arena.guest.kernel import memory\n"
        "scattered = [bytes(100) for _ in range(9999)]\n"
        "del scattered[::7]\n"
        "memory.settle()\n"
        "pages = {id(each) // 4096 for each in [bytes(100) for _ in range(50)]}\n"
        "print(len(pages))\n"
    )
    assert int(python(code)) <= 5  # in the gaps they would need ten


@pytest.mark.parametrize("has_module", [False, True])
def test_settling_is_safe_again_and_again_and_without_the_module(has_module):
    code = f"""
from arena.guest.kernel import memory
if not {has_module}:
    memory._memory = None
for again in (False, True, True):
    memory.leave_room()
    memory.settle(again=again)
    memory.keep([], {{}})
print(sum(range(9)))
"""
    assert python(code) == "36\n"


def test_the_module_takes_no_address():
    """A bot can find it. Its functions accept objects, or nothing."""
    need_compiled(MEMORY)
    assert memory._memory is not None
    for call in (memory._memory.align_memory, memory._memory.grow_heap, memory._memory.fill_gaps):
        with pytest.raises(TypeError):
            call(2**21)
    for wrong in (2**21, b"", (1, 2)):
        with pytest.raises(TypeError):
            memory._memory.join_pages(wrong)
