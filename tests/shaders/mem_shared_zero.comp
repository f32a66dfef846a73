#version 450
#extension GL_EXT_null_initializer : require
// kiln: env=vulkan1.1 groups=4,1,1 b0=uint
// Shared memory that is zero when the shader starts: small, and more than one store an invocation.
layout(local_size_x = 64) in;
struct S { uvec3 a; float f; bool b; };
shared uint small = {};
shared uint big[1500] = {};
shared S s[7] = {};
shared uint other[10];
layout(set = 0, binding = 0, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, sum = small;
    for (uint k = i; k < 1500u; k += 64u)
        sum |= big[k] + (k == 5u ? 1u : 0u);
    sum += s[i % 7u].a.x + s[i % 7u].a.z + uint(s[i % 7u].f) + (s[i % 7u].b ? 1u : 0u);
    barrier();
    big[i] = i;
    other[i % 10u] = 3u;
    barrier();
    r[gl_GlobalInvocationID.x] = sum + big[63u - i] * 2u + other[0];
}
