// kiln: groups=8192,1,1 t0=texels,rgba8,1048832 t1=storagetexels,r32f,1048576
#version 450
#extension GL_EXT_samplerless_texture_functions : require
// A window over texels of a buffer.
layout(local_size_x = 128) in;
layout(binding = 0) uniform textureBuffer s;
layout(binding = 1, r32f) writeonly uniform imageBuffer d;

void main()
{
    int at = int(gl_GlobalInvocationID.x);
    float sum = 0.0;
    for (int i = 0; i < 8; i++)
        sum += dot(texelFetch(s, at + i * 31), vec4(0.25));
    imageStore(d, at, vec4(sum));
}
