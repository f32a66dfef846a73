#!/usr/bin/env python3
"""./dev cts on a program that stands for deqp-vk: it crashes, hangs, stops short and refuses where a case's name says so. TAP on stdout."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

HERE = os.path.dirname(os.path.abspath(__file__))
# A shell begins at once: the machine may be busy, and a second without a word is a hang here.
FAKE = '''#!/bin/sh
for word; do
    case $word in
    --deqp-caselist-file=*) list=${word#*=} ;;
    --deqp-log-filename=*) log=${word#*=} ;;
    --refuse) exit 3 ;;
    --die) kill -KILL $$ ;;
    esac
done
echo run >>"$RUNS"
echo "Writing test log into TestResults.qpa"
while read -r name; do
    printf "\\nTest case '%s'..\\n" "$name"
    case $name in
    *crash*)
        echo "a line of its own"
        printf "kiln: warning: this\\nkiln: warning: that\\n\\n" >&2
        kill -SEGV $$ ;;
    *hang*) exec sleep 60 ;;
    *leave*) exit 0 ;;
    *unsupported*) echo "  NotSupported (VK_KHR_x is not supported at file.cpp:12)" ;;
    *wordless*)
        printf "<Text>%s of before</Text>\n#beginTestCaseResult %s\n" "$name" "$name" >>"$log"
        case $name in *_1) printf "<Text>begun</Text>\n <Text>vkCreateThat failed\n</Text>\n" >>"$log" ;; esac
        echo "#endTestCaseResult" >>"$log"
        echo "  Fail (Fail)" ;;
    *fail*) failed=1; echo "  Fail (wrong (twice) of 3)" ;;
    *lost_behind*) [ "$failed" ] && echo "  DeviceLost (gone)" && exit 1; echo "  Pass (Pass)" ;;
    *dead_behind*) [ "$failed" ] && kill -SEGV $$; echo "  Pass (Pass)" ;;
    *) echo "  Pass (Pass)" ;;
    esac
done <"$list"
echo "DONE!"
'''


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(f"{folder}/cts")
    with open(f"{folder}/cts/deqp-vk", "w") as f:
        f.write(FAKE)
    os.chmod(f"{folder}/cts/deqp-vk", 0o755)
    cases = [f"dEQP-VK.{g}.{k}_{i}" for g in ("api", "compute", "image.store") for k in ("pass", "fail", "unsupported") for i in range(12)]
    odd = ["dEQP-VK.compute.crash_1", "dEQP-VK.compute.hang_1", "dEQP-VK.image.store.leave_1", "dEQP-VK.api.crash_2"]
    for i, name in enumerate(odd):
        cases.insert(7 + 20 * i, name)
    victims = [f"dEQP-VK.{n}_behind" for n in ("api.dead", "compute.lost")]
    for name in victims:
        cases.insert(cases.index(name.split("_")[0].rsplit(".", 1)[0] + ".fail_11") + 1, name)
    with open(f"{folder}/cts/a.txt", "w") as f:
        f.write("\n".join(cases[:50]) + "\n")
    with open(f"{folder}/cts/b.txt", "w") as f:
        f.write("\n".join(cases[50:]) + "\n")
    with open(f"{folder}/cts/vk-default.txt", "w") as f:
        f.write("a.txt\nb.txt\n")
    with open(f"{folder}/expected.txt", "w") as f:
        f.write("# none\ndEQP-VK.api.fail_* Fail the API is like that\ndEQP-VK.compute.crash_1 Crash known\n")
    environment = dict(os.environ, RUNS=f"{folder}/runs")

    def cts(*arguments, state="state"):
        return subprocess.run([sys.executable, f"{HERE}/run.py", "--state", f"{folder}/{state}", "--expected", f"{folder}/expected.txt", *arguments],
                              capture_output=True, text=True, env=environment)

    def results(state="state"):
        with open(f"{folder}/{state}/results.txt") as f:
            return {line.split("\t")[0]: line.split("\t")[1] for line in f if "\t" in line}  # half a line may be a name's

    def runs():
        try:
            with open(f"{folder}/runs") as f:
                return len(f.readlines())
        except FileNotFoundError:
            return 0

    run = ("--cts", f"{folder}/cts", "--timeout", "2", "--batch", "15", "--jobs", "2")
    first = cts(*run)
    got = results()
    case(f"every case has a result: {len(got)} of {len(cases)}, status {first.returncode}", first.returncode == 1 and set(got) == set(cases))
    case(f"the guilty ones: {[got.get(c) for c in odd]}", [got.get(c) for c in odd] == ["Crash", "Timeout", "Crash", "Crash"])
    case("the others", all(got[c] == ("Fail" if "fail" in c else "NotSupported" if "unsupp" in c else "Pass") for c in cases if c not in odd))
    case("the table counts what is expected by itself", "| dEQP-VK.api | 13 | 12 | 12 |" in first.stdout)
    case("reasons of what is not supported are counted", "36  VK_KHR_x is not supported" in first.stdout)
    case(first.stdout.splitlines()[-1], "74 good, 13 as expected, 27 not expected" in first.stdout)
    texts = [next(line for line in open(f"{folder}/state/results.txt") if line.startswith(v)) for v in victims]
    case(f"what befalls a case behind one that failed is not its fault: {texts}",
         all("Pass (first in its process; behind one that failed: " in t for t in texts))
    before = runs()
    case("a finished run runs nothing again", cts(*run).stdout == first.stdout and runs() == before)
    with open(f"{folder}/many.txt", "w") as f:
        f.writelines(f"dEQP-VK.many.unsupp_{n}\n" for n in range(1200))
    cts(*run, "--list", f"{folder}/many.txt", state="many")
    case(f"quick cases go in larger processes: {runs() - before}", len(results("many")) == 1200 and runs() - before < 40)
    with open(f"{folder}/wordless.txt", "w") as f:
        f.writelines(f"dEQP-VK.wordless_{n}\n" for n in (1, 2))
    cts(*run, "--list", f"{folder}/wordless.txt", state="wordless")
    with open(f"{folder}/wordless/results.txt") as f:
        said = f.read()
    case(f"what the log says of a failure without words: {said!r}", said == "dEQP-VK.wordless_1\tFail\tFail: vkCreateThat failed \ndEQP-VK.wordless_2\tFail\tFail\n")
    # A run that is killed in the middle of a line goes on.
    with open(f"{folder}/state/results.txt") as f:
        text = f.read()
    with open(f"{folder}/state/results.txt", "w") as f:
        f.write(text[:len(text) // 2])
    cts(*run)
    case("half a run goes on", {c: s for c, s in results().items() if s in ("Pass", "Fail", "NotSupported", "Crash", "Timeout")} == got)
    parts = [cts(*run, "--shard", f"{i}/3", state=f"part{i}") and results(f"part{i}") for i in (1, 2, 3)]
    case(f"shards: {[len(p) for p in parts]}", sum(map(len, parts)) == len(cases) and set().union(*parts) == set(cases) and all(parts))
    whole = subprocess.run([sys.executable, f"{HERE}/run.py", *[w for i in (1, 2, 3) for w in ("--state", f"{folder}/part{i}")], "--expected",
                            f"{folder}/expected.txt", "--against", f"{folder}/state", "--json", f"{folder}/all.json"], capture_output=True, text=True)
    case("shards summed up, against the whole", "0 differ, 0 are new, 0 were run there only" in whole.stdout and whole.returncode == 1)
    with open(f"{folder}/all.json") as f:
        all_of_them = json.load(f)
    case("JSON", all_of_them["dEQP-VK.compute.hang_1"]["status"] == "Timeout")
    case("what a program said last", all_of_them["dEQP-VK.api.crash_2"]["text"] == "signal SIGSEGV: kiln: warning: that")
    with open(f"{folder}/expected.txt", "a") as f:
        f.write("text:wrong*of?3 Fail it says so\ntext:wrong Fail not the whole\n")
    said = cts("--state", f"{folder}/state")
    case(said.stdout.splitlines()[-1], "74 good, 37 as expected, 3 not expected" in said.stdout and "24  it says so" in said.stdout)
    with open(f"{folder}/expected.txt", "a") as f:
        f.write("dEQP-VK.image.*;text:wrong*of?4 Fail not that text\ndEQP-VK.x.*;text:wrong*of?3 Fail not that name\n"
                "dEQP-VK.image.*;text:wrong*of?3 Fail both\n")
    with open(f"{folder}/expected.txt") as f:
        rows = [line for line in f if not line.startswith("text:")]
    with open(f"{folder}/expected.txt", "w") as f:
        f.writelines(rows)
    said = cts("--state", f"{folder}/state")
    case("a name and what it says", "12  both" in said.stdout and "not that" not in said.stdout)
    some = cts(*run, "dEQP-VK.compute", state="some")
    case("a group", set(results("some")) == {c for c in cases if c.startswith("dEQP-VK.compute.")} and some.returncode == 1)
    glob = cts(*run, "*.pass_1?", state="glob")
    case("a pattern", set(results("glob")) == {c for c in cases if c.endswith(("pass_10", "pass_11"))} and glob.returncode == 0)
    before = runs()
    cts(*run, "--again", "Timeout", "dEQP-VK.compute", state="some")
    case("once more what hung", runs() == before + 1 and results("some")["dEQP-VK.compute.hang_1"] == "Timeout")
    refused = cts(*run, "--deqp-option=--refuse", "dEQP-VK.api", state="refused")
    killed = cts(*run, "--deqp-option=--die", "dEQP-VK.api", state="killed")
    case("nor does one that is killed at its begin", set(results("killed").values()) == {"InternalError"} and killed.returncode == 1)
    case("a program that does not begin ends", set(results("refused").values()) == {"InternalError"} and refused.returncode == 1)
    case("wrong usage", [cts(*w).returncode for w in (("--cts", folder), ("x",), (*run, "--shard", "4/3"), (*run, "no.such"))] == [2] * 4)
sys.exit(done())
