#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,1darray,64x1,mips:7,layers:4,linear,repeat,miplinear b1=unit b2=zero
// The same of one dimension.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler1DArray img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    float s = exp2(floor(x.z * 6.0) - 6.0);
    o[i] = textureGrad(img, vec2(x.x, float(i % 5u)), s, -s * 0.5);
}
