#version 450
// Words of a buffer of which parts may show nothing: read, written, added to, or read four at a time.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer O { uint o[]; };
layout(push_constant) uniform Push { uint mode, base, step, salt; };

void main()
{
    uint i = gl_GlobalInvocationID.x, at = base + i * step;
    if (mode == 0u)
        o[i] = a[at];
    else if (mode == 1u)
        a[at] = i + salt;
    else if (mode == 2u)
        o[i] = atomicAdd(a[at], salt);
    else
        for (uint k = 0u; k < 4u; k++)
            o[4u * i + k] = a[base + 4u * i + k];
}
