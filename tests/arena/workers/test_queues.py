"""Machines from a queue. The commands of the queue are fake, its jobs are processes here."""

import sys

import pytest
from support.cases import case
from support.fake_queue import FakeQueue

from arena.common.errors import ArenaError
from arena.workers.cluster import settings  # noqa: F401  # before distributed
from arena.workers.queues.jobs import Jobs, queue_options
from arena.workers.queues.terms import EXAMPLE, QueueTerms, read_terms

ADDRESS = "tls://10.0.0.1:8786"


@pytest.fixture
def queue(tmp_path, monkeypatch) -> FakeQueue:
    return FakeQueue(tmp_path / "fake queue", monkeypatch)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def terms(tmp_path, **changes) -> QueueTerms:
    path = tmp_path / "cluster.toml"
    path.write_text(EXAMPLE)
    result = read_terms(path, queue_options("slurm"))
    return QueueTerms(**{**vars(result), **changes})


def test_the_example_of_a_file_is_read(tmp_path):
    result = terms(tmp_path)
    assert result.keys == tmp_path / "keys"
    assert (result.jobs, result.cores, result.memory) == (10, 8, 16 * 10**9)
    assert result.queue == {"walltime": "04:00:00"}


def test_mistakes_in_the_file_are_named_with_their_lines(tmp_path):
    path = tmp_path / "cluster.toml"
    with pytest.raises(ArenaError, match=r"cluster.toml: there is no such file. Make one"):
        read_terms(path, [])
    mistakes = {
        'keys = "keys"': "line 1, jobs: this is missing and is needed",
        EXAMPLE.replace("jobs = 10", "jobs = 0"): "line 2, jobs: 0 is not possible here: take a",
        EXAMPLE.replace('"16 GB"', "16"): "line 4, memory: 16 is not possible here: write a size",
        EXAMPLE.replace("walltime", "walltim"): "Did you mean 'walltime'?",
        EXAMPLE.replace("walltime", "worker_command"): "dask-jobqueue has no such option here",
        EXAMPLE + "[que": "this is not TOML",
        "core = 1": "there is no such key. Did you mean 'cores'?",
    }
    for text, sentence in mistakes.items():
        path.write_text(text)
        with case(text), pytest.raises(ArenaError) as caught:
            read_terms(path, queue_options("slurm"))
        assert sentence in str(caught.value), caught.value


def test_the_script_of_a_job_has_its_options_and_the_command_of_a_machine(tmp_path, queue):
    headers = {
        "slurm": ("#SBATCH -t 04:00:00", "#SBATCH --cpus-per-task=8", "#SBATCH --mem=15G"),
        "pbs": ("#PBS -l walltime=04:00:00", "ncpus=8"),
        "sge": ("#$ -l h_rt=04:00:00",),
        "lsf": ("#BSUB -W 04:00:00", "#BSUB -n 8"),
    }
    for number, (kind, lines) in enumerate(headers.items(), start=1):
        with case(kind), Jobs(kind, terms(tmp_path), ADDRESS) as jobs:
            jobs.adapt(1, set())
            (script,) = [text for text in queue.scripts() if lines[0] in text]
            assert all(line in script for line in lines), script
            assert f"{sys.executable} -m arena cluster work {ADDRESS}" in script.replace(
                " --user root", ""
            )
            assert f"--keys {tmp_path / 'keys'} --workers 8 --give-up 60" in script
        assert queue.cancelled() == number


def test_jobs_are_asked_for_when_there_are_blocks_and_idle_ones_are_ended(tmp_path, queue):
    clock = Clock()
    with Jobs("slurm", terms(tmp_path, jobs=3, cores=2, idle=60), ADDRESS, clock) as jobs:
        jobs.adapt(0, set())
        assert len(jobs) == 0
        jobs.adapt(3, set())
        assert len(jobs) == 2
        jobs.adapt(100, set())
        assert len(jobs) == 3 == len(queue.scripts())
        first, second, _ = jobs._jobs
        clock.now = 59.0
        jobs.adapt(2, {first, second})
        assert len(jobs) == 3
        clock.now = 60.0
        jobs.adapt(2, {second})
        assert list(jobs._jobs) == [first, second]  # the third one never played
        jobs.forget(second)  # its machine has left
        assert list(jobs._jobs) == [first]
        jobs.adapt(4, {first})
        assert len(jobs) == 2
    assert queue.cancelled() == len(queue.scripts()) == 4


def test_a_queue_that_refuses_jobs_is_quoted(tmp_path, queue, caplog):
    with Jobs("slurm", terms(tmp_path), ADDRESS) as jobs:
        jobs.adapt(1, set())
        queue.refuses()
        jobs.adapt(100, set())
        assert (len(jobs), jobs.cores) == (1, 8)  # it goes on with the job that it has
        assert "sbatch refused a job, so the arena uses 1: no account" in caplog.text
    with (
        Jobs("pbs", terms(tmp_path), ADDRESS) as jobs,
        pytest.raises(ArenaError, match="qsub refused a job: no account"),
    ):
        jobs.adapt(1, set())


def test_without_the_commands_of_the_queue_the_arena_says_where_to_start_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        Jobs("slurm", terms(tmp_path), ADDRESS) as jobs,
        pytest.raises(ArenaError, match="no command sbatch on this machine: start the arena where"),
    ):
        jobs.adapt(1, set())
