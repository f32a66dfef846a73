#version 450
// kiln: groups=4,1,1 elems=256 b0=uint b1=zero b2=zero
// Constant tables too large for registers, indexed at run time, by a constant, in a loop, and nested; one of them used twice.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer C { vec2 c[]; };

const uint primes[80] = uint[](2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u, 23u, 29u, 31u, 37u, 41u, 43u, 47u, 53u, 59u, 61u, 67u, 71u, 73u, 79u,
    83u, 89u, 97u, 101u, 103u, 107u, 109u, 113u, 127u, 131u, 137u, 139u, 149u, 151u, 157u, 163u, 167u, 173u, 179u, 181u, 191u,
    193u, 197u, 199u, 211u, 223u, 227u, 229u, 233u, 239u, 241u, 251u, 257u, 263u, 269u, 271u, 277u, 281u, 283u, 293u, 307u, 311u,
    313u, 317u, 331u, 337u, 347u, 349u, 353u, 359u, 367u, 373u, 379u, 383u, 389u, 397u, 401u, 0xdeadbeefu);
struct Pair { vec2 v; ivec3 n; bool odd; };
#define P(x) Pair(vec2(float(x) * 0.5, -float(x)), ivec3(x, -x, x * 1000), (x % 2) == 1)
const Pair pairs[3][4] = Pair[][](Pair[](P(1), P(2), P(3), P(4)), Pair[](P(50), P(60), P(71), P(80)), Pair[](P(9), P(8), P(7), P(6)));
const vec4 rows[20] = vec4[](vec4(0), vec4(1), vec4(2), vec4(3), vec4(4, 5, 6, 7), vec4(5), vec4(6), vec4(7), vec4(8), vec4(9.25), vec4(10),
    vec4(11), vec4(12), vec4(13), vec4(14, 15, 16, 17), vec4(15), vec4(16), vec4(17), vec4(18), vec4(19, 0, -1, 1e30));

void main()
{
    uint g = gl_GlobalInvocationID.x, x = a[g];
    uint sum = primes[x % 80u] + primes[79] * 3u + primes[gl_WorkGroupID.x * 7u];
    for (uint i = 0u; i < 5u; i++)
        sum = sum * 31u + primes[(x >> i) % 80u];
    Pair p = pairs[(x >> 3) % 3u][(x >> 7) % 4u];
    b[g] = sum + (p.odd ? 1u : 0u) + uint(p.n.x + p.n[(x >> 9) % 3u]);
    vec4 r = rows[(x >> 11) % 20u];
    if (g < 128u)
        c[g] = p.v + r.xy + vec2(rows[(x >> 5) % 20u][x % 4u], pairs[2][1].v.y);
}
