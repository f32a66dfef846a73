#!/usr/bin/env python3
"""Tools on what was made to hurt: sizes that lie, files without an end, names with escape sequences and commands of CI runners in them. Each ends
with a status of its own and a word, within 700 MB and 20 s, and prints nothing that a terminal or a runner obeys.

usage: test_hostile.py BUILD-DIR SPIRV-AS SPIRV-DIS SHADER.spv APP RACE.spv
"""
import json
import os
import random
import struct
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
sys.dont_write_bytecode = True
from hostile_run import EVIL, run, wrong  # noqa: E402
from tap import case, done  # noqa: E402

build, spirv_as, spirv_dis, shader, app, race = sys.argv[1:7]
folder = tempfile.mkdtemp(prefix="kiln-hostile-")
random.seed(7)


def tool(name):
    return os.path.join(build, name)


def file(name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return path


def check(name, command, statuses=(1, 2, 3), text=None, env=None):
    began = time.monotonic()
    case(name, not (found := wrong(run(command, text, env), statuses)), *found)
    if os.environ.get('SLOW'):
        print(f'# {time.monotonic() - began:.1f} s')


# ---- kilnc

def foz(*entries):
    """Entries: (tag, hash, stored, flags, size that is said)."""
    heads = (f"{tag:024x}{key:016x}".encode() + struct.pack("<4I", len(stored), flags, 0, size) + stored for tag, key, stored, flags, size in entries)
    return b"".join([b"\x81FOSSILIZEDB", bytes([0, 0, 0, 6]), *heads])


def deflated(tag, key, text):
    return tag, key, zlib.compress(text, 9), 2, len(text)


def pipelines(count, stage):
    return json.dumps({"version": 6, "computePipelines": {f"{n:016x}": {"layout": "0" * 16, "stage": stage} for n in range(count)}}).encode()


def archives():
    lies = [(t, n, zlib.compress(b"{}"), 2, 1 << 30) for t in (0, 7) for n in range(4)]
    yield "sizes that lie", foz(*lies)
    yield "sizes that lie, plain", foz((0, 1, b"{}", 1, 1 << 30), (7, 1, b"{}", 1, 0xffffffff))
    blanks = deflated(7, 0, b"{" + b" " * (140 << 20) + b"}")
    yield "half a gigabyte of blanks", foz(*[(7, n, *blanks[2:]) for n in range(4)])
    yield "twelve million values", foz(deflated(7, 1, b'{"computePipelines":[' + b"0," * (12 << 20) + b"0]}"))
    large = deflated(0, 0, b'{"a":[' + b"0," * (1 << 20) + b"0]}")
    yield "many objects that are large", foz(*[(0, n, *large[2:]) for n in range(8)])
    yield "nested deep", foz(deflated(7, 1, b"[" * 1000000))
    stage = {"module": "1" * 16, "name": "main", "specializationInfo": {"dataSize": 1 << 20, "data": "", "mapEntries": [{"offset": 0, "size": 4, "constantID": 0}]}}
    module = json.dumps({"shaderModules": {"1" * 16: {"varintOffset": 0, "varintSize": 4, "codeSize": 4}}}).encode() + b"\0\1\1\1\1"
    yield "constants that are not there", foz((7, 1, (p := pipelines(4000, stage)), 1, len(p)), (4, 0x1111111111111111, module, 1, len(module)))
    yield "names of all kinds", foz((7, 1, (p := pipelines(3, {"module": EVIL, "name": EVIL})), 1, len(p)))
    yield "entries without an end", foz((7, 1, b"{}", 1, 2))[:-1] + b"\xff" * 200
    yield "a hundred thousand empty entries", foz(*[(4, n, b"", 1, 0) for n in range(100000)], (7, 1, (p := pipelines(20000, {"module": "f" * 16})), 1, len(p)))


def string_words(text):
    data = text.encode("utf-8", "surrogatepass") + b"\0"
    return data + b"\0" * (-len(data) % 4)


def renamed(path, out, text, entry=True):
    """Every name and string of a module becomes `text`; its entry point is called so, too."""
    words = open(path, "rb").read()
    made, at = words[:20], 20
    while at < len(words):
        (head,) = struct.unpack_from("<I", words, at)
        op, size, body = head & 0xffff, 4 * (head >> 16), words[at + 4:at + 4 * (head >> 16)]
        if op == 5:  # OpName
            body = body[:4] + string_words(text)
        elif op == 6:  # OpMemberName
            body = body[:8] + string_words(text)
        elif op == 7:  # OpString
            body = body[:4] + string_words(text)
        elif op == 15 and entry:  # OpEntryPoint
            n = 8
            while body[n + 3]:
                n += 4
            body = body[:8] + string_words(text) + body[n + 4:]
        made += struct.pack("<I", op | (len(body) // 4 + 1) << 16) + body
        at += size
    return file(out, made)


def test_kilnc():
    for name, data in archives():
        check(f"kilnc: archive: {name}", [tool("kilnc"), file("a.foz", data)])
    check("kilnc: a device without an end", [tool("kilnc"), "/dev/zero"])
    check("kilnc: a folder's file that is none", [tool("kilnc"), "/proc/self/mem"])
    check("kilnc: nothing", [tool("kilnc"), file("empty.spv", b"")])
    check("kilnc: a source without an end", [tool("kilnc"), file("long.comp", b"/*" * (1 << 20))])
    check("kilnc: an #error", [tool("kilnc"), file("error.comp", "#version 450\n#error " + EVIL.replace("\n", " \\\n") + "\nvoid main() {}\n")])
    named = renamed(shader, "named.spv", EVIL)
    for options in (["--list"], ["--list=json"], ["--emit", "asm"], ["--emit", "json"], ["--emit", "stats"], ["--entry", "all"], ["--entry", "all", "--emit", "analysis"],
                    ["--simd", "8", "--entry", "none"]):
        check(f"kilnc: names, {' '.join(options)}", [tool("kilnc"), *options, named], (0, 1, 2))
    broken = bytearray(open(named, "rb").read())
    for n in range(20, len(broken), 4):
        if struct.unpack_from("<I", broken, n)[0] & 0xffff == 59:  # an OpVariable of a type that is none
            struct.pack_into("<I", broken, n + 4, 1)
            break
    check("kilnc: names in a message", [tool("kilnc"), "--no-validate", file("broken.spv", bytes(broken))])
    check("kilnc: names in the validator's message", [tool("kilnc"), file("broken.spv", bytes(broken))])


# ---- kiln-asm, kiln-decode

def test_kiln_asm():
    check("kiln-asm: a device without an end", [tool("kiln-asm"), "--asm", "/dev/zero", "-o", os.devnull])
    check("kiln-asm: and taken apart", [tool("kiln-asm"), "--disasm", "/dev/zero"])
    check("kiln-asm: escapes", [tool("kiln-asm"), "--asm", file("a.asm", EVIL), "-o", os.devnull])
    check("kiln-asm: one word of a megabyte", [tool("kiln-asm"), "--asm", file("a.asm", b"\x1b" * (1 << 20)), "-o", os.devnull])
    for n in range(20):
        data = file("a.bin", bytes(random.randrange(256) for _ in range(16 * random.randrange(1, 40))))
        check(f"kiln-asm: bytes {n}", [tool("kiln-asm"), "-d", ("skl", "tgl", "bdw", "icl")[n % 4], "--disasm", data], (0, 1))


def capture(*records, device=b"skl", batch=0x1000, size=64):
    return b"KILNCAP1" + device.ljust(16, b"\0")[:16] + struct.pack("<2Q", batch, size) + b"".join(struct.pack("<3Q", a, len(d) if d else n, 0 if d else 1) + d for a, d, n in records)


def words(*dwords):
    return struct.pack(f"<{len(dwords)}I", *dwords)


def test_kiln_decode():
    end, start = 0x0a << 23, 0x31 << 23 | 1
    check("kiln-decode: a device without an end", [tool("kiln-decode"), "/dev/zero"])
    check("kiln-decode: a chip that is none", [tool("kiln-decode"), file("a.cap", capture((0x1000, words(end, 0), 0), device=b"\x1b[31m\n::x::"))])
    check("kiln-decode: a batch that goes round", [tool("kiln-decode"), file("a.cap", capture((0x1000, words(start, 0x1000, 0), 0)))])
    check("kiln-decode: a batch of nothing", [tool("kiln-decode"), file("a.cap", capture((0x1000, b"", 1 << 40)))])
    walker = [0x7105000d] + [0] * 14
    descriptors, bases = [0x70020002, 0, 0xffffffff & ~63, 0], [0x61010011] + [1] * 18
    curbe = [0x70010002, 0, 0x1ffff, 0]
    body = words(*bases, *curbe, *descriptors, *walker * 2000, start, 0x1000, 0)
    check("kiln-decode: a flood of walkers", [tool("kiln-decode"), file("a.cap", capture((0x1000, body, 0), (0x100000, b"", 1 << 40)))], (0, 1))
    whole = capture((0x1000, words(*bases, *curbe, *descriptors, *walker, end), 0), (0x100000, b"", 1 << 20))
    for n in range(20):
        broken = bytearray(whole)
        for _ in range(random.randrange(1, 12)):
            broken[random.randrange(len(broken))] = random.randrange(256)
        check(f"kiln-decode: broken {n}", [tool("kiln-decode"), file("a.cap", bytes(broken))], (0, 1))


# ---- kiln-run

PROGRAM = '''#!/usr/bin/env python3
import os, sys
open(os.environ["KILN_SIM_CHECK_FILE"], "wb").write(open(sys.argv[1], "rb").read())
'''


def test_kiln_run():
    program = file("program.py", PROGRAM)
    place = "    {}:{}: write by invocation (0, 0, 0) of workgroup (0, 0, 0), global (0, 0, 0), subgroup 0 lane 0\n"
    texts = {
        "names": f"kiln-check: race: set 0 binding 1 ({EVIL}) in '{EVIL}'\n" + place.format(EVIL, 3),
        "a line of many digits": "kiln-check: race: x\n" + place.format("a.comp", "9" * 5000),
        "a file that is none": "kiln-check: race: x\n" + place.format("/dev/zero", 1) + place.format("/dev/zero.comp", 1),
        "a file of secrets": "kiln-check: race: x\n" + place.format("/etc/passwd", 1),
        "commands": "::add-mask::x\nkiln-check: race: ::add-mask::x\n" + place.format("::stop-commands::x", 1),
        "bytes": b"kiln-check: race: \xff\xfe\x1b[0m\n",
    }
    for name, text in texts.items():
        path = file("checks", text)
        result = run([tool("kiln-run"), "--check", "all", "--github", "--json", os.path.join(folder, "r.json"), "--sarif", os.path.join(folder, "r.sarif"),
                      "--", sys.executable, program, path])
        status, out, err, mb = result
        # Its own annotations are the only commands, a line each.
        lines = [line.removeprefix(b"::error ") for line in out.split(b"\n")]
        found = wrong((status, b"\n".join(lines), err, mb), (0,))
        case(f"kiln-run: {name}", not found and b"root:" not in out, *found)
    # A real one: a race of a shader whose names are commands.
    named = renamed(race, "race.spv", EVIL, entry=False)
    result = run([tool("kiln-run"), "--check", "race", "--github", "--", app, named, "0"])
    lines = [line.removeprefix(b"::error ") for line in result[1].split(b"\n")]
    found = wrong((result[0], b"\n".join(lines), *result[2:]), range(126))
    case("kiln-run: a shader's names", not found and b"::error " in result[1], *found, result)


# ---- kiln-debug

def messages(*bodies):
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(b) + b for b in (x if isinstance(x, bytes) else json.dumps(x).encode() for x in bodies))


def test_kiln_debug():
    def request(command, **arguments):
        return {"seq": 1, "type": "request", "command": command, "arguments": arguments}
    numbers = (1e308, -1, 2 ** 63, "²", None, [], {}, True, 10 ** 18, "0x" + "f" * 40, "\x1b")
    bodies = [request(c, **{k: v for k in ("threadId", "line", "count", "frameId", "variablesReference", "memoryReference", "instructionCount", "sourceReference", "startFrame")})
              for c in ("stackTrace", "scopes", "variables", "disassemble", "readMemory", "source", "continue", "next", "evaluate", "exceptionInfo") for v in numbers]
    bodies += [request("setBreakpoints", source={"path": "x"}, breakpoints=[{"line": v}]) for v in numbers]
    bodies += [request("setInstructionBreakpoints", breakpoints=[{"instructionReference": v, "offset": v}]) for v in numbers]
    bodies += [request("launch", program=v, args=v, env=v, cwd=v, check=v) for v in (1, [], {}, None)]
    result = run([tool("kiln-debug"), "--dap"], messages(request("initialize"), *bodies, request("threads"), request("disconnect")))
    found = wrong((result[0], b"", *result[2:]), (0,))
    answers = result[1].count(b'"type": "response"')
    case("kiln-debug: numbers in requests", not found and answers == len(bodies) + 3, *found, f"{answers} answers to {len(bodies) + 3} requests")
    for name, body in (("1e999", b'{"seq": 1e999, "command": "threads"}'), ("in arguments", b'{"seq": 1, "command": "continue", "arguments": {"threadId": 1e999}}'),
                       ("a number of 10,000 digits", b'{"seq": ' + b"9" * 10000 + b"}"), ("NaN", b'{"seq": NaN}'), ("nested deep", b"[" * 200000), ("no JSON", b"\x1b[31m::x"),
                       ("no object", b"[1]"), ("surrogates", b'{"seq": 1, "command": "\\ud800"}')):
        check(f"kiln-debug: {name}", [tool("kiln-debug"), "--dap"], (0,), messages(body, request("disconnect")))
    for name, text in (("no length", b"\r\n\r\n"), ("a length that is none", b"Content-Length: 1e9\r\n\r\n"), ("too long", b"Content-Length: 99999999999\r\n\r\n"),
                       ("an endless header", b"x" * 100000), ("escapes", b"Content-Length: \x1b[31m\r\n\r\n")):
        check(f"kiln-debug: {name}", [tool("kiln-debug"), "--dap"], (0,), text)


# ---- kiln-probe

def test_kiln_probe():
    for name in ("sim:none", "/dev/zero", "/etc/passwd", "sim:" + "x" * 5000):
        check(f"kiln-probe: {name[:20]}", [tool("kiln-probe"), "-d", name], (1, 2, 3))


def main():
    for test in (test_kilnc, test_kiln_asm, test_kiln_decode, test_kiln_run, test_kiln_debug, test_kiln_probe):
        test()
    import shutil
    shutil.rmtree(folder)
    sys.exit(done())


if __name__ == "__main__":
    main()
