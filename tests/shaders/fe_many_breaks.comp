#version 450
// kiln: groups=2,1,1 elems=256 b0=uint b1=zero slow=Intel,hasvk,anv25
// A loop with 192 breaks, and as many variables that are used after it: in SSA form 192 times 192 values come in there.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
#define EIGHT(m, p) m(p##0) m(p##1) m(p##2) m(p##3) m(p##4) m(p##5) m(p##6) m(p##7)
#define ALL(m) EIGHT(m, va) EIGHT(m, vb) EIGHT(m, vc) EIGHT(m, vd) EIGHT(m, ve) EIGHT(m, vf) EIGHT(m, vg) EIGHT(m, vh) \
    EIGHT(m, vi) EIGHT(m, vj) EIGHT(m, vk) EIGHT(m, vl) EIGHT(m, vm) EIGHT(m, vn) EIGHT(m, vo) EIGHT(m, vp) \
    EIGHT(m, vq) EIGHT(m, vs) EIGHT(m, vt) EIGHT(m, vu) EIGHT(m, vv) EIGHT(m, vw) EIGHT(m, vy) EIGHT(m, vz)
#define DECLARE(n) uint n = x >> 3;
#define STEP(n) x = x * 1664525u + ++c; if (x >> 22 == c) break; n += x ^ k;
#define ADD(n) sum = sum * 31u + n;
void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], sum = 0u, c = 0u;
    ALL(DECLARE)
    for (uint k = 0u; k < 2u + (i & 7u); k++) {
        ALL(STEP)
    }
    ALL(ADD)
    r[i] = sum + x;
}
