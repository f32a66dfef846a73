#version 450
// kiln: groups=4,1,1 elems=1024 t0=combined,rgb8,2darray,17x13,layers:3,mips:4,linear,miplinear,repeat t1=combined,rgb16,3d,9x7x5,linear,mirror
// kiln: t2=combined,rgb32f,unit,1d,33,linear,clamp b3=float b4=zero expect=4:1 alone
// Linear filtering of texels of three channels, held against the average of what texelFetch gives: lavapipe (of Mesa 25) returns 1 for all of rgb8 and rgb16.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2DArray a;
layout(set = 0, binding = 1) uniform sampler3D b;
layout(set = 0, binding = 2) uniform sampler1D c;
layout(set = 0, binding = 3, std430) buffer Coords { vec4 at[]; };
layout(set = 0, binding = 4, std430) buffer Out { uvec4 o[]; };

int repeated(int i, int size) { return ((i % size) + size) % size; }
int clamped(int i, int size) { return clamp(i, 0, size - 1); }
int mirrored(int i, int size)
{
    int n = repeated(i, 2 * size);
    return n < size ? n : 2 * size - 1 - n;
}

vec4 level_of_a(vec2 at, int layer, int level)
{
    ivec2 size = textureSize(a, level).xy;
    vec2 t = at * vec2(size) - 0.5, f = fract(t);
    ivec2 first = ivec2(floor(t));
    vec4 sum = vec4(0);
    for (int n = 0; n < 4; n++) {
        ivec2 d = ivec2(n & 1, n >> 1), p = first + d;
        vec2 w = mix(1.0 - f, f, vec2(d));
        sum += w.x * w.y * texelFetch(a, ivec3(repeated(p.x, size.x), repeated(p.y, size.y), layer), level);
    }
    return sum;
}

vec4 of_a(vec2 at, int layer, float lod)
{
    float l = min(lod, 3.0); // the last level
    int level = int(floor(l));
    return mix(level_of_a(at, layer, level), level_of_a(at, layer, min(level + 1, 3)), fract(l));
}

vec4 of_b(vec3 at)
{
    ivec3 size = textureSize(b, 0);
    vec3 t = at * vec3(size) - 0.5, f = fract(t);
    ivec3 first = ivec3(floor(t));
    vec4 sum = vec4(0);
    for (int n = 0; n < 8; n++) {
        ivec3 d = ivec3(n & 1, n >> 1 & 1, n >> 2), p = first + d;
        vec3 w = mix(1.0 - f, f, vec3(d));
        p = ivec3(mirrored(p.x, size.x), mirrored(p.y, size.y), mirrored(p.z, size.z));
        sum += w.x * w.y * w.z * texelFetch(b, p, 0);
    }
    return sum;
}

vec4 of_c(float at)
{
    int size = textureSize(c, 0);
    float t = at * float(size) - 0.5;
    int first = int(floor(t));
    return mix(texelFetch(c, clamped(first, size), 0), texelFetch(c, clamped(first + 1, size), 0), fract(t));
}

// Fractions of texels have 8 bits.
uint close(vec4 got, vec4 want) { return all(lessThan(abs(got - want), vec4(0.02))) && got.w == 1.0 ? 1u : 0u; }

void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = at[i] * 0.05;
    int layer = int(i % 3u);
    float lod = float(i % 4u) + 0.25;
    uint first = close(textureLod(a, vec3(x.xy, float(layer)), lod), of_a(x.xy, layer, lod));
    uint second = close(textureLod(b, x.xyz, 0.0), of_b(x.xyz));
    uint third = close(textureLod(c, x.w, 0.0), of_c(x.w));
    o[i] = uvec4(first, second, third, first & second & third);
}
