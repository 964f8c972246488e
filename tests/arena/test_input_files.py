"""Files that a user names are read only if they are regular, and never without end."""

import os
import socket
from pathlib import Path

import pytest

from arena.bots.bot import find
from arena.common.errors import ArenaError, BotError
from arena.common.games import game_of
from arena.common.input_files import MOST, read_input


def refusal(path: Path, **how: bool) -> str:
    with pytest.raises(ArenaError) as caught:
        read_input(path, "a bot", **how)
    return str(caught.value)


def test_a_regular_file_is_read_whole(tmp_path):
    path = tmp_path / "bot.py"
    path.write_bytes(b"x" * MOST)
    assert read_input(path, "a bot") == read_input(path, "a bot", follow=False) == b"x" * MOST


def test_a_file_that_is_too_large_is_refused_with_both_sizes(tmp_path):
    path = tmp_path / "bot.py"
    path.write_bytes(b"x" * (MOST + 1))
    assert refusal(path) == f"{path} has 1,048,577 bytes, a bot has at most 1,048,576"


def test_no_more_is_read_than_is_allowed(tmp_path):
    path = tmp_path / "sparse.py"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte, of which nothing is on the disk
    assert "has 1,099,511,627,776 bytes" in refusal(path)


def test_a_device_is_refused_and_not_read():
    assert refusal(Path("/dev/zero")) == "/dev/zero is a device: name a regular file"


def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the address of a socket is short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("s.py")
        assert "s.py is a socket or a device" in refusal(Path("s.py"))


def test_a_pipe_is_refused_even_if_a_process_writes_into_it(tmp_path):
    path = tmp_path / "pipe.py"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    try:
        os.write(writer, b"from Players.Player import Player\n")
        assert refusal(path) == f"{path} is a pipe: name a regular file"
    finally:
        os.close(writer)


def test_a_link_is_followed_only_if_that_is_allowed(tmp_path):
    target, link = tmp_path / "secret", tmp_path / "bot.py"
    target.write_bytes(b"secret")
    link.symlink_to(target)
    assert read_input(link, "a bot") == b"secret"
    sentence = refusal(link, follow=False)
    assert sentence == f"{link} is a symbolic link: name the file that it points to"


def test_a_link_that_takes_the_place_of_a_checked_file_is_not_followed(tmp_path, monkeypatch):
    target, link = tmp_path / "secret", tmp_path / "bot.py"
    target.write_bytes(b"secret")
    link.symlink_to(target)
    monkeypatch.setattr(Path, "is_symlink", lambda self: False)  # it was a file a moment ago
    assert "is a symbolic link" in refusal(link, follow=False)


def test_a_file_that_is_missing_is_for_the_caller_to_explain(tmp_path):
    for path in (tmp_path / "none.py", tmp_path / "none" / "none.py"):
        with pytest.raises(FileNotFoundError):
            read_input(path, "a bot")


def test_a_folder_is_refused(tmp_path):
    assert "is a folder" in refusal(tmp_path)


def test_bots_and_games_are_read_with_these_checks(tmp_path):
    for name in ("bot.py", "game.gdl"):
        (tmp_path / name).symlink_to("/dev/zero")
    with pytest.raises(BotError, match="/dev/zero is a device"):
        find(str(tmp_path / "bot.py"))
    with pytest.raises(ArenaError, match=r"game\.gdl is a device"):
        game_of(str(tmp_path / "game.gdl"), {})
