#version 450
// kiln: groups=4,1,1 tol=abs:0.02 t0=combined,rgba32f,unit,2darray,32x32,mips:6,layers:4,linear,repeat,miplinear b1=unit b2=zero
// Gradients where there are layers, one of them beyond the last.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DArray img;
layout(set = 0, binding = 1, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    float s = exp2(floor(x.z * 5.0) - 5.0);
    o[i] = textureGradOffset(img, vec3(x.xy, float(i % 5u)), vec2(s, 0.0), vec2(0.0, s * 0.5), ivec2(1, -2));
}
