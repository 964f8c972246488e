"""`arena init`: creates a whole competition, or nothing after an error."""

import os
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from arena.competition.config.presets import KINDS
from arena.competition.config.reading import read


def everything(folder: str = ".") -> dict[str, bytes | None]:
    return {
        str(path): path.read_bytes() if path.is_file() else None for path in Path(folder).rglob("*")
    }


def test_init_creates_all_files_of_a_new_competition(arena):
    done = arena("init", "my cups/cup", "--preset", "robobrisca", "--name", "RoboBrisca 2026")
    assert (done.code, done.err) == (0, "")
    cup = Path("my cups/cup")
    assert read(cup).name == "RoboBrisca 2026"
    assert {path.name for path in cup.iterdir()} == {
        "competition.toml", "submissions", "house", "Out",
    }  # fmt: skip
    for place in ("competition.toml", "house", "submissions", "Out/seed"):
        assert f"my cups/cup/{place}   " in done.out


def test_the_printed_hash_is_that_of_the_seed(arena):
    told = arena("init", "cup", "--preset", "league").out
    seed = Path("cup/Out/seed").read_bytes()
    assert len(seed) == 64
    assert f"SHA-256 is {sha256(seed).hexdigest()}\n" in told
    assert seed.decode() not in told
    assert "Publish it now" in told


def test_every_competition_has_its_own_seed_readable_by_its_owner_only(arena):
    for cup in "ab":
        arena("init", cup, "--preset", "league")
    assert Path("a/Out/seed").read_bytes() != Path("b/Out/seed").read_bytes()
    assert stat.S_IMODE(Path("a/Out/seed").stat().st_mode) == 0o600


def test_git_takes_no_seed(arena):
    arena("init", "cup", "--preset", "league")
    assert Path("cup/Out/.gitignore").read_text() == "*\n"


def test_the_title_is_the_name_of_the_folder_unless_it_is_given(arena):
    arena("init", "Copa Ñ", "--preset", "league")
    assert read(Path("Copa Ñ")).name == "Copa Ñ"
    arena("init", ".", "--preset", "league")
    assert read(Path()).name == Path.cwd().name


def test_a_folder_with_other_things_in_it_keeps_them(arena):
    Path("house").mkdir()
    Path("house/mine.py").write_text("my work")
    Path("notes").write_text("mine")
    assert arena("init", ".", "--preset", "robobrisca").code == 0
    assert Path("house/mine.py").read_text() == "my work"
    assert Path("notes").read_text() == "mine"


@pytest.mark.parametrize("there", ["competition.toml", "Out/seed", "house/README.md"])
def test_no_file_is_overwritten(arena, there):
    Path("cup", there).parent.mkdir(parents=True)
    Path("cup", there).write_text("mine")
    before = everything()
    done = arena("init", "cup", "--preset", "league")
    assert done.code == 2
    assert f"cup/{there} exists already" in done.err
    assert everything() == before


def test_init_in_a_competition_is_refused_and_the_seed_stays(arena):
    arena("init", "cup", "--preset", "league")
    before = everything()
    assert arena("init", "cup", "--preset", "league").code == 2
    assert everything() == before


def test_a_seed_is_not_written_through_a_link(arena):
    Path("cup/Out").mkdir(parents=True)
    Path("cup/Out/seed").symlink_to(Path("elsewhere").absolute())
    assert arena("init", "cup", "--preset", "league").code == 2
    assert not Path("elsewhere").exists()


@pytest.mark.parametrize("there", ["cup", "cup/submissions", "cup/Out"])
def test_a_file_instead_of_a_folder_is_refused_and_nothing_is_written(arena, there):
    Path(there).parent.mkdir(exist_ok=True)
    Path(there).write_text("mine")
    before = everything()
    done = arena("init", "cup", "--preset", "league")
    assert done.code == 2
    assert there in done.err
    assert everything() == before


@pytest.mark.parametrize("failing", range(4))
def test_a_full_disk_leaves_no_half_written_competition(arena, monkeypatch, failing):
    Path("cup").mkdir()
    Path("cup/notes").write_text("mine")
    before = everything()
    fsync, calls = os.fsync, []

    def full(file):
        calls.append(file)
        if len(calls) > failing:
            raise OSError(28, "No space left on device")
        fsync(file)

    monkeypatch.setattr(os, "fsync", full)
    done = arena("init", "cup", "--preset", "league")
    assert done.code == 2
    assert "No space left on device" in done.err
    assert everything() == before


def test_an_interrupt_leaves_nothing_half_written(arena, monkeypatch):
    def interrupted(file):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    assert arena("init", "a/b/cup", "--preset", "league").code == 130
    assert everything() == {}


@pytest.mark.parametrize(
    "words, said",
    [
        (["--preset", "leage"], "Did you mean 'league'?"),
        (["--preset", "league", "--game", "brsca"], "Did you mean 'brisca'?"),
        (["--preset", "tables", "--game", "brisca"], "Brisca has 2 sides"),
        (["--preset", "league", "--name", "a\nb"], "The title (--name)"),
        (["--preset", "league", "--name", "\udcff"], "The title (--name)"),
    ],
)
def test_impossible_requests_are_refused_before_anything_is_written(arena, words, said):
    done = arena("init", "cup", *words)
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert everything() == {}


def test_the_help_lists_the_presets_with_a_line_each(arena):
    lines = arena("init", "--help").out.partition("Presets:\n")[2].splitlines()
    assert [line.split()[0] for line in lines if line] == list(KINDS)
    assert all(line.endswith(".") for line in lines if line)
