#!/usr/bin/env bash
# Runs tests with compiled rules that check every access to memory.
#
#     tools/sanitize.sh [PYTEST ARGUMENTS]        default: tests/conformance, tests/game, tests/players
#     tools/sanitize.sh --fuzz GAMES [SEED]       plays so many damaged and made-up described games
#
# The usual build checks indexes only in described games, for speed. This script builds a copy of the tree in another
# folder, with Cython's bounds checks, gcc's bounds checks for fixed arrays, and AddressSanitizer.
# Python allocates with malloc here, so that lists are checked too. The first wrong access ends the
# run and shows its line of C. Cython writes the line of Python beside it.
#
# Needs gcc with libasan (on Debian both are in the package gcc), and .venv from `make setup`.
set -euo pipefail
cd -P "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- tests/conformance tests/game tests/players

python=$PWD/.venv/bin/python
libasan=$(gcc -print-file-name=libasan.so)
[ -x "$python" ] && [ -e "$libasan" ] || { echo "This script needs .venv (run: make setup) and gcc with libasan" >&2; exit 2; }

copy=$PWD/build/sanitized
mkdir -p "$copy"
git ls-files -z --cached --others --exclude-standard -- . | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -cf - | tar -C "$copy" -xf -  # keeps the times of files, so that only changed ones are compiled

cd "$copy"
export PYTHONDONTWRITEBYTECODE=1
ARENA_SANITIZED=1 "$python" setup.py -q build_ext --inplace

export LD_PRELOAD=$libasan PYTHONMALLOC=malloc
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1
"$python" -c "
import Game.core.state as state
assert state.__file__.startswith('$copy') and state.__file__.endswith('.so'), state.__file__"
if [ "$1" = --fuzz ]; then
    exec "$python" tools/fuzz_games.py --games "$2" --seed "${3:-1}" --out "$copy/../fuzz"
fi
exec "$python" -m pytest -q -p no:cacheprovider "$@"
