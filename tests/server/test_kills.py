"""Processes are killed at random moments: nothing that was acknowledged is lost or counts twice.

A few kills are enough for each run of the tests. For a long drill: ARENA_KILLS=100.
"""

import os
import random
import shutil
import signal
import threading
import time
from contextlib import ExitStack
from os import killpg

import pytest
from support import cups
from support.drills import LiveSite, hand_in_for_ever, wait_until
from support.postgres import Server, new_cluster, stop

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.store.live.codes import make_code
from arena.store.live.uploads import steps_of, unfinished, uploads_of

KILLS = int(os.environ.get("ARENA_KILLS", "3"))
SEED = int(os.environ.get("ARENA_SEED", "1"))
TEAMS = ("Ada", "Bob")


def made(folder, database=""):
    """A league in which the files of the teams play as soon as they are admitted."""
    return cups.make(
        folder,
        cups.LEAGUE.replace("games = 4", "games = 20" if KILLS < 10 else "games = 60"),
        top=database,
    )


def codes_of(folder):
    with open_competition(folder) as competition:
        store = competition.store
        return {
            name: make_code(store.database, store.register(name, name.lower())) for name in TEAMS
        }


def is_over(folder):
    with open_competition(folder) as competition:
        if unfinished(competition.store.database):
            return False
        return phase_state(competition, "league").progress.over


def kill_and_check(folder, kill_more=lambda random: ""):
    chance, receipts, stopped = random.Random(SEED), dict[str, str](), threading.Event()
    codes, killed = codes_of(folder), []
    with LiveSite(folder) as site:
        wait_until(lambda: site.ask("/api/v1/") is not None)
        sending = threading.Thread(target=hand_in_for_ever, args=(site, codes, receipts, stopped))
        sending.start()
        try:
            for _ in range(KILLS):
                time.sleep(chance.uniform(0.2, 2.0))
                killed.append(kill_more(chance) or site.kill_one(chance))
        finally:
            stopped.set()
            sending.join()
        wait_until(lambda: is_over(folder))
    assert receipts
    with open_competition(folder) as competition:
        store = competition.store
        uploads = [each for name in TEAMS for each in uploads_of(store.database, name.lower())]
        assert receipts.items() <= {each.receipt: each.sha256 for each in uploads}.items()
        refused = [each for each in uploads if each.verdict != "admitted"]
        why = [step for each in refused for step in steps_of(store.database, each) if not step.ok]
        assert not refused, "\n".join(f"{step.said}: {step.advice}" for step in why)
        numbers = [(version.team, version.number) for version in store.versions()]
        assert len(set(numbers)) == len(numbers)
    lines = cups.lines(folder, "league")
    counted = [line["id"] for line in lines]
    assert len(set(counted)) == len(counted), "a game was played twice"
    table = cups.table(folder, "league")
    return table, shutil.copytree(folder, folder.with_name("undisturbed")), killed


def undisturbed_table(folder):
    """The table when all games of this competition are played again, and nobody is killed."""
    shutil.rmtree(folder / "Out/records")
    with open_competition(folder, alone=True) as competition:
        competition.store.forget_games()
    cups.play(folder)
    return cups.table(folder, "league")


@pytest.mark.slow
def test_kills_of_web_engine_and_workers_change_nothing(tmp_path):
    table, copy, _ = kill_and_check(made(tmp_path / "cup"))
    assert undisturbed_table(copy) == table


@pytest.mark.slow
@pytest.mark.skipif(KILLS < 10, reason="a server of PostgreSQL for itself: with ARENA_KILLS=100")
def test_kills_of_postgresql_change_nothing_either(tmp_path):
    with ExitStack() as stack:
        cluster = stack.enter_context(new_cluster())
        process = cluster.start(durable=True)
        stack.callback(lambda: stop(process))
        address = Server(cluster.folder).url("postgres")

        def kill_postgres(chance):
            nonlocal process
            if chance.random() < 0.6:
                return ""
            killpg(process.pid, signal.SIGKILL)
            process.wait()
            time.sleep(chance.uniform(0, 3))
            process = cluster.start(durable=True)
            return "postgres"

        folder = made(tmp_path / "cup", f'database = "{address}"\n')
        table, copy, killed = kill_and_check(folder, kill_postgres)
        assert "postgres" in killed
        assert undisturbed_table(copy) == table
