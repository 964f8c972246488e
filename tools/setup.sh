#!/usr/bin/env bash
# Makes .venv with the locked packages, the compiled rules and the `arena` command.
# `make` calls it when pyproject.toml or constraints.txt has changed. Argument: an extra besides `dev`.
# The environment variable PYTHON names the interpreter; without it, this script chooses one.
set -euo pipefail
cd -P "$(dirname "$0")/.."

TOOLS=(gcc make bwrap)  # programs that we use
# for the tests: of pages, of containers, of databases on a server, and of networks
[ "${1:-}" != test ] || TOOLS+=(chromium dockerd debootstrap setpriv initdb ip)
[ "${1:-}" != bench ] || TOOLS+=(chromium)  # the frames of a page
PATH=$PATH:$(echo /usr/lib/postgresql/*/bin | tr " " :)  # where Debian has initdb
# Debian packages whose name differs from that of the program
declare -A PACKAGES=([bwrap]=bubblewrap [dockerd]=docker.io [setpriv]=util-linux [initdb]=postgresql
    [ip]=iproute2)

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
can_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }
has_headers() { "$1" -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; }

choose() {  # prefers the system's Python: a bot that runs as another user cannot read /root
    local python
    for python in ${PYTHON:-/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$python" && can_venv "$python"; then command -v "$python"; return; fi
    done
    return 1
}

lacking() {  # the Debian packages that this machine still needs
    if [ -z "${PYTHON:-}" ] && { new_enough /usr/bin/python3 || ! choose >/dev/null; }; then
        can_venv /usr/bin/python3 || echo python3-venv
        has_headers /usr/bin/python3 || echo python3-dev
    fi
    for tool in "${TOOLS[@]}"; do
        command -v "$tool" >/dev/null || echo "${PACKAGES[$tool]:-$tool}"
    done
}

packages=$(lacking | xargs)
if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing $packages with apt-get"
    # shellcheck disable=SC2086  # a list
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages; } >/dev/null ||
        echo "apt-get has failed; the setup continues without these packages"
fi

if ! python=$(choose); then
    echo "There is no Python 3.11 or newer that can make a virtual environment${PYTHON:+: not $PYTHON}."
    packages=$(lacking | xargs)
    if [ -n "$packages" ]; then echo "On Debian: sudo apt-get install $packages && make setup"; fi
    echo "If you have one in another place: make setup PYTHON=/path/to/python3"
    exit 1
fi >&2

# A .venv that was copied or moved still runs the programs of its old place, so it is made again.
version='import sys; print(sys.version, sys.base_prefix)'
if ! .venv/bin/python -c "" 2>/dev/null || ! grep -qsF "$PWD/.venv/bin/python" .venv/bin/pip ||
    { [ -n "${PYTHON:-}" ] &&
        [ "$(.venv/bin/python -c "$version")" != "$("$python" -c "$version")" ]; }; then
    echo "Making .venv with $("$python" --version) ($python)"
    "$python" -m venv --clear --without-pip .venv
    # `venv` would compile all of pip, one file after the other, and most of it is never imported.
    .venv/bin/python -c '
import ensurepip
if run := getattr(ensurepip, "_run_pip", None):
    ensurepip._run_pip = lambda args, *rest: run([args[0], "--no-compile", *args[1:]], *rest)
ensurepip.bootstrap(default_pip=True)' >/dev/null
fi

wanted=".[dev${1:+,$1}]"
echo "Installing $wanted with the versions of constraints.txt"
with_pip() {  # -qq: errors only, since pip's warnings are about the machine
    .venv/bin/python -m pip --disable-pip-version-check install -qq --no-compile -c constraints.txt "$@"
}
with_uv() { .venv/bin/uv pip install -q --system-certs -c constraints.txt "$@"; }
install() {  # uv takes a tenth of pip's time. Where it fails, pip may work: it knows pip's settings.
    if [ -x .venv/bin/uv ] && with_uv "$@" 2>/dev/null; then return; fi
    with_pip "$@" && return
    echo "The packages could not be installed. The lines above are pip's errors. pip needs a network"
    echo "that reaches PyPI, or a mirror of it (PIP_INDEX_URL=...). Then run again: make setup"
    exit 1
} >&2
requirements() {  # of the project and of the extras that are named
    .venv/bin/python -c '
import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
extras = [line for name in sys.argv[1:] for line in project["optional-dependencies"][name]]
print(*project["dependencies"], *extras, sep="\n")' "$@"
}
PYTORCH=https://download.pytorch.org/whl/cpu
group() {  # the requirements of a group of pyproject.toml
    .venv/bin/python -c '
import sys, tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"][sys.argv[1]], sep="\n")' "$1"
}
install setuptools Cython  # first, so that the rules are compiled with these versions
# Compile the rules while pip waits for the network. `make build` shows what went wrong, if anything.
.venv/bin/python setup.py -q build_ext --inplace >/dev/null 2>&1 &
compiling=$!
trap 'kill $compiling 2>/dev/null || true' EXIT
with_pip --only-binary uv uv 2>/dev/null || true
requirements dev ${1:+"$1"} > .venv/requirements.txt
install -r .venv/requirements.txt
# pip would do this on one core, and for all files. These are never imported, or only a few of them:
# Python compiles those when it imports them.
rarely='/(tests?|mypyc?|Cython|setuptools|pip|networkx|lexers|styles|scipy|sympy|torch|open_spiel'
rarely+='|_?hypothesis|_?pytest|gymnasium|pettingzoo|virtualenv|distlib|identify|pre_commit'
rarely+='|dask|distributed|tornado|fsspec|toolz|psycopg|docker|testing|mssql|mysql|oracle|f2py'
rarely+='|plotting|yaml|nodeenv)/'
.venv/bin/python -m compileall -qq -j 0 -x "$rarely" .venv/lib || true
wait $compiling || true
trap - EXIT
if [ "${1:-}" = test ]; then  # after that, because PyTorch has thousands of files
    mapfile -t ppo < <(group ppo)
    # From a folder of this machine (PIP_FIND_LINKS), or else from PyTorch's own index.
    with_pip "${ppo[@]}" 2>/dev/null || with_pip --extra-index-url "$PYTORCH" "${ppo[@]}" ||
        echo "PyTorch could not be installed, so the test of MaskablePPO cannot run."
fi
install --no-build-isolation --no-deps -e .
echo "$PWD" > .venv/ready  # the Makefile looks at this file

packages=$(lacking | xargs)
if [ -n "$packages" ]; then
    echo "Some programs are missing. Card Arena works, but is slower or can do less. On Debian:"
    echo "sudo apt-get install $packages"
fi
