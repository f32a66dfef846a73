#!/usr/bin/env python3
"""Random shaders of the index of an invocation: what lanes have in common, and what they read one behind the other.

usage: index.py DIRECTORY SEED...      writes rand_SEED.comp there

Groups of many shapes; sums, shifts, masks, products and comparisons of the indices in them, of which many undo each other, as places in
a buffer and in shared memory, in loops and branches that some lanes or all go through.
"""
import os
import random
import sys

SHAPES = [(64, 1, 1), (128, 1, 1), (256, 1, 1), (48, 1, 1), (16, 16, 1), (16, 8, 1), (8, 8, 1), (32, 4, 1), (8, 5, 1), (20, 3, 1), (4, 4, 8),
          (32, 2, 2), (16, 4, 2)]
LEAVES = ["i", "i", "i", "l.x", "l.y", "l.z", "w", "(l.x & 7u)", "(l.x >> 3)", "gl_GlobalInvocationID.x"]
CONSTANTS = [1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 96, 127, 128, 240, 255, 0x1f0, 0x7ff8, 0xfffffff0]
ROUNDS = ["4u", "8u", "3u", "(a[w] & 3u)", "(a[i] & 3u)", "(i & 3u)"]


class Shader:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.shape = self.r.choice(SHAPES)
        self.elements = self.r.choice([256, 512])

    def constant(self):
        return f"{self.r.choice(CONSTANTS)}u"

    def rows(self, depth):
        """A value moved by whole rows of something else, and perhaps cut to one of the two again."""
        r, q = self.r, self.r.randint(2, 6)
        base = r.choice(["i", "i", "l.x", self.value(1)])
        row = f"({r.choice([base, 'i', 'l.x', 'w', 'l.y', self.value(1)])} & {r.choice([1, 3, 7, 15, 31, 255])}u)"
        row = r.choice([f"({row} << {q}u)", f"({row} * {1 << q}u)"])
        return r.choice([f"(({base} + {row}) >> {q}u)", f"(({base} + {row}) & {-(1 << q) & 0xffffffff}u)", f"({base} + {row})", f"(({base} >> {q}u) + {row})",
                         f"(({base} + {row}) < {r.choice([16, 32, 40, 64, 128])}u ? {self.value(depth - 1)} : {self.value(depth - 1)})"])

    def value(self, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.12:
            return r.choice(LEAVES) if r.random() < 0.85 else self.constant()
        if r.random() < 0.25:
            return self.rows(depth)
        a = self.value(depth - 1)
        kind = r.choices(["+", ">>", "<<", "&", "|", "^", "*", "-", "/", "%", "?"], [26, 14, 14, 16, 6, 4, 6, 4, 3, 3, 4])[0]
        if kind in "<<>>":
            return f"({a} {kind} {r.randint(1, 6)}u)"
        if kind in "&*/%":
            return f"({a} {kind} {self.constant()})"
        b = self.value(depth - 1)
        if kind == "?":
            return f"({a} {r.choice(['<', '>=', '==', '>', '<='])} {r.choice([self.constant(), b])} ? {b} : {self.value(depth - 1)})"
        return f"({a} {kind} {b})"

    def read(self, depth):
        x, kind = self.value(depth), self.r.random()
        if kind < 0.4:
            return f"t[({x}) & {self.elements - 1}u]"
        if kind < 0.6:
            return f"u[({x}) & 7u][{self.r.choice(['l.x & 31u', 'i & 31u', '(i & 15u) + 16u', self.value(1) + ' & 31u'])}]"
        return f"a[({x}) & 1023u]" if kind < 0.8 else f"({x})"

    def statement(self):
        r, kind = self.r, self.r.random()
        if kind < 0.55:
            return f"s = s * 3u + {self.read(r.randint(1, 4))};"
        if kind < 0.7:
            return f"if ({self.value(2)} {r.choice(['<', '>', '==', '>='])} {self.constant()}) s += {self.read(3)}; else s ^= {self.read(2)};"
        if kind < 0.9:
            leave = "if (s > 0xc0000000u) break;" if r.random() < 0.2 else ""
            return f"for (uint c = 0u; c < {r.choice(ROUNDS)}; c++) {{ s = s * 5u + {self.read(3)} + {self.read(2)} + c; {leave} }}"
        return f"s += floatBitsToUint(float({self.read(3)} & 1023u));"

    def text(self):
        x, y, z = self.shape
        n, body = x * y * z, "\n    ".join(self.statement() for _ in range(self.r.randint(2, 6)))
        return f"""#version 450
// kiln: groups=2,1,1 elems=1024 b0=uint b1=zero seeds=1
layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;
layout(set = 0, binding = 0, std430) readonly buffer A {{ uint a[]; }};
layout(set = 0, binding = 1, std430) buffer R {{ uint r[]; }};
shared uint t[{self.elements}];
shared uint u[8][32];
void main()
{{
    uvec3 l = gl_LocalInvocationID;
    uint i = gl_LocalInvocationIndex, w = gl_WorkGroupID.x, s = 0u;
    for (uint k = i; k < {self.elements}u; k += {n}u)
        t[k] = a[k];
    for (uint k = i; k < 256u; k += {n}u)
        u[k >> 5][k & 31u] = a[k + 300u];
    barrier();
    {body}
    r[w * {n}u + i] = s;
}}
"""


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1])
    for seed in map(int, sys.argv[2:]):
        with open(os.path.join(sys.argv[1], f"rand_{seed}.comp"), "w") as f:
            f.write(Shader(seed).text())


if __name__ == "__main__":
    main()
