#version 450
// Words far apart in one buffer.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer Big { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
layout(push_constant) uniform Push { uint index[8]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = v[index[i]];
    v[index[i]] = i + 1u;
    r[8u + i] = uint(v.length());
}
