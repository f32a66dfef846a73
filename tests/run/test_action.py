#!/usr/bin/env python3
"""packaging/action: its steps as a runner would run them, with the shell that it names, a fake apt-get, sudo and cache, and the kiln-run of the build.

usage: test_action.py BUILD-DIR SOURCE-DIR APP FOLDER-OF-CHECKED-SPV
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done, skip

build, source, app, spv = (os.path.abspath(a) for a in sys.argv[1:5])
NAMES = ("kiln-compiler", "kiln-vulkan-driver", "kiln-jit", "kiln-tools", "kiln-dev", "kiln-simulator")


def value(text):
    text = text.strip()
    return text[1:-1] if text[:1] in "'\"" and text[-1:] == text[:1] else text


def parse(text):
    """What of YAML an action's file has: nested maps, one list of maps (steps), scalars, and texts behind a bar."""
    lines = text.split("\n")

    def indent(line):
        return len(line) - len(line.lstrip())

    def block(at, depth):
        out = None
        while at < len(lines):
            line = lines[at]
            if not line.strip() or line.lstrip().startswith("#"):
                at += 1
                continue
            if indent(line) < depth:
                break
            if line.lstrip().startswith("- "):
                lines[at] = " " * (indent(line) + 2) + line.lstrip()[2:]
                item, at = block(at, indent(line) + 2)
                out = (out or []) + [item]
                continue
            name, _, rest = line.strip().partition(":")
            at += 1
            if rest.strip() == "|":
                first = at
                while at < len(lines) and (not lines[at].strip() or indent(lines[at]) > depth):
                    at += 1
                deep = indent(lines[first])
                got = "\n".join(l[deep:] for l in lines[first:at])
            elif rest.strip():
                got = value(rest)
            else:
                got, at = block(at, depth + 1)
            out = out if out is not None else {}
            out[name] = got
            depth = indent(line)
        return out, at
    return block(0, 0)[0]


class Runner:
    """A job with one step, that uses the action."""

    def __init__(self, folder, action, cache, **inputs):
        self.folder, self.action, self.cache = folder, action, cache
        self.inputs = {n: i.get("default", "") for n, i in action["inputs"].items()}
        unknown = set(inputs) - {n.replace("-", "_") for n in self.inputs}
        assert not unknown, unknown
        self.inputs.update({n: inputs[n.replace("-", "_")] for n in self.inputs if n.replace("-", "_") in inputs})
        self.steps, self.ran, self.output, self.status = {}, [], "", 0
        self.temp, self.summary = os.path.join(folder, "temp"), os.path.join(folder, "summary.md")
        os.makedirs(self.temp, exist_ok=True)
        for step in action["runs"]["steps"]:
            if not self.status and self.wanted(step):
                self.step(step)

    def known(self, name):
        parts = name.split(".")
        if parts[0] == "inputs":
            return self.inputs[parts[1]]
        if name == "github.action_path":
            return os.path.join(self.folder, "source", "packaging", "action")
        return self.steps.get(parts[1], {}).get(parts[3], "")  # steps.ID.outputs.NAME

    def fill(self, text):
        return re.sub(r"\$\{\{ *(\S+?) *\}\}", lambda m: self.known(m[1]), text)

    def wanted(self, step):
        terms = [re.fullmatch(r"(\S+) (==|!=) '(.*)'", t.strip()) for t in step["if"].split("&&")] if "if" in step else []
        return all((self.known(m[1]) == m[3]) == (m[2] == "==") for m in terms)

    def step(self, step):
        self.ran.append(step["name"])
        if "uses" in step:
            self.uses(step)
            return
        assert step["shell"] == "bash"
        output = os.path.join(self.folder, "output")
        open(output, "w", encoding="utf-8").close()
        env = {k: v for k, v in os.environ.items() if not k.startswith(("KILN_", "VK_"))}
        env.update({k: self.fill(v) for k, v in step.get("env", {}).items()}, GITHUB_OUTPUT=output, GITHUB_STEP_SUMMARY=self.summary, RUNNER_TEMP=self.temp,
                   PATH=os.path.join(self.folder, "bin") + ":" + env["PATH"], KILN_CACHE="off", LOG=os.path.join(self.folder, "log"))
        script = os.path.join(self.folder, "script.sh")
        with open(script, "w", encoding="utf-8") as f:
            f.write(step["run"])
        p = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], env=env, cwd=self.folder, capture_output=True, text=True)
        self.status = p.returncode
        self.output += p.stdout + p.stderr
        with open(output, encoding="utf-8") as f:
            self.steps[step.get("id", step["name"])] = dict(l.rstrip("\n").split("=", 1) for l in f)

    def uses(self, step):
        """actions/cache: one entry a key, never written over."""
        path, key = (self.fill(step["with"][n]) for n in ("path", "key"))
        kept = os.path.join(self.cache, key)
        if "/restore@" in step["uses"]:
            if os.path.isdir(kept):
                shutil.copytree(kept, path)
            self.steps[step["id"]] = {"cache-hit": "true" if os.path.isdir(kept) else ""}
        else:
            assert "/save@" in step["uses"] and not os.path.exists(kept), step
            shutil.copytree(path, kept)

    def log(self):
        try:
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as f:
                return f.read()
        except OSError:
            return ""

    def wrote(self):
        with open(self.summary, encoding="utf-8") as f:
            return f.read()


