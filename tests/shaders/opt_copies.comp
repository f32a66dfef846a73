#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint u1=uint b2=uint b3=zero
// Private arrays that are copies of memory, with computed indices.
struct Row { uint name; uint cell[24]; float weight; };
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { Row rows[]; };
layout(set = 0, binding = 1, std140) uniform Table { uvec4 table[8]; };
layout(set = 0, binding = 2, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 3, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, sum = 0u;
    Row a = rows[sel[i] & 63u];
    uvec4 t[8] = table;
    for (uint k = 0u; k < (sel[i + 256u] & 7u); k++) {
        Row b = rows[(sel[i + k] >> 8u) & 63u];
        sum = sum * 31u + b.cell[(sel[k] + i) % 24u] + t[(sum ^ i) & 7u].y;
    }
    r[i] = sum + a.cell[sel[i + 512u] % 24u] + a.name;
}
