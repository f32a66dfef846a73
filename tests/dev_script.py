#!/usr/bin/env python3
"""./dev setup and ./dev build beside an apt, a meson and a ninja of their own: what they install, wait for, call and say. Prints TAP.

usage: dev_script.py SOURCE
"""
import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import case, done

source = os.path.abspath(sys.argv[1])

# Programs that ./dev calls. $STATE has files: `installed` and `available` (a package a line), `locks` (how often the lock is found held, for ever: -1), `calls`.
FAKES = {
    "dpkg-query": 'for name in "$@"; do :; done\ngrep -qxF "$name" "$STATE/installed" && echo installed\n',
    "apt-cache": 'for name in "$@"; do :; done\ngrep -qxF "$name" "$STATE/available"\n',
    "sleep": "exit 0\n",
    "id": 'cat "$STATE/uid"\n',
    "meson": 'echo "meson $*" >>"$STATE/calls"\n',
    "ninja": 'echo "ninja $*" >>"$STATE/calls"\n',
    "apt-get": '''echo "$*" >>"$STATE/calls"
locks=$(cat "$STATE/locks")
if [ "$locks" != 0 ]; then
    echo $((locks > 0 ? locks - 1 : locks)) >"$STATE/locks"
    echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 417 (unattended-upgr)" >&2
    exit 100
fi
[ -e "$STATE/broken" ] && { echo "E: Failed to fetch" >&2; exit 100; }
[ "$1" = install ] || exit 0
for name in "$@"; do
    case $name in install | -*) continue ;; esac
    grep -qxF "$name" "$STATE/available" || { echo "E: Unable to locate package $name" >&2; exit 100; }
    echo "$name" >>"$STATE/installed"
done
''',
}


def words_of(array):
    """The entries of an array of ./dev."""
    text = re.search(rf"^{array}=\((.*?)\)", open(os.path.join(source, "dev"), encoding="utf-8").read(), re.M | re.S)[1]
    return [w.strip("'") for w in text.split()]


NEEDED = [e for array in ("BUILD_PKGS", "RUN_PKGS", "TEST_PKGS") for e in words_of(array)]
FIRST = [e.lstrip("?").split("|")[0] for e in NEEDED]
LLVM = next(e for e in NEEDED if e.startswith("llvm")).split("|")
WITNESS = next(e for e in NEEDED if e.startswith("?intel-opencl-icd")).lstrip("?")


