#version 450
#extension GL_EXT_nonuniform_qualifier : require
// 900 bindings of one buffer and one of forty: more than the binding table and the CURBE data have places for.
layout(local_size_x = 8) in;
#define DECLARE(n, k) layout(set = 0, binding = k, std430) buffer B##n { uint v; } b##n;
#define DECLARE_10(n, k) \
    DECLARE(n##0, k) DECLARE(n##1, k + 1) DECLARE(n##2, k + 2) DECLARE(n##3, k + 3) DECLARE(n##4, k + 4) \
    DECLARE(n##5, k + 5) DECLARE(n##6, k + 6) DECLARE(n##7, k + 7) DECLARE(n##8, k + 8) DECLARE(n##9, k + 9)
#define DECLARE_100(n, k) \
    DECLARE_10(n##0, k) DECLARE_10(n##1, k + 10) DECLARE_10(n##2, k + 20) DECLARE_10(n##3, k + 30) DECLARE_10(n##4, k + 40) \
    DECLARE_10(n##5, k + 50) DECLARE_10(n##6, k + 60) DECLARE_10(n##7, k + 70) DECLARE_10(n##8, k + 80) DECLARE_10(n##9, k + 90)
#define USE(n, k) b##n.v = b##n.v * 3u + uint(k);
#define USE_10(n, k) \
    USE(n##0, k) USE(n##1, k + 1) USE(n##2, k + 2) USE(n##3, k + 3) USE(n##4, k + 4) \
    USE(n##5, k + 5) USE(n##6, k + 6) USE(n##7, k + 7) USE(n##8, k + 8) USE(n##9, k + 9)
#define USE_100(n, k) \
    USE_10(n##0, k) USE_10(n##1, k + 10) USE_10(n##2, k + 20) USE_10(n##3, k + 30) USE_10(n##4, k + 40) \
    USE_10(n##5, k + 50) USE_10(n##6, k + 60) USE_10(n##7, k + 70) USE_10(n##8, k + 80) USE_10(n##9, k + 90)
DECLARE_100(x0, 0) DECLARE_100(x1, 100) DECLARE_100(x2, 200) DECLARE_100(x3, 300) DECLARE_100(x4, 400)
DECLARE_100(x5, 500) DECLARE_100(x6, 600) DECLARE_100(x7, 700) DECLARE_100(x8, 800)
layout(set = 0, binding = 900, std430) buffer Last { uint v; } last[40];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        USE_100(x0, 0) USE_100(x1, 100) USE_100(x2, 200) USE_100(x3, 300) USE_100(x4, 400)
        USE_100(x5, 500) USE_100(x6, 600) USE_100(x7, 700) USE_100(x8, 800)
    }
    last[nonuniformEXT(39u - i)].v += i;
}
