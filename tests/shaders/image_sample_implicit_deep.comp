#version 450
// kiln: groups=2,2,1 elems=1024 expect=4:1 alone t0=combined,rgba32f,unit,3d,32x16x8,mips:6,linear,repeat,miplinear t1=combined,rgba32f,unit,2darray,32x32,mips:6,layers:3,linear,repeat,miplinear t2=combined,rgba32f,unit,cube,32x32,mips:6,layers:6,linear,miplinear t3=combined,rgba32f,unit,cubearray,32x32,mips:6,layers:12,linear,miplinear b4=zero
// The LOD that a quad implies in a volume, in layers and in cubes: what is read is what the level of the sampler's own query has; with a bias, one above.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 16, local_size_y = 16) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) uniform sampler3D volume;
layout(set = 0, binding = 1) uniform sampler2DArray layers;
layout(set = 0, binding = 2) uniform samplerCube cube;
layout(set = 0, binding = 3) uniform samplerCubeArray cubes;
layout(set = 0, binding = 4, std430) buffer Out { uint o[]; };
bool differ(vec4 a, vec4 b) { return any(greaterThan(abs(a - b), vec4(0.02))); }
void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    float s = exp2(float((p.x / 2u + p.y / 2u) % 9u) * 0.5 - 5.0);
    vec2 at = vec2(p & 1u) * vec2(s, s * 0.5) + vec2(0.37, 0.21);
    vec3 way = vec3(at * 0.5 - 0.3, 0.9);
    if (p.x / 2u % 3u == 1u) way = -way.zxy;
    if (p.x / 2u % 3u == 2u) way = way.yzx;
    float layer = float(p.x / 4u % 3u), second = float(p.y / 4u % 2u);
    uint bad = 0u;
    if (differ(texture(volume, at.xyx), textureLod(volume, at.xyx, textureQueryLod(volume, at.xyx).y))) bad |= 1u;
    if (differ(texture(layers, vec3(at, layer)), textureLod(layers, vec3(at, layer), textureQueryLod(layers, at).y))) bad |= 2u;
    if (differ(texture(cube, way), textureLod(cube, way, textureQueryLod(cube, way).y))) bad |= 4u;
    if (differ(texture(cubes, vec4(way, second)), textureLod(cubes, vec4(way, second), textureQueryLod(cubes, way).y))) bad |= 8u;
    if (differ(texture(volume, at.xyx, 1.0), textureLod(volume, at.xyx, textureQueryLod(volume, at.xyx).y + 1.0))) bad |= 16u;
    if (differ(texture(cube, way, 1.0), textureLod(cube, way, textureQueryLod(cube, way).y + 1.0))) bad |= 32u;
    o[p.y * 32u + p.x] = bad == 0u ? 1u : bad << 1;
}
