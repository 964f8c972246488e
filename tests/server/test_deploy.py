"""The files in deploy/ fit the commands, and each other."""

import re
import shutil
import subprocess
from contextlib import ExitStack
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click
import pytest
from support.drills import LiveSite, wait_until
from support.paths import ROOT
from support.processes import LONG
from support.serve_options import options_of

from bench.live.site import free_port

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def commands() -> dict[str, dict[str, object]]:
    found = {path.name: path.read_text() for path in [*UNITS, DEPLOY / "compose.yaml"]}
    lines = {
        f"{name} {number}": line
        for name, text in found.items()
        for number, line in enumerate(re.findall(r"(?:ExecStart=|command: )(.* ?serve .*)", text))
    }
    return {name: options_of(line) for name, line in lines.items()}


def test_every_command_of_a_service_is_possible():
    all_options = commands()
    assert len(all_options) == 4
    assert sorted(each["only_web"] for each in all_options.values()) == [False, False, True, True]
    assert all(each["only_web"] != each["only_engine"] for each in all_options.values())
    with pytest.raises(click.UsageError):
        options_of("serve --wbe")


def test_the_proxies_ask_web_where_it_listens():
    ports = {each["port"] for each in commands().values() if each["only_web"]}
    for name in ("Caddyfile", "Caddyfile.compose"):
        asked = re.findall(r"reverse_proxy \S+:(\d+)", (DEPLOY / name).read_text())
        assert {int(port) for port in asked} == ports


def test_web_has_a_core_for_itself_and_cannot_read_the_seed():
    web, engine = (
        (DEPLOY / f"card-arena-{name}.service").read_text() for name in ("web", "engine")
    )
    first, last = map(int, re.findall(r"^CPUAffinity=(\d+)-(\d+)$", engine, re.MULTILINE)[0])
    assert not first <= int(re.findall(r"^CPUAffinity=(\d+)$", web, re.MULTILINE)[0]) <= last
    assert "InaccessiblePaths=/srv/cup/Out/seed" in web
    assert "/srv/cup/Out/seed:ro" in (DEPLOY / "compose.yaml").read_text()


def test_the_image_gets_no_secrets():
    """A competition with its seed, and the password of the database, lie beside the Dockerfile."""
    left_out = (ROOT / ".dockerignore").read_text().splitlines()
    assert {"deploy", "Out", ".git"} <= set(left_out)


def with_tool(name):
    """This test needs a tool that not every machine has."""
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed")


@with_tool("systemd-analyze")
def test_systemd_takes_the_units(tmp_path):
    units = []
    for path in UNITS:
        text = path.read_text()
        program = re.search(r"ExecStart=(\S+)", text)[1]
        units.append(tmp_path / path.name)
        units[-1].write_text(text.replace(program, shutil.which("true")))
    done = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, timeout=LONG
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@with_tool("caddy")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.compose"])
def test_caddy_takes_its_files(name):
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@with_tool("caddy")
def test_behind_caddy_events_come_at_once_and_the_inner_pages_are_hidden(cup, tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        site = stack.enter_context(LiveSite(cup, "--proxy", "127.0.0.1", "--url", url))
        text = (DEPLOY / "Caddyfile").read_text().replace("cup.example.org", url)
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site.port}")
        file = tmp_path / "Caddyfile"
        file.write_text(f"{{\n\tadmin off\n}}\n{text}")
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        caddy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        stack.callback(caddy.wait)
        stack.callback(caddy.terminate)

        def status(path):
            try:
                with urlopen(Request(f"{url}{path}"), timeout=LONG) as answer:
                    return answer.status
            except HTTPError as error:
                return error.code
            except OSError:
                return None

        wait_until(lambda: status("/") == 200)
        assert [status(path) for path in ("/healthz", "/metrics", "/readyz")] == [200, 404, 404]
        with urlopen(f"{url}/events", timeout=LONG) as stream:
            lines = [stream.readline() for _ in range(2)]
        assert b"event: hello\n" in lines
