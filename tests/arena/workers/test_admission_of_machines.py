"""Which machines of a cluster may play. A real machine is examined."""

import pytest
from msgspec import structs
from support.arithmetic import Squares, Sum
from support.cases import case
from support.compiled import need_compiled

from arena.common.errors import ArenaError
from arena.workers.cluster import facts as facts_module
from arena.workers.cluster import fleet as fleet_module
from arena.workers.cluster.engine import Cluster
from arena.workers.cluster.facts import (
    MachineFacts,
    built_from,
    examine,
    hash_of,
    why_refused,
    why_untimed,
)
from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.local import OwnScheduler
from arena.workers.portable import Needs

LEVELS, PACKAGES = ("process", "sandbox"), ("numpy", "scipy")
NEEDS = Needs(LEVELS, PACKAGES, is_timed=True)


@pytest.fixture(scope="module")
def address():
    """The address of a cluster with one machine."""
    with OwnScheduler(1) as cluster:
        yield cluster.address()


class Demanding(Squares):
    """Its bots are on the clock, and need isolation and packages."""

    def needs(self) -> Needs:
        return NEEDS


def facts(**changes) -> MachineFacts:
    here = MachineFacts(
        host="far", arena="1.0", code="c0de", python="3.11", built="b111d",
        levels=dict.fromkeys(LEVELS, ""), packages={"numpy": "2.0", "scipy": "1.0"},
        speed=1000.0, share=1.0,
    )  # fmt: skip
    return structs.replace(here, **changes)


def test_a_machine_that_differs_is_refused_with_the_reason():
    here = facts()
    assert why_refused(here, facts(host="other", speed=1.0, share=0.1), NEEDS) == ""
    reasons = {
        "it has Card Arena 0.9, and the arena 1.0: install the same": {"arena": "0.9"},
        "its files of Card Arena differ from those of the arena: install the same commit": {
            "code": "0ther"
        },
        "its rules are interpreted, and those of the arena compiled: run `make build` on both": {
            "built": ""
        },
        "its compiled rules come from other sources than those of the arena: run `make build` on "
        "both, or install the same package": {"built": "0ther"},
        "it has Python 3.12, and the arena 3.11: install the same": {"python": "3.12"},
        "bots may import numpy: it has 2.1, and the arena has 2.0: install the same version": {
            "packages": {"numpy": "2.1", "scipy": "1.0"}
        },
        "bots may import scipy: it has none, and the arena has 1.0: install the same version": {
            "packages": {"numpy": "2.0", "scipy": ""}
        },
        "it does not have the isolation level sandbox: there is no bwrap": {
            "levels": {"process": "", "sandbox": "there is no bwrap"}
        },
    }
    for reason, changes in reasons.items():
        with case(reason):
            assert why_refused(here, facts(**changes), NEEDS) == reason


def test_the_hash_of_the_code_covers_everything_that_plays_and_nothing_else(tmp_path):
    files = {
        "arena/match/play.py": True, "Game/brisca/rules.py": True, "Game/recycle/agram.gdl": True,
        "Players/RandomPlayer.py": True, "Players/learned/brisca/weights.npy": True,
        "Players/learned/brisca/about.json": True, "arena/pages/words/en.toml": False,
    }  # fmt: skip
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("0")
    before = hash_of(tmp_path)
    for name, counts in files.items():
        with case(name):
            (tmp_path / name).write_text("1")
            assert (hash_of(tmp_path) != before) == counts
            (tmp_path / name).write_text("0")
    assert hash_of(tmp_path) == before


def test_compiled_rules_say_from_which_sources_they_come(monkeypatch):
    need_compiled()
    built = built_from()
    assert len(built) == 64
    monkeypatch.setattr(facts_module, "is_compiled", lambda: False)
    assert built_from() == ""


def test_a_level_that_the_arena_itself_lacks_is_no_reason():
    missing = {"process": "", "sandbox": "there is no bwrap"}
    assert why_refused(facts(levels=missing), facts(levels=missing), NEEDS) == ""


def test_a_machine_that_gets_half_a_core_may_play_and_one_that_gets_less_may_not():
    assert why_untimed(facts(share=0.5)) == ""
    assert "a thread gets 49% of a core" in why_untimed(facts(share=0.49))


@pytest.mark.slow
def test_if_every_machine_is_refused_the_command_ends_with_the_reasons(
    address, tmp_path, monkeypatch
):
    def other_version(*needs) -> MachineFacts:
        return structs.replace(examine(*needs), arena="0.0")

    monkeypatch.setattr(fleet_module, "examine", other_version)
    with Fleet(address) as fleet, Cluster(Demanding(tmp_path), fleet) as engine:
        with pytest.raises(ArenaError, match=r"may play\. .*: it has Card Arena .*, and the arena"):
            list(engine.results([[Sum(1)]]))
        assert list(fleet.refused) == list(fleet.facts)


@pytest.mark.slow
def test_the_arena_waits_for_a_busy_machine_and_examines_it_again(
    address, tmp_path, monkeypatch, caplog
):
    answers = iter(["it is too busy", "it is too busy", ""])
    monkeypatch.setattr(fleet_module, "why_untimed", lambda facts: next(answers))
    monkeypatch.setattr(fleet_module, "AGAIN", 0.0)
    with Fleet(address) as fleet, Cluster(Demanding(tmp_path), fleet) as engine:
        results = [each for some in engine.results([[Sum(3)]]) for each in some]
        assert (results, fleet.refused) == ([(3, 9)], {})
    texts = [line for line in caplog.messages if "gets no games yet: it is too busy" in line]
    assert len(texts) == 1
