#!/usr/bin/env python3
"""The compiler has no number of a chip's in it: the size of a register and how many there are come from struct kiln_target.

Every 32, 127 and 128 in the code of the rooms that make machine code is something else, by a row of ALLOWED: which files, what the line
looks like, and what the number is there. A line that no row explains is named. Prints TAP.
"""

import fnmatch
import glob
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "compiler")
ROOMS = ["mir", "ra", "isel", "."]
NUMBER = re.compile(r"(?<![\w.])(32|127|128)[uU]?(?![\w.])")

ALLOWED = [
    ("*", r"simd (==|!=) 32\b", "a SIMD width"),
    ("width.c", r"group_size\(c\) % 32|compile_width\(c, 32,", "a SIMD width"),
    ("isel/call/subgroup.c", r"32 - x->s->simd", "lanes"),
    ("isel/call/[ps]*.[ch]", r"\b(a|b|v|out|from)\[32\]", "lanes of the widest thread"),
    ("isel/alu/lanes.c", r"values\[32\]", "lanes of the widest thread"),
    ("mir/emit/emit.c", r"n == 32\)|width \* stride <= 32\)", "channels; a vertical stride"),
    ("mir/lower/legalize.c", r"wide > 32\)", "a vertical stride"),
    ("isel/call/permute.c", r"is_hstride\(s\) \|\|", "a vertical stride"),
    ("mir/ir/validate.c", r"exec_size > 32\)", "channels of the widest instruction"),
    ("mir/ir/parse.c", r"chan_offset = .*number_below\(p, 32\)|rlen = .*number_below\(p, 32\)|cross_thread_regs = number_below\(p, 128\)", "bounds of a text's numbers"),
    ("*.c", r"char (out|name|title)\[(32|128)\]", "characters"),
    ("mir/analysis/live_compute.c", r"uint32_t \*, 32\)", "powers of two of 32 bits"),
    ("mir/ir/build.c", r"assert\(target->grf_bytes <= 32\)", "bits of liveness's masks of bytes"),
    ("mir/ir/mir.h", r"MIR_ADDR_BYTES = 32", "the address register, on every target"),
    ("mir/emit/scoreboard.h", r"SCOREBOARD_GRFS = 128", "room for the registers of every target"),
    ("ra/validate.c", r"#define CELL 32", "a grain of the check's own"),
    ("machine.c", r"preserve & 32\)", "a float's bits"),
    ("isel/memory/block.h", r"ISEL_BLOCK_DWORDS = 32", "dwords of a message"),
    ("isel/memory/mem.c", r"#define MAX_DWORDS 32", "dwords of a vector"),
    ("isel/*.c", r"bits|LLVMGetIntTypeWidth\(t\) > 32", "bits of a type"),
    ("isel/alu/cast.c", r"\b(to|from) (>|==) 32|whole < 32|part_of\(.*64, 32,", "bits of a type"),
    ("isel/*.c", r"(<<|>>) \(?(high \? )?32\b|\(32 \* h\)|32 - (c|left|HANDLE_SHIFT)\b|left == 32|\bimm == 32|\bc (!=|<) 32", "a shift"),
    ("isel/call/image.c", r"32 - \(unsigned\)__builtin_clz", "bits of a mask"),
    ("mir/lower/message/state.c", r"<< \(32 - KILN_SURFACE_HANDLE_SHIFT\)\) < UINT64_C\(1\) << 32,", "bits of a handle, and of an address"),
    ("isel/alu/math.c", r"biased, e, mir_imm_d\(127\)", "the bias of a float's exponent"),
]

# What the rule is for: none of these may pass, wherever it stands.
REFUSED = [
    "uint32_t v = mir_vreg_new(s, MIR_GRF, 32, 32, true);", "if (o->offset % 32 != 0)", "m.dst = isel_block_vreg(x, regs * 32, EU_TYPE_UD, true);",
    "for (uint32_t k = r.lo / 32; k * 32 < r.hi; k++)", "s->vregs[v].phys = 127 * 32;", "regs = arena_array(a, struct reg, 128);",
    "return s->vregs[v].size < 32 ? 1 : 2;",
]

# In the simulated device a register's bytes are SIM_GRF_BYTES: no 32 multiplies or divides in the rooms below, but these.
SIM = os.path.join(ROOT, "..", "sim")
SIM_NUMBER = re.compile(r"[*/%] 32u?(?![\w.])|(?<![\w.])32u? \*")
SIM_ROOMS = ["thread", "stats", "check", "ports", "eu", "jit", "dispatch", "cs"]
SIM_ALLOWED = [("eu/fast.inc.h", r"32 \* half", "bytes of eight lanes")]


def code_of(text):
    """Lines without comments and strings."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", "", m.group(0)), text, flags=re.S)
    for line in text.split("\n"):
        line = re.sub(r'"(\\.|[^"\\])*"', '""', line)
        yield re.sub(r"'(\\.|[^'\\])'", "''", line).split("//")[0]


def explained(name, line, rows):
    """None, or the row."""
    return next((row for row in rows if fnmatch.fnmatch(name, row[0]) and re.search(row[1], line)), None)


def lines_with(number, root, rooms):
    """File (below the root), line number and text of the code that the number stands in."""
    for room in rooms:
        inner = [] if room == "." else ["**"]
        for path in sorted(glob.glob(os.path.join(root, room, *inner, "*.[ch]"), recursive=True)):
            with open(path, encoding="utf-8") as f:
                yield from ((os.path.relpath(path, root), n, line.strip()) for n, line in enumerate(code_of(f.read()), 1) if number.search(line))


def unexplained(number, root, rooms, rows, used):
    wrong = []
    for name, n, line in lines_with(number, root, rooms):
        row = explained(name, line, rows)
        if row:
            used.add(row)
        else:
            wrong.append(f"src/{os.path.basename(os.path.normpath(root))}/{name}:{n}: {line}")
    return wrong


def main():
    used = set()
    compiler = unexplained(NUMBER, ROOT, ROOMS, ALLOWED, used)
    simulator = unexplained(SIM_NUMBER, SIM, SIM_ROOMS, SIM_ALLOWED, used)
    passed = [line for line in REFUSED for name in ("mir/x.c", "ra/x.c", "isel/x.c", "x.c") if explained(name, line, ALLOWED)]
    tests = [("no register size and no other number of a chip", compiler), ("what the rule is for is refused", passed),
             ("none in the simulated device", simulator),
             ("each row explains something", [f"{row[0]}: {row[1]}" for row in ALLOWED + SIM_ALLOWED if row not in used])]
    for n, (title, lines) in enumerate(tests, 1):
        print(f"{'not ok' if lines else 'ok'} {n} - {title}")
        for line in lines:
            print(f"# {line}")
    print(f"1..{len(tests)}")
    return any(lines for _, lines in tests)


if __name__ == "__main__":
    raise SystemExit(main())
