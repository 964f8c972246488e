#!/usr/bin/env bash
# Runs the README's two commands on a fresh Debian, in a clone of the last commit.
#
#     tools/fresh_machine.sh SUITE [COMMAND...]
#
# SUITE is bookworm (Debian 12) or trixie (Debian 13). Each COMMAND is one line for the shell. The
# default commands are `make league` and `make test`. The exit code is that of the first command that
# fails.
#
# The machine is a folder that debootstrap fills with a minimal Debian, python3, make and gcc. It has
# its own processes and mounts, but shares this machine's network. When this script ends, the folder
# and all processes are removed. Needs root, git, and debootstrap (apt-get install debootstrap). It
# uses the Debian mirror and the Python package index of apt and pip on this machine.
set -euo pipefail
cd -P "$(dirname "$0")/.."

refuse() { echo "$1" >&2; exit 2; }

[ $# -gt 0 ] || refuse "Name a Debian: tools/fresh_machine.sh bookworm, or trixie"
suite=$1 && shift
[ $# -gt 0 ] || set -- "make league" "make test"
[ "$(id -u)" = 0 ] || refuse "Only root can set up another Debian: run this script with sudo"
for tool in debootstrap git unshare pivot_root; do
    command -v $tool >/dev/null || refuse "There is no $tool here: apt-get install debootstrap git util-linux"
done
# shellcheck disable=SC2016  # apt fills these in
mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' | awk '$1 == "Debian" { print $2; exit }')
[ -n "$mirror" ] || refuse "apt has no Debian mirror on this machine: add one in /etc/apt, then apt-get update"

root=$(mktemp -d /var/tmp/fresh-machine-XXXXXX)
trap 'rm -rf --one-file-system "$root"' EXIT
machine=""
trap '[ -z "$machine" ] || kill -KILL "$machine"; exit 130' INT TERM

echo "Setting up a fresh $suite"
debootstrap --variant=minbase --include=python3,make,gcc "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 5 "$root.log" >&2; rm -f "$root.log"; refuse "debootstrap could not set up $suite. The lines above are the end of its log"; }
rm -f "$root.log"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
chmod 755 "$root"  # apt downloads as another user
setting() { python3 -m pip config list 2>/dev/null | sed -n "s/^[a-z:]*\.$1='\(.*\)'\$/\1/p" | head -n 1; }
cert=$(setting cert)  # the certificates for the package index
[ -z "$cert" ] || cp -L "$cert" "$root/etc/package-index.crt"
{
    echo "[global]"
    for name in index-url proxy default-timeout; do
        value=$(setting $name)
        [ -z "$value" ] || echo "${name#default-} = $value"
    done
    [ -z "$cert" ] || echo "cert = /etc/package-index.crt"
} >"$root/etc/pip.conf"
git clone --quiet --no-hardlinks . "$root/srv/card-arena"

cat >"$root/enter" <<'ENTER'
# Runs after the new root has replaced the old one, so that namespaces work as on a real machine.
umount -l /old && rmdir /old
cd /srv/card-arena
for command in "$@"; do
    echo "\$ $command"
    SECONDS=0
    bash -c "$command" </dev/null && code=0 || code=$?
    echo "($command: exit code $code after $SECONDS s)"
    [ $code = 0 ] || exit $code
done
ENTER

unshare --mount --pid --fork --kill-child bash -euc '
    root=$0
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mkdir "$root/old"
    cd "$root"
    pivot_root . old
    exec env --default-signal=INT,QUIT -i HOME=/root LANG=C.UTF-8 TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash /enter "$@"
' "$root" "$@" &
machine=$!  # in the background, so that this script handles Ctrl-C: unshare ignores it
wait "$machine"
