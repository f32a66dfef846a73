#version 450
#extension GL_AMD_shader_trinary_minmax : require
// kiln: elems=2048 groups=8,1,1 b0=any b1=zero expect=1:1 alone not=Intel,anv25
// The least, the greatest and the middle of three, of each type and of vectors, against two at a time.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer I { uint in_[]; };
layout(std430, set = 0, binding = 1) buffer O { uint out_[]; };

#define SAME3(a, b, c, mn, mx) \
    (min3(a, b, c) == mn(a, mn(c, b)) && max3(a, b, c) == mx(c, mx(a, b)) && mid3(a, b, c) == clamp(b, mn(a, c), mx(a, c)))

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uvec3 u = uvec3(in_[i * 4u], in_[i * 4u + 1u], in_[i * 4u + 2u]);
    ivec3 s = ivec3(u);
    vec3 f = vec3(s) * 1e-3;
    bool good = SAME3(u.x, u.y, u.z, min, max) && SAME3(s.x, s.y, s.z, min, max) && SAME3(f.x, f.y, f.z, min, max);
    good = good && SAME3(f, f.yzx, f.zxy, min, max) && SAME3(u.xy, u.yz, u.zx, min, max) && SAME3(s, s.zxy, s.yzx, min, max);
    // In order, whatever it was.
    vec3 sorted = vec3(min3(f.x, f.y, f.z), mid3(f.x, f.y, f.z), max3(f.x, f.y, f.z));
    good = good && sorted.x <= sorted.y && sorted.y <= sorted.z && dot(sorted, vec3(1)) != -1.0 && any(equal(f, sorted.yyy));
    for (uint k = 0u; k < 4u; k++)
        out_[i * 4u + k] = good ? 1u : 0u;
}
