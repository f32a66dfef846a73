#!/usr/bin/env python3
"""The compiler has no number of a chip's in it: the size of a register and how many there are come from struct kiln_target.

Every 32, 127 and 128 in the code of the rooms that make machine code is something else, by a row of ALLOWED: which files, what the line
looks like, and what the number is there. So is every 8 and 16 next to a word for channels, by a row of WIDTHS: how many channels a register
has is kiln_target_native_width. In src/isa they are fields of an encoding, by a row of ISA: its rules ask the target. A line that no row
explains is named. Prints TAP.
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
    ("ra/validate.c", r"#define CELL 32", "a grain of the check's own"),
    ("machine.c", r"preserve & 32\)", "a float's bits"),
    ("result.c", r"CONSTANT_REGISTER = 32", "bytes that kiln/compiler.h counts constants in"),
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

# 8 and 16 as widths.
CHANNELS = r"\b(?:exec_size|chan_offset|simd|SIMD|width|lanes?|channels?)\b"
MAKERS = r"(?:mir_inst_new|mir_at_start|isel_at_start|mir_on_lanes|isel_on_lanes)"
WIDTH = re.compile(CHANNELS + r"[^;{]*?(?<![\w.])(?:8|16)u?(?![\w.])|(?<![\w.])(?:8|16)u?(?![\w.])[^;{]*" + CHANNELS +
                   "|" + MAKERS + r"\([^;]*, (?:8|16)[,)]")
WIDTHS = [
    ("*", r"\* \(?(8u?|m->wide \? 8u : 4u)\b|\* 8 \+ h \* 4|a64 \? 8 : 4|type_size\(i\) == 8|bits / 8", "bytes of a qword, of an address, bits of a byte"),
    ("*", r"(simd|exec_size) (==|!=|<=|>=) (8|16)\b.*\b(return|simd)|simd == 0 \|\||shader->simd ==$|shader->simd == 8\)|private_bytes \* 8|fits\(c, 8\)", "a SIMD width that there is"),
    ("mir/analysis/live_events.c", r"chan_offset (/|\+) ", "bits of a flag's byte"),
    ("mir/ir/message.c", r"EU_DESC_PUT|wide = i->exec_size == 16|upper = i->chan_offset / 8 % 2", "what a descriptor of the data ports says"),
    ("mir/emit/emit.c", r"width = n < 8 \? n : 8;|width = 16;", "elements of a region's row"),
    ("mir/emit/emit.c", r"\.op = EU_OP_MOV, \.exec_size = 8", "channels of a wait for a response: any that read it"),
    ("mir/*.c", r"(vstride|width) = (o\.width = )?(8[;,]|wide <= 4|stride && stride <= 2)|\.width = 8,|o->vstride == 8 && o->width == 8|o->width == 8 && o->hstride == 1", "elements of a region's row"),
    ("isel/memory/array.c", r"from\.vstride = from\.width = 8;", "elements of a region's row"),
    ("isel/call/permute.c", r"p->width <= 16", "elements of a region's row"),
    ("mir/lower/legalize.c", r"unsigned need =", "align16, of 32-byte registers"),
    ("mir/ir/legal.c", r"unsigned need =", "align16, of 32-byte registers"),
    ("mir/opt/propagate.c", r"exec_size [<>] (8|16)|o->offset < 16", "align16, of 32-byte registers"),
    ("mir/lower/cf.c", r"c->s->simd <= 16\)", "bits of a flag register"),
]
WIDTHS_REFUSED = [
    "unsigned width = x->s->simd < 16 ? x->s->simd : 16;", "struct mir_inst *i = mir_inst_new(s, EU_OP_MOV, 8);", "i->exec_size = 8;",
    "for (unsigned lane = 0; lane < simd; lane += 8) {", "if (i->exec_size > 8)", "return i->exec_size < 16 || i->nomask;", "mir_on_lanes(i, lane, 16);",
]

# In src/isa.
ISA = os.path.join(ROOT, "..", "isa")
ISA_ALLOWED = [
    ("text/*", r"char (words|text|name)\[|eu_parse_int\(p, (32|127)|region_int\(p, 32|MAX_DEPTH = 32|depth > 32|i < 32; i\+\+|v >> 32", "bounds of a text's numbers, characters, bits"),
    ("table/msg.c", r"uint8_t bits\[|FIRST_WIDENED \? 32", "bits of an address, of an element"),
    ("validate/systolic.c", r"CHANNEL_BITS = 32", "bits of a channel's factors"),
    ("encoding/compact.c", r"\{", "bits of an instruction"),
    ("encoding/*.c", r"reg (>=|<) 128|(d|s\[i\]\.|->)reg > 127", "what an encoding's register field holds"),
    ("encoding/*.c", r"<< 32|>> 32|ex(_desc)? & 32|stride_(en)?code\(", "bits, and an encoding's fields"),
    ("table/msg.c", r"counts\[8\]|char many\[32\]", "elements of a message's field; characters"),
    ("table/tables.c", r"EU_ARF_|hw < 128", "bytes of the architecture's registers; opcodes"),
    ("table/tables.h", r"EU_F_\w+ = |isa >= KILN_ISA_GEN125 \? 256 : 128", "bits of a set; registers that an encoding names"),
    ("table/tables.h", r"isa >= KILN_ISA_XE2 \? (64 : 32|32 : 16)", "bytes and tokens that an encoding names"),
    ("encoding/encode12.c", r"mask = 32 \* eu_grf_bytes", "an address offset's field"),
    ("validate/xe2.c", r"^\{\d, |to % 32", "elements of a register's half, in a table of the documents"),
    ("validate/validate.c", r"size > 32,|size == 32 &&", "channels of the widest instruction"),
]

# In the simulated device a register's bytes are SIM_GRF_BYTES: no 32 multiplies or divides in the rooms below, but these.
SIM = os.path.join(ROOT, "..", "sim")
SIM_NUMBER = re.compile(r"[*/%] 32u?(?![\w.])|(?<![\w.])32u? \*")
SIM_ROOMS = ["thread", "stats", "check", "ports", "eu", "jit", "jit/ir", "jit/image", "jit/translate", "dispatch", "cs"]
SIM_ALLOWED = [("eu/fast.inc.h", r"32 \* part", "bytes of eight lanes")]


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
    widths = unexplained(WIDTH, ROOT, ROOMS, WIDTHS, used)
    isa = unexplained(NUMBER, ISA, ["."], ISA_ALLOWED, used) + unexplained(NUMBER, ISA, ["table", "encoding", "text", "validate"], ISA_ALLOWED, used)
    passed_widths = [line for line in WIDTHS_REFUSED if not WIDTH.search(line)
                     or any(explained(name, line, WIDTHS) for name in ("mir/x.c", "ra/x.c", "isel/x.c", "x.c"))]
    simulator = unexplained(SIM_NUMBER, SIM, SIM_ROOMS, SIM_ALLOWED, used)
    passed = [line for line in REFUSED for name in ("mir/x.c", "ra/x.c", "isel/x.c", "x.c") if explained(name, line, ALLOWED)]
    tests = [("no register size and no other number of a chip", compiler), ("what the rule is for is refused", passed),
             ("no width of a chip", widths), ("widths that the rule is for are refused", passed_widths), ("src/isa asks the target", isa),
             ("none in the simulated device", simulator),
             ("each row explains something", [f"{row[0]}: {row[1]}" for row in ALLOWED + WIDTHS + ISA_ALLOWED + SIM_ALLOWED if row not in used])]
    for n, (title, lines) in enumerate(tests, 1):
        print(f"{'not ok' if lines else 'ok'} {n} - {title}")
        for line in lines:
            print(f"# {line}")
    print(f"1..{len(tests)}")
    return any(lines for _, lines in tests)


if __name__ == "__main__":
    raise SystemExit(main())
