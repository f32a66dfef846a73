#version 450
// kiln: groups=3,1,1 elems=1024 b0=uint b1=zero env=vulkan1.2 not=Intel,anv25,kiln-gen8
// 64-bit atomics on shared memory: all operations, from all invocations, also where control flow has parted them
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) buffer A { uvec2 x[]; };
layout(set = 0, binding = 1) buffer B { uvec2 r[]; };
shared uint64_t u[8];
shared int64_t s[4];
shared uint64_t parts[2];
void main() {
    uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.x * 96 + i;
    if (i < 8) u[i] = i == 3 || i == 5 ? ~0ul : 0ul;
    if (i < 4) s[i] = i == 0 ? 0x7fffffffffffffffl : i == 1 ? int64_t(1ul << 63) : 0l;
    if (i < 2) parts[i] = 0ul;
    barrier();
    uint64_t v = packUint2x32(x[g]);
    atomicAdd(u[0], v);
    atomicAnd(u[3], v | (v << 7) | 0xff0ful);
    atomicOr(u[1], v & 0x123456789abcdeful);
    atomicXor(u[2], v);
    atomicMin(u[5], v);
    atomicMax(u[4], v);
    atomicMin(s[0], int64_t(v));
    atomicMax(s[1], int64_t(v));
    atomicAdd(s[2], -int64_t(v >> 3));
    // every value is exchanged away but the last: the sum of what came out and what stayed is that of what went in
    uint64_t out_ = atomicExchange(u[6], v);
    if ((v & 4ul) != 0ul) {
        atomicAdd(parts[0], out_);
        for (uint k = 0; k < uint(v & 3ul); k++)
            atomicAdd(u[7], 0x100000001ul);
    } else {
        atomicAdd(parts[0], out_);
        // an addition by hand
        uint64_t old = 0ul, was;
        do {
            was = old;
            old = atomicCompSwap(parts[1], was, was + v);
        } while (old != was);
    }
    barrier();
    if (i == 0) atomicAdd(parts[0], u[6]);
    barrier();
    uint o = gl_WorkGroupID.x * 20;
    if (i < 8 && i != 6) r[o + i] = unpackUint2x32(u[i]);
    if (i < 3) r[o + 8 + i] = unpackUint2x32(uint64_t(s[i]));
    if (i < 2) r[o + 12 + i] = unpackUint2x32(parts[i]);
}
