#version 450
// kiln: groups=3,1,1 t0=combined,r8,1d,37,mips:3 t1=combined,r8,1darray,37,layers:3,mips:3 t2=combined,r8,2d,37x19,mips:3 t3=combined,r8,2darray,37x19,layers:5,mips:3 t4=combined,r8,3d,37x19x7,mips:3 t5=combined,r8,cube,16x16,layers:6,mips:3 t6=combined,r8,cubearray,16x16,layers:18,mips:3 t7=texels,r16ui,777 b8=zero
// Sizes and numbers of levels.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform sampler1D i0;
layout(set = 0, binding = 1) uniform sampler1DArray i1;
layout(set = 0, binding = 2) uniform sampler2D i2;
layout(set = 0, binding = 3) uniform sampler2DArray i3;
layout(set = 0, binding = 4) uniform sampler3D i4;
layout(set = 0, binding = 5) uniform samplerCube i5;
layout(set = 0, binding = 6) uniform samplerCubeArray i6;
layout(set = 0, binding = 7) uniform usamplerBuffer texels;
layout(set = 0, binding = 8, std430) buffer Out { ivec4 o[]; };
void main()
{
    int i = int(gl_WorkGroupID.x);
    o[i * 8 + 0] = ivec4(ivec3(textureSize(i0, i), 0, 0), textureQueryLevels(i0));
    o[i * 8 + 1] = ivec4(ivec3(textureSize(i1, i), 0), textureQueryLevels(i1));
    o[i * 8 + 2] = ivec4(ivec3(textureSize(i2, i), 0), textureQueryLevels(i2));
    o[i * 8 + 3] = ivec4(textureSize(i3, i), textureQueryLevels(i3));
    o[i * 8 + 4] = ivec4(textureSize(i4, i), textureQueryLevels(i4));
    o[i * 8 + 5] = ivec4(ivec3(textureSize(i5, i), 0), textureQueryLevels(i5));
    o[i * 8 + 6] = ivec4(textureSize(i6, i), textureQueryLevels(i6));
    o[i * 8 + 7] = ivec4(textureSize(texels));
}
