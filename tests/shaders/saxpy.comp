#version 450
// kiln: groups=16,1,1 b0=float b1=float push=float:1
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer X { float x[]; };
layout(set = 0, binding = 1) buffer Y { float y[]; };
layout(push_constant) uniform P { float a; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    precise float v = a * x[i];
    y[i] = v + y[i];
}