def program(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def world(folder):
    """A source whose ./dev makes empty packages, and a system where they can be installed: then there is a kiln-run."""
    shutil.copytree(os.path.join(source, "packaging", "action"), os.path.join(folder, "source", "packaging", "action"))
    packages = " ".join(f"{n}_0.1.0_amd64.deb" for n in NAMES)
    program(os.path.join(folder, "source", "dev"), f'echo "dev $1" >>"$LOG"; mkdir -p "$2" && cd "$2" && touch {packages}\n')
    program(os.path.join(folder, "bin", "sudo"), 'exec "$@"\n')
    program(os.path.join(folder, "bin", "apt-get"), f'echo "apt-get $*" >>"$LOG"; [ "$1" != install ] || ln -sf {shlex.quote(build)}/kiln-run "$(dirname "$0")/kiln-run"\n')
    return folder


def installs(r):
    return sorted(os.path.basename(w).split("_")[0] for l in r.log().splitlines() if l.startswith("apt-get install") for w in l.split() if w.endswith(".deb"))


with open(os.path.join(source, "packaging", "action", "action.yml"), encoding="utf-8") as f:
    text = f.read()
action = parse(text)
try:
    import yaml
    inputs = {n: {k: str(v).lower() if isinstance(v, bool) else v for k, v in i.items()} for n, i in yaml.safe_load(text)["inputs"].items()}
    case("it is read as others read it", action["inputs"] == inputs and
         [s.get("run", "").rstrip() for s in action["runs"]["steps"]] == [s.get("run", "").rstrip() for s in yaml.safe_load(text)["runs"]["steps"]])
except ImportError:
    skip("it is read as others read it", "no yaml")
case("a step for each", [s["name"] for s in action["runs"]["steps"]] == ["Find Kiln's packages", "Take them from the cache", "Build them", "Keep them", "Install Kiln", "Run"])
RACE, NONE = (shlex.join([app, f"{spv}/{n}.comp.spv", "0"]) for n in ("race_shared", "race_shared_not"))
WANTED = ["kiln-compiler", "kiln-jit", "kiln-tools", "kiln-vulkan-driver"]

with tempfile.TemporaryDirectory() as top:
    cache = os.path.join(top, "cache")
    r = Runner(world(os.path.join(top, "first")), action, cache, run=RACE)
    case("the first run builds, and keeps what it has built", "Build them" in r.ran and r.log().count("dev package") == 1 and len(os.listdir(cache)) == 1, r.ran, r.output)
    case("it installs what a run needs", installs(r) == WANTED, r.log())
    case("a finding is an annotation, and the status", r.status == 1 and re.search(r"^::error .*title=kiln%3A race::", r.output, re.M), r.status, r.output)
    case("and in the summary, with dispatches", "| race |" in r.wrote() and "1 dispatches (walkers)" in r.wrote() and "race\\_shared.comp" in r.wrote(), r.wrote())
    case("with the table of kernels", re.search(r"^\| kernel \| runs \| estimate", r.wrote(), re.M), r.wrote())
    r = Runner(world(os.path.join(top, "second")), action, cache, run=NONE, statistics="false", device="icl")
    case("the second one does not", "Build them" not in r.ran and "Keep them" not in r.ran and "dev package" not in r.log() and installs(r) == WANTED, r.ran, r.log())
    case("nothing found", r.status == 0 and "Nothing found" in r.wrote() and "| kernel |" not in r.wrote() and "Simulated icl" in r.wrote(), r.status, r.output, r.wrote())
    other = world(os.path.join(top, "third"))
    program(os.path.join(other, "source", "src", "more.c"), "")
    r = Runner(other, action, cache, run=NONE)
    case("another source is built", "Build them" in r.ran and len(os.listdir(cache)) == 2, r.ran)
    ready = world(os.path.join(top, "ready"))
    for n in NAMES:
        program(os.path.join(ready, "arti facts", "deb", f"{n}_0.1.0_amd64.deb"), "")
    r = Runner(ready, action, cache, run=f"{NONE}; exit 7", packages="arti facts", check="", device="bdw")
    case("packages that are there are taken", r.ran == ["Find Kiln's packages", "Install Kiln", "Run"] and installs(r) == WANTED, r.ran, r.output)
    case("without checks: the program's status, and the table", r.status == 7 and "Simulated bdw" in r.wrote() and "| kernel |" in r.wrote() and
         "found" not in r.wrote(), r.status, r.output, r.wrote())
    r = Runner(ready, action, cache, run=RACE, packages="arti facts", error_exitcode="9", sarif="out.sarif", statistics="false")
    case("its options", r.status == 9 and os.path.exists(os.path.join(ready, "out.sarif")), r.status, r.output)
    for claim in ("true", "false"):
        r = Runner(ready, action, cache, run='echo "graphics: ${KILN_GRAPHICS:-no}"', packages="arti facts", claim_graphics=claim, statistics="false")
        case(f"claim-graphics: {claim}", r.status == 0 and f"graphics: {'claim' if claim == 'true' else 'no'}" in r.output, r.output)
    r = Runner(ready, action, cache, run="true", packages="nowhere")
    case("packages that are not there", r.status == 1 and r.ran == ["Find Kiln's packages"] and "::error title=kiln::packages: there is no" in r.output, r.output)
    program(os.path.join(ready, "arti facts", f"{NAMES[0]}_0.2.0_amd64.deb"), "")
    r = Runner(ready, action, cache, run="true", packages="arti facts")
    case("two versions of one", r.status == 1 and "2 files kiln-compiler_*.deb" in r.output, r.output)
    r = Runner(world(os.path.join(top, "fourth")), action, cache, run='echo "a\'b"; false', statistics="true")
    case("a command is a shell's, and its status", r.status == 1 and "a'b" in r.output and "No kernel has run" in r.wrote(), r.status, r.output)
sys.exit(done())
