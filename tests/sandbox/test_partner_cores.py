"""The cores of a worker and of partners. The test invents the machine."""

from contextlib import nullcontext

import pytest

from arena.sandbox.timing import cores as core


class Machine:
    """Cores, and the claims on them."""

    def __init__(self, cores: int) -> None:
        self.allowed = set(range(cores))
        self.claimed: set[int] = set()

    def claim(self, number: int):
        if number in self.claimed:
            return None
        self.claimed.add(number)
        return nullcontext()


@pytest.fixture
def machine(monkeypatch):
    def make(cores: int) -> Machine:
        made = Machine(cores)
        monkeypatch.setattr(core.os, "sched_getaffinity", lambda _: set(made.allowed))
        monkeypatch.setattr(
            core.os, "sched_setaffinity", lambda _, cores: setattr(made, "allowed", set(cores))
        )
        monkeypatch.setattr(core, "EVERYWHERE", set(range(cores)))
        monkeypatch.setattr(core, "_work", lambda cores: dict.fromkeys(cores, 0))
        monkeypatch.setattr(core, "_claim", made.claim)
        return made

    return make


@pytest.mark.parametrize("cores", [4, 16])
def test_partners_have_a_core_of_their_own_where_there_are_enough(machine, cores):
    made = machine(cores)
    with core.own_core():
        first, second = core.of_family(0), core.of_family(1)
        assert len(first) == len(second) == 1
        assert not first & second
        assert first == made.allowed
        assert made.claimed == first | second  # no other worker takes either
    assert made.allowed == set(range(cores))
    assert core.of_family(1) == made.allowed


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_partners_share_the_workers_core_where_there_are_few(machine, cores):
    machine(cores)
    with core.own_core():
        assert core.of_family(1) == core.of_family(0)
        assert len(core.of_family(0)) == 1


def test_where_other_workers_have_taken_the_rest_partners_share_a_core(machine):
    made = machine(4)
    made.claimed |= {0, 1, 2}
    with core.own_core():
        assert core.of_family(0) == core.of_family(1) == {3}


def test_without_free_cores_the_least_busy_one_is_used(machine, monkeypatch):
    made = machine(4)
    made.claimed |= made.allowed
    monkeypatch.setattr(core, "_work", lambda cores: {each: -each for each in cores})
    with core.own_core():
        assert core.of_family(1) == {3}
