#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_KHR_memory_scope_semantics : require
// kiln: groups=1,1,1 elems=256 b0=zero b1=zero expect=1:1 alone not=hasvk,kiln-gen8
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { uint64_t sum, low, high, ands, ors, xors, last, turns, stored; int64_t smin, smax; uint fails; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Checks itself: the results do not depend on the order.
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l == 0u) {
        sum = 0ul;
        low = ~0ul;
        high = 0ul;
        ands = ~0ul;
        ors = 0ul;
        xors = 0ul;
        last = 0ul;
        turns = 0ul;
        smin = 0l;
        smax = -0x7000000000000000l;
    }
    memoryBarrierBuffer();
    barrier();
    uint64_t v = uint64_t(l) * 0x100000001ul + 0x123456789ul;
    uint64_t before = atomicAdd(sum, v);
    atomicMin(low, v);
    atomicMax(high, v);
    atomicAnd(ands, ~(1ul << l));
    atomicOr(ors, 1ul << l);
    atomicXor(xors, v);
    atomicMin(smin, int64_t(l) * -0x1000000001l);
    atomicMax(smax, int64_t(l) * -0x1000000001l);
    uint64_t old = atomicExchange(last, v);
    // Increment by compare and exchange.
    uint64_t seen = 0ul;
    for (uint k = 0u; k < 1000u; k++) {
        uint64_t got = atomicCompSwap(turns, seen, seen + 0x100000001ul);
        if (got == seen)
            break;
        seen = got;
    }
    memoryBarrierBuffer();
    barrier();
    uint64_t all = 0ul, x = 0ul;
    for (uint k = 0u; k < 64u; k++) {
        uint64_t w = uint64_t(k) * 0x100000001ul + 0x123456789ul;
        all += w;
        x ^= w;
    }
    bool ok = sum == all && low == 0x123456789ul && high == 63ul * 0x100000001ul + 0x123456789ul;
    ok = ok && ands == 0ul && ors == ~0ul && xors == x && turns == 64ul * 0x100000001ul;
    ok = ok && smin == 63l * -0x1000000001l && smax == 0l;
    ok = ok && before <= all - v && (old == 0ul || (old - 0x123456789ul) % 0x100000001ul == 0ul);
    ok = ok && atomicLoad(sum, gl_ScopeDevice, 0, gl_SemanticsRelaxed) == all;
    for (uint k = 0u; k < 4u; k++)
        r[l + 64u * k] = ok ? 1u : 0u;
}
