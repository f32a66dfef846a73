#version 450
// kiln: groups=4,1,1 elems=32768 b0=uint b1=uint b2=zero
// Private arrays that were copies of memory: what they are copies of, or they themselves, have changed since.
struct Row { uint name; uint cell[24]; };
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { Row rows[]; };
layout(set = 0, binding = 1, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, j = sel[i] % 24u, k = sel[i + 256u] % 24u;
    Row a = rows[i];
    rows[i].cell[j] = 17u; // in memory, behind the copy
    uint sum = a.cell[k] + a.cell[j];
    Row b = rows[i];
    b.cell[k] += 5u; // in the copy
    sum = sum * 31u + b.cell[j];
    Row c = rows[i];
    for (uint n = 0u; n < (sel[i + 512u] & 7u); n++) {
        sum = sum * 31u + c.cell[(k + n) % 24u]; // from the second round on: of memory that was written
        rows[i].cell[(k + n + 1u) % 24u] = n;
    }
    Row d = rows[i];
    if ((sel[i + 768u] & 1u) != 0u)
        d = rows[i + 256u]; // one copy or another
    sum = sum * 31u + d.cell[(j + 3u) % 24u];
    Row e = rows[i];
    e.cell = rows[i + 256u].cell; // in two parts
    e.cell[3] = rows[i + 512u].cell[4];
    r[i] = sum * 31u + e.cell[(j + 5u) % 24u] + e.name;
}
