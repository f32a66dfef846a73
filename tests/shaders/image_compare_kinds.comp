#version 450
// kiln: groups=4,1,1 t0=combined,d32f,unit,1d,33,repeat,less t1=combined,d32f,unit,2darray,16x16,mips:3,layers:3,repeat,less t2=combined,d16,cube,8x8,layers:6,greater b3=unit b4=zero
// Comparisons on 1D images, layers with gradients, and cubes.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler1DShadow one;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow layers;
layout(set = 0, binding = 2) uniform samplerCubeShadow cube;
layout(set = 0, binding = 3, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 4, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    o[i] = vec4(textureLod(one, vec3(x.x, 0.0, x.y), 0.0),
                textureGrad(layers, vec4(x.xy, x.z * 2.0, x.w), vec2(1.0 / 8.0, 0.0), vec2(0.0, 1.0 / 8.0)),
                textureGrad(cube, vec4(x.xyz - 0.5, x.w), vec3(0.0), vec3(0.0)), 1.0);
}