class Machine:
    """A folder with ./dev in it and a release's packages."""

    def __init__(self, installed=(), available=(), locks=0, uid=0, name="checkout"):
        self.top = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, self.top, True)
        self.state, self.bin, tree = (os.path.join(self.top, n) for n in ("state", "bin", name))
        for d in (self.state, self.bin, tree):
            os.mkdir(d)
        shutil.copy(os.path.join(source, "dev"), tree)
        self.dev = os.path.join(tree, "dev")
        for n, value in (("installed", installed), ("available", available), ("locks", [str(locks)]), ("uid", [str(uid)]), ("calls", [])):
            with open(os.path.join(self.state, n), "w", encoding="utf-8") as f:
                f.writelines(v + "\n" for v in value)
        for n, text in FAKES.items():
            path = os.path.join(self.bin, n)
            with open(path, "w", encoding="utf-8") as f:
                f.write("#!/bin/sh\n" + text)
            os.chmod(path, 0o755)

    def setup(self, command="setup", **env):
        p = subprocess.run([self.dev, command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                           env={"PATH": f"{self.bin}:/usr/bin:/bin", "STATE": self.state, "HOME": self.top, "TMPDIR": self.top, **env})
        calls = open(os.path.join(self.state, "calls"), encoding="utf-8").read().splitlines()
        open(os.path.join(self.state, "calls"), "w").close()
        return p.returncode, p.stderr, calls

    def configured(self, llvm):
        """A build folder that includes LLVM's headers from there."""
        build = os.path.join(os.path.dirname(self.dev), "build")
        os.mkdir(build)
        with open(os.path.join(build, "build.ninja"), "w", encoding="utf-8") as f:
            f.write(f" ARGS = -Ibuild -isystem{llvm}/include -isystem{llvm}/include -O2\n")

    def installed(self):
        return set(open(os.path.join(self.state, "installed"), encoding="utf-8").read().split())


def without(names, *left):
    return [n for n in names if n not in left]


m = Machine(FIRST)
status, said, calls = m.setup()
case("with all installed, apt is not called", status == 0 and not calls, status, said, calls)

m = Machine([], FIRST)
status, said, calls = m.setup()
case("what is missing is installed", status == 0 and m.installed() == set(FIRST) and calls[0] == "update", status, said, calls)
case("and named before", all(n in said for n in FIRST), said)

m = Machine(without(FIRST, LLVM[0]), [*without(FIRST, LLVM[0]), LLVM[2], LLVM[3]])
status, said, calls = m.setup()
case("of alternatives, the first that the release has", status == 0 and LLVM[2] in m.installed() and LLVM[3] not in m.installed(), status, said)
m = Machine([*without(FIRST, LLVM[0]), LLVM[-1]], FIRST)
status, said, calls = m.setup()
case("or the one that is installed", status == 0 and not calls, status, said, calls)

m = Machine(without(FIRST, WITNESS), without(FIRST, WITNESS))
status, said, calls = m.setup()
case("a witness that the release lacks is named", status == 0 and f"lacks {WITNESS}:" in said, status, said)
status, said, calls = m.setup()
case("and not looked for at each start", status == 0 and not calls, status, said, calls)

m = Machine(without(FIRST, "meson"), without(FIRST, "meson"))
status, said, calls = m.setup()
case("what the build needs is refused by name", status == 1 and "Unable to locate package meson" in said, status, said)

m = Machine([], FIRST, locks=3)
status, said, calls = m.setup()
case("a lock is waited for", status == 0 and m.installed() == set(FIRST) and calls.count("update") == 4, status, said, calls)
case("and who holds it is said, once", said.count("held by 417 (unattended-upgr)") == 1, said)
m = Machine([], FIRST, locks=-1)
status, said, calls = m.setup(APT_PATIENCE="10")
case("but not for ever", status == 1 and "Could not get lock" in said and 4 <= len(calls) <= 7, status, said, calls)

m = Machine([], FIRST)
open(os.path.join(m.state, "broken"), "w").close()
status, said, calls = m.setup()
case("any other error is one at once", status == 1 and "Failed to fetch" in said and len(calls) == 1, status, said, calls)

m = Machine([], FIRST, uid=1000)
status, said, calls = m.setup()
case("a user without sudo is told what is missing", status == 1 and "install sudo" in said and "meson" in said and not calls, status, said, calls)

m = Machine([], FIRST, name="a checkout of mine")
status, said, calls = m.setup()
case("a path may have spaces", status == 0 and m.installed() == set(FIRST), status, said)

m = Machine(FIRST)
m.configured(os.path.join(m.top, "llvm-18"))
status, said, calls = m.setup("build")
case("what was built with an LLVM that is gone is configured again", status == 0 and "meson setup --reconfigure build" in calls, status, said, calls)
m = Machine(FIRST)
os.makedirs(os.path.join(m.top, "llvm-19/include"))
m.configured(os.path.join(m.top, "llvm-19"))
status, said, calls = m.setup("build")
case("and else only built", status == 0 and [c.split()[0] for c in calls] == ["ninja"], status, said, calls)

# The tree as a tarball, on a machine that has no git: a release's package of Meson need not bring it.
bare = os.path.join(m.top, "bare")
os.mkdir(bare)
os.symlink(sys.executable, os.path.join(bare, "python3"))
for script in ("layers.py", "chip_numbers.py"):
    p = subprocess.run([sys.executable, os.path.join(source, "tests", script)], capture_output=True, text=True, env={"PATH": bare})
    case(f"{script} needs no git", p.returncode == 0 and re.search(r"^1\.\.\d+$", p.stdout, re.M), p.returncode, p.stderr, p.stdout[-400:])
sys.exit(done())
