#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer X { uint x[]; };
layout(set = 0, binding = 1) buffer Y { uint y[]; };
layout(set = 0, binding = 2) readonly buffer Z { uint z[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, sum = x[i];
    if (sum > 100) // a lane's own business
        sum += z[3];
    if (sum > 200)
        sum += z[5] * 2;
    y[i] = sum;
}
