#version 450
// kiln: not=Intel,anv25 groups=1,1,1 elems=80000 b0=uint b1=zero b2=zero alone expect=1:0 expect=2:0
// ANV's compiler takes more than a minute, lavapipe's on hosts of AMD's more than eight: what is wrong is counted here.
// Structs with large arrays, copied whole between buffers, private and shared memory.
layout(local_size_x = 8) in;
struct Part { vec3 at; uint kind; mat2 turn; };
struct Large { uint head; uint many[1037]; Part parts[45]; float grid[3][37]; bool last; };
layout(set = 0, binding = 0, std430) readonly buffer A { uint source[]; };
struct Plain { uint head; uint many[1037]; vec4 parts[45]; float grid[3][37]; uint last; };
layout(set = 0, binding = 1, std430) buffer B { uint pad; Plain data[]; } b;
layout(set = 0, binding = 2, std430) buffer C { uint result[]; };
shared Large kept;
void main()
{
    uint g = gl_LocalInvocationIndex;
    Large x, y;
    x.head = source[g];
    for (uint i = 0u; i < 1037u; i++)
        x.many[i] = source[i * 8u + g];
    for (uint i = 0u; i < 45u; i++) {
        x.parts[i] = Part(vec3(i, g, source[i] % 100u), i, mat2(float(i), 1.0, float(g), 2.0));
    }
    for (uint i = 0u; i < 3u; i++)
        for (uint k = 0u; k < 37u; k++)
            x.grid[i][k] = float(source[i * 37u + k] % 1000u);
    x.last = (g & 1u) == 0u;
    y = x;
    y.many[source[g] % 1037u] = 5u;
    if (g == 3u)
        kept = y;
    barrier();
    x = kept;
    b.data[g].head = x.head;
    for (uint i = 0u; i < 1037u; i++)
        b.data[g].many[i] = y.many[i] + x.many[i];
    for (uint i = 0u; i < 45u; i++)
        b.data[g].parts[i] = vec4(x.parts[i].at + y.parts[i].at, y.parts[i].turn[1][0] + x.parts[i].turn[1][1]);
    for (uint i = 0u; i < 3u; i++)
        for (uint k = 0u; k < 37u; k++)
            b.data[g].grid[i][k] = y.grid[i][k] + x.grid[i][k];
    b.data[g].last = uint(y.last) * 2u + uint(x.last);
    b.data[g + 8u] = b.data[g];
    // What each copy has to hold, from the source alone.
    uint wrong = 0u, changed = source[g] % 1037u, changed3 = source[3] % 1037u;
    wrong += uint(b.data[g + 8u].head != source[3]);
    for (uint i = 0u; i < 1037u; i++) {
        uint own = i == changed ? 5u : source[i * 8u + g], other = i == changed3 ? 5u : source[i * 8u + 3u];
        wrong += uint(b.data[g + 8u].many[i] != own + other);
        b.data[g].many[i] = b.data[g + 8u].many[i] = 0u;
    }
    for (uint i = 0u; i < 45u; i++) {
        vec4 part = vec4(2u * i, g + 3u, 2u * (source[i] % 100u), g + 2u);
        wrong += uint(b.data[g + 8u].parts[i] != part);
        b.data[g].parts[i] = b.data[g + 8u].parts[i] = vec4(0.0);
    }
    for (uint i = 0u; i < 3u; i++)
        for (uint k = 0u; k < 37u; k++) {
            wrong += uint(b.data[g + 8u].grid[i][k] != 2.0 * float(source[i * 37u + k] % 1000u));
            b.data[g].grid[i][k] = b.data[g + 8u].grid[i][k] = 0.0;
        }
    wrong += uint(b.data[g + 8u].last != ((g & 1u) == 0u ? 2u : 0u));
    b.data[g].head = b.data[g + 8u].head = 0u;
    b.data[g].last = b.data[g + 8u].last = 0u;
    result[g] = wrong;
}
