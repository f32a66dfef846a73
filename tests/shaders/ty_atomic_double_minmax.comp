#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
// kiln: groups=2,1,1 elems=256 b0=small b1=zero expect=1:1 b2=zero alone env=vulkan1.2 not=Intel,anv25,kiln-gen8
// Minima and maxima of doubles, in shared memory and in a buffer.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer A { uint x[]; };
layout(set = 0, binding = 1) buffer B { uint ok[]; };
layout(set = 0, binding = 2) coherent buffer C { double most[2], least[2]; };
shared double s_most[5], s_least[5];
void main()
{
    uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, group = gl_WorkGroupID.x;
    if (i < 5) {
        s_most[i] = -1.0lf;
        s_least[i] = 1e300lf;
    }
    barrier();
    double mine = double(x[g]) * 4294967296.25lf;
    atomicMax(s_most[x[g] % 5], mine);
    atomicMin(s_least[x[g] % 5], mine);
    atomicMax(most[group], mine);
    atomicMin(least[group], -mine);
    barrier();
    double high = -1.0lf, low = 1e300lf, top = 0.0lf;
    for (uint k = 0; k < 128; k++) {
        uint y = x[group * 128 + k];
        double d = double(y) * 4294967296.25lf;
        top = max(top, d);
        if (y % 5 == i % 5) {
            high = max(high, d);
            low = min(low, d);
        }
    }
    bool good = s_most[i % 5] == high && s_least[i % 5] == low;
    good = good && atomicMax(most[group], 0.0lf) == top && atomicMin(least[group], 0.0lf) == -top;
    ok[g] = good ? 1 : 0;
}
