"""Numbers as SPIR-V has them: bit patterns of a width, for exact.py."""
import math
import struct

LANES = 64
WORDS = 1024     # of each buffer
OUT = 5          # binding of the buffer that is written


class Type(tuple):
    """(kind, bits, count): kind u, f, b."""
    kind = property(lambda s: s[0])
    bits = property(lambda s: s[1])
    n = property(lambda s: s[2])

    def __str__(self):
        base = "bool" if self.kind == "b" else "%s%d" % (self.kind, self.bits)
        return "%" + (base if self.n == 1 else "v%d%s" % (self.n, base))


def ty(kind, bits, n=1):
    return Type((kind, bits, n))


U32, BOOL = ty("u", 32), ty("b", 1)
BASES = [("u", 8), ("u", 16), ("u", 32), ("u", 64), ("f", 16), ("f", 32), ("f", 64), ("b", 1)]
FORMAT = {16: "<e", 32: "<f", 64: "<d"}
WORD = {16: "<H", 32: "<I", 64: "<Q"}
NAN = {16: 0x7e00, 32: 0x7fc00000, 64: 0x7ff8000000000000}


def mask(bits):
    return (1 << bits) - 1


def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def to_float(x, bits):
    return struct.unpack(FORMAT[bits], struct.pack(WORD[bits], x))[0]


def from_float(v, bits):
    """The nearest number, ties to even; too large ones are infinite."""
    if v != v:
        return NAN[bits]
    try:
        return struct.unpack(WORD[bits], struct.pack(FORMAT[bits], v))[0]
    except OverflowError:
        return from_float(math.copysign(math.inf, v), bits)


def from_int(v, bits):
    """Of an integer, rounded once."""
    if bits == 64:
        return from_float(float(v), 64)
    digits = {16: 11, 32: 24}[bits]
    a, extra = abs(v), max(0, abs(v).bit_length() - digits)
    if extra:
        q, rest = a >> extra, a & mask(extra)
        half = 1 << (extra - 1)
        a = (q + (rest > half or (rest == half and q & 1))) << extra
    return from_float(-float(a) if v < 0 else float(a), bits)


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def bits_of(values, bits):
    """Components joined, the first lowest."""
    return sum(v << (k * bits) for k, v in enumerate(values))


def parts_of(whole, bits, n):
    return tuple(whole >> (k * bits) & mask(bits) for k in range(n))
