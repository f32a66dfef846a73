"""Random programs (gen.py) with more kinds of memory: structures of all types in buffers of different layouts, behind
addresses and arrays of addresses, and in shared memory; arrays of buffers, texel buffers, images; 64-bit atomics; reads of
other lanes.

What an invocation writes is its own: element `i` of a buffer, texel `i` of the image, element `lid` of shared memory. Values of
other lanes are read where control flow is uniform, among eight invocations in a row, which are lanes of one subgroup on every
driver here. What floats memory held is cleared in the end, since zeros may have any sign.
"""
from gen import FLOATS, NUMERIC, SIZED, Gen, Var, vec

BUFFER = 65536  # bytes of each
IMAGE_WIDTH = 32
INVOCATIONS = 512  # at most
BINDINGS = 11
WIDTH = {"uint": 4, "int": 4, "float": 4, "bool": 4, "float16_t": 2, "double": 8, **{k: b // 8 for k, b in SIZED.items()}}


def align_up(n, to):
    return (n + to - 1) // to * to


def layout(t, scalar):
    """Bytes and alignment of a type in std430, or in the scalar layout."""
    if isinstance(t, str):
        base, n = NUMERIC[t]
        size = WIDTH[base]
        return size * n, size if scalar else size * (1, 2, 4, 4)[n - 1]
    if t[0] == "[]":
        size, align = layout(t[1], scalar)
        return align_up(size, align) * t[2], align
    at, most = 0, 1
    for _, member in t[2]:
        size, align = layout(member, scalar)
        at, most = align_up(at, align) + size, max(most, align)
    return align_up(at, most), most


class Wide(Gen):
    push_head = "uint64_t addr[%d]; " % BINDINGS
    push_words = 10
    leaves_early = 0

    def __init__(self, seed):
        super().__init__(seed)
        r = self.r
        self.local = [8 * r.choice((1, 2, 3, 4, 4, 5, 8, 8, 16)), 1, 1]
        self.size = self.local[0]
        self.groups = [r.randint(1, max(1, min(4, INVOCATIONS // self.size))), 1, 1]
        self.total = self.size * self.groups[0]
        self.slots = 4096 // max(self.total, 64)
        self.atomic["l"] = r.choice(("Add", "Xor", "Or", "And", "Min", "Max"))
        self.long_shared = r.random() < 0.3
        self.places = []
        self.scalar = [r.random() < 0.5 for _ in range(2)]

    def fitting(self, scalar, bytes_):
        """A structure of at most so many bytes."""
        found = [s for s in self.structs if layout(s, scalar)[0] <= bytes_]
        if found:
            return self.r.choice(found)
        s = ("struct", self.name("T"), tuple(("m%d" % k, vec(self.vary(self.r.choice(("uint", "int", "float"))), 1)) for k in range(3)))
        self.structs.append(s)
        self.emit("struct %s { %s };" % (s[1], " ".join("%s %s;" % (t, m) for m, t in s[2])))
        return s

    def directives(self):
        return (" env=vulkan1.2 elems=%d address b4=zero b5=zero b6=zero b7=uint array=7:4 t8=storage,r32ui,2d,%dx%d,uint"
                " t9=texels,rgba8ui,1024,uint b10=zero" % (BUFFER // 4, IMAGE_WIDTH, INVOCATIONS // IMAGE_WIDTH))

    def memory_var(self, name, type_):
        self.globals.append(Var(name, type_, is_global=True, memory=True))

    def declarations(self):
        for e in ("GL_EXT_shader_subgroup_extended_types_" + t for t in ("int8", "int16", "int64", "float16")):
            self.emit("#extension %s : require" % e)
        for e in ("GL_EXT_buffer_reference2", "GL_EXT_scalar_block_layout", "GL_EXT_shader_atomic_int64",
                  "GL_KHR_shader_subgroup_quad", "GL_KHR_shader_subgroup_shuffle"):
            self.emit("#extension %s : require" % e)
        each = BUFFER // self.total
        names = ["scalar" if s else "std430" for s in self.scalar]
        here, there = (self.fitting(s, each) for s in self.scalar)
        self.emit("layout(set = 0, binding = 4, %s) buffer BX { %s t[]; } X;" % (names[0], here[1]))
        self.emit("layout(buffer_reference, %s, buffer_reference_align = 16) buffer Ref { %s s[]; };" % (names[1], there[1]))
        self.emit("layout(set = 0, binding = 7) readonly buffer BD { uint d[]; } D[4];")
        self.emit("layout(set = 0, binding = 8, r32ui) uniform uimage2D IM;")
        self.emit("layout(set = 0, binding = 9) uniform usamplerBuffer TB;")
        self.emit("layout(set = 0, binding = 10) buffer BL { uint64_t c[]; } L;")
        if self.long_shared:
            self.emit("shared uint64_t sl[8];")
        self.emit("Ref near, refs[2];")
        self.memory_var("X.t[i]", here)
        reference = ("struct", "Ref", (("s[i]", there),))
        self.memory_var("near", reference)
        self.memory_var("refs", ("[]", reference, 2))
        self.places = [("X.t[i]", here), ("near.s[i]", there), ("refs[0].s[i]", there), ("refs[1].s[i]", there)]
        of_group = self.fitting(True, 12288 // self.size)
        self.emit("shared %s shs[%d];" % (of_group[1], self.size))
        self.memory_var("shs[lid]", of_group)
        self.places.append(("shs[lid]", of_group))

    def may_compute_component(self, v):
        # Mesa 22.3 reads old values of the vector afterwards, if that is behind an address (on lavapipe and ANV).
        return v.name not in ("near", "refs")

    def start(self):
        self.emit("near = Ref(p.addr[5]);")
        self.emit("refs[0] = Ref(p.addr[6]);")
        self.emit("refs[1] = near;")
        self.emit("shs[lid] = %s;" % self.zero(self.places[-1][1]))
        if self.long_shared:
            self.emit("if (lid < 8u) sl[lid] = 0ul;")

    def zero(self, t):
        if isinstance(t, str):
            return "%s(%s)" % (t, "false" if NUMERIC[t][0] == "bool" else "0")
        parts = [t[1]] * t[2] if t[0] == "[]" else [m for _, m in t[2]]
        return "%s(%s)" % (self.type_name(t), ", ".join(self.zero(m) for m in parts))

    def own_texel(self):
        return "ivec2(i %% %du, i / %du)" % (IMAGE_WIDTH, IMAGE_WIDTH)

    def more_sources(self, uni):
        sources = [lambda: "D[%s].d[%s]" % (self.index(4, True, 0), self.index(4096, uni, 0))] * 3
        sources += [lambda: "texelFetch(TB, int(%s)).%s" % (self.index(1024, uni, 0), self.r.choice("xyzw"))]
        if not uni:
            sources += [lambda: "imageLoad(IM, %s).x" % self.own_texel()] * 2
        return sources

    def more_kinds(self):
        kinds = [(self.store_texel, 3), (self.atomic_long, 3)]
        if self.flow.barrier and not self.in_function:
            kinds.append((self.other_lanes, 12))
        return kinds

    def store_texel(self):
        self.emit("imageStore(IM, %s, uvec4(%s));" % (self.own_texel(), self.value("uint", 3)))

    def atomic_long(self):
        place = "sl[%s]" % self.index(8, False, 1) if self.long_shared and self.r.random() < 0.5 else "L.c[%s]" % self.index(32, False, 1)
        self.emit("atomic%s(%s, uint64_t(%s));" % (self.atomic["l"], place, self.value("uint64_t", 2)))

    def other_lanes(self):
        """A value of another of the eight invocations of which this is one."""
        r = self.r
        t = vec(self.vary(r.choice(("uint", "int", "float", "bool"))), r.choice((1, 1, 2, 3, 4)))
        v = self.declare(t, False)
        e = self.value(t, 3)
        how = r.choice(("subgroupQuadBroadcast(%s, %du)" % (e, r.randrange(4)),
                        "subgroupQuadSwapHorizontal(%s)" % e, "subgroupQuadSwapVertical(%s)" % e,
                        "subgroupQuadSwapDiagonal(%s)" % e, "subgroupShuffleXor(%s, %du)" % (e, r.randrange(1, 8)),
                        "subgroupShuffle(%s, (gl_SubgroupInvocationID & ~7u) | %s)" % (e, self.index(8, False, 1))))
        self.emit("%s = %s;" % (v.name, how))

    def finish(self):
        for name, t in self.places:
            self.fold(name, t)
        self.emit("h = h * 31u + imageLoad(IM, %s).x;" % self.own_texel())
        for name, t in self.places:
            if self.has_floats(t):
                self.emit("%s = %s;" % (name, self.zero(t)))
        if self.long_shared:
            self.emit("barrier();")
            self.emit("if (lid < 8u) atomicXor(L.c[64u + gl_WorkGroupID.x * 8u + lid], sl[lid]);")

    def has_floats(self, t):
        if isinstance(t, str):
            return NUMERIC[t][0] in FLOATS
        return self.has_floats(t[1]) if t[0] == "[]" else any(self.has_floats(m) for _, m in t[2])
